"""Looking at orders: a player's own, and what could be ordered, supposing a kind is in hand.

Nobody sees anybody else's orders, and nothing hidden is used in what is supposed.
"""

from dataclasses import dataclass, replace

from bot.match import permissions
from bot.match.actions import Order
from bot.match.errors import Refused, Why
from bot.match.game import Game
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.orders import orders_of
from bot.table.deciding.positions import State
from bot.table.reading.choosing import Questions
from bot.table.reading.games import Games, Position
from engine.errors import IllegalMove


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order on the current board."""

    order: Order
    refusal: IllegalMove | None
    """Why its move would not be possible now; it may become possible again."""


@dataclass(frozen=True, slots=True)
class OwnOrders:
    """A player's orders, and the kinds for which they could leave more."""

    position: Position
    standing: tuple[StandingOrder, ...]
    kinds: tuple[str, ...]
    """Empty while it is their own turn."""


@dataclass(frozen=True, slots=True)
class OrderBook:
    """Everybody's orders. One per table."""

    database: Database
    games: Games

    async def of(self, game_id: int, user_id: int) -> OwnOrders:
        """This player's own orders, while the game runs."""

        def may_look(game: Game) -> None:
            permissions.may_see_orders(game, user_id)

        position, state = await retry_on_conflict(
            lambda: self.games.shown(game_id, user_id, None, may_look)
        )
        game, seat = position.game, position.seat
        async with self.database.reading() as connection:
            left = await orders_of(connection, game.id)
        standing = tuple(_standing(game, state, one) for one in left if one.seat == seat)
        kinds = () if seat == game.to_act else tuple(rules_of(game.kind).kinds(state))
        return OwnOrders(position, standing, kinds)

    async def suppose(
        self, game_id: int, user_id: int, ply: int, branch: int, kind: str
    ) -> Questions:
        """What this player would be asked in the position they saw, with this kind in hand."""

        def may_look(game: Game) -> None:
            permissions.may_order(game, user_id, ply, branch)

        position, state = await retry_on_conflict(
            lambda: self.games.shown(game_id, user_id, None, may_look)
        )
        questions = _supposed(position, state, kind)
        first = questions.ask(())
        if first is None or not first.choices:
            raise Refused(Why.FITS_NOWHERE, drawn=kind)
        return questions


def _supposed(position: Position, state: State, kind: str) -> Questions:
    rules, seat = rules_of(position.game.kind), position.seat
    assert seat is not None
    if kind not in rules.kinds(state):
        raise Refused(Why.NOT_TO_COME)
    supposed = rules.suppose(state, seat, kind)
    view = rules.view(supposed, seat)
    return Questions(replace(position, view=view, last=None, events=()), supposed)


def _standing(game: Game, state: State, order: Order) -> StandingOrder:
    rules = rules_of(game.kind)
    try:
        supposed = rules.suppose(state, order.seat, order.kind)
        rules.apply(supposed, order.seat, rules.parse_move(order.move))
    except IllegalMove as refusal:
        return StandingOrder(order, refusal)
    return StandingOrder(order, None)
