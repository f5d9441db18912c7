"""What an action comes to: the game after it, the engine's part in it, and what is to be posted.

Reads the store where the engine needs the log; writes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from bot import life, reminding
from bot.actions import (
    Accept,
    Action,
    Claim,
    Decline,
    Done,
    Interaction,
    Join,
    Nudge,
    OfferEnd,
    Play,
    Refuse,
    Rematch,
    Resign,
    Resume,
    Snooze,
    Stop,
    Undo,
    Withdraw,
)
from bot.announcing import announce
from bot.clock import Moment
from bot.errors import Refused, Why
from bot.game import ENDED, Game, Patience, Status, seat_for, seat_of
from bot.messages import Message
from bot.positions import Positions, State, replay
from bot.rules import rules_of
from bot.store.database import Connected
from bot.store.games import open_game_in, secret_of
from bot.store.log import STANDS, LoggedMove, last_ply_of
from bot.store.outbox import was_shown
from bot.store.preferences import habits_of_player

PlainAction = Decline | Withdraw | OfferEnd | Refuse | Resign | Claim | Stop | Snooze | Nudge
"""Those in which neither the engine nor the store has a say."""


@dataclass(frozen=True, slots=True)
class Step:
    after: Game
    done: Done
    messages: tuple[Message, ...] = ()
    state: State | None = field(default=None, repr=False)
    """The new position, where there is one."""
    move: LoggedMove | None = None
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
                return await self._join(connection, game, by, now)
            case Undo():
                return await self._undo(connection, game, by, now)
            case Accept():
                after = life.accept(game, by, action.request, action.ply, now)
                if action.request == "undo":
                    return await _taken_back(connection, game, after, by)
                return await _plain(connection, game, after, by, Done.AGREED)
            case Resume():
                after = life.resume(game, by, action.channel_id, action.parent_id, now)
                after = reminding.call(after, now)
                busy = await open_game_in(connection, action.channel_id)
                if busy not in (None, game.id):
                    raise Refused(Why.CHANNEL_BUSY, game=busy)
                return await _plain(connection, game, after, by, Done.RESUMED)
            case (
                Decline()
                | Withdraw()
                | OfferEnd()
                | Refuse()
                | Resign()
                | Claim()
                | Stop()
                | Snooze()
                | Nudge()
            ):
                after, done = self._plainly(game, by, action, now)
                return await _plain(connection, game, after, by, done)
            case Rematch():
                raise AssertionError("a rematch opens a game of its own")
            case _:
                assert_never(action)

    def _plainly(
        self, game: Game, by: Interaction, action: PlainAction, now: Moment
    ) -> tuple[Game, Done]:
        match action:
            case Decline():
                return life.decline(game, by), Done.DECLINED
            case Withdraw():
                return life.withdraw(game, by), Done.WITHDRAWN
            case OfferEnd():
                return life.offer_end(game, by), Done.END_ASKED
            case Refuse():
                return life.refuse(game, by, action.request), Done.REQUEST_REFUSED
            case Resign():
                return life.resign(game, by), Done.RESIGNED
            case Claim():
                return life.claim(game, by, self.patience, now), Done.CLAIMED
            case Stop():
                return life.stop(game, by), Done.STOPPED
            case Snooze():
                return reminding.snooze(game, by, now + action.time), Done.SNOOZED
            case Nudge():
                return reminding.nudge(game, by, now), Done.NUDGED
            case _:
                assert_never(action)

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
        """Without a state, the game's last one is looked for."""
        after, rules = life.play(game, by, action, now), rules_of(game.kind)
        seat = seat_of(game, by.user_id)
        if state is None:
            state = await self.positions.current(connection, game)
        move = rules.parse_move(action.move)
        state, events = rules.apply(state, seat, move)
        after = _waiting(after, state)
        seed = await secret_of(connection, game.id) if after.to_act is None else None
        logged = LoggedMove(
            ply=after.ply,
            undone=STANDS,
            seat=seat,
            user_id=by.user_id,
            notation=rules.move_text(move),
            events=rules.events_text(events),
            played_at=now,
            interaction_id=by.id,
        )
        messages = announce(game, after, Done.PLAYED, seat, seed)
        return Step(after, Done.PLAYED, messages, state, logged)

    async def _join(self, connection: Connected, game: Game, by: Interaction, now: Moment) -> Step:
        """The last one to come starts the game."""
        after = life.join(game, by, now, await habits_of_player(connection, by.user_id))
        seat = seat_of(after, by.user_id)
        if after.status is Status.LOBBY:
            return Step(after, Done.JOINED, announce(game, after, Done.JOINED, seat))
        rules, seed = rules_of(game.kind), self.new_seed()
        state, _ = rules.begin(seed, game.options, game.first, len(game.seats))
        after = _waiting(replace(after, commitment=rules.commitment(state)), state)
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
        after = life.undo(game, by, keep, free=quiet or unseen, now=now)
        if after.branch == game.branch:
            return Step(after, Done.UNDO_ASKED, announce(game, after, Done.UNDO_ASKED, seat))
        step = await _taken_back(connection, game, after, by)
        return replace(step, unseen=unseen)


def _waiting(game: Game, state: Any) -> Game:
    """The game with what only the engine knows: who is to act, or who won."""
    rules = rules_of(game.kind)
    to_act = rules.to_act(state)
    if to_act is not None:
        return reminding.call(replace(game, to_act=to_act), game.waiting_since)
    return replace(game, to_act=None, status=Status.FINISHED, winners=rules.winners(state))


async def _taken_back(connection: Connected, game: Game, after: Game, by: Interaction) -> Step:
    state, _ = await replay(connection, game, after.ply)
    after = _waiting(after, state)
    seat = seat_of(game, by.user_id)
    return Step(after, Done.TAKEN_BACK, announce(game, after, Done.TAKEN_BACK, seat), state)


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
