"""A small machine: the bot plays and paints within a limit of memory; what that takes.

    python -m tools.small [--memory MIB] [--pictures N] [--cores N] [--rounds N] [--small]

starts the bot as `python -m bot` does, in a Discord on this machine and, where one may be made, in
a memory cgroup without swap. In each kind of game a person plays a computer player at `hard`, to
the end or for some rounds; others play among themselves until so many pictures are painted. Two
figures tell the memory of all processes of the bot together: the peak that the cgroup counted, with
page cache and kernel, and the greatest sum of proportional set sizes (PSS), taken five times a
second.
"""

import argparse
import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from itertools import count, cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from bot.match.actions import Join, NewGame
from bot.match.game import Game, Status
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.store.games import load_game
from bot.table.positions import Positions
from bot.table.table import Table
from engine.games import GAMES
from engine.questions import Part
from tests.bot.proof.cgroups import MemoryCgroup, memory_cgroup
from tests.bot.proof.playing import ALICE, BOB, clicked, opened, to_act
from tests.bot.proof.shards.discord import SmallDiscord, until

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "tests.bot.proof.shards.process"]
OURS = re.compile("DISCORD_|DATABASE_|METRICS_|BACKUP_|LOG_|SHARD_|POST_|PAINT|THINK|SMALL|MALLOC")
SERVER = 1 << 22
CHANNELS = range(10, 1010)
MIB = 1 << 20
LOOK_EVERY = 0.2
PATIENCE = 1200.0
# How many games people play among themselves at the same time.
AT_ONCE = 4


@dataclass
class Footprint:
    """What a run took."""

    limit: int | None
    """Of the cgroup, in bytes; None without one."""
    pictures: int = 0
    rounds: int = 0
    """The moves of people."""
    seconds: float = 0.0
    peak: int | None = None
    kills: int = 0
    held: int = 0
    """The greatest sum of proportional set sizes, in bytes."""
    parts: tuple[tuple[str, int], ...] = ()
    """That of each process at that moment."""
    exit_code: int | None = None
    left: tuple[int, ...] = ()
    """The processes of the bot that were still there after it had ended."""
    log: str = ""

    def __str__(self) -> str:
        cgroup = "no memory cgroup could be made"
        if self.limit is not None and self.peak is not None:
            cgroup = f"cgroup of {self.limit / MIB:.0f} MiB: peak {self.peak / MIB:.0f} MiB"
            cgroup += f", {self.kills} killed"
        parts = ", ".join(f"{name} {size / MIB:.0f}" for name, size in self.parts)
        return (
            f"{self.pictures} pictures and {self.rounds} moves of people in {self.seconds:.0f} s; "
            f"{cgroup}; most PSS {self.held / MIB:.0f} MiB ({parts}); exit code {self.exit_code}"
        )


@dataclass
class Playing:
    """The people, and the bot's process as they meet it."""

    database: Database
    discord: SmallDiscord
    process: asyncio.subprocess.Process
    port: int
    rounds: int | None
    found: Footprint
    chance: Random = field(default_factory=partial(Random, 1))
    names: Iterator[int] = field(default_factory=count)
    kinds: Iterator[str] = field(default_factory=partial(cycle, GAMES))
    """Of the games that people play among themselves."""
    channels: Iterator[int] = field(default_factory=partial(iter, CHANNELS))
    """Each game has one of its own."""

    def __post_init__(self) -> None:
        self.table = Table(self.database)
        self.positions = Positions(100)

    async def against_the_computer(self, kind: str) -> None:
        await self._game(kind, self.rounds, computers=("hard",))

    async def among_themselves(self, pictures: int) -> None:
        """Game after game, until so many pictures are painted."""
        while await self.count_pictures() < pictures:
            await self._game(next(self.kinds), opponents=((BOB, "Bob"),), until_painted=pictures)

    async def count_pictures(self) -> int:
        lines = await asyncio.to_thread(self._metrics)
        counts = re.findall(r"^carcassonne_paint_seconds_count (\d+)", lines, re.MULTILINE)
        self.found.pictures = sum(map(int, counts))
        return self.found.pictures

    def _metrics(self) -> str:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as asked:
            asked.request("GET", "/metrics")
            return asked.getresponse().read().decode()

    async def _game(
        self,
        kind: str,
        rounds: int | None = None,
        *,
        until_painted: int | None = None,
        **asked: object,
    ) -> None:
        channel = next(self.channels)
        new = NewGame(kind, SERVER, channel, **asked)  # type: ignore[arg-type]
        game_id = (await self.table.open(clicked(f"open-{next(self.names)}", ALICE), new)).game_id
        if "opponents" in asked:
            await self.table.act(clicked(f"join-{next(self.names)}", BOB), game_id, Join())
        for _ in range(rounds or sys.maxsize):
            game = await self._turn_of_a_person(game_id)
            if game is None or (until_painted and await self.count_pictures() >= until_painted):
                return
            person = to_act(game)
            await self._click(person, channel, f"play:{game.id}:{game.branch}:{game.ply}:")
            confirm = f"do:{game.id}:{game.branch}:{game.ply}:{await self._a_move(game)}"
            await self._click(person, channel, confirm)
            self.found.rounds += 1

    async def _turn_of_a_person(self, game_id: int) -> Game | None:
        """The game when a person is to act; None when it is over."""
        deadline = monotonic() + PATIENCE
        while True:
            assert self.process.returncode is None, self.found.log
            async with self.database.reading() as connection:
                game = await load_game(connection, game_id)
            assert game is not None
            if game.status is not Status.RUNNING:
                return None
            assert monotonic() < deadline, f"nobody moves in game {game_id}"
            if game.to_act is not None and game.seats[game.to_act].computer is None:
                return game
            await asyncio.sleep(0.05)

    async def _a_move(self, game: Game) -> str:
        rules = rules_of(game.kind)
        async with self.database.reading() as connection:
            state = await self.positions.current(connection, game)
        parts = list[Part]()
        while (asked := rules.question(state, parts)) is not None:
            parts.append((asked.step, self.chance.choice(asked.choices)))
        return rules.move_text(rules.assemble(parts))

    async def _click(self, person: int, channel: int, custom_id: str) -> None:
        click = await self.discord.click(person, channel, custom_id)
        assert click.sent_to, "the bot is not at Discord"
        await until(
            lambda: bool(click.answered) or self.process.returncode is not None,
            f"an answer to {custom_id}",
            PATIENCE,
        )


