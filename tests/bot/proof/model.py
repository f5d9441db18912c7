"""The life of a game as docs/table.md describes it, implemented a second time and as simply as
possible.

The model keeps the games and says for an action either what it results in, or every objection to
it. It shares no code with `bot.match.changes`; it asks the engine about the rules of the game
itself, and keeps every state of every game in memory.
"""

from collections.abc import Collection
from typing import Any

from bot.match.actions import (
    Accept,
    Action,
    AddComputer,
    Claim,
    Decline,
    Done,
    DropOrder,
    Halt,
    HandOver,
    Join,
    LeaveOrder,
    Nudge,
    Play,
    Propose,
    Refuse,
    Rematch,
    Resign,
    Resume,
    SetRated,
    Snooze,
    Start,
    Stop,
    Undo,
    Wait,
    Withdraw,
)
from bot.match.errors import Why
from engine.errors import EngineError
from tests.bot.proof.model_game import OPEN, Chair, ModelGame, Played, Request
from tests.bot.proof.playing import RULES

HOUR = 3_600_000
LOBBY = 48 * HOUR
CLAIM = 7 * 24 * HOUR
ABANDON = 60 * 24 * HOUR
OFFER = 3 * 24 * HOUR
REMATCH = 30 * 24 * HOUR
ENDED = ("finished", "resigned", "agreed", "abandoned")
STALE = "stale"
ILLEGAL = "illegal"
Objection = Why | str
Rights = Collection[str]


