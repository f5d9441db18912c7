"""A game that is played while its database fails, and what must hold afterwards."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.engine.url import make_url

from bot.match.actions import Actor, Answer, Play
from bot.match.errors import StoreError, StoreFull
from bot.store.connection.database import Database
from bot.table.table import Table
from tests.bot.proof import ledger
from tests.bot.proof.ledger import Acknowledged
from tests.bot.proof.playing import Players, clicked, opened, started, to_act


class Playing:
    """One game in progress, and everything that was acknowledged in it."""

    def __init__(self, database: Database, name: str = "") -> None:
        self.name = name
        self.database = database
        self.table = Table(database)
        self.players = Players(database, Random(1))
        self.acknowledged: list[Acknowledged] = []
        self.game_id = 0
        self.asked = 0

    async def begin(self) -> None:
        self.game_id = await started(self.table, 1)

    async def play(self) -> Answer:
        """Play one move."""
        user, move = await self.choose()
        return await self.ask(self.next_click(user), move)

    async def choose(self) -> tuple[int, Play]:
        game = await self.table.games.get(self.game_id)
        return to_act(game), Play(await self.players.a_move(game), game.ply)

    def next_click(self, user: int) -> Actor:
        self.asked += 1
        return clicked(f"{self.name}move {self.asked}", user)

    async def ask(self, by: Actor, action: Play) -> Answer:
        answer = await self.table.act(by, self.game_id, action)
        self.acknowledged.append(
            Acknowledged(
                by.interaction_id, answer.game_id, str(answer.done), answer.ply, action.move
            )
        )
        return answer

    async def play_until_it_fails(self, kind: type[StoreError]) -> StoreError:
        with pytest.raises(kind) as raised:
            await self._play_and_play()
        return raised.value

    async def use_up_the_rest(self) -> None:
        """Fill the file with moves: some may still fit after a new game no longer does."""
        with pytest.raises(StoreFull):
            await self._play_on()

    async def _play_on(self) -> None:
        for _ in range(20):
            await self.play()

    async def _play_and_play(self) -> None:
        for channel in range(2, 500):
            await self.play()
            await started(self.table, channel)

    async def nothing_is_lost(self) -> None:
        contents = await ledger.read_database(self.database)
        ledger.every_acknowledged_action_is_there_once(contents, self.acknowledged)
        ledger.no_ply_is_there_twice(contents)
        ledger.nothing_is_half_applied(contents)
        ledger.the_moves_give_the_games(contents)

    async def goes_on(self) -> None:
        before = (await self.table.games.get(self.game_id)).ply
        assert (await self.play()).ply == before + 1
        await self.nothing_is_lost()


@asynccontextmanager
async def playing(url: str, busy_timeout: float = 5.0) -> AsyncIterator[Playing]:
    async with opened(url, busy_timeout) as database:
        game = Playing(database)
        await game.begin()
        for _ in range(3):
            await game.play()
        yield game


def says_what_to_do(error: StoreError) -> None:
    problem, advice = str(error).split("; ", 1)
    assert (problem, advice) == (error.problem, error.advice)
    assert len(advice.split()) >= 4


def file_of(url: str) -> Path:
    return Path(make_url(url).database or "")


def fill(disk: Path, but: int) -> Path:
    """Make a file that leaves only this many bytes of the disk free."""
    space = os.statvfs(disk)
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(space.f_bavail * space.f_frsize - but))
    return ballast
