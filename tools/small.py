"""Measures the memory of a bot that plays and paints on a small machine, within a limit.

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
# The settings of a bot, which a test must not inherit.
SETTINGS = re.compile(
    "DISCORD_|DATABASE_|METRICS_|BACKUP_|LOG_|SHARD_|POST_|PAINT|THINK|SMALL|MALLOC"
)
SERVER = 1 << 22
CHANNELS = range(10, 1010)
MIB = 1 << 20
# The seconds between two looks at the memory of the processes.
LOOK_INTERVAL = 0.2
# The most seconds to wait for an answer or a move.
PATIENCE = 1200.0
# The number of games that people play among themselves at the same time.
AT_ONCE = 4


@dataclass
class Footprint:
    """Memory, time and work of a run."""

    limit: int | None
    """The memory limit of the cgroup in bytes; None without one."""
    pictures: int = 0
    rounds: int = 0
    """The moves of people."""
    seconds: float = 0.0
    peak: int | None = None
    kills: int = 0
    held: int = 0
    """The greatest sum of proportional set sizes, in bytes."""
    parts: tuple[tuple[str, int], ...] = ()
    """The name and the size of each process at that moment."""
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
    """People, and the bot's process as they meet it."""

    database: Database
    discord: SmallDiscord
    process: asyncio.subprocess.Process
    port: int
    rounds: int | None
    footprint: Footprint
    chance: Random = field(default_factory=partial(Random, 1))
    names: Iterator[int] = field(default_factory=count)
    kinds: Iterator[str] = field(default_factory=partial(cycle, GAMES))
    """The kinds of the games that people play among themselves."""
    channels: Iterator[int] = field(default_factory=partial(iter, CHANNELS))
    """The channels of the games; each game has one of its own."""

    def __post_init__(self) -> None:
        self.table = Table(self.database)
        self.positions = Positions(100)

    async def against_the_computer(self, kind: str) -> None:
        await self._play_game(kind, self.rounds, computers=("hard",))

    async def among_themselves(self, pictures: int) -> None:
        """Play game after game, until so many pictures are painted."""
        while await self.count_pictures() < pictures:
            await self._play_game(
                next(self.kinds), opponents=((BOB, "Bob"),), until_painted=pictures
            )

    async def count_pictures(self) -> int:
        lines = await asyncio.to_thread(self._read_metrics)
        counts = re.findall(r"^carcassonne_paint_seconds_count (\d+)", lines, re.MULTILINE)
        self.footprint.pictures = sum(map(int, counts))
        return self.footprint.pictures

    def _read_metrics(self) -> str:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request("GET", "/metrics")
            return connection.getresponse().read().decode()

    async def _play_game(
        self,
        kind: str,
        rounds: int | None = None,
        *,
        until_painted: int | None = None,
        **new_game_options: object,
    ) -> None:
        channel = next(self.channels)
        new_game = NewGame(kind, SERVER, channel, **new_game_options)  # type: ignore[arg-type]
        game_id = (
            await self.table.open(clicked(f"open-{next(self.names)}", ALICE), new_game)
        ).game_id
        if "opponents" in new_game_options:
            await self.table.act(clicked(f"join-{next(self.names)}", BOB), game_id, Join())
        for _ in range(rounds or sys.maxsize):
            game = await self._wait_for_person(game_id)
            if game is None or (until_painted and await self.count_pictures() >= until_painted):
                return
            person = to_act(game)
            await self._click(person, channel, f"play:{game.id}:{game.branch}:{game.ply}:")
            confirm = f"do:{game.id}:{game.branch}:{game.ply}:{await self._random_move(game)}"
            await self._click(person, channel, confirm)
            self.footprint.rounds += 1

    async def _wait_for_person(self, game_id: int) -> Game | None:
        """Wait until a person is to act, and return the game; None when it is over."""
        deadline = monotonic() + PATIENCE
        while True:
            assert self.process.returncode is None, self.footprint.log
            async with self.database.reading() as connection:
                game = await load_game(connection, game_id)
            assert game is not None
            if game.status is not Status.RUNNING:
                return None
            assert monotonic() < deadline, f"nobody moves in game {game_id}"
            if game.to_act is not None and game.seats[game.to_act].computer is None:
                return game
            await asyncio.sleep(0.05)

    async def _random_move(self, game: Game) -> str:
        rules = rules_of(game.kind)
        async with self.database.reading() as connection:
            state = await self.positions.current(connection, game)
        parts = list[Part]()
        while (next_question := rules.question(state, parts)) is not None:
            parts.append((next_question.step, self.chance.choice(next_question.choices)))
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
    """Paint so many pictures, with a game of each kind against a computer player, to its end or for
    so many rounds."""
    with TemporaryDirectory() as folder, memory_cgroup(memory) as cgroup:
        footprint = Footprint(None if cgroup is None else memory)
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
            watch_task = asyncio.create_task(_watch(process.pid, footprint))
            try:
                await until(
                    lambda: bool(discord.sessions) or process.returncode is not None,
                    "the bot is at Discord",
                    PATIENCE,
                )
                start = monotonic()
                playing = Playing(database, discord, process, port, rounds, footprint)
                async with asyncio.TaskGroup() as tasks:
                    for kind in GAMES:
                        tasks.create_task(playing.against_the_computer(kind))
                    for _ in range(AT_ONCE):
                        tasks.create_task(playing.among_themselves(pictures))
                await playing.count_pictures()
                footprint.seconds = monotonic() - start
                workers = tuple(_descendants(process.pid))
                process.send_signal(signal.SIGTERM)
                footprint.exit_code = await process.wait()
                footprint.left = tuple(pid for pid in workers if Path(f"/proc/{pid}").exists())
            finally:
                watch_task.cancel()
                if process.returncode is None:
                    process.kill()
                    await process.wait()
                await server.cleanup()
                footprint.log = (Path(folder) / "bot.log").read_text()
        if cgroup is not None:
            footprint.peak = cgroup.peak
            footprint.kills = cgroup.kills
    return footprint


