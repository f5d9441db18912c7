"""What an action comes to: the game after it, the engine's part in it, and what is to be posted.

Reads the store where the engine needs the log; writes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import assert_never

from bot import agreeing, life, reminding
from bot.actions import (
    Accept,
    Action,
    AskTime,
    Claim,
    Decline,
    Done,
    DropOrder,
    Halt,
    HandOver,
    Interaction,
    Join,
    LeaveOrder,
    Nudge,
    OfferAdjourn,
    OfferEnd,
    Play,
    Refuse,
    Rematch,
    Request,
    Resign,
    Resume,
    Snooze,
    Stop,
    Undo,
    Wait,
    Withdraw,
)
from bot.announcing import announce, answered, order_dropped, orders_dropped
from bot.clock import Moment
from bot.errors import Refused, Why
from bot.game import ENDED, Game, Patience, Status, seat_for, seat_of
from bot.messages import Message
from bot.moving import followed, moved, waiting
from bot.orders import Order
from bot.positions import Positions, State, replay
from bot.rules import rules_of
from bot.store.database import Connected
from bot.store.games import open_game_in, secret_of
from bot.store.log import LoggedMove, last_ply_of
from bot.store.orders import orders_of
from bot.store.outbox import was_shown
from bot.store.people import habits_of_person

PlainAction = (
    Decline
    | Withdraw
    | OfferEnd
    | AskTime
    | OfferAdjourn
    | Refuse
    | Resign
    | Claim
    | Wait
    | Stop
    | Halt
    | Snooze
    | Nudge
)
"""Those in which neither the engine nor the store has a say."""


@dataclass(frozen=True, slots=True)
class Step:
    after: Game
    done: Done
    messages: tuple[Message, ...] = ()
    state: State | None = field(default=None, repr=False)
    """The new position, where there is one."""
    move: LoggedMove | None = None
    ordered: tuple[LoggedMove, ...] = ()
    """The moves that orders played because of it."""
    left: Order | None = None
    """An order that waits from now on."""
    gone: tuple[Order, ...] = ()
    """Orders that wait no longer."""
    secret: str | None = field(default=None, repr=False)
    """The seed of a game that starts now."""
    unseen: bool = False
    """Whether this holds only as long as the last position has not been shown."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Works out steps. One for the life of a table."""

    positions: Positions
    patience: Patience
    new_seed: Callable[[], str]

    async def work_out(
        self, connection: Connected, game: Game, by: Interaction, action: Action, now: Moment
    ) -> Step:
        """Raises Refused, StaleMove or the engine's errors when the action is not possible."""
        match action:
            case Play():
                return await self.play(connection, game, by, action, now)
            case Join():
                habits = await habits_of_person(connection, by.user_id)
                return self._join(game, life.join(game, by, now, habits), by)
            case Undo():
                return await self._undo(connection, game, by, now)
            case Accept():
                after = agreeing.accept(game, by, action, self.patience, now)
                if action.request == "undo":
                    return await _taken_back(connection, game, after, by)
                granted = agreeing.GRANTED_AS[action.request]
                return await _plain(connection, game, after, by, granted)
            case Resume():
                after = life.resume(game, by, action.channel_id, action.parent_id, now)
                after = reminding.call_anew(after, now)
                busy = await open_game_in(connection, action.channel_id)
                if busy not in (None, game.id):
                    raise Refused(Why.CHANNEL_BUSY, game=busy)
                return await _plain(connection, game, after, by, Done.RESUMED)
            case HandOver():
                return await self._hand_over(connection, game, by, action, now)
            case LeaveOrder():
                return await self._leave_order(connection, game, by, action)
            case DropOrder():
                return await _drop_order(connection, game, by, action)
            case Rematch():
                raise AssertionError("a rematch opens a game of its own")
            case _:
                after, done = self._plainly(game, by, action, now)
                return await _plain(connection, game, after, by, done)

    def _plainly(
        self, game: Game, by: Interaction, action: PlainAction, now: Moment
    ) -> tuple[Game, Done]:
        match action:
            case Decline():
                return life.decline(game, by), Done.DECLINED
            case Withdraw():
                return life.withdraw(game, by), Done.WITHDRAWN
            case OfferEnd():
                return self._asked(game, by, "end", now)
            case AskTime():
                return self._asked(game, by, "time", now)
            case OfferAdjourn():
                return self._asked(game, by, "adjourn", now)
            case Refuse():
                return agreeing.refuse(game, by, action), Done.REQUEST_REFUSED
            case Resign():
                return life.resign(game, by), Done.RESIGNED
            case Claim():
                return life.claim(game, by, self.patience, now), Done.CLAIMED
            case Wait():
                return reminding.disturbed(life.wait(game, by, now), now), Done.WAITED
            case Stop():
                return life.stop(game, by), Done.STOPPED
            case Halt():
                return life.halt(game, by, now), Done.HALTED
            case Snooze():
                return reminding.snooze(game, by, now + action.time), Done.SNOOZED
            case Nudge():
                return reminding.nudge(game, by, now), Done.NUDGED
            case _:
                assert_never(action)

    def _asked(
        self, game: Game, by: Interaction, request: Request, now: Moment
    ) -> tuple[Game, Done]:
        return agreeing.ask(game, by, request, self.patience, now), agreeing.ASKED_AS[request]

    async def play(
        self,
        connection: Connected,
        game: Game,
        by: Interaction,
        action: Play,
        now: Moment,
        *,
        state: State | None = None,
    ) -> Step:
        """Without a state, the game's last one is looked for. The orders that come true by the
        move are played with it."""
        if state is None:
            life.may_play(game, by.user_id, action.ply, action.branch)
            state = await self.positions.current(connection, game)
        first = moved(game, state, by, action, now)
        follows = followed(first, await orders_of(connection, game.id) if game.ordered else ())
        *before, last = first, *follows.moves
        seed = await secret_of(connection, game.id) if last.after.to_act is None else None
        there = None if before else last.move.seat  # whoever left an order is not looking
        messages = [
            *chain.from_iterable(answered(one.after) for one in before),
            *announce(game, last.after, Done.PLAYED, there, seed),
            *chain.from_iterable(order_dropped(game, *dropped) for dropped in follows.dropped),
        ]
        return Step(
            last.after,
            Done.PLAYED,
            tuple(messages),
            last.state,
            first.move,
            ordered=tuple(one.move for one in follows.moves),
            gone=follows.gone,
        )

    async def _leave_order(
        self, connection: Connected, game: Game, by: Interaction, action: LeaveOrder
    ) -> Step:
        """Only such that is possible as the board lies now."""
        seat = life.may_order(game, by.user_id, action.ply, action.branch)
        state, rules = await self.positions.current(connection, game), rules_of(game.kind)
        if action.kind not in rules.kinds(state):
            raise Refused(Why.NOT_TO_COME)
        move = rules.parse_move(action.move)
        rules.apply(rules.supposing(state, seat, action.kind), seat, move)
        others = [one for one in await orders_of(connection, game.id) if one.kind != action.kind]
        if sum(one.seat == seat for one in others) >= life.MOST_ORDERS:
            raise Refused(Why.TOO_MANY_ORDERS, most=life.MOST_ORDERS)
        order = Order(seat, action.kind, rules.move_text(move), game.branch)
        return Step(game, Done.ORDER_LEFT, left=order)

    async def _hand_over(
        self, connection: Connected, game: Game, by: Interaction, action: HandOver, now: Moment
    ) -> Step:
        """Whoever takes a seat over is told so, if they are waited for."""
        habits = await habits_of_person(connection, action.to_id)
        after = life.hand_over(game, by, action, habits, now)
        if after.to_act is not None and game.seats[after.to_act] != after.seats[after.to_act]:
            after = reminding.call(after, now)
        return await _plain(connection, game, after, by, Done.HANDED_OVER)

    def _join(self, game: Game, after: Game, by: Interaction) -> Step:
        """The last one to come starts the game."""
        seat = seat_of(after, by.user_id)
        if after.status is Status.LOBBY:
            return Step(after, Done.JOINED, announce(game, after, Done.JOINED, seat))
        rules, seed = rules_of(game.kind), self.new_seed()
        state, _ = rules.begin(seed, game.options, game.first, len(game.seats))
        after = waiting(replace(after, commitment=rules.commitment(state)), state)
        after = replace(after, first=after.to_act)
        messages = announce(game, after, Done.STARTED, seat)
        return Step(after, Done.STARTED, messages, state, secret=seed)

    async def _undo(self, connection: Connected, game: Game, by: Interaction, now: Moment) -> Step:
        """Free until something that was hidden has been shown, else with consent."""
        seat = seat_of(game, by.user_id)
        ply = await last_ply_of(connection, game.id, seat)
        keep = None if ply is None else ply - 1
        unseen = quiet = False
        if ply is not None and ply == game.ply:
            _, events = await replay(connection, game, ply)
            quiet = not rules_of(game.kind).reveals(events)
            unseen = not quiet and not await was_shown(connection, game.id, ply)
        free = quiet or unseen
        after = agreeing.undo(game, by, keep, free=free, patience=self.patience, now=now)
        if after.branch == game.branch:
            return Step(after, Done.UNDO_ASKED, announce(game, after, Done.UNDO_ASKED, seat))
        step = await _taken_back(connection, game, after, by)
        return replace(step, unseen=unseen)


