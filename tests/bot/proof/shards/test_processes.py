"""Whole processes of the bot on one PostgreSQL database, each with a shard of its own, connected to
a Discord of two sockets: no click is answered twice and no post doubled, even though one shard has
two processes for a while, as in an upgrade, and one process is killed just as it posts."""

import asyncio
import os
import re
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from bot.match.actions import Join, NewGame
from bot.store.connection.database import Database
from bot.table.table import Table
from tests.bot.proof import ledger
from tests.bot.proof.ledger import Ledger
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, opened, to_act
from tests.bot.proof.postgres import Server
from tests.bot.proof.shards.discord import Click, Post, SmallDiscord, until

ROOT = Path(__file__).parent.parent.parent.parent.parent
COMMAND = [sys.executable, "-m", "tests.bot.proof.shards.process"]
OURS = re.compile("DISCORD_|DATABASE_|METRICS_|BACKUP_|LOG_|SHARD_|POST_")
CUT_OFF = re.compile(r"bot\.process\.stopping: cancelling \d+ tasks that take too long")
COUNT = 3
# One of each shard, with two channels.
SERVERS = {(16 * COUNT + shard) << 22: (10 + shard, 20 + shard) for shard in range(COUNT)}
ZERO, ONE, TWO = SERVERS.values()
EVERYWHERE = (*ZERO, *ONE, *TWO)


@dataclass
class Processes:
    """The processes of the bot, by their names; each writes its log to a file."""

    discord: SmallDiscord
    url: str
    folder: Path
    running: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    killed: bool = False
    """A shard has no process, so nobody gets its clicks."""

    async def start(self, name: str, shard: int) -> None:
        """Until Discord sends it what happens in the servers of its shard."""
        kept = {key: value for key, value in os.environ.items() if not OURS.match(key)}
        settings = {
            "DISCORD_TOKEN": "not.a.token",
            "DATABASE_URL": self.url,
            "PAINTERS": "1",
            "THINKERS": "0",
            "EMOJIS": "false",  # this Discord knows none
            "SHARD_COUNT": str(COUNT),
            "SHARD_IDS": str(shard),
            "PYTHONPATH": str(ROOT),
        }
        with (self.folder / f"{name}.log").open("w") as log:
            self.running[name] = await asyncio.create_subprocess_exec(
                *COMMAND, f"{self.discord.address}/{name}", cwd=self.folder, stderr=log,
                env=kept | settings,
            )  # fmt: skip
        await until(lambda: self._is_there(name), f"{name} is at Discord")
        self.killed = False

    def _is_there(self, name: str) -> bool:
        assert self.running[name].returncode is None, self.log(name)
        assert " ERROR " not in self.log(name), self.log(name)
        return any(session.process == name for session in self.discord.sessions)

    def kill(self, name: str) -> None:
        self.running[name].kill()
        self.killed = True

    def is_dead(self, name: str) -> bool:
        return self.running[name].returncode is not None

    async def stop(self, name: str) -> int:
        """The exit code."""
        self.running[name].send_signal(signal.SIGTERM)
        return await self.running[name].wait()

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    async def end(self) -> None:
        for process in self.running.values():
            if process.returncode is None:
                process.kill()
            await process.wait()


@dataclass
class World:
    discord: SmallDiscord
    processes: Processes
    database: Database
    games: dict[int, int]
    """By channel."""
    players: Players
    given_up: list[Click] = field(default_factory=list)
    """Clicks whose process was killed, before or afterwards."""

    async def play(self, channels: Sequence[int], plies: int) -> None:
        await asyncio.gather(*(self._play(channel, plies) for channel in channels))

    async def _play(self, channel: int, plies: int) -> None:
        """Both players, each with the next click as soon as the last one is answered."""
        for _ in range(plies):
            game, move = await self.players.a_look(self.games[channel])
            confirm = f"do:{game.id}:{game.branch}:{game.ply}:{move}"
            click = await self.discord.click(to_act(game), channel, confirm)
            if not click.sent_to:
                assert self.processes.killed, "nobody is there to be clicked"
            else:
                await until(lambda click=click: self._is_over(click), f"an answer to {click}")  # type: ignore[misc]
            if not click.answered:
                self.given_up.append(click)
                return

    def _is_over(self, click: Click) -> bool:
        handled = len(click.acknowledged) + len(click.turned_away) == len(click.sent_to)
        died = [
            name
            for name in click.sent_to
            if name in self.processes.running
            and self.processes.running[name].returncode is not None
        ]
        return bool(died) or (handled and bool(click.answered))

    async def all_is_posted(self) -> None:
        waiting = text("SELECT count(*) FROM outbox WHERE state = 'waiting'")
        async with asyncio.timeout(120):
            while True:
                async with self.database.reading() as connection:
                    if (await connection.execute(waiting)).scalar() == 0:
                        return
                await asyncio.sleep(0.05)


