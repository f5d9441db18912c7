"""Deciding what an action leads to, from the rules of a match and the engine together: the game
after it, the new position, the moves to log and the messages to post.

Reads the store where the engine needs the log; writes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import assert_never

from bot.match import actions, announcing, changes, computers, lobby, offers, permissions, reminders
from bot.match.actions import Action, Actor, Done, OfferKind, Order
from bot.match.clocks import add_time_for_all
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Game, Loss, Seat, Status, Timeouts
from bot.match.messages import BoardPost, LobbyPost, Message, without_pings
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.store import log
from bot.store.connection.database import AsyncConnection
from bot.store.games import open_game_in, secret_of
from bot.store.log import LoggedMove
from bot.store.message_queue import Probe, was_shown
from bot.store.orders import load_draft, orders_of
from bot.store.people import player_preferences
from bot.table.positions import Events, Positions, State, replay_to
from engine.errors import IllegalMove
from engine.questions import final_parts, parts_from
from engine.recorded import leaving_text


@dataclass(frozen=True, slots=True)
class Decision:
    after: Game
    done: Done
    messages: tuple[Message, ...] = ()
    state: State | None = field(default=None, repr=False)
    """The new position, if there is one."""
    move: LoggedMove | None = None
    order_moves: tuple[LoggedMove, ...] = ()
    """The moves that orders played because of it."""
    new_order: Order | None = None
    """It waits from now on."""
    ended_orders: tuple[Order, ...] = ()
    """They are no longer waiting."""
    secret: str | None = field(default=None, repr=False)
    """The seed of a game that starts now."""
    reveals_position: bool = False
    """A player learns something about the new position without looking at it: from whose turn it
    is, or from what has become of their orders."""
    requires_unseen_board: bool = False
    """This is valid only as long as the last position has not been shown."""
    messages_left_behind: tuple[Message, ...] = ()
    """What is posted in the game's previous place, when it continues elsewhere."""
    probe: Probe | None = None
    """The way to find out whether the channel of a game that is paused accepts posts again."""


@dataclass(frozen=True, slots=True)
class AppliedMove:
    """One move, and what it led to."""

    after: Game
    state: State = field(repr=False)
    move: LoggedMove
    turn_order_leaks: bool
    """It revealed something that can be told from whose turn it is."""


@dataclass(frozen=True, slots=True)
class AppliedOrders:
    """Effect of orders after a move."""

    moves: tuple[AppliedMove, ...]
    """Those that the orders played, each because of the one before."""
    dropped: tuple[tuple[Order, IllegalMove], ...]
    """Those whose kind was drawn, but whose move is no longer possible."""
    ended: tuple[Order, ...]
    """All that are no longer waiting: played, dropped, or their kind can no longer be drawn."""


@dataclass(frozen=True, slots=True)
class Decider:
    """Decides about any game. One for the life of a table."""

    positions: Positions
    timeouts: Timeouts
    new_seed: Callable[[], str]


