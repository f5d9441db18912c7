"""The life of a game as docs/table.md tells it, written a second time and as simply as possible.

A model keeps what a game is and says of an action either what it comes to, or everything that
speaks against it. It shares no code with `bot.life`; the rules of the game itself it asks the
engine, keeping every state of every game in memory.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from bot.actions import (
    Accept,
    Action,
    Claim,
    Decline,
    Done,
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
from bot.errors import Why
from engine.errors import EngineError
from tests.bot.proof.playing import RULES

HOUR = 3_600_000
LOBBY, CLAIM, ABANDON = 48 * HOUR, 7 * 24 * HOUR, 60 * 24 * HOUR
OPEN = ("lobby", "running")
ENDED = ("finished", "resigned", "agreed", "abandoned")
STALE, ILLEGAL = "stale", "illegal"
Objection = Why | str
Rights = Collection[str]


@dataclass
class Chair:
    user: int | None
    taken: bool


@dataclass
class Request:
    what: str
    seat: int
    ply: int
    keep: int


@dataclass
class Played:
    """A standing move: by which seat, whether it told anything new, and the state after it."""

    seat: int
    reveals: bool
    state: Any


@dataclass
class ModelGame:
    id: int
    channel: int
    opener: int
    chairs: list[Chair]
    since: int
    options: dict[str, str]
    first: int | None = None
    rematch_of: int | None = None
    status: str = "lobby"
    start: Any = None
    moves: list[Played] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    request: Request | None = None
    paused_since: int | None = None
    nudged: int = 0
    snoozed: int = 0
    """Until when whoever is to act wants to be left alone."""
    branch: int = 0
    """How often moves were taken back."""
    shown: int = 0
    """How many plies of this line somebody can have seen."""

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def state(self) -> Any:
        return self.moves[-1].state if self.moves else self.start

    @property
    def to_act(self) -> int | None:
        return RULES.to_act(self.state) if self.status == "running" else None

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    def seat(self, user: int) -> int | None:
        seats = [n for n, chair in enumerate(self.chairs) if chair.user == user and chair.taken]
        return seats[0] if seats else None

    def kept_seat(self, user: int) -> int | None:
        """The seat that waits for this person, or an open one."""
        waiting = [n for n, chair in enumerate(self.chairs) if not chair.taken]
        mine = [n for n in waiting if self.chairs[n].user == user]
        free = [n for n in waiting if self.chairs[n].user is None]
        return next(iter(mine + free), None)

    def see(self) -> None:
        self.shown = self.ply

    def began(self, seed: str) -> None:
        self.start, _ = RULES.begin(seed, self.options, self.first, len(self.chairs))
        self.first = RULES.to_act(self.start)
        self.status = "running"


class Model:
    """Every game at the table, and the time."""

    def __init__(self, now: int, seeds: Any) -> None:
        self.now = now
        self.games: dict[int, ModelGame] = {}
        self._next_seed = seeds

    def open_in(self, channel: int) -> ModelGame | None:
        here = [game for game in self.games.values() if game.channel == channel and game.is_open]
        assert len(here) <= 1
        return here[0] if here else None

    # What speaks against it: nothing, then it is done.

    def against_opening(self, channel: int, rights: Rights) -> set[Objection]:
        found: set[Objection] = set() if "start" in rights else {Why.NOT_ALLOWED}
        return found | {Why.CHANNEL_BUSY} if self.open_in(channel) else found

    def against(
        self, game: ModelGame, user: int, action: Action, rights: Rights = ()
    ) -> set[Objection]:
        found = set(self._against_in_general(game, user, action))
        match action:
            case Join() | Decline() | Withdraw():
                return found | self._against_in_lobby(game, user, action, rights)
            case Play():
                return found | self._against_move(game, user, action)
            case Undo() | OfferEnd() | Accept() | Refuse():
                return found | self._against_request(game, user, action)
            case Claim():
                if game.to_act is not None and game.seat(user) == game.to_act:
                    found.add(Why.YOUR_TURN)
                if self.now < game.since + CLAIM:
                    found.add(Why.TOO_EARLY)
            case Resume():
                if game.paused_since is None:
                    found.add(Why.NOT_PAUSED)
                if self.open_in(action.channel_id) not in (None, game):
                    found.add(Why.CHANNEL_BUSY)
            case Stop():
                if "end" not in rights:
                    found.add(Why.NOT_ALLOWED)
            case Snooze():
                if game.seat(user) != game.to_act:
                    found.add(Why.NOT_YOUR_TURN)
            case Nudge():
                if game.to_act is not None and game.seat(user) == game.to_act:
                    found.add(Why.YOUR_TURN)
                nudged = game.nudged + 24 * HOUR if game.nudged else 0
                if self.now < max(game.since + 12 * HOUR, nudged):
                    found.add(Why.TOO_EARLY)
            case Resign() | Rematch():
                pass
        return found

    def _against_in_lobby(
        self, game: ModelGame, user: int, action: Join | Decline | Withdraw, rights: Rights
    ) -> set[Objection]:
        if isinstance(action, Withdraw):
            may = game.opener == user or "cancel" in rights
            return set() if may else {Why.NOT_THE_OPENER}
        if isinstance(action, Decline):
            kept = any(chair.user == user and not chair.taken for chair in game.chairs)
            return set() if kept else {Why.NOT_INVITED}
        if game.seat(user) is not None:
            return {Why.ALREADY_SEATED}
        return {Why.NOT_INVITED} if game.kept_seat(user) is None else set()

    def _against_request(
        self, game: ModelGame, user: int, action: Undo | OfferEnd | Accept | Refuse
    ) -> set[Objection]:
        seat, request = game.seat(user), game.request
        match action:
            case Undo():
                if not any(move.seat == seat for move in game.moves):
                    return {Why.NOTHING_TO_UNDO}
                return {Why.REQUEST_OPEN} if request and not self._free(game, seat) else set()
            case OfferEnd():
                return {Why.REQUEST_OPEN} if request else set()
            case Accept():
                if not request or (request.what, request.ply) != (action.request, action.ply):
                    return {Why.NO_SUCH_REQUEST}
                return {Why.YOUR_REQUEST} if request.seat == seat else set()
            case Refuse():
                same = request is not None and request.what == action.request
                return set() if same else {Why.NO_SUCH_REQUEST}

    def _against_in_general(self, game: ModelGame, user: int, action: Action) -> list[Objection]:
        found: list[Objection] = []
        lobby = isinstance(action, Join | Decline | Withdraw)
        statuses = OPEN if isinstance(action, Resume) else ("lobby",) if lobby else ("running",)
        if game.status not in statuses:
            found.append(Why.WRONG_STATUS)
        paused = game.paused_since is not None and game.is_open
        if paused and not isinstance(action, Withdraw | Resign | Stop | Resume):
            found.append(Why.PAUSED)
        if not lobby and not isinstance(action, Stop) and game.seat(user) is None:
            found.append(Why.NOT_A_PLAYER)
        return found

    def _against_move(self, game: ModelGame, user: int, action: Play) -> set[Objection]:
        found: set[Objection] = set()
        if action.ply not in (None, game.ply) or action.branch not in (None, game.branch):
            found.add(STALE)
        if game.status != "running" or game.seat(user) != game.to_act:
            return found | {Why.NOT_YOUR_TURN}
        try:
            RULES.apply(game.state, game.to_act, RULES.parse_move(action.move))
        except EngineError:
            found.add(ILLEGAL)
        return found

    # What it comes to.

    def opened(
        self, game_id: int, channel: int, user: int, kept: int | None, options: dict[str, str]
    ) -> None:
        chairs = [Chair(user, taken=True), Chair(kept, taken=False)]
        self.games[game_id] = ModelGame(game_id, channel, user, chairs, self.now, options)

    def rematch(self, game_id: int, old: ModelGame, channel: int, user: int) -> None:
        turned = [*old.chairs[1:], old.chairs[0]]
        chairs = [Chair(chair.user, chair.user == user) for chair in turned]
        made = ModelGame(game_id, channel, user, chairs, self.now, old.options, old.first, old.id)
        self.games[game_id] = made

    def do(self, game: ModelGame, user: int, action: Action) -> Done:
        seat = game.seat(user)
        match action:
            case Join():
                return self._join(game, user)
            case Decline():
                return self._close(game, "cancelled", Done.DECLINED)
            case Withdraw():
                return self._close(game, "cancelled", Done.WITHDRAWN)
            case Play():
                return self._play(game, action)
            case Undo():
                assert seat is not None
                keep = max(n for n, move in enumerate(game.moves) if move.seat == seat)
                if self._free(game, seat):
                    return self._back(game, keep)
                game.request = Request("undo", seat, game.ply, keep)
                return Done.UNDO_ASKED
            case OfferEnd():
                assert seat is not None
                game.request = Request("end", seat, game.ply, game.ply)
                return Done.END_ASKED
            case Accept():
                assert game.request is not None
                if game.request.what == "undo":
                    return self._back(game, game.request.keep)
                return self._close(game, "agreed", Done.AGREED)
            case Refuse():
                game.request = None
                return Done.REQUEST_REFUSED
            case Resign():
                others = tuple(n for n in range(len(game.chairs)) if n != seat)
                return self._close(game, "resigned", Done.RESIGNED, others)
            case Claim():
                assert seat is not None
                return self._close(game, "abandoned", Done.CLAIMED, (seat,))
            case Stop():
                return self._close(game, "abandoned", Done.STOPPED)
            case Snooze() | Nudge():
                return self._tell(game, action)
            case Resume():
                return self._resume(game, action.channel_id)
            case _:
                raise AssertionError(action)

    def pause(self, game: ModelGame) -> None:
        if game.is_open and game.paused_since is None:
            game.paused_since = self.now

    def expire_all(self) -> None:
        for game in self.games.values():
            if game.paused_since is None and game.is_open:
                lobby = game.status == "lobby"
                if self.now >= game.since + (LOBBY if lobby else ABANDON):
                    self._close(game, "cancelled" if lobby else "abandoned", Done.EXPIRED)

    def _free(self, game: ModelGame, seat: int | None) -> bool:
        """Nobody can have seen what the last move, and it is this player's, turned up."""
        last = game.moves[-1]
        return last.seat == seat and (not last.reveals or game.shown < game.ply)

    def _join(self, game: ModelGame, user: int) -> Done:
        number = game.kept_seat(user)
        assert number is not None
        game.chairs[number] = Chair(user, taken=True)
        self._waits_anew(game)
        if not all(chair.taken for chair in game.chairs):
            return Done.JOINED
        game.began(self._next_seed())
        return Done.STARTED

    def _tell(self, game: ModelGame, action: Snooze | Nudge) -> Done:
        if isinstance(action, Snooze):
            game.snoozed = self.now + action.time
            return Done.SNOOZED
        game.nudged = max(self.now, game.snoozed)
        return Done.NUDGED

    def _resume(self, game: ModelGame, channel: int) -> Done:
        assert game.paused_since is not None
        game.since += self.now - game.paused_since
        game.channel, game.paused_since = channel, None
        return Done.RESUMED

    def _waits_anew(self, game: ModelGame) -> None:
        game.since, game.request, game.nudged, game.snoozed = self.now, None, 0, 0

    def _play(self, game: ModelGame, action: Play) -> Done:
        assert game.to_act is not None
        seat = game.to_act
        state, events = RULES.apply(game.state, seat, RULES.parse_move(action.move))
        game.moves.append(Played(seat, RULES.reveals(events), state))
        self._waits_anew(game)
        if RULES.to_act(state) is None:
            game.status, game.winners = "finished", RULES.winners(state)
        return Done.PLAYED

    def _back(self, game: ModelGame, keep: int) -> Done:
        del game.moves[keep:]
        game.branch += 1
        game.shown = min(game.shown, keep)
        self._waits_anew(game)
        return Done.TAKEN_BACK

    def _close(
        self, game: ModelGame, status: str, done: Done, winners: tuple[int, ...] = ()
    ) -> Done:
        game.status, game.winners, game.request = status, winners, None
        return done
