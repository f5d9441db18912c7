"""A simulated server in which the bot runs, with games that people can play.

The database is a synced file, the art is the real one, and the outbox delivers on its own.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import simcord
from pydantic import SecretStr
from simcord._dpy_internals import get_state
from simcord._runtime import _CallbackRecord
from sqlalchemy import bindparam, update

from bot.discord.answering.desk import Desk
from bot.discord.channel_poster import ChannelPoster
from bot.discord.client import TableBot
from bot.games.faces import FACES, prepare_painting
from bot.host.data.replay import Replay
from bot.host.running import Running, running
from bot.host.settings import Settings
from bot.match.actions import Actor, Join, NewGame
from bot.presentation.studio import Studio
from bot.process.allowance import Allowance
from bot.process.clock import system_clock
from bot.process.memory import settle_memory
from bot.process.shards import ALL
from bot.process.worker_processes import WorkerProcesses, processors
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.store.schema import games, seats
from bot.table.table import Table
from bot.table.thinking import Thinking
from tests.town.clicks import Clicks, Clock
from tests.town.clocks import now

# How many pictures a person may ask for at once: practically unlimited, as the simulated people
# click faster than real ones.
PICTURES = 1_000_000
NAMES = ("Anna", "Ben")
# How many posts the start of a game makes.
LOBBY_NOTICE_BOARD = 3


@dataclass(frozen=True, slots=True)
class Seated:
    """A running game and its players' ids, by seat."""

    game: int
    place: simcord.ChannelHandle
    people: tuple[int, int]
    kind: str = "castle"

    @property
    def channel(self) -> int:
        return self.place.id


@dataclass(frozen=True, slots=True)
class Solo:
    """A channel, and somebody who plays there alone."""

    channel: int
    person: int


@dataclass(frozen=True, slots=True)
class Town:
    opened: Running[ChannelPoster]
    painters: WorkerProcesses
    bot: TableBot
    guild: simcord.GuildHandle
    env: simcord.Env
    clicks: Clicks
    chance: Random

    @property
    def table(self) -> Table:
        return self.opened.table

    async def new_game(self, name: str, kind: str = "castle") -> Seated:
        """A new game for two, returned as soon as its board is posted."""
        place, (first, second) = self._place(name)
        asked = NewGame(kind, self.guild.id, place.id, first=0)
        opener = Actor(f"open {name}", first, NAMES[0], frozenset({"start"}))
        game = (await self.table.open(opener, asked)).game_id
        await self.table.act(Actor(f"join {name}", second, NAMES[1]), game, Join())
        await self.clicks.requests.arrival(("posted", str(place.id)), LOBBY_NOTICE_BOARD - 1)
        await self.clicks.requests.quiet()
        return Seated(game, place, (first, second), kind)

    async def take_over(self, ids: Sequence[int]) -> list[Seated]:
        """Move stored games into channels of their own; returned as soon as they are posted."""
        taken = [Seated(game, *self._place(f"stored {game}")) for game in ids]
        async with self.opened.database.writing() as connection:
            await connection.execute(
                _MOVE_GAME, [_game_row(seated, self.guild.id) for seated in taken]
            )
            await connection.execute(
                _MOVE_SEAT, [row for seated in taken for row in _seat_rows(seated)]
            )
        for seated in taken:
            await self.table.repost(seated.game)
        for seated in taken:
            await self.clicks.requests.arrival(("posted", str(seated.channel)))
        await self.clicks.requests.quiet()
        return taken

    def solo_channel(self, name: str) -> Solo:
        place, (person, _) = self._place(name)
        return Solo(place.id, person)

    def _place(self, name: str) -> tuple[simcord.ChannelHandle, tuple[int, int]]:
        place = self.guild.create_text_channel(name)
        first, second = (
            self.guild.add_member(self.env.create_user(f"{person} of {name}", global_name=person))
            for person in NAMES
        )
        return place, (first.id, second.id)


@asynccontextmanager
async def town(
    path: Path,
    clock: Clock = now,
    thinkers: WorkerProcesses | None = None,
    studio: Studio | None = None,
) -> AsyncIterator[Town]:
    """A town; `clock` measures the clicks, and `thinkers` think for computer players, if any play.
    Its pictures are the real ones, unless there is another `studio`."""
    painters = WorkerProcesses(processors(), prepare_painting)
    studio = studio or Studio(painters.count, painters.run)

    def connect(table: Table) -> ChannelPoster:
        desk = Desk(table, FACES, studio, allowance=Allowance(at_once=PICTURES))
        return ChannelPoster(TableBot(desk, shards=ALL))

    try:
        thinking = None if thinkers is None else Thinking(thinkers.count, thinkers.run)
        await _note_replayed(path)
        async with running(settings_of(path), connect, thinking=thinking) as opened:
            settle_memory()
            bot = opened.poster.client
            # SimCord finds a callback among those waiting by comparing every field of each: half of
            # the processor time when many people click at once.
            with (
                patch.object(_CallbackRecord, "__eq__", object.__eq__),
                patch.object(simcord.env, "_active_callbacks", _active_callbacks),
            ):
                async with simcord.run(bot) as env:
                    _forget_callbacks(env)
                    guild = env.create_guild("Town")
                    clicks = Clicks(env, guild, clock)
                    yield Town(opened, painters, bot, guild, env, clicks, Random(1))
    finally:
        painters.close()
        studio.close()


async def _note_replayed(path: Path) -> None:
    """The games are copies of a few, with a seed that is not theirs: none is to be replayed."""
    database = Database(settings_of(path).database_url.get_secret_value())
    await migrate(database)
    await Replay(database).complete()
    await database.close()


class _Callbacks(list[_CallbackRecord]):
    def remove(self, record: _CallbackRecord, /) -> None:
        super().remove(record)
        record.handle = None


def _forget_callbacks(env: simcord.Env) -> None:
    """SimCord's records of what the event loop called, and of views, refer to themselves: thousands
    of objects for a hundred clicks would be garbage that a bot in Discord does not make."""
    env._work.callbacks = _Callbacks(env._work.callbacks)
    del vars(get_state(env.bot)._view_store)["add_view"]


def _active_callbacks(state: Any) -> list[_CallbackRecord]:
    """SimCord's own function makes another list of them."""
    callbacks = state.work.callbacks
    callbacks[:] = [
        record for record in callbacks if record.handle and not record.handle.cancelled()
    ]
    return list(callbacks)


def settings_of(path: Path) -> Settings:
    return Settings(_env_file=None, database_url=SecretStr(f"sqlite+aiosqlite:///{path}"))


_MOVE_GAME = (
    update(games)
    .where(games.c.id == bindparam("game"))
    .values(
        channel_id=bindparam("channel"),
        guild_id=bindparam("guild"),
        started_at=bindparam("now"),
        waiting_since=bindparam("now"),
    )
)
_MOVE_SEAT = (
    update(seats)
    .where(seats.c.game_id == bindparam("game"), seats.c.seat == bindparam("number"))
    .values(user_id=bindparam("person"))
)


def _game_row(seated: Seated, guild: int) -> dict[str, int]:
    """It starts now, so that nobody has taken too long."""
    return {
        "game": seated.game,
        "channel": seated.channel,
        "guild": guild,
        "now": system_clock(),
    }


def _seat_rows(seated: Seated) -> list[dict[str, int]]:
    return [
        {"game": seated.game, "number": number, "person": person}
        for number, person in enumerate(seated.people)
    ]
