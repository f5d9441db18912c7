"""Settling a game that has ended: its results and what they do to ratings, in one transaction.

It is replayed in a thread first, so that nobody waits. Happens exactly once for a game, whichever
process does it. What a result is stands in `bot.outcomes`, what a rating is in `bot.rating`.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot import outcomes, rating
from bot.clock import Moment
from bot.game import Game
from bot.rules import rules_of
from bot.standing import Result, Tally
from bot.store.database import Connected, Database
from bot.store.faults import Clash
from bot.store.games import known_game, secret_of
from bot.store.log import course_of, standing_moves
from bot.store.ratings import Rated, keep_rating, locked_ratings
from bot.store.results import add_results, mark_settled


async def settle(database: Database, game: Game, now: Moment) -> None:
    """Raises Clash, and nothing is stored, when it was settled or changed in the meantime."""
    async with database.viewing() as connection:
        seed = await secret_of(connection, game.id)
        moves = await standing_moves(connection, game.id, game.ply)
        course = await course_of(connection, game.id)
    notations = [move.notation for move in moves]
    scores, tallies = await asyncio.to_thread(_counted, game, seed, notations)
    results = outcomes.results_of(game, course, scores, tallies)
    async with database.writing() as connection:
        await mark_settled(connection, game, now)
        if await known_game(connection, game.id) != replace(game, settled=True):
            raise Clash(f"game {game.id} is another one than it was")
        if outcomes.counts_for_ratings(game, course):
            results = await _rated(connection, game, results, now)
        await add_results(connection, results)


def _counted(
    game: Game, seed: str, notations: Sequence[str]
) -> tuple[Sequence[int], Sequence[Tally]]:
    """In a thread: it takes a while, and touches nothing but its arguments."""
    rules = rules_of(game.kind)
    state: Any = None

    def told() -> Iterator[tuple[Any, Sequence[Any]]]:
        nonlocal state
        state, events = rules.begin(seed, game.options, game.first, len(game.seats))
        yield state, events
        for notation in notations:
            seat = rules.to_act(state)
            assert seat is not None, "no move comes after the end"
            state, events = rules.apply(state, seat, rules.parse_move(notation))
            yield state, events

    tallies = rules.tally(told())
    return rules.scores(state), tallies


async def _rated(
    connection: Connected, game: Game, results: Sequence[Result], now: Moment
) -> tuple[Result, ...]:
    """The results with what they did to the ratings of the players, who are locked for it."""
    people = [(seat.user_id, seat.name) for seat in game.seats]
    users = [user for user, _ in people if user is not None]
    known = await locked_ratings(connection, game.kind, game.guild_id, users)
    before = [known.get(user, Rated(user, "", rating.NEWCOMER, 0, 0, 0)) for user in users]
    skills = rating.after_game(
        [one.skill for one in before], [seat in game.winners for seat in range(len(before))]
    )
    changed = []
    for one, skill, result, (_, name) in zip(before, skills, results, people, strict=True):
        after = replace(
            one,
            name=name,
            skill=skill,
            played=one.played + 1,
            won=one.won + (result.outcome == "won"),
            shared=one.shared + (result.outcome == "shared"),
        )
        await keep_rating(connection, game.kind, game.guild_id, after, now)
        change = float(rating.shown(skill) - rating.shown(one.skill))
        changed.append(replace(result, rated=True, change=change))
    return tuple(changed)