async def play(
    memory: int,
    pictures: int,
    *,
    cores: int | None = None,
    rounds: int | None = None,
    small: bool | None = None,
) -> Footprint:
    """What it takes to paint so many pictures, with a game of each kind against a computer player,
    to its end or for so many rounds."""
    with TemporaryDirectory() as folder, memory_cgroup(memory) as cgroup:
        found = Footprint(None if cgroup is None else memory)
        url = f"sqlite+aiosqlite:///{folder}/bot.db"
        async with opened(url) as database:
            discord = SmallDiscord({SERVER: CHANNELS})
            server = await discord.open()
            port = _free_port()
            settings = {
                "DISCORD_TOKEN": "not.a.token",
                "DATABASE_URL": url,
                "METRICS_PORT": str(port),
                "EMOJIS": "false",  # this Discord knows none
                "SHARD_COUNT": "1",
                **({} if small is None else {"SMALL": str(small)}),
            }
            command = [*COMMAND, f"{discord.address}/one"]
            process = await _start(
                command, Path(folder), settings, partial(_confine, cgroup, cores)
            )
            watching = asyncio.create_task(_watch(process.pid, found))
            try:
                here = lambda: bool(discord.sessions) or process.returncode is not None  # noqa: E731
                await until(here, "the bot is at Discord", PATIENCE)
                began = monotonic()
                playing = Playing(database, discord, process, port, rounds, found)
                async with asyncio.TaskGroup() as tasks:
                    for kind in GAMES:
                        tasks.create_task(playing.against_the_computer(kind))
                    for _ in range(AT_ONCE):
                        tasks.create_task(playing.among_themselves(pictures))
                await playing.count_pictures()
                found.seconds = monotonic() - began
                workers = tuple(_descendants(process.pid))
                process.send_signal(signal.SIGTERM)
                found.exit_code = await process.wait()
                found.left = tuple(pid for pid in workers if Path(f"/proc/{pid}").exists())
            finally:
                watching.cancel()
                if process.returncode is None:
                    process.kill()
                    await process.wait()
                await server.cleanup()
                found.log = (Path(folder) / "bot.log").read_text()
        if cgroup is not None:
            found.peak = cgroup.peak
            found.kills = cgroup.kills
    return found


async def _start(
    command: Sequence[str], folder: Path, settings: Mapping[str, str], confine: Callable[[], None]
) -> asyncio.subprocess.Process:
    kept = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    with (folder / "bot.log").open("w") as log:
        return await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            stderr=log,
            env={**kept, **settings, "PYTHONPATH": str(ROOT)},
            preexec_fn=confine,
        )


def _confine(cgroup: MemoryCgroup | None, cores: int | None) -> None:
    """In the new process, before anything else."""
    if cgroup is not None:
        cgroup.join()
    if cores is not None:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


async def _watch(pid: int, found: Footprint) -> None:
    while True:
        parts = tuple((_name(one), _pss(one)) for one in (pid, *_descendants(pid)))
        held = sum(size for _, size in parts)
        if held > found.held:
            found.held = held
            found.parts = parts
        await asyncio.sleep(LOOK_EVERY)


def _descendants(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield int(child)
                yield from _descendants(int(child))


def _name(pid: int) -> str:
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[2].rpartition(".")[2]
    return "ended"


def _pss(pid: int) -> int:
    """What it shares with others counts in part."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--memory", type=int, default=256, help="in MiB")
    given.add_argument("--pictures", type=int, default=2000)
    given.add_argument("--cores", type=int)
    given.add_argument("--rounds", type=int)
    given.add_argument("--small", action="store_true", default=None)
    asked = given.parse_args()
    options = {name: getattr(asked, name) for name in ("cores", "rounds", "small")}
    found = asyncio.run(play(asked.memory * MIB, asked.pictures, **options))
    sys.stdout.write(f"{found}\n")
    complaints = re.findall(r"^.* (?:WARNING|ERROR) .*$", found.log, re.MULTILINE)
    sys.stdout.writelines(f"{line[:300]}\n" for line in complaints[:20])


if __name__ == "__main__":
    main()
