"""Orders for the tests: found by looking at the tiles to come, which no player can do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from bot.match.actions import Answer, LeaveOrder
from bot.match.game import Game
from bot.match.messages import DirectMessage
from bot.match.rules import rules_of
from bot.store import log
from bot.store.connection.database import Database
from bot.store.schema import games, orders
from bot.table.positions import replay_to
from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from tests.bot.kit import BEN, FakePoster, Seated, by

RULES = rules_of("castle")


@dataclass(frozen=True, slots=True)
class Plan:
    """A move, the kind that the other player draws after it, and that player's order for the
    kind."""

    move: str
    kind: str
    order: str


async def state_of(database: Database, game: Game) -> Any:
    async with database.viewing() as connection:
        state, _ = await replay_to(connection, game, game.ply)
    return state


def plan(state: Any, *, spoiled: bool = False) -> Plan:
    """A plan whose order is possible now and comes true after the move or, if spoiled, is no longer
    possible by then."""
    return next(plans(state, spoiled=spoiled))


def plans(state: Any, *, spoiled: bool = False) -> Iterator[Plan]:
    for move in legal_moves(state):
        after = played(state, move)
        other = RULES.to_act(after)
        kind = castle.orders.in_hand(after)
        if other == RULES.to_act(state) or other is None or kind is None:
            continue
        possible = set(legal_moves(after))
        for order in legal_moves(castle.orders.suppose(state, other, kind)):
            if (order in possible) is not spoiled:
                yield Plan(RULES.move_text(move), kind, RULES.move_text(order))


@dataclass(frozen=True, slots=True)
class Chain:
    """Two moves, and orders that are played in a row after the second."""

    first: str
    own: Plan
    """The second move; its order belongs to the player who made the first."""
    kind: str
    order: str
    """What the other player draws next, and their order for it: left before the first move,
    possible from then on."""


def chain(state: Any) -> Chain:
    mover = RULES.to_act(state)
    for move in legal_moves(state):
        after = played(state, move)
        for own in plans(after):
            last = played(played(after, own.move), own.order)
            kind = castle.orders.in_hand(last)
            if kind is None or RULES.to_act(last) == mover:
                continue
            other = RULES.to_act(last)
            assert other is not None
            supposed = castle.orders.suppose(state, other, kind)
            possible = set(legal_moves(supposed))
            for order in legal_moves(last):
                if order in possible:
                    return Chain(RULES.move_text(move), own, kind, RULES.move_text(order))
    raise AssertionError("no orders are played in a row here")


def played(state: Any, move: Any) -> Any:
    seat = RULES.to_act(state)
    assert seat is not None
    wanted = RULES.parse_move(move) if isinstance(move, str) else move
    return RULES.apply(state, seat, wanted)[0]


async def leave(
    seated: Seated, user: int, game_id: int, *order: str, name: str | None = None
) -> Answer:
    game = await seated.table.games.get(game_id)
    kind, move = order
    action = LeaveOrder(kind, move, game.ply, game.branch)
    return await seated.table.act(by(user, name), game_id, action)


async def ordered(seated: Seated, game: Game, *, spoiled: bool = False) -> Plan:
    """Ben's order for what he draws after Anna's move, which is still to be made."""
    planned = plan(await state_of(seated.database, game), spoiled=spoiled)
    await leave(seated, BEN, game.id, planned.kind, planned.order)
    return planned


async def kinds(seated: Seated, user: int, game_id: int) -> list[str]:
    """The kinds that a player's orders wait for."""
    return [
        own_order.order.kind for own_order in (await seated.table.orders.of(game_id, user)).orders
    ]


async def counted(seated: Seated, game_id: int) -> tuple[int, int]:
    """How many orders are stored, and how many the game's row counts."""
    async with seated.database.reading() as connection:
        rows = select(func.count()).select_from(orders).where(orders.c.game_id == game_id)
        count = select(games.c.ordered).where(games.c.id == game_id)
        stored = (await connection.execute(rows)).scalar_one()
        return stored, (await connection.execute(count)).scalar_one()


async def log_of(seated: Seated, game_id: int) -> Sequence[log.LoggedMove]:
    async with seated.database.reading() as connection:
        return await log.every_move(connection, game_id)


def directs(poster: FakePoster, user: int) -> list[DirectMessage]:
    return [
        message
        for place, message, _ in poster.posted
        if place == user and isinstance(message, DirectMessage)
    ]
