"""Processes of the bot: the real ones, assembled as in `python -m bot`, started, stopped, or killed
in the middle of whatever they do. Any number may run at once."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from random import Random
from typing import Any, Protocol

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
# Fewer than there are games, so that states are dropped all the time.
CACHED_STATES = 32


class Thinker:
    """Thinks for the computer players of every process, without any delay."""

    def __init__(self, seen: Counter[str]) -> None:
        self._seen = seen

    def run(self, work: Callable[[], str], /) -> str:
        self._seen["thoughts"] += 1
        return work()


class Places(Protocol):
    """Where processes post."""

    def line_of(self, process: "Process") -> Poster:
        """The poster of a process."""


class Process:
    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        desk: AnyDesk,
        channels: Places,
        thinker: Thinker,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._desk = desk
        self._poster = channels.line_of(self)
        self._thinker = thinker
        self._over = asyncio.Event()
        self._opened: Running[Poster] | None = None
        self._task: asyncio.Task[None] | None = None
        self.stopping = Stopping()

    @property
    def dead(self) -> bool:
        return self._desk.dead

    @property
    def up(self) -> bool:
        return self._opened is not None and not self.dead and not self.stopping.is_requested

    @property
    def ends(self) -> bool:
        """Whether it may leave a call unanswered."""
        return self.dead or self.stopping.is_requested

    @property
    def in_transaction(self) -> bool:
        return self._desk.in_transaction

    @property
    def table(self) -> Table:
        assert self._opened is not None
        return self._opened.table

    @property
    def opened(self) -> Running[Poster]:
        assert self._opened is not None
        return self._opened

    async def start(self) -> None:
        """Start, and wait until it is ready for work."""
        ready = asyncio.Event()
        with self._desk.connected():
            self._task = asyncio.create_task(self._run(ready))
            waiting = asyncio.create_task(ready.wait())
            await asyncio.wait({self._task, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        if self._task.done():
            self._task.result()

    async def stop(self) -> None:
        """As on SIGTERM: finish what is begun first."""
        self.stopping.ask()
        await self.stopping.finish()
        self._over.set()
        if self._task is not None:
            await self._task
        self._desk.tear_off()

    async def kill(self) -> None:
        """As on SIGKILL: no more statements or posts get out."""
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
        ) as self._opened:
            ready.set()
            await self._over.wait()


_running_in: ContextVar[Process | None] = ContextVar("_running_in", default=None)


class Host:
    """The machine on which the processes run, and their database."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        chance: Random,
        channels: Places,
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
        self._busy = asyncio.Lock()
        self.processes: list[Process] = []
        self.seen: Counter[str] = Counter()
        self._thinker = Thinker(self.seen)

    @property
    def up(self) -> list[Process]:
        return [process for process in self.processes if process.up]

    def anyone(self) -> Process | None:
        """The process to which Discord hands an interaction, at random."""
        up = self.up
        return self._chance.choice(up) if up else None

    async def start(self) -> None:
        async with self._busy:
            process = Process(
                self._settings, self._clock, self._make_desk(), self._channels, self._thinker
            )
            await process.start()
            self.processes.append(process)
            self.seen["processes started"] += 1

    async def kill(self) -> None:
        """Kill one of them at random."""
        async with self._busy:
            if (process := self.anyone()) is not None:
                self.processes.remove(process)
                await process.kill()
                self._on_kill()
                self.seen["processes killed"] += 1

    async def stop(self) -> None:
        async with self._busy:
            if (process := self.anyone()) is not None:
                await process.stop()
                self.processes.remove(process)
                self.seen["processes stopped"] += 1


class LoggedErrors(logging.Handler):
    """Collects the bot's error messages. Each is a fault of the bot itself: nothing that Discord or
    the host does is more than a warning."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        process = _running_in.get()
        if process is not None and process.dead:  # it would not have come to that
            return
        self.messages.append(f"the bot logs: {self.format(record)}")


@contextmanager
def capturing_errors() -> Iterator[LoggedErrors]:
    logged_errors = LoggedErrors()
    ours = logging.getLogger("bot")
    before: Any = (ours.propagate, ours.level)
    ours.addHandler(logged_errors)
    ours.propagate = False
    try:
        yield logged_errors
    finally:
        ours.removeHandler(logged_errors)
        ours.propagate, ours.level = before