@dataclass(frozen=True, slots=True)
class GameDecider:
    """Decides about one game, which was read on this connection."""

    decider: Decider
    connection: AsyncConnection
    game: Game
    now: Millis

    async def decide(self, by: Actor, action: Action) -> Decision:
        """Raises Refused, StaleMove or the engine's errors when the action is not possible."""
        game = self.game
        now = self.now
        permissions.must_suit_season(game, action)
        match action:
            case actions.Play():
                return await self.play(by, action)
            case actions.Undo():
                return await self._undo(by)
            case actions.Propose():
                return await self._propose(by, action.request)
            case actions.Accept():
                return await self._accept(by, action)
            case actions.Resign():
                seat = permissions.seat_in_play(game, by.user_id, paused=True)
                return await self.leave(seat, by)
            case actions.Claim():
                seat = permissions.may_claim(game, by, self.decider.timeouts, now)
                return await self.leave(seat, by, is_late=True)
            case actions.Resume():
                return await self._resume(by, action)
            case actions.Rematch():
                raise AssertionError("a rematch opens a game of its own")
            case actions.LeaveOrder():
                return await self._leave_order(by, action)
            case actions.DropOrder():
                return await self._drop_order(by, action)
            case actions.Join():
                preferences = await player_preferences(self.connection, by.user_id)
                return self._join(by, lobby.join(game, by, action, now, preferences))
            case actions.AddComputer():
                computers.check_levels(game.kind, [action.level], self.decider.timeouts)
                return self._join(by, lobby.add_computer(game, by, action.level, now))
            case actions.Start():
                counts = rules_of(game.kind).seat_counts_with(game.options)
                return self._start(lobby.start(game, by, counts, now), by)
            case actions.SetRated():
                after, done = lobby.set_rated(game, by, rated=action.rated)
            case actions.Decline():
                after = lobby.decline(game, by)
                done = Done.FREED if after.status is Status.LOBBY else Done.DECLINED
            case actions.Withdraw():
                after = lobby.withdraw(game, by)
                done = Done.WITHDRAWN
            case actions.Refuse():
                after = offers.refuse(game, by, action)
                done = Done.REQUEST_REFUSED
            case actions.Wait():
                longer = changes.give_more_time(game, by, now)
                after = reminders.mark_notified(longer, now)
                done = Done.WAITED
            case actions.Stop():
                after = changes.stop(game, by)
                done = Done.STOPPED
            case actions.Halt():
                after = changes.halt(game, by, now)
                done = Done.HALTED
            case actions.HandOver():
                after = await self._hand_over(by, action)
                done = Done.HANDED_OVER
            case actions.Snooze():
                after = reminders.snooze(game, by, now + action.time)
                done = Done.SNOOZED
            case actions.Nudge():
                after = reminders.nudge(game, by, now)
                done = Done.NUDGED
            case _:
                assert_never(action)
        return await self.change(after, done, by)

    async def change(
        self, after: Game, done: Done, by: Actor | None = None, seat: int | None = None
    ) -> Decision:
        """Take a step without the engine; without an actor it comes from a timer, the outbox or a
        season, and `seat` is the one it is about.

        The end of a game reveals its seed. Asking for the same thing again in one position does not
        ping the others again, nor does changing one's mind again.
        """
        connection = self.connection
        game = self.game
        seed = await secret_of(connection, game.id) if after.status in ENDED else None
        acting_seat = seat if by is None else after.seat_for(by.user_id)
        messages = announcing.announce(game, after, done, acting_seat, seed, by=by)
        is_repeatable = done in (*offers.ASKED_AS.values(), Done.RATED, Done.UNRATED)
        if (
            by is not None
            and is_repeatable
            and await log.was_done(connection, game, by.user_id, done)
        ):
            messages = without_pings(messages)
        return Decision(after, done, messages)

    async def leave(self, seat: int, by: Actor | None = None, *, is_late: bool = False) -> Decision:
        """Let a player leave, by choice or because they are late, or their season takes them out.
        The others play on, or the game is over."""
        game = self.game
        positions = self.decider.positions
        may_leave = rules_of(game.kind).leaving is not None
        if not changes.continues_without(game, seat, may_leave):
            over = changes.end_by_leaving(
                game, seat, Status.ABANDONED if is_late else Status.RESIGNED
            )
            done = Done.RESIGNED
            if is_late:
                done = Done.LOST_ON_TIME if by is None else Done.CLAIMED
            return await self.change(over, done, by, seat)
        if by is None:
            name = f"{log.BY_SEASON}{self._position_name()}/{seat}"
            state = await positions.within_group(self.connection, game)
        else:
            name = by.interaction_id
            state = await positions.current(self.connection, game)
        leaving = apply_leaving(game, state, seat, name, self.now)
        acting_seat = seat if by is None else game.seat_for(by.user_id)
        return await self._with_orders(
            leaving, Done.PASSED_OVER if is_late else Done.LEFT, acting_seat
        )

    async def end_by_score(self) -> tuple[Decision, Sequence[int], Sequence[int]]:
        """End the game because its season is over: with the places and the points as if the game
        ended here."""
        rules = rules_of(self.game.kind)
        over = rules.end_now(await self.decider.positions.within_group(self.connection, self.game))
        after = changes.close(self.game, Status.ABANDONED, rules.winners(over))
        return await self.change(after, Done.DECIDED), rules.places(over), rules.scores(over)

    async def make_void(self) -> Decision:
        """Close the game, so that it does not count in its season."""
        return await self.change(changes.close(self.game, Status.ABANDONED), Done.VOIDED)

    async def replace_player(self, number: int, seat: Seat) -> Decision:
        """Let a substitute play on in somebody's seat."""
        after = changes.give_seat(self.game, number, seat, self.now)
        if number == self.game.to_act:
            after = reminders.call(after, self.now)
        return await self.change(after, Done.HANDED_OVER)

    async def give_time(self, time: Millis) -> Decision:
        """Give everybody so much more time; who is late, from now on."""
        return await self.change(add_time_for_all(self.game, time, self.now), Done.TIME_GIVEN)

    async def play(
        self, by: Actor, action: actions.Play, *, state: State | None = None
    ) -> Decision:
        """Play a move, and the orders that it makes come true. Without a state, the game's last one
        is loaded."""
        game = self.game
        permissions.may_play(game, by.user_id, action.ply, action.branch)
        if state is None:
            state = await self.decider.positions.current(self.connection, game)
        applied = apply_move(game, state, action.move, self.now, by.interaction_id)
        await check_draft(self.connection, game, state, action.move)
        return await self._with_orders(applied, Done.PLAYED, applied.move.seat)

    async def play_for_computer(self, game_as_read: Game, move: str) -> Decision:
        """Play the move of the computer player to act, which it chose in the game as it was
        read."""
        permissions.may_play_for_computer(self.game, game_as_read.ply, game_as_read.branch)
        state = await self.decider.positions.current(self.connection, self.game)
        name = f"{log.BY_COMPUTER}{self._position_name()}"
        applied = apply_move(self.game, state, move, self.now, name)
        return await self._with_orders(applied, Done.PLAYED, applied.move.seat)

    def _position_name(self) -> str:
        game = self.game
        return f"{(game.commitment or '')[:32]}/{game.branch}/{game.ply}"

    def open(self, by: Actor | None) -> Decision:
        """Open a lobby. If no seat is left to take, the game starts immediately."""
        after = lobby.start_if_full(self.game, self.now)
        if after is not self.game:
            return self._start(after, by)
        return Decision(after, Done.OPENED, announcing.announce(after, after, Done.OPENED, None))

    def _start(self, after: Game, by: Actor | None) -> Decision:
        rules = rules_of(after.kind)
        seed = self.decider.new_seed()
        state, _ = rules.begin(seed, after.options, after.first, len(after.seats))
        after = with_turn(replace(after, commitment=rules.commitment(state)), state)
        after = replace(after, first=after.to_act)
        seat = None if by is None else after.seat_of(by.user_id)
        messages = announcing.announce(self.game, after, Done.STARTED, seat)
        return Decision(after, Done.STARTED, messages, state, secret=seed)

    async def _propose(self, by: Actor, request: OfferKind) -> Decision:
        """Make an offer, which is granted immediately if there is nobody to answer."""
        game = self.game
        decider = self.decider
        have_lost = False
        if request == "end" and computers.computers_care(game):
            state = await decider.positions.current(self.connection, game)
            have_lost = computers.have_computers_lost(game, state)
        after = offers.ask(game, by, request, decider.timeouts, self.now, lost=have_lost)
        done_as = offers.GRANTED_AS if after.offer is None else offers.ASKED_AS
        return await self.change(after, done_as[request], by)

    async def _accept(self, by: Actor, action: actions.Accept) -> Decision:
        game = self.game
        after = offers.accept(game, by, action, self.decider.timeouts, self.now)
        if after.offer is not None:
            return await self.change(after, Done.CONSENTED, by)
        if action.request == "undo":
            return await self._take_back(by, after, None if game.offer is None else game.offer.seat)
        return await self.change(after, offers.GRANTED_AS[action.request], by)

    async def _leave_order(self, by: Actor, action: actions.LeaveOrder) -> Decision:
        """Leave an order, if it is possible on the current board."""
        connection = self.connection
        game = self.game
        seat = permissions.may_order(game, by.user_id, action.ply, action.branch)
        state = await self.decider.positions.current(connection, game)
        rules = rules_of(game.kind)
        if rules.orders is None or action.kind not in rules.orders.kinds(state):
            raise Refused(Why.NOT_TO_COME)
        move = rules.parse_move(action.move)
        rules.apply(rules.orders.suppose(state, seat, action.kind), seat, move)
        orders = await orders_of(connection, game.id)
        own_others = [order for order in orders if order.seat == seat and order.kind != action.kind]
        if len(own_others) >= permissions.MOST_ORDERS:
            raise Refused(Why.TOO_MANY_ORDERS, most=permissions.MOST_ORDERS)
        order = Order(seat, action.kind, rules.move_text(move), game.branch)
        return Decision(game, Done.ORDER_LEFT, new_order=order, reveals_position=True)

    async def _drop_order(self, by: Actor, action: actions.DropOrder) -> Decision:
        seat = permissions.seat_in_play(self.game, by.user_id)
        orders = await orders_of(self.connection, self.game.id)
        orders_dropped = tuple(
            order for order in orders if order.seat == seat and order.kind == action.kind
        )
        if not orders_dropped:
            raise Refused(Why.NO_SUCH_ORDER)
        return Decision(self.game, Done.ORDER_DELETED, ended_orders=orders_dropped)

    async def _resume(self, by: Actor, action: actions.Resume) -> Decision:
        game = self.game
        now = self.now
        after = reminders.call_again(changes.resume(game, by, action, now), now)
        busy = await open_game_in(self.connection, action.channel_id)
        if busy not in (None, game.id):
            raise Refused(Why.CHANNEL_BUSY, game=busy)
        step = await self.change(after, Done.RESUMED, by)
        return replace(step, messages_left_behind=announcing.announce_move_away(game, after))

    def _join(self, by: Actor, after: Game) -> Decision:
        """Let somebody join; the last player to do so starts the game."""
        game = self.game
        if after.status is Status.RUNNING:
            return self._start(after, by)
        new_seat = next(
            number for number, seat in enumerate(after.seats) if seat != game.seats[number]
        )
        return Decision(after, Done.JOINED, announcing.announce(game, after, Done.JOINED, new_seat))

    async def _hand_over(self, by: Actor, action: actions.HandOver) -> Game:
        """Hand over a seat, and call the new player if it is that seat's turn."""
        preferences = await player_preferences(self.connection, action.to_id)
        after = changes.hand_over(self.game, by, action, preferences, self.now)
        seat_to_act = after.to_act
        is_awaited = (
            seat_to_act is not None and self.game.seats[seat_to_act] != after.seats[seat_to_act]
        )
        return reminders.call(after, self.now) if is_awaited else after

    async def _undo(self, by: Actor) -> Decision:
        """Free until something hidden has been shown, else with consent. It does not bring back a
        player who has left."""
        connection = self.connection
        game = self.game
        ply = await log.last_ply_of(connection, game.id, game.seat_of(by.user_id))
        if ply is not None and any(seat.left for seat in game.seats):
            ply = ply if ply > await log.last_leaving(connection, game.id) else None
        keep = None if ply is None else ply - 1
        unseen = False
        quiet = False
        if ply is not None and ply == game.ply:
            _, events = await replay_to(connection, game, ply)
            quiet = not rules_of(game.kind).reveals(events)
            unseen = not quiet and not await was_shown(connection, game.id, ply)
        free = quiet or unseen
        if game.season_id is not None and keep is not None and not free:
            raise Refused(Why.LEAGUE_GAME)
        timeouts = self.decider.timeouts
        after = offers.undo(game, by, keep, free=free, timeouts=timeouts, now=self.now)
        if after.branch == game.branch:
            return await self.change(after, Done.UNDO_ASKED, by)
        return replace(await self._take_back(by, after, free=free), requires_unseen_board=unseen)

    async def _take_back(
        self, by: Actor, after: Game, asker: int | None = None, *, free: bool = False
    ) -> Decision:
        """Take moves back. Doing so freely affects nobody's orders: the same kinds are still to be
        drawn."""
        game = self.game
        state, _ = await replay_to(self.connection, game, after.ply)
        after = with_turn(after, state)
        ended_orders = (
            await orders_of(self.connection, game.id) if game.ordered and not free else ()
        )
        notices = announcing.announce_undo(after, game.seat_of(by.user_id), asker)
        messages = (*notices, *announcing.announce_dropped_orders(game, ended_orders))
        return Decision(after, Done.TAKEN_BACK, messages, state, ended_orders=ended_orders)

    async def _with_orders(self, applied: AppliedMove, done: Done, seat: int | None) -> Decision:
        """Decide about a move, or a player leaving, with the orders that it makes come true. `seat`
        acted."""
        connection = self.connection
        game = self.game
        consequences = apply_orders(
            applied, await orders_of(connection, game.id) if game.ordered else ()
        )
        *earlier_moves, last_move = [applied, *consequences.moves]
        seed = await secret_of(connection, game.id) if last_move.after.to_act is None else None
        looking_seat = None if earlier_moves else seat  # the owner of an order is not looking
        last_done = Done.PLAYED if earlier_moves else done
        messages = (
            *chain.from_iterable(
                announcing.board_before_order(earlier_move.after) for earlier_move in earlier_moves
            ),
            *announcing.announce(game, last_move.after, last_done, looking_seat, seed),
            *chain.from_iterable(
                announcing.announce_dropped_order(game, *dropped)
                for dropped in consequences.dropped
            ),
        )
        if done is not Done.PLAYED:
            messages = announcing.announce_leaving(game, last_move.after, done, seat, messages)
        return Decision(
            last_move.after,
            done,
            messages,
            last_move.state,
            applied.move,
            order_moves=tuple(applied_move.move for applied_move in consequences.moves),
            ended_orders=consequences.ended,
            reveals_position=applied.turn_order_leaks or game.ordered > 0,
        )


