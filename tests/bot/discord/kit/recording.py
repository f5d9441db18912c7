"""A whole game played by panel, recorded turn by turn for many tests."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import discord
import simcord

from bot.discord.answering.desk import Desk
from bot.discord.client import TableBot
from bot.games.face import AnyFace
from bot.process.allowance import Allowance
from bot.process.clock import SECOND
from bot.process.shards import ALL
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.table import Table
from engine.castle.events import Event
from engine.castle.moves import Move
from engine.castle.rules import castle
from engine.castle.state import State
from tests.bot.choices import Choice, legal_choices
from tests.bot.discord.kit.moves import Chooser, Sitting
from tests.bot.discord.kit.seen import Seen, read
from tests.bot.discord.kit.sketching import Sketchbook
from tests.bot.discord.kit.tapping import Taps, look_at
from tests.bot.discord.kit.world import SEED, World, world_in
from tests.bot.kit import TurnedClock


@dataclass(frozen=True)
class Turn:
    """One turn, as everybody saw it."""

    player: int
    other: int
    move: Choice
    taps: int
    pages: tuple[Seen, ...]
    """What the player saw in private before confirming,"""
    answer: Seen
    """and after."""
    posts: tuple[Seen, ...]
    """What the channel saw of it."""
    pings: tuple[Mapping[str, object], ...]
    """Whom each of these posts was allowed to ping."""
    older: Seen
    """The previous post, as it is after the turn,"""
    older_was: Seen
    """and as it was before it."""
    before: State
    after: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Recorded:
    turns: tuple[Turn, ...]
    end: tuple[Seen, ...]
    """The post that ends the game."""
    requests: tuple[simcord.HttpLogEntry, ...]
    people: tuple[int, int]
    """Anna and Ben."""


def record(path: Path, faces: Mapping[str, AnyFace], choose: Chooser, chance: Random) -> Recorded:
    return asyncio.run(_record(path, faces, choose, chance))


async def _record(
    path: Path, faces: Mapping[str, AnyFace], choose: Chooser, chance: Random
) -> Recorded:
    async with world_on(path, faces) as world:
        game = await world.start()
        turns = [turn async for turn in _turns(world, game.id, choose, chance)]
        end = turns[-1].posts
        people = (world.anna.id, world.ben.id)
        return Recorded(tuple(turns), end, tuple(world.env.http_requests), people)


@asynccontextmanager
async def world_on(path: Path, faces: Mapping[str, AnyFace]) -> AsyncIterator[World]:
    """A world for several tests: it has its own database, and a clock for the allowance as well."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    clock = TurnedClock()
    studio = Sketchbook()
    await migrate(database)
    table = Table(database, clock=clock, seeds=lambda: SEED)
    allowance = Allowance(now=lambda: clock() / SECOND)
    bot = TableBot(Desk(table, faces, studio, allowance=allowance), shards=ALL)
    async with simcord.run(bot, settle_timeout=120.0) as env:
        yield world_in(env, bot, database, clock)
    studio.close()
    await database.close()


async def _turns(
    world: World, game_id: int, choose: Chooser, chance: Random
) -> AsyncIterator[Turn]:
    sitting = Sitting()
    while sitting.state.phase != "over":
        world.clock.turn(60 * SECOND)
        move = choose(sitting.state, sitting.legal, sitting.ply, chance)
        yield await _turn(world, game_id, sitting, move)


async def _turn(world: World, game_id: int, sitting: Sitting, move: Move) -> Turn:
    player = await world.to_act()
    other = world.ben if player is world.anna else world.anna
    legal = await legal_choices(world.table, game_id, player.id)
    wanted = next(choice for choice in legal if choice.text == castle.move_text(move))
    post = world.last_post
    asked = len(world.env.http_requests)
    earlier = set(world.post_ids)
    taps, answer = await _tap(player, post, wanted, legal)
    await world.deliver()
    new = [world.post(post_id) for post_id in world.post_ids if post_id not in earlier]
    before = sitting.state
    return Turn(
        player=player.id,
        other=other.id,
        move=wanted,
        taps=taps.count,
        pages=tuple(taps.pages),
        answer=answer,
        posts=tuple(read(message) for message in new),
        pings=tuple(_pings(world.env.http_requests[asked:])),
        older=read(world.post(post.id)),
        older_was=read(post),
        before=before,
        events=sitting.play(move),
        after=sitting.state,
    )


async def _tap(
    player: simcord.MemberActor, post: discord.Message, wanted: Choice, legal: tuple[Choice, ...]
) -> tuple[Taps, Seen]:
    """All taps of a turn; "another turn?" is answered with its own button."""
    if len(wanted.parts) == 1:
        taps = Taps()
        taps.show(await player.click(post, label="Play"))
        label = "Another turn" if wanted.text == "again" else "No, save wall tile 1"
    else:
        taps = await look_at(player, post, wanted, legal)
        label = "Confirm"
    done = await player.click(taps.last, label=label)
    taps.count += 1
    return taps, read(done.response)


def _pings(requests: Sequence[simcord.HttpLogEntry]) -> Iterator[Mapping[str, object]]:
    for request in requests:
        if request.method == "POST" and request.path.startswith("/channels/"):
            assert isinstance(request.json, dict)
            yield request.json["allowed_mentions"]
