"""Counts the characters of all public posts of recorded games: `python -m tools.post_lengths`.

The same seeded games are played every time, through a simulated Discord, and every text that the
bot posts in the channel is counted as it was when it was posted. Buttons and pictures are not.
"""

import asyncio
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import simcord
from simcord.components import walk_components

from bot.discord.answering.desk import Desk
from bot.discord.client import TableBot
from bot.games.faces import FACES
from bot.match.actions import Join
from bot.process.clock import HOUR
from bot.process.shards import ALL
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.table import Table
from engine.games import GAMES
from engine.selfplay.match import find_policy, play_game
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import World, world_in
from tests.bot.kit import TurnedClock

GAMES_OF_A_KIND = 10
POLICY = "easy"
# What people see in place of what Discord is sent.
SHOWN = ((re.compile(r"<@\d+>"), "@Anna"), (re.compile(r"<t:\d+:\w>"), "in 3 days"))


class RecordedGame(NamedTuple):
    seed: str
    moves: Sequence[str]


class PostLengths(NamedTuple):
    """The characters of the posts of one game."""

    first: int
    """Of all before the first move."""
    turns: Sequence[int]
    end: int

    @property
    def whole(self) -> int:
        return self.first + sum(self.turns) + self.end


def record_game(kind: str, number: int) -> RecordedGame:
    rng = Random(f"{kind}/{number}")
    seed = rng.randbytes(32).hex()
    policy = find_policy(kind, POLICY)
    options = GAMES[kind].settle_options({}, None)
    played = play_game(
        kind, options, seed, ["Anna", "Ben"], lambda _, state: policy(state, rng), first=0
    )
    return RecordedGame(seed, played.moves)


async def measure_game(kind: str, game: RecordedGame, show: bool) -> PostLengths:
    """Play a game in a simulated Discord; print its posts if they are to be shown."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'bot.db'}")
        await migrate(database)
        clock = TurnedClock()
        studio = Unpainted()
        table = Table(database, clock=clock, seeds=lambda: game.seed)
        bot = TableBot(Desk(table, FACES, studio), shards=ALL)
        async with simcord.run(bot, settle_timeout=120.0) as env:
            lengths = await _play(world_in(env, bot, database, clock), kind, game, show)
        studio.close()
        await database.close()
        return lengths


async def _play(world: World, kind: str, game: RecordedGame, show: bool) -> PostLengths:
    async def deliver() -> int:
        earlier = len(world.env.http_requests)
        await world.deliver()
        texts = [text for request in world.env.http_requests[earlier:] for text in _texts(request)]
        if show:
            print("\n\n".join(texts), end="\n\n---\n\n")
        return sum(map(len, texts))

    game_id = await world.open(kind, [world.ben])
    await world.table.act(world.by(world.ben), game_id, Join())
    first = await deliver()
    started_game = await world.table.games.get(game_id)
    turns = []
    for move in game.moves:
        world.clock.turn(HOUR)
        await world.play_on(started_game, [move])
        turns.append(await deliver())
    return PostLengths(first, turns[:-1], turns[-1])


def _texts(request: simcord.HttpLogEntry) -> list[str]:
    """The texts of a post; none for any other request."""
    if request.method != "POST" or not re.fullmatch(r"/channels/\d+/messages", request.path):
        return []
    assert isinstance(request.json, dict)
    texts = []
    for part in walk_components(request.json["components"]):
        text = part.get("content", "")
        for sent, shown in SHOWN:
            text = sent.sub(shown, text)
        if text:
            texts.append(text)
    return texts


def main() -> None:
    shown_kind = sys.argv[1] if len(sys.argv) > 1 else None
    for kind in GAMES:
        if shown_kind not in (None, kind):
            continue
        games = 1 if shown_kind else GAMES_OF_A_KIND
        measured = [
            asyncio.run(measure_game(kind, record_game(kind, number), bool(shown_kind)))
            for number in range(games)
        ]
        print(
            f"{kind}: characters of all posts of a game, median of {games}: "
            f"{median(lengths.whole for lengths in measured):,.0f}; "
            f"before the first move {median(lengths.first for lengths in measured):,.0f}, "
            f"a turn {median(turn for lengths in measured for turn in lengths.turns):,.0f}, "
            f"the last turn and the end {median(lengths.end for lengths in measured):,.0f}"
        )


if __name__ == "__main__":
    main()
