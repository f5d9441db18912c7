"""Runs processes of the bot: the real ones, assembled as in `python -m bot`, started, stopped, or
killed in the middle of whatever they do. Any number may run at once."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from random import Random
from typing import Protocol

from pydantic import SecretStr

from bot.host.running import Running, running
from bot.host.settings import Settings
from bot.process.clock import Clock
from bot.process.stopping import Stopping
from bot.table.posting import Poster
from bot.table.table import Table
from bot.table.thinking import Thinking
from tools.soak.server import ServerDesk
from tools.soak.statements import Desk

AnyDesk = Desk | ServerDesk
log = logging.getLogger(__name__)
# The number of states kept in memory: fewer than there are games, so that states are dropped all
# the time.
CACHED_STATES = 32


class Thinker:
    """Thinks for the computer players of every process, without any delay."""

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts

    def run(self, work: Callable[[], str], /) -> str:
        self._counts["thoughts"] += 1
        return work()


class Posters(Protocol):
    """Source of the posters of processes."""

    def poster_of(self, process: "Process") -> Poster:
        """Make the poster of a process."""


class Process:
    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        desk: AnyDesk,
        channels: Posters,
        thinker: Thinker,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._desk = desk
        self._poster = channels.poster_of(self)
        self._thinker = thinker
        self._ended = asyncio.Event()
        self._bot: Running[Poster] | None = None
        self._task: asyncio.Task[None] | None = None
        self.stopping = Stopping()

    @property
    def is_dead(self) -> bool:
        return self._desk.is_dead

    @property
    def is_up(self) -> bool:
        return self._bot is not None and not self.is_dead and not self.stopping.is_requested

    @property
    def is_ending(self) -> bool:
        """It may leave a call unanswered."""
        return self.is_dead or self.stopping.is_requested

    @property
    def in_transaction(self) -> bool:
        return self._desk.in_transaction

    @property
    def table(self) -> Table:
        assert self._bot is not None
        return self._bot.table

    @property
    def bot(self) -> Running[Poster]:
        assert self._bot is not None
        return self._bot

    async def start(self) -> None:
        """Start, and wait until it is ready for work."""
        ready = asyncio.Event()
        with self._desk.connected():
            self._task = asyncio.create_task(self._run(ready))
            ready_task = asyncio.create_task(ready.wait())
            await asyncio.wait({self._task, ready_task}, return_when=asyncio.FIRST_COMPLETED)
            ready_task.cancel()
        if self._task.done():
            self._task.result()

    async def stop(self) -> None:
        """Stop as on SIGTERM: finish what is begun first."""
        self.stopping.ask()
        await self.stopping.finish()
        self._ended.set()
        if self._task is not None:
            await self._task
        self._desk.tear_off()

    async def kill(self) -> None:
        """Kill as by SIGKILL: no more statements or posts get out."""
        self._desk.tear_off()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._task

    async def _run(self, ready: asyncio.Event) -> None:
        _running_in.set(self)
        async with running(
            self._settings,
            lambda _: self._poster,
            self._clock,
            thinking=Thinking(1, self._thinker.run),
            stopping=self.stopping,
        ) as self._bot:
            ready.set()
            await self._ended.wait()


_running_in: ContextVar[Process | None] = ContextVar("_running_in", default=None)


class Host:
    """Machine on which the processes run, and their database."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        chance: Random,
        channels: Posters,
        *,
        make_desk: Callable[[], AnyDesk],
        on_kill: Callable[[], None],
    ) -> None:
        self._settings = Settings(
            _env_file=None,
            database_url=SecretStr(url),
            cached_states=CACHED_STATES,
            backup_folder=None,
        )
        self._clock = clock
        self._chance = chance
        self._channels = channels
        self._make_desk = make_desk
        self._on_kill = on_kill
        self._lock = asyncio.Lock()
        self.processes: list[Process] = []
        self.counts: Counter[str] = Counter()
        self._thinker = Thinker(self.counts)

    @property
    def running_processes(self) -> list[Process]:
        return [process for process in self.processes if process.is_up]

    def choose_process(self) -> Process | None:
        """Choose at random the process to which Discord hands an interaction."""
        candidates = self.running_processes
        return self._chance.choice(candidates) if candidates else None

    async def start(self) -> None:
        async with self._lock:
            process = Process(
                self._settings, self._clock, self._make_desk(), self._channels, self._thinker
            )
            await process.start()
            self.processes.append(process)
            self.counts["processes started"] += 1

    async def kill(self) -> None:
        """Kill one of them at random."""
        async with self._lock:
            if (process := self.choose_process()) is not None:
                self.processes.remove(process)
                await process.kill()
                self._on_kill()
                self.counts["processes killed"] += 1

    async def stop(self) -> None:
        async with self._lock:
            if (process := self.choose_process()) is not None:
                await process.stop()
                self.processes.remove(process)
                self.counts["processes stopped"] += 1


class LoggedErrors(logging.Handler):
    """Collects the bot's error messages. Each is a fault of the bot itself: nothing that Discord or
    the host does is more than a warning."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        process = _running_in.get()
        if process is not None and process.is_dead:  # it would not have come to that
            return
        self.messages.append(f"the bot logs: {self.format(record)}")


@contextmanager
def capturing_errors() -> Iterator[LoggedErrors]:
    logged_errors = LoggedErrors()
    bot_logger = logging.getLogger("bot")
    propagate = bot_logger.propagate
    level = bot_logger.level
    bot_logger.addHandler(logged_errors)
    bot_logger.propagate = False
    try:
        yield logged_errors
    finally:
        bot_logger.removeHandler(logged_errors)
        bot_logger.propagate = propagate
        bot_logger.level = level
