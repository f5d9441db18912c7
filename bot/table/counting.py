"""Settling a game that has ended: its results and what they do to ratings, in one transaction.

The game is replayed in a thread first, so that nobody waits. It is settled exactly once, whichever
process does it.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.match.game import Game
from bot.match.results import (
    NEWCOMER,
    FinalCounts,
    Result,
    counts_for_ratings,
    gains_nothing,
    rate_game,
    rated_as,
    results_of,
    shown_rating,
)
from bot.match.rules import Transition, replay, rules_of
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict
from bot.store.games import require_game
from bot.store.log import course_of, recorded_of
from bot.store.results import PlayerRating, add_results, lock_ratings, mark_settled, save_rating
from engine.recorded import Recorded


async def settle(database: Database, game: Game, now: Millis) -> None:
    """Raises WriteConflict, and stores nothing, when the game was settled or changed meanwhile."""
    async with database.viewing() as connection:
        recorded = await recorded_of(connection, game)
        timeline = await course_of(connection, game.id)
    counted = await asyncio.to_thread(_counted, game.kind, recorded)
    results = results_of(game, timeline, counted)
    async with database.writing() as connection:
        await mark_settled(connection, game, now)
        if await require_game(connection, game.id) != replace(game, settled=True):
            raise WriteConflict(f"game {game.id} is another one than it was")
        if counts_for_ratings(game, timeline):
            results = await _rated(connection, game, results, now)
        await add_results(connection, results)


def _counted(kind: str, recorded: Recorded) -> FinalCounts:
    """In a thread: it is slow, and touches nothing but its arguments."""
    rules = rules_of(kind)
    scores: Sequence[int] = ()
    places: Sequence[int] = ()
    turns = list[int | None]()

    def passing() -> Iterator[Transition]:
        nonlocal scores, places
        for here in replay(rules, recorded):
            turns.append(rules.to_act(here.state))
            yield here
        scores, over = rules.scores(here.state), turns[-1] is None
        places = rules.places(here.state) if over else ()

    tallies = rules.tally(passing())
    return FinalCounts(scores, places, tallies, turns)


async def _rated(
    connection: AsyncConnection, game: Game, results: Sequence[Result], now: Millis
) -> tuple[Result, ...]:
    """The results with their effect on the ratings of the players, whose ratings are locked for
    it."""
    people = [(rated_as(seat), seat.name) for seat in game.seats]
    users = [user for user, _ in people if user is not None]
    known = await lock_ratings(connection, game.kind, game.guild_id, users)
    before = [known.get(user, PlayerRating(user, "", NEWCOMER, 0, 0, 0)) for user in users]
    places = [result.place for result in results if result.place is not None]
    skills = rate_game([one.skill for one in before], places)
    changed = []
    for one, skill, result, (_, name) in zip(before, skills, results, people, strict=True):
        if gains_nothing(game, result.seat):
            changed.append(result)
            continue
        after = replace(
            one,
            name=name,
            skill=skill,
            played=one.played + 1,
            won=one.won + (result.outcome == "won"),
            shared=one.shared + (result.outcome == "shared"),
        )
        await save_rating(connection, game.kind, game.guild_id, after, now)
        change = float(shown_rating(skill) - shown_rating(one.skill))
        changed.append(replace(result, rated=True, change=change))
    return tuple(changed)