def decide_pause(game: Game, reason: Loss, probe: Probe | None, now: Millis) -> Decision:
    """Pause a game whose channel cannot be posted to. The players hear of it once; a game that they
    had adjourned does not resume by itself."""
    after = changes.pause(game, reason, now)
    posts = () if game.lost else announcing.announce(game, after, Done.PAUSED, None)
    return Decision(after, Done.PAUSED, posts, probe=None if game.pause == "adjourned" else probe)


def decide_resume(game: Game, channel_id: int, message: Message, now: Millis) -> Decision:
    """Resume a game whose channel has accepted the post that it refused. Unless that shows the
    position already, this is posted, and the player to act is called."""
    after = changes.resume_by_itself(game, channel_id, now)
    match message:
        case LobbyPost():
            return Decision(after, Done.RESUMED)
        case BoardPost(ply=ply, branch=branch) if (ply, branch) == (after.ply, after.branch):
            return Decision(after, Done.RESUMED)
    after = reminders.call_again(after, now)
    return Decision(after, Done.RESUMED, announcing.announce(game, after, Done.RESUMED, None))


def apply_move(
    game: Game, state: State, move: str, now: Millis, interaction_id: str
) -> AppliedMove:
    """Apply a move by the player to act. Raises the engine's errors when it is not possible."""
    after = changes.play(game, now)
    rules = rules_of(game.kind)
    seat = game.to_act
    assert seat is not None, "the game runs"
    engine_move = rules.parse_move(move)
    state, events = rules.apply(state, seat, engine_move)
    logged_move = _log(
        after, seat, rules.move_text(engine_move), events, now=now, interaction_id=interaction_id
    )
    return AppliedMove(with_turn(after, state), state, logged_move, rules.turn_order_leaks(events))


