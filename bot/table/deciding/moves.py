"""A move at the table, a player leaving, and the orders that either makes come true: life and
engine together.

Reads and writes nothing. An order plays a single move: any question after it waits for its player.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.match import changes, reminders
from bot.match.actions import Actor, Order
from bot.match.game import Game, Status
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.store.log import BY_ORDER, STANDS, LoggedMove
from bot.table.deciding.positions import State
from engine.errors import IllegalMove
from engine.recorded import leaving as leaving_text


@dataclass(frozen=True, slots=True)
class AppliedMove:
    """One move, and what it led to."""

    after: Game
    state: State = field(repr=False)
    move: LoggedMove
    turn_order_leaks: bool
    """Whether it revealed something that can be told from whose turn it is."""


@dataclass(frozen=True, slots=True)
class AppliedOrders:
    """What orders do after a move."""

    moves: tuple[AppliedMove, ...]
    """Those that the orders played, each because of the one before."""
    dropped: tuple[tuple[Order, IllegalMove], ...]
    """Those whose kind was drawn, but whose move is no longer possible."""
    gone: tuple[Order, ...]
    """All that are no longer waiting: played, dropped, or their kind can no longer be drawn."""


def apply_move(
    game: Game, state: State, move: str, now: Millis, interaction_id: str
) -> AppliedMove:
    """A move by the player to act. Raises the engine's errors when it is not possible."""
    after, rules, seat = changes.play(game, now), rules_of(game.kind), game.to_act
    assert seat is not None, "the game runs"
    parsed = rules.parse_move(move)
    state, events = rules.apply(state, seat, parsed)
    logged = LoggedMove(
        ply=after.ply,
        undone=STANDS,
        seat=seat,
        user_id=game.seats[seat].user_id,
        notation=rules.move_text(parsed),
        events=rules.events_text(events),
        played_at=now,
        interaction_id=interaction_id,
    )
    return AppliedMove(with_turn(after, state), state, logged, rules.turn_order_leaks(events))


def apply_leaving(game: Game, state: State, seat: int, by: Actor, now: Millis) -> AppliedMove:
    """A player leaves, and the others play on: it is logged like a move."""
    after, rules = changes.leave_seat(game, seat), rules_of(game.kind)
    state, events = rules.leave(state, seat)
    if rules.to_act(state) != game.to_act:
        after = with_turn(changes.restart_turn(after, now), state)
    logged = LoggedMove(
        ply=after.ply,
        undone=STANDS,
        seat=seat,
        user_id=game.seats[seat].user_id,
        notation=leaving_text(seat),
        events=rules.events_text(events),
        played_at=now,
        interaction_id=by.interaction_id,
    )
    return AppliedMove(after, state, logged, rules.turn_order_leaks(events))


def with_turn(game: Game, state: State) -> Game:
    """The game with what only the engine knows: who is to act, or who won."""
    rules = rules_of(game.kind)
    to_act = rules.to_act(state)
    if to_act is not None:
        return reminders.call(replace(game, to_act=to_act), game.waiting_since)
    return replace(game, to_act=None, status=Status.FINISHED, winners=rules.winners(state))


def apply_orders(first: AppliedMove, orders: Sequence[Order]) -> AppliedOrders:
    """Play the orders that a move makes come true, one after another. A player who left has
    none."""
    rules, last = rules_of(first.after.kind), first
    waits = [order for order in orders if first.after.seats[order.seat].plays]
    played, dropped = list[AppliedMove](), list[tuple[Order, IllegalMove]]()
    while (order := _come_true(last, waits)) is not None:
        waits.remove(order)
        try:
            last = _by_order(last, order, f"{first.move.interaction_id}/{len(played) + 1}")
        except IllegalMove as refusal:
            dropped.append((order, refusal))
        else:
            played.append(last)
    kinds = rules.kinds(last.state)
    waits = [order for order in waits if order.kind in kinds]
    gone = tuple(order for order in orders if order not in waits)
    return AppliedOrders(tuple(played), tuple(dropped), gone)


def _come_true(last: AppliedMove, orders: Sequence[Order]) -> Order | None:
    game = last.after
    if game.pause is not None:
        return None
    in_hand = rules_of(game.kind).in_hand(last.state)
    due = (game.to_act, in_hand, game.branch)
    return next((one for one in orders if (one.seat, one.kind, one.branch) == due), None)


def _by_order(last: AppliedMove, order: Order, name: str) -> AppliedMove:
    """In the name of the order's owner, at the same moment."""
    return apply_move(last.after, last.state, order.move, last.move.played_at, f"{BY_ORDER}{name}")
