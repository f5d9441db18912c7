"""The real table compared with a simple model: whatever players, strangers and spectators ask, in
any order, repeated or too late, both give the same result."""

import asyncio
import shutil
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.match.actions import (
    Accept,
    Action,
    Actor,
    Answer,
    Claim,
    HandOver,
    Join,
    NewGame,
    OfferKind,
    Play,
    Refuse,
    Rematch,
    Resume,
    Undo,
)
from bot.match.errors import Refused, StaleMove, Why
from bot.store.connection.database import Database
from bot.table.delivery import Delivery
from bot.table.housekeeping import Timers
from bot.table.table import Table
from engine.castle.choices import legal_moves
from engine.errors import EngineError, IllegalMove, NotationError
from tests.bot.kit import pauses_of
from tests.bot.proof.clicks import (
    ALICE,
    BOB,
    BOUNDED,
    CHANNELS,
    DAVE,
    MAY_START,
    MAY_START_OR_NOT,
    PEOPLE,
    Rights,
    calls_off,
    channels,
    endings_and_nudges,
    kept,
    numbers,
    off,
    offers,
    people,
    players,
    requests,
    rights,
)
from tests.bot.proof.lives import BEGINNINGS, Posts, check_the_rest, prepare, seeds
from tests.bot.proof.model import ENDED, HOUR, ILLEGAL, STALE, Model, Objection
from tests.bot.proof.model_game import ModelGame
from tests.bot.proof.playing import RULES

GAMES_AT_MOST = 5

OBJECTIONS = {StaleMove: STALE, IllegalMove: ILLEGAL, NotationError: ILLEGAL}


