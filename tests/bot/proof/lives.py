"""The databases that a life of a game starts from: an empty one, or one with a game that begins or
is nearly over; and what must hold when the life ends."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from bot.host.data.verify import verify
from bot.match.actions import Join, NewGame, Play
from bot.match.league.messages import ClosedInvitation, FixturePost, LeagueMessage
from bot.match.messages import Message, RetireButtons
from bot.process.clock import Millis
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.boards import ShownBoard
from bot.table.delivery import Delivery
from bot.table.table import Table
from engine.castle.choices import legal_moves
from tests.bot.proof import ledger
from tests.bot.proof.model import HOUR
from tests.bot.proof.playing import ALICE, BOB, RULES, clicked

CHANNEL = 11
# How many plies the existing game has; the late one ends within the next few.
BEGINNINGS = {"empty": None, "early": 1, "late": 56}


def seeds() -> Iterator[str]:
    return (f"the life of a game {number}" for number in count())


class Posts:
    """Posts everything."""

    def __init__(self) -> None:
        self.made: dict[str, int] = {}

    async def post(
        self, channel_id: int, message: Message, nonce: str, board: ShownBoard | None = None
    ) -> int:
        return self.made.setdefault(nonce, len(self.made) + 1)

    async def tell(self, user_id: int, message: Message, nonce: str) -> int:
        return await self.post(user_id, message, nonce)

    async def show_live(
        self, channel_id: int, message: Message, message_id: int | None, nonce: str
    ) -> int | None:
        return message_id

    ready = True

    async def find(
        self, place_id: int, message: Message | LeagueMessage, since: Millis
    ) -> int | None: ...

    async def post_news(self, place_id: int, message: LeagueMessage, nonce: str) -> int:
        raise AssertionError("nobody opens a season here")

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        raise AssertionError("nobody opens a season here")

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        raise AssertionError("nobody opens a season here")

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None: ...


def prepare(folder: Path) -> None:
    for name, plies in BEGINNINGS.items():
        asyncio.run(_prepare(folder / f"{name}.db", plies))


async def _prepare(file: Path, plies: int | None) -> None:
    database = Database(f"sqlite+aiosqlite:///{file}")
    await migrate(database)
    if plies is not None:
        await _play_until(database, plies)
    await database.close()


async def _play_until(database: Database, plies: int) -> None:
    """Play the first legal move each time, and deliver all posts."""
    table = Table(database, clock=lambda: HOUR, seeds=seeds().__next__)
    outbox = Delivery(database, Posts(), clock=lambda: HOUR)
    asked = NewGame("castle", 1, CHANNEL, opponents=((BOB, "Bob"),))
    game_id = (await table.open(clicked("late open", ALICE), asked)).game_id
    await table.act(clicked("late join", BOB), game_id, Join())
    state, _ = RULES.begin(next(seeds()), RULES.settle_options({}, None))
    for ply in range(plies):
        seat = RULES.to_act(state)
        move = next(legal_moves(state))
        by = clicked(f"late {ply}", (ALICE, BOB)[seat])
        await table.act(by, game_id, Play(RULES.move_text(move), ply))
        state, _ = RULES.apply(state, seat, move)
    await outbox.drain()


async def check_the_rest(database: Database) -> None:
    """What must hold after a life: the store is consistent, and no seed is revealed too early."""
    assert [line async for line in verify(database)] == []
    contents = await ledger.read_database(database)
    ledger.no_ply_is_there_twice(contents)
    ledger.nothing_is_half_applied(contents)
    ledger.the_moves_give_the_games(contents)
    running = {game["id"]: game["secret"] for game in contents.games if game["status"] == "running"}
    payloads = [row["payload"] for row in contents.outbox if row["game_id"] in running]
    assert not any(secret in text for secret in running.values() for text in payloads)