async def _taken_back(connection: Connected, game: Game, after: Game, by: Interaction) -> Step:
    state, _ = await replay(connection, game, after.ply)
    after = waiting(after, state)
    seat = seat_of(game, by.user_id)
    gone = await orders_of(connection, game.id) if game.ordered else ()
    messages = *announce(game, after, Done.TAKEN_BACK, seat), *orders_dropped(game, gone)
    return Step(after, Done.TAKEN_BACK, messages, state, gone=gone)


async def _drop_order(
    connection: Connected, game: Game, by: Interaction, action: DropOrder
) -> Step:
    seat = life.may_see_orders(game, by.user_id)
    there = [
        order
        for order in await orders_of(connection, game.id)
        if (order.seat, order.kind) == (seat, action.kind)
    ]
    if not there:
        raise Refused(Why.NO_SUCH_ORDER)
    return Step(game, Done.ORDER_DELETED, gone=tuple(there))


async def _plain(
    connection: Connected, game: Game, after: Game, by: Interaction, done: Done
) -> Step:
    """A step in which the engine has no part. The end of a game reveals its seed."""
    seed = await secret_of(connection, game.id) if after.status in ENDED else None
    messages = announce(game, after, done, seat_for(after, by.user_id), seed)
    return Step(after, done, messages)


async def system_step(connection: Connected, game: Game, after: Game, done: Done) -> Step:
    """A step that nobody asked for: a timer or the outbox did."""
    seed = await secret_of(connection, game.id) if after.status in ENDED else None
    return Step(after, done, announce(game, after, done, None, seed))