class Life(RuleBasedStateMachine):
    prepared: Path
    """A folder with the databases that a life starts from."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.runner = asyncio.Runner()
        self._run = self.runner.run
        self.clicks = count()
        self.answered: list[tuple[Actor, int, NewGame | Action, Answer]] = []

    @initialize(beginning=st.sampled_from(("early", "early", "late", "empty")))
    def sit_down(self, beginning: str) -> None:
        file = Path(self.folder.name) / "bot.db"
        shutil.copy(self.prepared / f"{beginning}.db", file)
        self.model = Model(now=HOUR, seeds=seeds().__next__)
        plies = BEGINNINGS[beginning]
        if plies is not None:
            self._know_the_game(plies)
        theirs = islice(seeds(), 0 if plies is None else 1, None)
        self.database = Database(f"sqlite+aiosqlite:///{file}")
        self.table = Table(self.database, clock=self._clock, cached_states=2, seeds=theirs.__next__)
        self.outbox = Delivery(self.database, Posts(), clock=self._clock)
        self.timers = Timers(self.database, self.table, self._clock)

    # Lobbies.

    @precondition(lambda self: len(self.model.games) < GAMES_AT_MOST)
    @rule(user=players, channel=channels, kept=kept, rights=MAY_START_OR_NOT)
    def open(self, user: int, channel: int, kept: int | None, rights: Rights) -> None:
        opponents = ((kept, "kept"),) if kept is not None and kept != user else ()
        by = self._by(user, rights)
        asked = NewGame("castle", 1, channel, opponents=opponents)
        answer = self._answer_to(
            self.table.open(by, asked), self.model.against_opening(channel, rights)
        )
        if answer is not None:
            kept_user = opponents[0][0] if opponents else None
            options = dict(RULES.settle_options({}, None))
            self.model.open_lobby(answer.game_id, channel, user, kept_user, options)
            self.answered.append((by, 0, asked, answer))

    @rule(user=people, number=numbers)
    def join(self, user: int, number: int) -> None:
        self._act(user, number, Join(), among=("lobby",))

    @rule(number=numbers)
    def whoever_is_waited_for_joins(self, number: int) -> None:
        game = self._game(number, ("lobby",))
        if game is not None and game.status == "lobby":
            (waiting,) = [chair for chair in game.chairs if not chair.taken]
            taken = {chair.user for chair in game.chairs}
            stranger = next(user for user in PEOPLE if user not in taken)
            self._ask(game, waiting.user or stranger, Join())

    @rule(user=people, number=numbers, action=calls_off, rights=rights)
    def call_it_off(self, user: int, number: int, action: Action, rights: Rights) -> None:
        self._act(user, number, action, among=("lobby",), rights=rights)

    # A running game.

    @rule(number=numbers, choice=numbers)
    def whoever_is_to_act_plays(self, number: int, choice: int) -> None:
        self.play_on(number, choice, 1, look=False)

    @rule(number=numbers, choice=numbers, moves=st.integers(1, 4), look=st.booleans())
    def play_on(self, number: int, choice: int, moves: int, look: bool) -> None:
        """Some moves in a row, each looked at or not."""
        game = self._game(number, ("running",))
        for _ in range(moves):
            if game is not None and game.to_act is not None:
                user = game.chairs[game.to_act].user
                assert user is not None
                self._ask(game, user, Play(self._move(game, choice), game.ply, game.branch))
                if look:
                    self.look(number, user)

    @rule(user=people, number=numbers, choice=numbers, off=off, typed=st.booleans())
    def play(self, user: int, number: int, choice: int, off: int, typed: bool) -> None:
        """Anybody clicks or types anything."""
        game = self._game(number, ("running",))
        if game is not None:
            seen = (None, None) if typed else (game.ply + off, game.branch - choice % 5 // 4)
            self._ask(game, user, Play(self._move(game, choice), *seen))

    @rule(user=people, number=numbers, text=st.sampled_from(("", "no move", "a1", "0,0n")))
    def type_nonsense(self, user: int, number: int, text: str) -> None:
        self._act(user, number, Play(text), among=("running",))

    @rule(user=players, number=numbers)
    def undo(self, user: int, number: int) -> None:
        self._act(user, number, Undo(), among=("running",))

    @rule(number=numbers)
    def whoever_moved_last_takes_it_back(self, number: int) -> None:
        game = self._game(number, ("running",))
        if game is not None and game.moves:
            user = game.chairs[game.moves[-1].seat].user
            assert user is not None
            self._ask(game, user, Undo())

    @rule(user=people, number=numbers, offer=offers)
    def offer(self, user: int, number: int, offer: Action) -> None:
        self._act(user, number, offer, among=("running",))

    @rule(user=people, number=numbers, request=requests, off=off)
    def accept(self, user: int, number: int, request: OfferKind, off: int) -> None:
        game = self._game(number, ("running",), asked=True)
        if game is not None:
            ply = game.request.ply if game.request else game.ply
            self._ask(game, user, Accept(request, ply + off))

    @rule(number=numbers)
    def whoever_was_asked_accepts(self, number: int) -> None:
        game = self._game(number, ("running",), asked=True)
        if game is not None and game.request is not None:
            user = game.chairs[1 - game.request.seat].user
            what = {name: name for name in get_args(OfferKind)}[game.request.what]
            assert user is not None
            self._ask(game, user, Accept(what, game.request.ply))

    @rule(user=people, number=numbers, request=requests)
    def refuse(self, user: int, number: int, request: OfferKind) -> None:
        self._act(user, number, Refuse(request), among=("running",))

    @rule(user=people, number=numbers, action=endings_and_nudges, rights=rights)
    def end_it_or_nudge(self, user: int, number: int, action: Action, rights: Rights) -> None:
        self._act(user, number, action, among=("running",), rights=rights)

    @rule(number=numbers, hours=st.sampled_from((24 * 7 - 1, 24 * 7)))
    def whoever_waits_claims(self, number: int, hours: int) -> None:
        game = self._game(number, ("running",))
        if game is not None and game.to_act is not None:
            self.model.now += hours * HOUR
            user = game.chairs[1 - game.to_act].user
            assert user is not None
            self._ask(game, user, Claim())

    # Pauses, rematches, time.

    @rule(number=numbers)
    def pause(self, number: int) -> None:
        game = self._game(number, ("lobby", "running"))
        if game is not None and game.is_open:
            self._run(pauses_of(self.table).pause(game.id, game.channel, "place_gone"))
            self.model.pause(game)

    @rule(user=people, number=numbers, to=people, rights=rights)
    def hand_over(self, user: int, number: int, to: int, rights: Rights) -> None:
        action = HandOver(user, to, "somebody else")
        self._act(DAVE, number, action, among=("lobby", "running"), rights=rights)

    @rule(user=players, number=numbers, channel=channels, rights=rights)
    def resume(self, user: int, number: int, channel: int, rights: Rights) -> None:
        paused = [game for game in self.model.games.values() if game.paused_since and game.is_open]
        game = paused[number % len(paused)] if paused else self._game(number, ("running",))
        if game is not None:
            self._ask(game, user, Resume(channel), rights)

    @precondition(lambda self: len(self.model.games) < GAMES_AT_MOST)
    @rule(user=players, number=numbers, channel=channels, rights=rights)
    def rematch(self, user: int, number: int, channel: int, rights: Rights) -> None:
        game = self._game(number, ENDED)
        if game is None:
            return
        against: set[Objection] = set()
        if game.status not in ENDED:
            against.add(Why.WRONG_STATUS)
        if game.seat(user) is None:
            against.add(Why.NOT_A_PLAYER)
        open_game = self.model.open_in(channel)
        if open_game and open_game.rematch_of == game.id and open_game.status == "lobby":
            against |= self.model.against(open_game, user, Join())
        else:
            against |= self.model.against_opening(channel, rights)
        by = self._by(user, rights)
        action = Rematch(channel)
        answer = self._answer_to(self.table.act(by, game.id, action), against)
        if answer is not None:
            if open_game:
                assert answer == Answer(open_game.id, self.model.do(open_game, user, Join()), 0)
            else:
                self.model.rematch(answer.game_id, game, channel, user)
            self.answered.append((by, game.id, action, answer))

    @rule(hours=st.sampled_from((1, 24, 47, 48, 24 * 7, 24 * 30, 24 * 60)))
    def time_passes(self, hours: int) -> None:
        self.model.now += hours * HOUR

    @rule()
    def the_timers_are_looked_at(self) -> None:
        self._run(self.timers.look())
        self.model.expire_all()

    # Being shown something, and being answered twice.

    @rule()
    def everything_is_posted(self) -> None:
        self._run(self.outbox.drain())
        for game in self.model.games.values():
            if game.pause != "lost" or not game.is_open:
                game.see()

    @rule(number=numbers, user=people)
    def look(self, number: int, user: int) -> None:
        game = self._game(number, ("running",))
        if game is not None and game.start is not None:
            position = self._run(self.table.games.position(game.id, user))
            assert position.ply == game.ply
            assert position.view == RULES.view(game.state, game.seat(user))
            assert position.scores == RULES.scores(game.state)
            game.see()

    @precondition(lambda self: self.answered)
    @rule(number=numbers)
    def a_click_comes_again(self, number: int) -> None:
        by, game_id, action, answer = self.answered[number % len(self.answered)]
        if isinstance(action, NewGame):
            assert self._run(self.table.open(by, action)) == answer
        else:
            assert self._run(self.table.act(by, game_id, action)) == answer

    # What must hold after every step.

    @invariant()
    def both_have_the_same_games(self) -> None:
        for game in self.model.games.values():
            real = self._run(self.table.games.get(game.id))
            asked = None if real.offer is None else (real.offer.request, real.offer.seat)
            wanted = None if game.request is None else (game.request.what, game.request.seat)
            assert (str(real.status), real.ply, real.to_act, real.winners, asked) == (
                game.status,
                game.ply,
                game.to_act,
                game.winners,
                wanted,
            )
            chairs = [(seat.user_id, seat.taken) for seat in real.seats]
            assert chairs == [(chair.user, chair.taken) for chair in game.chairs]
            assert (real.channel_id, real.pause is not None) == (
                game.channel,
                game.paused_since is not None,
            )

    @invariant()
    def both_have_the_same_game_in_each_channel(self) -> None:
        for channel in CHANNELS:
            real = self._run(self.table.games.open_in(channel))
            modelled = self.model.open_in(channel)
            assert (real and real.id) == (modelled and modelled.id)

    def teardown(self) -> None:
        try:
            self._run(check_the_rest(self.database))
        finally:
            self._run(self.database.close())
            self.runner.close()
            self.folder.cleanup()

    # How it is asked.

    def _clock(self) -> int:
        return self.model.now

    def _by(self, user: int, rights: Rights) -> Actor:
        return Actor(f"click {next(self.clicks)}", user, f"player {user}", rights)

    def _game(
        self, number: int, among: tuple[str, ...], *, asked: bool = False
    ) -> ModelGame | None:
        """Usually a game for which the question makes sense, now and then any."""
        games = list(self.model.games.values())
        fitting = [game for game in games if game.status in among and (game.request or not asked)]
        chosen = fitting if fitting and number % 8 else games
        return chosen[number // 8 % len(chosen)] if chosen else None

    def _move(self, game: ModelGame, choice: int) -> str:
        if game.start is None:
            return "0,0"
        legal = [RULES.move_text(move) for move in islice(legal_moves(game.state), 20)]
        return legal[choice % len(legal)] if legal else "0,0"

    def _act(
        self,
        user: int,
        number: int,
        action: Action,
        among: tuple[str, ...],
        rights: Rights = MAY_START,
    ) -> None:
        game = self._game(number, among)
        if game is not None:
            self._ask(game, user, action, rights)

    def _ask(self, game: ModelGame, user: int, action: Action, rights: Rights = MAY_START) -> None:
        by = self._by(user, rights)
        against = self.model.against(game, user, action, rights)
        answer = self._answer_to(self.table.act(by, game.id, action), against)
        if answer is not None:
            assert answer == Answer(game.id, self.model.do(game, user, action), game.ply)
            self.answered.append((by, game.id, action, answer))
        elif isinstance(self.refusal, IllegalMove):
            game.see()

    def _answer_to(self, asked: Any, against: set[Objection]) -> Answer | None:
        """The answer if there is no objection; otherwise checks that the refusal is one of them."""
        try:
            answer: Answer = self._run(asked)
        except (Refused, StaleMove, EngineError) as error:
            objection = error.why if isinstance(error, Refused) else OBJECTIONS.get(type(error))
            if objection not in against:
                raise
            self.refusal: Exception = error
            return None
        assert against == set()
        return answer

    def _know_the_game(self, plies: int) -> None:
        self.model.open_lobby(1, CHANNELS[0], ALICE, BOB, dict(RULES.settle_options({}, None)))
        game = self.model.games[1]
        self.model.do(game, BOB, Join())
        for _ in range(plies):
            self.model.do(game, 0, Play(self._move(game, 0), game.ply))
        game.see()


def test_the_table_agrees_with_the_model_over_whole_game_lives(tmp_path: Path) -> None:
    prepare(tmp_path)
    Life.prepared = tmp_path
    run_state_machine_as_test(Life, settings=BOUNDED)