def apply_leaving(
    game: Game, state: State, seat: int, interaction_id: str, now: Millis
) -> AppliedMove:
    """Let a player leave, while the others play on: that is logged like a move."""
    after = changes.leave_seat(game, seat)
    rules = rules_of(game.kind)
    assert rules.leaving is not None, "this game does not continue without a player"
    state, events = rules.leaving.continue_without(state, seat)
    if rules.to_act(state) != game.to_act:
        after = with_turn(changes.restart_turn(after, now), state)
    logged_move = _log(
        after, seat, leaving_text(seat), events, now=now, interaction_id=interaction_id
    )
    return AppliedMove(after, state, logged_move, rules.turn_order_leaks(events))


def _log(
    after: Game, seat: int, notation: str, events: Events, *, now: Millis, interaction_id: str
) -> LoggedMove:
    return LoggedMove(
        ply=after.ply,
        undone=log.NOT_UNDONE,
        seat=seat,
        user_id=after.seats[seat].user_id,
        notation=notation,
        events=rules_of(after.kind).event_log.text(events),
        played_at=now,
        interaction_id=interaction_id,
    )


def with_turn(game: Game, state: State) -> Game:
    """Complete the game with what only the engine knows: who is to act, or who won."""
    rules = rules_of(game.kind)
    to_act = rules.to_act(state)
    if to_act is not None:
        return reminders.call(replace(game, to_act=to_act), game.waiting_since)
    return replace(game, to_act=None, status=Status.FINISHED, winners=rules.winners(state))


