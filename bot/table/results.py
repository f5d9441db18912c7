"""Results of ended games: settled once, with what they do to ratings; and read as statistics, as a
leaderboard, as a history.

Everything read is about one server, and about games that were settled; about one kind of game, or
every kind where that is None.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.match.game import Game, Status
from bot.match.league import course
from bot.match.league.season import Reason
from bot.match.results import (
    FIRST_GAMES,
    NEWCOMER,
    FinalCounts,
    HeadToHead,
    LeaderboardRow,
    Result,
    StatisticsByGames,
    counts_for_ratings,
    gains_nothing,
    head_to_head,
    rate_game,
    rated_as,
    results_of,
    shown_rating,
    sum_by_games,
)
from bot.match.rules import replay, rules_of
from bot.process.clock import Millis
from bot.store import leagues, results
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict
from bot.store.games import load_games, require_game
from bot.store.log import course_of, recorded_of
from bot.store.results import (
    GamesOf,
    PlayedGame,
    PlayerRating,
    add_results,
    lock_ratings,
    mark_settled,
    save_rating,
)
from engine.recorded import Recorded

# The latest games of somebody that are read for their profile, at most.
MOST_PLAYED = 2000
# The games that are read at a time.
READ_AT_ONCE = 250
# Why a game of a season ended that somebody won; else by being late.
ENDED_BY = {Status.FINISHED: Reason.PLAYED, Status.RESIGNED: Reason.LEFT}


async def settle(database: Database, game: Game, now: Millis) -> None:
    """Raises WriteConflict, and stores nothing, when the game was settled or changed meanwhile."""
    async with database.viewing() as connection:
        recorded_game = await recorded_of(connection, game)
        timeline = await course_of(connection, game.id)
    counts = await asyncio.to_thread(count_results, game.kind, recorded_game)
    results = results_of(game, timeline, counts)
    async with database.writing() as connection:
        if game.season_id is not None:
            await record_result(connection, game, results, now)
        await mark_settled(connection, game, now)
        if await require_game(connection, game.id) != replace(game, settled=True):
            raise WriteConflict(f"game {game.id} is another one than it was")
        if counts_for_ratings(game, timeline):
            results = await _rate_results(connection, game, results, now)
        await add_results(connection, results)


async def record_result(
    connection: AsyncConnection, game: Game, results: Sequence[Result], now: Millis
) -> None:
    """Note that a game of a season is over: that is the result of its fixture, unless something
    else was decided about it before."""
    assert game.season_id is not None
    season = await leagues.require_season(connection, game.season_id, to_change=True)
    fixture = next((fixture for fixture in season.fixtures if fixture.game_id == game.id), None)
    if fixture is None:
        return
    places = [result.place for result in results if result.place is not None]
    scores = [result.points for result in results]
    reason = ENDED_BY.get(game.status, Reason.LATE) if places else Reason.NOBODY
    after = course.decide(season, fixture.number, reason, places, scores)
    if after is not season:
        await leagues.save_season(connection, season, after, now)


def count_results(kind: str, recorded_game: Recorded) -> FinalCounts:
    """Count what the rules count in a whole game. Slow: run it off the event loop."""
    rules = rules_of(kind)
    transitions = list(replay(rules, recorded_game))
    turns = [rules.to_act(transition.state) for transition in transitions]
    last_state = transitions[-1].state
    places = rules.places(last_state) if turns[-1] is None else ()
    return FinalCounts(rules.scores(last_state), places, rules.tally(transitions), turns)


async def _rate_results(
    connection: AsyncConnection, game: Game, results: Sequence[Result], now: Millis
) -> tuple[Result, ...]:
    """Return the results with their effect on the ratings of the players, whose ratings are locked
    for it."""
    people = [(rated_as(seat), seat.name) for seat in game.seats]
    users = [user for user, _ in people if user is not None]
    ratings = await lock_ratings(connection, game.kind, game.guild_id, users)
    before = [ratings.get(user, PlayerRating(user, "", *NEWCOMER)) for user in users]
    places = [result.place for result in results if result.place is not None]
    skills = rate_game([rating.skill for rating in before], places)
    rated_results = []
    for rating, skill, result, (_, name) in zip(before, skills, results, people, strict=True):
        if gains_nothing(game, result.seat):
            rated_results.append(result)
            continue
        after = replace(
            rating,
            name=name,
            mu=skill.mu,
            sigma=skill.sigma,
            played=rating.played + 1,
            won=rating.won + (result.outcome == "won"),
            shared=rating.shared + (result.outcome == "shared"),
        )
        await save_rating(connection, game.kind, game.guild_id, after, now)
        change = float(shown_rating(skill) - shown_rating(rating.skill))
        rated_results.append(replace(result, rated=True, change=change))
    return tuple(rated_results)


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """Everybody's statistics. One per table."""

    database: Database

    async def of(self, whose: GamesOf) -> StatisticsByGames:
        return sum_by_games(await self.database.read(results.counted_results_of, whose))

    async def between(self, kind: str, guild_id: int, first_id: int, second_id: int) -> HeadToHead:
        """Compare the results of two players against each other, in games of any size."""
        async with self.database.viewing() as connection:
            whose = GamesOf(kind, guild_id, first_id, second_id)
            ids = await results.game_ids_of(connection, whose)
            results_by_game = await results.results_of_games(connection, ids)
        return head_to_head(results_by_game.values(), first_id, second_id)

    async def games_of(
        self, whose: GamesOf, first: int = 1, limit: int = 10
    ) -> tuple[tuple[Game, tuple[Result, ...]], ...]:
        """List a player's games with the results of all their seats, the latest first; starting at
        `first`, which is 1 for the latest."""
        ids = await self.database.view(results.last_games_of, whose, first, limit)
        return await self.with_results(ids)

    async def played_by(
        self, guild_id: int, user_id: int, reader_id: int | None
    ) -> Sequence[PlayedGame]:
        """List a player's latest games of every kind, in the order in which they ended. Some at a
        time, so that nothing else waits for all of them."""
        games: list[PlayedGame] = []
        for first in range(1, MOST_PLAYED, READ_AT_ONCE):
            whose = GamesOf(None, guild_id, user_id)
            query = (whose, reader_id, first, READ_AT_ONCE)
            batch = await self.database.view(results.played_games_of, *query)
            games += batch
            if len(batch) < READ_AT_ONCE:
                break
        # Those read twice because another game ended in between count once.
        return list({game.game_id: game for game in reversed(games)}.values())

    async def opponents_in(self, user_id: int, ids: Sequence[int]) -> Sequence[tuple[int, int]]:
        """List the people who played against somebody in these games: game and person."""
        opponents: list[tuple[int, int]] = []
        for begin in range(0, len(ids), READ_AT_ONCE):
            batch = ids[begin : begin + READ_AT_ONCE]
            opponents += await self.database.view(results.opponents_in, user_id, batch)
        return opponents

    async def with_results(self, ids: Sequence[int]) -> tuple[tuple[Game, tuple[Result, ...]], ...]:
        """Load these games, with the results of all their seats."""
        async with self.database.viewing() as connection:
            results_by_game = await results.results_of_games(connection, ids)
            games = await load_games(connection, ids)
        return tuple((game, results_by_game[game.id]) for game in games)

    async def count_games(self, whose: GamesOf) -> int:
        return await self.database.read(results.count_results_of, whose)

    async def has_newcomer(self, kind: str, guild_id: int, users: Collection[int]) -> bool:
        """Check whether one of these people has hardly played the game in this server."""
        counts = await self.database.read(results.count_results_of_each, kind, guild_id, users)
        return min(counts.values()) < FIRST_GAMES

    async def leaderboard(
        self, kind: str, guild_id: int, first: int = 1, limit: int = 10
    ) -> tuple[LeaderboardRow, ...]:
        """List the players with a rating, the best first, starting at this line."""
        return await self.database.view(results.ranking, kind, guild_id, first, limit)

    async def count_rated_players(self, kind: str, guild_id: int) -> int:
        """Count the lines of the leaderboard."""
        return await self.database.read(results.count_rated_players, kind, guild_id)

    async def rank_of(self, kind: str, guild_id: int, user_id: int) -> LeaderboardRow | None:
        """Find a player's line on the leaderboard; None before their first rated game."""
        return await self.database.view(results.rank_of, kind, guild_id, user_id)