async def _start(
    command: Sequence[str], folder: Path, settings: Mapping[str, str], confine: Callable[[], None]
) -> asyncio.subprocess.Process:
    inherited = {name: value for name, value in os.environ.items() if not SETTINGS.match(name)}
    with (folder / "bot.log").open("w") as log:
        return await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            stderr=log,
            env={**inherited, **settings, "PYTHONPATH": str(ROOT)},
            preexec_fn=confine,
        )


def _confine(cgroup: MemoryCgroup | None, cores: int | None) -> None:
    """Limit the new process, in which this runs before anything else."""
    if cgroup is not None:
        cgroup.join()
    if cores is not None:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


async def _watch(pid: int, footprint: Footprint) -> None:
    while True:
        parts = tuple(
            (_process_name(process), _pss(process)) for process in (pid, *_descendants(pid))
        )
        held = sum(size for _, size in parts)
        if held > footprint.held:
            footprint.held = held
            footprint.parts = parts
        await asyncio.sleep(LOOK_INTERVAL)


def _descendants(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield int(child)
                yield from _descendants(int(child))


def _process_name(pid: int) -> str:
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[2].rpartition(".")[2]
    return "ended"


def _pss(pid: int) -> int:
    """Read the memory of a process; what it shares with others counts in part."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--memory", type=int, default=256, help="in MiB")
    parser.add_argument("--pictures", type=int, default=2000)
    parser.add_argument("--cores", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--small", action="store_true", default=None)
    arguments = parser.parse_args()
    options = {name: getattr(arguments, name) for name in ("cores", "rounds", "small")}
    footprint = asyncio.run(play(arguments.memory * MIB, arguments.pictures, **options))
    sys.stdout.write(f"{footprint}\n")
    log_lines = re.findall(r"^.* (?:WARNING|ERROR) .*$", footprint.log, re.MULTILINE)
    sys.stdout.writelines(f"{line[:300]}\n" for line in log_lines[:20])


if __name__ == "__main__":
    main()