class Model:
    """Every game at the table, and the time."""

    def __init__(self, now: int, seeds: Any) -> None:
        self.now = now
        self.games: dict[int, ModelGame] = {}
        self._next_seed = seeds

    def open_in(self, channel: int) -> ModelGame | None:
        open_games = [
            game for game in self.games.values() if game.channel == channel and game.is_open
        ]
        assert len(open_games) <= 1
        return open_games[0] if open_games else None

    # The objections to an action: if there are none, it is done.

    def against_opening(self, channel: int, rights: Rights) -> set[Objection]:
        objections: set[Objection] = set() if "start" in rights else {Why.NOT_ALLOWED}
        return objections | {Why.CHANNEL_BUSY} if self.open_in(channel) else objections

    def against(
        self, game: ModelGame, user: int, action: Action, rights: Rights = ()
    ) -> set[Objection]:
        objections = set(self._against_in_general(game, user, action))
        match action:
            case Join() | Start() | SetRated() | Decline() | Withdraw():
                return objections | self._against_in_lobby(game, user, action, rights)
            case Play():
                return objections | self._against_move(game, user, action)
            case Undo() | Propose() | Accept() | Refuse():
                return objections | self._against_request(game, user, action)
            case Wait():
                objections |= self._against_own_turn(game, user) | {Why.NO_TIME_LIMIT}
            case Claim():
                objections |= self._against_own_turn(game, user)
                if self.now < game.since + CLAIM:
                    objections.add(Why.TOO_EARLY)
            case Resume():
                if game.paused_since is None:
                    objections.add(Why.NOT_PAUSED)
                if self.open_in(action.channel_id) not in (None, game):
                    objections.add(Why.CHANNEL_BUSY)
                if game.pause == "halted" and game.is_open and "end" not in rights:
                    objections.add(Why.HALTED)
                if action.channel_id != game.channel and "start" not in rights:
                    objections.add(Why.NOT_ALLOWED)
            case Stop() | Halt() | HandOver():
                if "end" not in rights:
                    objections.add(Why.NOT_ALLOWED)
                if isinstance(action, HandOver):
                    objections |= self._against_handing_over(game, action)
            case Snooze() | Nudge():
                return objections | self._against_call(game, user, action)
            case Resign() | Rematch() | LeaveOrder() | DropOrder() | AddComputer():
                pass
        return objections

    def _against_call(self, game: ModelGame, user: int, action: Snooze | Nudge) -> set[Objection]:
        mine = game.to_act is not None and game.seat(user) == game.to_act
        if isinstance(action, Snooze):
            return set() if mine else {Why.NOT_YOUR_TURN}
        nudged = game.nudged + 24 * HOUR if game.nudged else 0
        early = self.now < max(game.since + 12 * HOUR, nudged)
        return ({Why.YOUR_TURN} if mine else set()) | ({Why.TOO_EARLY} if early else set())

    def _against_own_turn(self, game: ModelGame, user: int) -> set[Objection]:
        own = game.to_act is not None and game.seat(user) == game.to_act
        return {Why.YOUR_TURN} if own else set()

    def _against_in_lobby(
        self,
        game: ModelGame,
        user: int,
        action: Join | Start | SetRated | Decline | Withdraw,
        rights: Rights,
    ) -> set[Objection]:
        if isinstance(action, Withdraw):
            may = game.opener == user or "cancel" in rights
            return set() if may else {Why.NOT_THE_OPENER}
        if isinstance(action, Start):
            return {Why.TOO_FEW if game.opener == user else Why.NOT_YOURS_TO_START}
        if isinstance(action, SetRated):
            return set() if game.opener == user else {Why.NOT_YOURS_TO_RATE}
        if isinstance(action, Decline):
            kept = any(chair.user == user and not chair.taken for chair in game.chairs)
            own = game.opener == user and game.seat(user) is not None
            return set() if kept else {Why.YOUR_INVITATION if own else Why.NOT_INVITED}
        if game.seat(user) is not None:
            return {Why.ALREADY_SEATED}
        return {Why.NOT_INVITED} if game.kept_seat(user) is None else set()

    def _against_handing_over(self, game: ModelGame, action: HandOver) -> set[Objection]:
        people = [chair.user for chair in game.chairs]
        objections: set[Objection] = {Why.PLAYS_ALREADY} if action.to_id in people else set()
        return objections if action.user_id in people else objections | {Why.NO_SUCH_PLAYER}

    def _against_request(
        self,
        game: ModelGame,
        user: int,
        action: Undo | Propose | Accept | Refuse,
    ) -> set[Objection]:
        seat = game.seat(user)
        request = self._open_request(game)
        match action:
            case Undo():
                if not any(move.seat == seat for move in game.moves):
                    return {Why.NOTHING_TO_UNDO}
                return {Why.REQUEST_OPEN} if request and not self._free(game, seat) else set()
            case Propose("time"):
                return {Why.NO_TIME_LIMIT}
            case Propose():
                return {Why.REQUEST_OPEN} if request else set()
            case Accept():
                if not request or (request.what, request.ply) != (action.request, action.ply):
                    return {Why.NO_SUCH_REQUEST}
                return {Why.YOUR_REQUEST} if request.seat == seat else set()
            case Refuse():
                same = game.request is not None and game.request.what == action.request
                return set() if same else {Why.NO_SUCH_REQUEST}

    def _against_in_general(self, game: ModelGame, user: int, action: Action) -> list[Objection]:
        objections: list[Objection] = []
        lobby = isinstance(action, Join | Start | SetRated | Decline | Withdraw)
        anywhere = isinstance(action, Resume | HandOver)
        statuses = OPEN if anywhere else ("lobby",) if lobby else ("running",)
        if game.status not in statuses:
            objections.append(Why.WRONG_STATUS)
        paused = game.paused_since is not None and game.is_open
        if paused and not self._may_in_a_pause(game, action):
            objections.append(Why.HALTED if game.pause == "halted" else Why.PAUSED)
        moderates = lobby or isinstance(action, Stop | Halt | HandOver)
        moderates |= isinstance(action, Resume) and game.pause == "halted"
        if not moderates and game.seat(user) is None:
            objections.append(Why.NOT_A_PLAYER)
        return objections

    def _may_in_a_pause(self, game: ModelGame, action: Action) -> bool:
        match action:
            case Withdraw() | Resign() | Stop() | Resume():
                return True
            case Halt():
                return game.pause == "adjourned"
            case HandOver():
                return game.pause != "lost"
            case _:
                return False

    def _against_move(self, game: ModelGame, user: int, action: Play) -> set[Objection]:
        objections: set[Objection] = set()
        if action.ply not in (None, game.ply) or action.branch not in (None, game.branch):
            objections.add(STALE)
        if game.status != "running" or game.seat(user) != game.to_act:
            return objections | {Why.NOT_YOUR_TURN}
        try:
            RULES.apply(game.state, game.to_act, RULES.parse_move(action.move))
        except EngineError:
            objections.add(ILLEGAL)
        return objections

    # What an action results in.

    def open_lobby(
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
            case SetRated():
                return Done.RATED if action.rated else Done.UNRATED
            case Decline():
                return self._close(game, "cancelled", Done.DECLINED)
            case Withdraw():
                return self._close(game, "cancelled", Done.WITHDRAWN)
            case Play():
                return self._play(game, action)
            case Undo():
                keep = max(n for n, move in enumerate(game.moves) if move.seat == seat)
                if self._free(game, seat):
                    return self._back(game, keep)
                return self._ask(game, seat, "undo", keep, Done.UNDO_ASKED)
            case Propose("end"):
                return self._ask(game, seat, "end", game.ply, Done.END_ASKED)
            case Propose("adjourn"):
                return self._ask(game, seat, "adjourn", game.ply, Done.ADJOURN_ASKED)
            case Accept():
                return self._accept(game)
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
            case Halt():
                return self._rest(game, "halted", Done.HALTED)
            case HandOver():
                return self._hand_over(game, action)
            case Snooze() | Nudge():
                return self._tell(game, action)
            case Resume():
                return self._resume(game, action)
            case _:
                raise AssertionError(action)

    def pause(self, game: ModelGame) -> None:
        """The game's channel is gone."""
        if game.is_open:
            self._rest(game, "lost", Done.PAUSED)

    def expire_all(self) -> None:
        for game in self.games.values():
            if game.paused_since is None and game.is_open:
                lobby = game.status == "lobby"
                wait = ABANDON if not lobby else LOBBY if game.rematch_of is None else REMATCH
                game.request = self._open_request(game)
                if self.now >= game.since + wait:
                    self._close(game, "cancelled" if lobby else "abandoned", Done.EXPIRED)

    def _ask(self, game: ModelGame, seat: int | None, what: str, keep: int, done: Done) -> Done:
        assert seat is not None
        game.request = Request(what, seat, game.ply, keep, self.now)
        return done

    def _accept(self, game: ModelGame) -> Done:
        assert game.request is not None
        if game.request.what == "undo":
            return self._back(game, game.request.keep)
        if game.request.what == "adjourn":
            game.request = None
            return self._rest(game, "adjourned", Done.ADJOURNED)
        return self._close(game, "agreed", Done.AGREED)

    def _open_request(self, game: ModelGame) -> Request | None:
        request = game.request
        if request and game.paused_since is None and self.now >= request.at + OFFER:
            return None
        return request

    def _rest(self, game: ModelGame, pause: str, done: Done) -> Done:
        if game.paused_since is None:
            game.paused_since = self.now
        game.pause = pause
        return done

    def _resume(self, game: ModelGame, action: Resume) -> Done:
        assert game.paused_since is not None
        rested = self.now - game.paused_since
        game.since += rested
        if game.request:
            game.request.at += rested
        game.channel = action.channel_id
        game.paused_since = None
        game.pause = ""
        return Done.RESUMED

    def _hand_over(self, game: ModelGame, action: HandOver) -> Done:
        (chair,) = [chair for chair in game.chairs if chair.user == action.user_id]
        chair.user = action.to_id
        game.request = None
        if game.opener == action.user_id:
            game.opener = action.to_id
        if game.status == "lobby" and not chair.taken:  # invited only now
            game.since = self.now
        return Done.HANDED_OVER

    def _free(self, game: ModelGame, seat: int | None) -> bool:
        """Whether the last move is this player's, and nobody can have seen what it turned up."""
        last = game.moves[-1]
        return last.seat == seat and (not last.reveals or game.plies_seen < game.ply)

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

    def _waits_anew(self, game: ModelGame) -> None:
        game.since = self.now
        game.request = None
        game.nudged = 0
        game.snoozed = 0

    def _play(self, game: ModelGame, action: Play) -> Done:
        assert game.to_act is not None
        seat = game.to_act
        state, events = RULES.apply(game.state, seat, RULES.parse_move(action.move))
        game.moves.append(Played(seat, RULES.reveals(events), state))
        if RULES.turn_order_leaks(events):
            game.see()
        self._waits_anew(game)
        if RULES.to_act(state) is None:
            game.status = "finished"
            game.winners = RULES.winners(state)
        return Done.PLAYED

    def _back(self, game: ModelGame, keep: int) -> Done:
        del game.moves[keep:]
        game.branch += 1
        game.plies_seen = min(game.plies_seen, keep)
        self._waits_anew(game)
        return Done.TAKEN_BACK

    def _close(
        self, game: ModelGame, status: str, done: Done, winners: tuple[int, ...] = ()
    ) -> Done:
        game.status = status
        game.winners = winners
        game.request = None
        return done
