"""Moments at which something happens in a game on its own: two in the game's row, so that they are
stored with every change. At one the game is looked at, at the other its computer player moves. A
season has the first of them too, and so has a channel, which then gets a digest."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from bot.match.game import COMPUTER_WAITS
from bot.process.clock import SECOND, Millis
from bot.store.connection.database import AsyncConnection
from bot.store.games import IS_OPEN
from bot.store.schema import channels, games, seasons, seats

# The lease of a claim on a computer player's move, unless it is renewed.
LEASE = 90 * SECOND
# The number of due moves of computer players looked at, the longest overdue first. Behind them, a
# person waits for others to be served however few games they play.
MOST_LOOKED_AT = 200
# Stands for the people of a game in which nobody plays any longer.
NOBODY = 0


def _due_in(
    number: sa.Column[int], *conditions: sa.ColumnElement[bool]
) -> sa.Select[tuple[int, Millis]]:
    due_at = number.table.c.due_at
    due = (
        sa.select(number.label("id"), due_at)
        .where(due_at <= sa.bindparam("now"), *conditions)
        .order_by(due_at)
    )
    longest = due.limit(sa.bindparam("limit")).subquery()
    return sa.select(longest.c.id, longest.c.due_at)


_IN_PLAY, _TO_SETTLE, _SEASONS, _CHANNELS = range(4)
# Each part has its own index, which requires the statuses to be literals as they are here. One
# statement, as every process asks every few seconds.
_DUE = sa.union_all(
    _due_in(games.c.id, IS_OPEN).add_columns(sa.literal_column(str(_IN_PLAY)).label("kind")),
    _due_in(games.c.id, ~IS_OPEN).add_columns(sa.literal_column(str(_TO_SETTLE)).label("kind")),
    _due_in(seasons.c.id).add_columns(sa.literal_column(str(_SEASONS)).label("kind")),
    _due_in(channels.c.channel_id).add_columns(sa.literal_column(str(_CHANNELS)).label("kind")),
)
_moves_at = games.c.moves_at
_PERSON = sa.and_(seats.c.user_id.is_not(None), ~seats.c.has_left)
# A moment more than two leases ahead was written by a clock that has been set back since.
_LONGEST_OVERDUE = (
    sa.select(games.c.id, _moves_at)
    .where(sa.or_(_moves_at <= sa.bindparam("now"), _moves_at > sa.bindparam("past_any_lease")))
    .where(games.c.id.not_in(sa.bindparam("but", expanding=True)))
    .order_by(_moves_at, games.c.id)
    .limit(MOST_LOOKED_AT)
    .subquery()
)
_TO_MOVE = (
    sa.select(_LONGEST_OVERDUE.c.id, _LONGEST_OVERDUE.c.moves_at, seats.c.user_id)
    .outerjoin(seats, sa.and_(seats.c.game_id == _LONGEST_OVERDUE.c.id, _PERSON))
    .order_by(_LONGEST_OVERDUE.c.moves_at, _LONGEST_OVERDUE.c.id)
)
# A moment further ahead than the wait before a move is a claim.
_CLAIMED = (
    sa.select(seats.c.user_id, sa.func.count().label("games"))
    .select_from(games)
    .outerjoin(seats, sa.and_(seats.c.game_id == games.c.id, _PERSON))
    .where(_moves_at > sa.bindparam("past_any_wait"), _moves_at <= sa.bindparam("past_any_lease"))
    .group_by(seats.c.user_id)
)


class DueMove(NamedTuple):
    """A computer player's move that is due."""

    game_id: int
    at: Millis
    """The moment at which it was to be made."""
    people: frozenset[int]
    """Who plays in the game."""


class Due(NamedTuple):
    """Games, seasons and channels to look at, the longest overdue first."""

    games: Sequence[int]
    """Those in play before those to be settled, of which an import may leave many."""
    seasons: Sequence[int]
    channels: Sequence[int]


async def find_due(connection: AsyncConnection, now: Millis, limit: int) -> Due:
    """Find no more than this many of each."""
    rows = await connection.execute(_DUE, {"now": now, "limit": limit})
    ordered = sorted((row.kind, row.due_at, row.id) for row in rows)
    due_games = [number for kind, _, number in ordered if kind in (_IN_PLAY, _TO_SETTLE)]
    due_seasons = [number for kind, _, number in ordered if kind == _SEASONS]
    due_channels = [number for kind, _, number in ordered if kind == _CHANNELS]
    return Due(due_games[:limit], due_seasons, due_channels)


async def set_due(connection: AsyncConnection, game_id: int, due_at: Millis | None) -> None:
    """Set when to look at the game again; None for never."""
    await connection.execute(sa.update(games).filter_by(id=game_id).values(due_at=due_at))


async def due_moves(
    connection: AsyncConnection, now: Millis, but: Collection[int]
) -> Sequence[DueMove]:
    """List the moves of computer players that are due and that no process has claimed, except in
    some games; the longest overdue first."""
    parameters = {"now": now, "past_any_lease": now + 2 * LEASE, "but": list(but)}
    people: dict[tuple[int, Millis], set[int]] = {}
    for game_id, at, user_id in await connection.execute(_TO_MOVE, parameters):
        people.setdefault((game_id, at), set()).add(user_id or NOBODY)
    return [DueMove(*due, frozenset(playing)) for due, playing in people.items()]


async def claims_by_person(connection: AsyncConnection, now: Millis) -> Counter[int]:
    """Count in how many games of each person a process has claimed the computer player's move."""
    ahead = {"past_any_wait": now + COMPUTER_WAITS, "past_any_lease": now + 2 * LEASE}
    rows = await connection.execute(_CLAIMED, ahead)
    return Counter({row.user_id or NOBODY: row.games for row in rows})


async def postpone(connection: AsyncConnection, game_id: int, seen: Millis, until: Millis) -> bool:
    """Put off the computer player's move until then. Returns False, and changes nothing, if it is
    no longer due at the moment seen."""
    due = sa.update(games).filter_by(id=game_id, moves_at=seen)
    return (await connection.execute(due.values(moves_at=until))).rowcount == 1
