"""Games that are over: results of players, written once when a game is settled; their ratings, by
server and kind of game; and reviews, made on request."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple

from msgspec.json import decode, encode
from sqlalchemy import ColumnElement, Select, delete, false, func, insert, select, update

from bot.match.game import Game
from bot.match.results import (
    CountedResult,
    LeaderboardRow,
    Outcome,
    Result,
    Skill,
    Tally,
    shown_rating,
)
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.faults import WriteConflict
from bot.store.schema import games, judged_seats, ratings, results, reviews
from engine.players.review import VERSION

_RESULTS = select(*[results.c[field.name] for field in fields(Result)])
_theirs = results.alias()
_readers = results.alias()
# The figures of the seat of a result, if its review was made as it would be made now: others are
# measured differently, so they must not be compared with these.
_figures_of_seat = (
    (judged_seats.c.game_id == results.c.game_id)
    & (judged_seats.c.seat == results.c.seat)
    & (judged_seats.c.version == VERSION)
)


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating, with what led to it."""

    user_id: int
    name: str
    mu: float
    sigma: float
    played: int = 0
    won: int = 0
    shared: int = 0

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class SeatReview(NamedTuple):
    """Quality and luck of a seat's play."""

    accuracy: float | None
    """In percent; None if no move offered a choice."""
    luck: float
    """In points."""


# A channel, and the channel it is a thread of.
GameChannel = tuple[int, int | None]


class PlayedGame(NamedTuple):
    """A counted game as one player played it, and where."""

    game_id: int
    kind: str
    seat: int
    channel_id: int
    parent_id: int | None
    outcome: Outcome
    points: int
    best_of_others: int
    change: float | None
    ended_at: Millis
    tally: Tally
    options: Mapping[str, str]
    accuracy: float | None
    luck: float | None
    """None without a current review."""
    with_reader: bool
    """Whoever asked plays in it too."""

    @property
    def place(self) -> GameChannel:
        return self.channel_id, self.parent_id

    @property
    def margin(self) -> int:
        """Lead over the best of the others."""
        return self.points - self.best_of_others


class GamesOf(NamedTuple):
    """Counted games of a player in a server: those of one kind or, without it, of every kind; all
    of them, or those against one other."""

    kind: str | None
    guild_id: int
    user_id: int
    against: int | None = None

    def among(self, query: Select[Any]) -> Select[Any]:
        """Select only the results of this player in these games."""
        own = query.where(results.c.user_id == self.user_id, results.c.guild_id == self.guild_id)
        if self.kind is not None:
            own = own.where(results.c.kind == self.kind)
        if self.against is None:
            return own
        theirs = select(results.c.game_id).where(results.c.user_id == self.against)
        return own.where(results.c.game_id.in_(theirs))


async def ratings_of(
    connection: AsyncConnection, kind: str, guild_id: int, users: Collection[int]
) -> Mapping[int, float]:
    """Load the ratings of those of these people who have one."""
    query = select(ratings.c.user_id, ratings.c.rating).where(
        ratings.c.kind == kind, ratings.c.guild_id == guild_id, ratings.c.user_id.in_(users)
    )
    return {row.user_id: row.rating for row in await connection.execute(query)}


async def ratings_before(
    connection: AsyncConnection, kind: str, guild_id: int, ids: Collection[int]
) -> Mapping[int, Mapping[int, float]]:
    """Compute the ratings before these games by game and person, counting back from what they are
    now; without those who had none yet."""
    rated = (results.c.change.is_not(None), results.c.user_id.is_not(None))
    query = select(results.c.id, results.c.user_id).where(results.c.game_id.in_(ids), *rated)
    rows = (await connection.execute(query)).all()
    users = {row.user_id for row in rows}
    current = select(ratings.c.user_id, ratings.c.rating, ratings.c.played).where(
        ratings.c.kind == kind, ratings.c.guild_id == guild_id, ratings.c.user_id.in_(users)
    )
    now = {row.user_id: (row.rating, row.played) for row in await connection.execute(current)}
    since = (
        select(results.c.game_id, results.c.user_id, results.c.change)
        .where(results.c.kind == kind, results.c.guild_id == guild_id, *rated)
        .where(results.c.user_id.in_(now), results.c.id >= min((row.id for row in rows), default=0))
        .order_by(results.c.id.desc())
    )
    before: dict[int, dict[int, float]] = {game_id: {} for game_id in ids}
    for game_id, user_id, change in await connection.execute(since):
        rating, played = now[user_id]
        now[user_id] = rating - change, played - 1
        if game_id in before and played > 1:
            before[game_id][user_id] = rating - change
    return before


# Results.


async def mark_settled(connection: AsyncConnection, game: Game, now: Millis) -> None:
    """Mark a game as counted by this transaction; WriteConflict if another one already did."""
    uncounted = update(games).filter_by(id=game.id, revision=game.revision, settled_at=None)
    marked = await connection.execute(uncounted.values(settled_at=now, due_at=None))
    if marked.rowcount != 1:
        raise WriteConflict(f"game {game.id} is settled, or another one than it was")


