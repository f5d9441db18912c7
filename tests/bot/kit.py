"""What the tests of the table share: people, a clock that tests advance, a poster that fails on
request."""

import asyncio
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from sqlalchemy import event

from bot.match.actions import Action, Actor, Answer, Join, NewGame, Play, Right
from bot.match.errors import Refused, Why
from bot.match.game import Game
from bot.match.league.messages import ClosedInvitation, FixturePost, LeagueMessage
from bot.match.message_codec import kind_of
from bot.match.messages import (
    BoardPost,
    ChannelPost,
    DirectMessage,
    LiveBoard,
    Message,
    Notice,
    RetireButtons,
)
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.process.metrics import Metrics
from bot.store.connection.database import Database
from bot.store.connection.prepared import Compiled, Values
from bot.table.boards import ShownBoard
from bot.table.housekeeping import Timers
from bot.table.pauses import Pauses
from bot.table.positions import replay_to
from bot.table.posting import MessageGone, ToldLive
from bot.table.table import Table
from engine.castle.choices import legal_moves
from tests.bot.turns import to_act

GUILD = 1
CHANNEL = 10
OTHER_CHANNEL = 20
ANNA = 101
BEN = 102
CARLA = 103
DORA = 104
NAMES = {ANNA: "Anna", BEN: "Ben", CARLA: "Carla", DORA: "Dora"}
NOON = 1_800_000_000_000

_numbers = count(1)


def by(
    user_id: int, interaction_id: str | None = None, rights: Iterable[Right] = ("start",)
) -> Actor:
    name = interaction_id or f"i{next(_numbers)}"
    return Actor(name, user_id, NAMES[user_id], frozenset(rights))


class TurnedClock:
    """A clock that stands still until it is advanced."""

    def __init__(self, now: Millis = NOON) -> None:
        self.now = now

    def __call__(self) -> Millis:
        return self.now

    def turn(self, milliseconds: Millis) -> None:
        self.now += milliseconds


@dataclass
class FakePoster:
    """Keeps what was posted; raises the errors listed for a place, one per call."""

    posted: list[tuple[int, Message, str]] = field(default_factory=list)
    news: list[tuple[int, LeagueMessage, str]] = field(default_factory=list)
    retired: list[tuple[int, int]] = field(default_factory=list)
    closed: list[tuple[int, int, int]] = field(default_factory=list)
    """The invitations to seasons whose sign-up is over: where, which post, of which season."""
    lives: list[tuple[int, int | None]] = field(default_factory=list)
    """Where a live board was shown, and the id of its post before that, if any."""
    failures: dict[int, list[Exception]] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    threads: dict[int, FixturePost] = field(default_factory=dict)
    """By the post from which they were made."""
    deleted: set[int] = field(default_factory=set)
    """The posts that somebody deleted."""
    lost_answers: int = 0
    """How many of the next posts are made but still end in an error."""
    tries: int = 0
    ready: bool = True
    tells_live: bool = False
    """Whether the live board tells every move."""
    forgetful: bool = False
    """Whether posting a nonce again makes another post."""

    async def post(
        self,
        channel_id: int,
        message: ChannelPost,
        nonce: str,
        board: ShownBoard | None = None,
    ) -> int:
        if self.tells_live and isinstance(message, BoardPost) and message.ply > 0:
            raise ToldLive
        return self._post(channel_id, message, nonce)

    async def post_news(self, place_id: int, message: LeagueMessage, nonce: str) -> int:
        return self._post(place_id, message, nonce)

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        self._fail(channel_id)
        self.threads[post_id] = message

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        self._fail(channel_id)
        if post_id in self.deleted:
            raise MessageGone
        self.closed.append((channel_id, post_id, message.season_id))

    async def find(
        self, place_id: int, message: ChannelPost | DirectMessage | LeagueMessage, since: Millis
    ) -> int | None:
        everything = (*self.posted, *self.news)
        posts = ((where, made, nonce) for where, made, nonce in everything if made == message)
        return next((self.ids[nonce] for where, _, nonce in posts if where == place_id), None)

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        return self._post(user_id, message, nonce)

    async def show_live(
        self, channel_id: int, message: LiveBoard, message_id: int | None, nonce: str
    ) -> int | None:
        """Post it the first time, edit it afterwards."""
        self._fail(channel_id)
        self.lives.append((channel_id, message_id))
        return message_id or self._post(channel_id, message, nonce)

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        self._fail(channel_id)
        if message_id in self.deleted:
            raise MessageGone
        self.retired.append((channel_id, message_id))

    def _post(self, place: int, message: Message | LeagueMessage, nonce: str) -> int:
        self._fail(place)
        if nonce not in self.ids or self.forgetful:
            self.ids[nonce] = 5000 + len(self.ids)
            if isinstance(message, LeagueMessage):
                self.news.append((place, message, nonce))
            else:
                self.posted.append((place, message, nonce))
        if self.lost_answers:
            self.lost_answers -= 1
            raise TimeoutError
        return self.ids[nonce]

    def _fail(self, place: int) -> None:
        self.tries += 1
        if self.failures.get(place):
            raise self.failures[place].pop(0)

    def kinds(self, place: int) -> list[str]:
        """What was posted in a place: a board is named by its ply, a notice by what was done."""
        return [_name_of(message) for where, message, _ in self.posted if where == place]