def apply_orders(applied: AppliedMove, orders: Sequence[Order]) -> AppliedOrders:
    """Play the orders that a move makes come true, one after another. A player who left has
    none."""
    order_rules = rules_of(applied.after.kind).orders
    last_move = applied
    waiting = [order for order in orders if applied.after.seats[order.seat].plays]
    order_moves = list[AppliedMove]()
    dropped = list[tuple[Order, IllegalMove]]()
    while (order := _find_due_order(last_move, waiting)) is not None:
        waiting.remove(order)
        # In the name of the order's owner, at the same moment.
        name = f"{log.BY_ORDER}{applied.move.interaction_id}/{len(order_moves) + 1}"
        try:
            last_move = apply_move(
                last_move.after, last_move.state, order.move, applied.move.played_at, name
            )
        except IllegalMove as refusal:
            dropped.append((order, refusal))
        else:
            order_moves.append(last_move)
    if waiting and order_rules is not None:
        kinds = order_rules.kinds(last_move.state)
        waiting = [order for order in waiting if order.kind in kinds]
    ended = tuple(order for order in orders if order not in waiting)
    return AppliedOrders(tuple(order_moves), tuple(dropped), ended)


def _find_due_order(last_move: AppliedMove, orders: Sequence[Order]) -> Order | None:
    game = last_move.after
    order_rules = rules_of(game.kind).orders
    if game.pause is not None or order_rules is None:
        return None
    due = (game.to_act, order_rules.in_hand(last_move.state), game.branch)
    for order in orders:
        if (order.seat, order.kind, order.branch) == due:
            return order
    return None


async def check_draft(connection: AsyncConnection, game: Game, state: State, move: str) -> None:
    """Refuse a legal move of the player to act that begins otherwise than their draft, as far as
    that stays."""
    rules = rules_of(game.kind)
    seat = game.to_act
    final_steps = rules.final_steps(state)
    if not final_steps or seat is None:
        return
    ask = partial(rules.question, state)
    draft = await load_draft(connection, game, seat, "")
    stay = final_parts(ask, parts_from(ask, draft.chosen) or (), final_steps)
    if tuple(rules.parts(rules.parse_move(move))[: len(stay)]) != stay:
        raise Refused(Why.BEGUN_OTHERWISE)