async def add_results(connection: AsyncConnection, added: Sequence[Result]) -> None:
    rows = [{**asdict(result), "tally": encode(result.tally).decode()} for result in added]
    await connection.execute(insert(results), rows)


async def save_tallies(connection: AsyncConnection, game_id: int, tallies: Sequence[Tally]) -> None:
    """Replace those of a game, by seat."""
    for seat, tally in enumerate(tallies):
        own = update(results).filter_by(game_id=game_id, seat=seat)
        await connection.execute(own.values(tally=encode(tally).decode()))


async def results_of_games(
    connection: AsyncConnection, ids: Sequence[int]
) -> dict[int, tuple[Result, ...]]:
    """Load the results of all seats, in order, for each of these games."""
    query = _RESULTS.where(results.c.game_id.in_(ids)).order_by(results.c.seat)
    loaded = await _load_results(connection, query)
    return {
        game_id: tuple(result for result in loaded if result.game_id == game_id) for game_id in ids
    }


async def counted_results_of(
    connection: AsyncConnection, whose: GamesOf
) -> Sequence[CountedResult]:
    query = (
        _RESULTS.add_columns(games.c.options, judged_seats.c.accuracy, judged_seats.c.luck)
        .join(games, games.c.id == results.c.game_id)
        .outerjoin(judged_seats, _figures_of_seat)
    )
    rows = (await connection.execute(whose.among(query))).all()
    has_expansions = {
        (kind, options): rules_of(kind).has_expansions(decode(options))
        for kind, options in {(row.kind, row.options) for row in rows}
    }
    counted = []
    for row in rows:
        *facts, options, accuracy, luck = row
        result = replace(Result(*facts), tally=decode(row.tally))
        counted.append(CountedResult(result, has_expansions[row.kind, options], accuracy, luck))
    return counted


async def game_ids_of(connection: AsyncConnection, whose: GamesOf) -> Sequence[int]:
    return (await connection.scalars(whose.among(select(results.c.game_id)))).all()


async def last_games_of(
    connection: AsyncConnection, whose: GamesOf, first: int, limit: int
) -> Sequence[int]:
    """List the games, the latest first, starting from the given one."""
    query = whose.among(select(results.c.game_id))
    latest = query.order_by(results.c.ended_at.desc(), results.c.game_id.desc())
    return (await connection.scalars(latest.limit(limit).offset(first - 1))).all()


async def count_results_of(connection: AsyncConnection, whose: GamesOf) -> int:
    return int(await connection.scalar(whose.among(select(func.count()))))


async def count_results_of_each(
    connection: AsyncConnection, kind: str, guild_id: int, users: Collection[int]
) -> Mapping[int, int]:
    """Count the games of a kind that each of these people has finished in a server."""
    query = (
        select(results.c.user_id, func.count().label("games"))
        .where(results.c.user_id.in_(users), results.c.guild_id == guild_id)
        .where(results.c.kind == kind)
        .group_by(results.c.user_id)
    )
    counts = {row.user_id: row.games for row in await connection.execute(query)}
    return {user: counts.get(user, 0) for user in users}


async def _load_results(connection: AsyncConnection, query: Select[Any]) -> list[Result]:
    rows = await connection.execute(query)
    return [replace(Result(*row), tally=decode(row.tally)) for row in rows]


async def played_games_of(
    connection: AsyncConnection, whose: GamesOf, reader_id: int | None, first: int, limit: int
) -> list[PlayedGame]:
    """List the games, the latest first, starting from the given one, with whether the reader played
    in them."""
    latest = (results.c.ended_at.desc(), results.c.game_id.desc())
    own = whose.among(select(results.c.id))
    some = own.order_by(*latest).limit(limit).offset(first - 1)
    others = (_theirs.c.game_id == results.c.game_id) & (_theirs.c.seat != results.c.seat)
    read = select(_readers.c.game_id).where(_readers.c.user_id == reader_id)
    query = (
        select(
            results.c.game_id,
            results.c.kind,
            results.c.seat,
            games.c.channel_id,
            games.c.parent_id,
            results.c.outcome,
            results.c.points,
            select(func.max(_theirs.c.points)).where(others).scalar_subquery(),
            results.c.change,
            results.c.ended_at,
            results.c.tally,
            games.c.options,
            judged_seats.c.accuracy,
            judged_seats.c.luck,
            false() if reader_id is None else results.c.game_id.in_(read),
        )
        .join(games, games.c.id == results.c.game_id)
        .outerjoin(judged_seats, _figures_of_seat)
        .where(results.c.id.in_(some))
        .order_by(*latest)
    )
    rows = await connection.execute(query)
    return [
        PlayedGame._make(row)._replace(tally=decode(row.tally), options=decode(row.options))
        for row in rows
    ]