class SlowPoster(FakePoster):
    """Posts only when it is allowed to; with a place, waits only there. Keeps the known boards it
    was given."""

    def __init__(self, place: int | None = None) -> None:
        super().__init__()
        self.place = place
        self.begun = asyncio.Event()
        self.let = asyncio.Event()
        self.known: list[ShownBoard | None] = []

    async def post(
        self,
        channel_id: int,
        message: ChannelPost,
        nonce: str,
        board: ShownBoard | None = None,
    ) -> int:
        self.known.append(board)
        if self.place in (None, channel_id):
            self.begun.set()
            await self.let.wait()
        return await super().post(channel_id, message, nonce, board)


def _name_of(message: Message) -> str:
    match message:
        case BoardPost():
            return f"board {message.ply}"
        case Notice() | DirectMessage():
            return str(message.done)
        case _:
            return kind_of(message)


def pauses_of(table: Table) -> Pauses:
    """What pauses the games of this table when their channel is lost."""
    return Pauses(table._database, table.clock, table.timeouts, Metrics())


@dataclass
class Seated:
    """A table with a database, and shortcuts to play at it."""

    table: Table
    database: Database
    clock: TurnedClock

    def in_another_process(self) -> "Seated":
        """With the same database, as beside this process or after a restart."""
        return Seated(Table(self.database, clock=self.clock), self.database, self.clock)

    async def look(self) -> int:
        """Let happen what is due; how much that was."""
        return await Timers(self.database, self.table, self.clock).look()

    async def open(self, channel: int = CHANNEL, **asked: object) -> int:
        request = NewGame("castle", GUILD, channel, **asked)  # type: ignore[arg-type]
        return (await self.table.open(by(ANNA), request)).game_id

    async def start(self, channel: int = CHANNEL, options: Mapping[str, str] | None = None) -> Game:
        """Anna starts a game against Ben."""
        game_id = await self.open(channel, first=0, options=options or {})
        await self.table.act(by(BEN), game_id, Join())
        return await self.table.games.get(game_id)

    async def act(self, user_id: int, game_id: int, action: Action) -> Answer:
        return await self.table.act(by(user_id), game_id, action)

    async def play(self, game_id: int, moves: int = 1, interaction_id: str | None = None) -> Answer:
        """Play the first legal move, this many times."""
        for _ in range(moves):
            game = await self.table.games.get(game_id)
            action = Play(await self.legal_move(game), game.ply)
            answer = await self.table.act(by(to_act(game), interaction_id), game_id, action)
        return answer

    async def play_to_the_end(self, game_id: int) -> Game:
        while (game := await self.table.games.get(game_id)).to_act is not None:
            await self.play(game_id)
        return game

    async def legal_move(self, game: Game) -> str:
        rules = rules_of(game.kind)
        async with self.database.viewing() as connection:
            state, _ = await replay_to(connection, game, game.ply)
        return rules.move_text(next(legal_moves(state)))

    async def legal_moves(self, game: Game) -> list[str]:
        rules = rules_of(game.kind)
        async with self.database.viewing() as connection:
            state, _ = await replay_to(connection, game, game.ply)
        return [rules.move_text(move) for move in legal_moves(state)]


async def refusal_of(attempt: Awaitable[object]) -> Refused:
    with pytest.raises(Refused) as caught:
        await attempt
    return caught.value


async def refused(seated: Seated, user_id: int, game_id: int, action: Action) -> Why:
    """The reason why this person may not do that."""
    return (await refusal_of(seated.act(user_id, game_id, action))).why


@contextmanager
def statements(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Every statement that is sent, by SQLAlchemy or prepared, with its parameters."""
    seen: list[tuple[str, Any]] = []
    of_prepared = Compiled.parameters

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        seen.append((statement, parameters))

    def note_prepared(compiled: Compiled, values: Values) -> Sequence[Any]:
        seen.append((compiled.sql, values))
        return of_prepared(compiled, values)

    engine = database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Compiled, "parameters", note_prepared)
            yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)