@asynccontextmanager
async def world(url: str, folder: Path) -> AsyncIterator[World]:
    """A game in every channel, none of them posted yet."""
    discord = SmallDiscord(SERVERS)
    runner = await discord.open()
    processes = Processes(discord, url, folder)
    try:
        async with opened(url) as database:
            table = Table(database)
            games = {}
            for server, channels in SERVERS.items():
                for channel in channels:
                    asked = NewGame("castle", server, channel, opponents=((BOB, "Bob"),))
                    opening = await table.open(clicked(f"open-{channel}", ALICE), asked)
                    games[channel] = opening.game_id
                    await table.act(clicked(f"join-{channel}", BOB), opening.game_id, Join())
            yield World(discord, processes, database, games, Players(database, Random(1)))
    finally:
        await processes.end()
        await runner.cleanup()


@dataclass(frozen=True)
class Story:
    """What has happened by the end."""

    discord: SmallDiscord
    contents: Ledger
    doubled: Sequence[Click]
    """The clicks while two processes had the shard."""
    given_up: Sequence[Click]
    killed_at: Post
    taken_over: Sequence[Post]
    """What others posted for the shard while it had no process."""
    exits: Sequence[int]
    logs: Sequence[str]


async def live(url: str, folder: Path) -> Story:
    async with world(url, folder) as simulation:
        discord = simulation.discord
        processes = simulation.processes
        await asyncio.gather(
            *(processes.start(name, shard) for shard, name in enumerate(("zero", "one", "two")))
        )
        await simulation.play(EVERYWHERE, 2)

        await processes.start("one again", 1)
        before = set(discord.clicks)
        await simulation.play(ONE, 3)
        doubled = [click for name, click in discord.clicks.items() if name not in before]
        exits = [await processes.stop("one")]

        await simulation.all_is_posted()
        killed_at: list[Post] = []

        def kill_two(post: Post) -> None:
            if post.process == "two" and not killed_at:
                killed_at.append(post)
                processes.kill("two")

        discord.before_answering = kill_two
        await simulation.play(EVERYWHERE, 2)
        await until(lambda: bool(killed_at), "process two posts")
        posted = len(discord.posts)
        await simulation.all_is_posted()
        taken_over = [post for post in list(discord.posts.values())[posted:] if post.channel in TWO]

        await processes.start("two again", 2)
        await simulation.play(EVERYWHERE, 1)
        await simulation.all_is_posted()
        exits += [await processes.stop(name) for name in ("zero", "one again", "two again")]
        logs = [processes.log(name) for name in processes.running]
        contents = await ledger.read_database(simulation.database)
        return Story(
            discord, contents, doubled, simulation.given_up, killed_at[0], taken_over, exits, logs
        )


@pytest.fixture(scope="module")
def story(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Story:
    return asyncio.run(live(server.new_database(), tmp_path_factory.mktemp("processes")))


def test_every_click_is_answered_once(story: Story) -> None:
    for click in story.discord.clicks.values():
        if click not in story.given_up:
            assert click.answered == click.acknowledged, click
            assert len(click.answered) == 1
            assert click.followups == []


def test_a_click_sent_to_two_processes_is_answered_once(story: Story) -> None:
    assert len(story.doubled) == 3 * len(ONE)
    for click in story.doubled:
        assert {*click.acknowledged, *click.turned_away} == {"one", "one again"}


def test_every_answered_click_is_one_move(story: Story) -> None:
    moves = Counter(move["interaction_id"] for move in story.contents.moves)
    assert set(moves.values()) == {1}
    given_up = {click.id for click in story.given_up}
    assert set(story.discord.clicks) - given_up <= set(moves) <= set(story.discord.clicks)
    ledger.no_ply_is_there_twice(story.contents)
    ledger.nothing_is_half_applied(story.contents)
    ledger.the_moves_give_the_games(story.contents)


def test_every_post_is_made_once_and_in_its_order(story: Story) -> None:
    due: dict[int, list[str]] = defaultdict(list)
    for row in story.contents.outbox:
        assert row["state"] == "delivered"
        if row["kind"] != "retire":
            due[row["place_id"]].append(row["nonce"])
    made: dict[int, list[str]] = defaultdict(list)
    for post in story.discord.posts.values():
        made[post.channel].append(post.nonce)
    assert made == due


def test_a_post_of_a_killed_process_is_recognised_by_another(
    story: Story,
) -> None:
    again = [post for post in story.discord.repeated if post.nonce == story.killed_at.nonce]
    assert again
    assert "two" not in {post.process for post in again}
    assert {post.process for post in story.taken_over} <= {"zero", "one again"}


def test_the_process_of_shard_0_registers_the_commands(story: Story) -> None:
    assert story.discord.registered == ["zero"]


def test_each_process_stops_when_asked_without_complaints(story: Story) -> None:
    """On a slow machine painting a picture may take longer than a process has to stop: it is cut
    off, and another process posts the picture."""
    assert story.exits == [0] * 4
    for log in story.logs:
        complaints = re.findall(r" (?:WARNING|ERROR) +(.*)", log)
        assert not [complaint for complaint in complaints if not CUT_OFF.fullmatch(complaint)], log
    assert story.discord.unknown == []