async def opponents_in(
    connection: AsyncConnection, user_id: int, ids: Sequence[int]
) -> Sequence[tuple[int, int]]:
    """List who played against somebody in these games: game and person."""
    query = select(results.c.game_id, results.c.user_id).where(results.c.game_id.in_(ids))
    others = query.where(results.c.user_id.is_not(None), results.c.user_id != user_id)
    return [(game_id, other) for game_id, other in await connection.execute(others)]


# Ratings.


async def lock_ratings(
    connection: AsyncConnection, kind: str, guild_id: int, users: Sequence[int]
) -> dict[int, PlayerRating]:
    """Load the existing ratings of these people. Nobody else changes them until the transaction
    ends; everybody locks them in the same order, so that there is no deadlock."""
    condition = _is_in_leaderboard(kind, guild_id) & ratings.c.user_id.in_(users)
    columns = select(*[ratings.c[field.name] for field in fields(PlayerRating)])
    query = columns.where(condition).order_by(ratings.c.user_id).with_for_update()
    return {row.user_id: PlayerRating(*row) for row in await connection.execute(query)}


async def save_rating(
    connection: AsyncConnection, kind: str, guild_id: int, rated: PlayerRating, now: Millis
) -> None:
    """Save the rating of a person, which is locked. WriteConflict if two store a first one."""
    rating = float(shown_rating(rated.skill))  # as people see it, so that ties are ties
    values = {**asdict(rated), "rating": rating, "changed_at": now}
    key = {"kind": kind, "guild_id": guild_id, "user_id": values.pop("user_id")}
    if rated.played == 1:
        await connection.execute(insert(ratings).values(**key, **values))
    else:
        await connection.execute(update(ratings).filter_by(**key).values(**values))


async def ranking(
    connection: AsyncConnection, kind: str, guild_id: int, first: int, limit: int
) -> tuple[LeaderboardRow, ...]:
    """Load the lines of the leaderboard from this one on."""
    order = (ratings.c.rating.desc(), ratings.c.user_id)
    query = select(ratings).where(_is_in_leaderboard(kind, guild_id)).order_by(*order)
    rows = (await connection.execute(query.limit(limit).offset(first - 1))).all()
    ranked: list[LeaderboardRow] = []
    for number, row in enumerate(rows):
        if number == 0:
            place = await _place(connection, kind, guild_id, row.rating)
        elif row.rating != rows[number - 1].rating:
            place = first + number
        ranked.append(_leaderboard_row(row, place))
    return tuple(ranked)


async def rank_of(
    connection: AsyncConnection, kind: str, guild_id: int, user_id: int
) -> LeaderboardRow | None:
    mine = _is_in_leaderboard(kind, guild_id) & (ratings.c.user_id == user_id)
    row = (await connection.execute(select(ratings).where(mine))).one_or_none()
    if row is None:
        return None
    return _leaderboard_row(row, await _place(connection, kind, guild_id, row.rating))


async def count_rated_players(connection: AsyncConnection, kind: str, guild_id: int) -> int:
    return await _count_ratings(connection, _is_in_leaderboard(kind, guild_id))


async def _place(connection: AsyncConnection, kind: str, guild_id: int, rating: float) -> int:
    better = _is_in_leaderboard(kind, guild_id) & (ratings.c.rating > rating)
    return 1 + await _count_ratings(connection, better)


async def _count_ratings(connection: AsyncConnection, condition: ColumnElement[bool]) -> int:
    return (await connection.execute(select(func.count()).where(condition))).scalar_one()


def _is_in_leaderboard(kind: str, guild_id: int) -> ColumnElement[bool]:
    return (ratings.c.guild_id == guild_id) & (ratings.c.kind == kind)


def _leaderboard_row(row: Any, place: int) -> LeaderboardRow:
    rating = round(row.rating)
    return LeaderboardRow(place, row.user_id, row.name, rating, row.played, row.won, row.shared)


# Reviews, with their figures for statistics by seat.


async def load_review(connection: AsyncConnection, game_id: int) -> str | None:
    return await connection.scalar(select(reviews.c.review).filter_by(game_id=game_id))


async def load_reviews(connection: AsyncConnection, ids: Collection[int]) -> Mapping[int, str]:
    """Load the reviews of those of these games that were reviewed."""
    query = select(reviews.c.game_id, reviews.c.review).where(reviews.c.game_id.in_(ids))
    return {row.game_id: row.review for row in await connection.execute(query)}


async def save_review(
    connection: AsyncConnection,
    game_id: int,
    review: str,
    judged: Sequence[SeatReview],
    now: Millis,
) -> None:
    """Save a review, replacing an older one. WriteConflict if another process keeps one at the same
    moment."""
    for table in (judged_seats, reviews):
        await connection.execute(delete(table).where(table.c.game_id == game_id))
    await connection.execute(insert(reviews).values(game_id=game_id, review=review, made_at=now))
    rows = [
        {"game_id": game_id, "seat": seat, "version": VERSION, **figures._asdict()}
        for seat, figures in enumerate(judged)
    ]
    await connection.execute(insert(judged_seats), rows)
