"""What the bot leaves to the garbage collector: nearly nothing refers to itself, and little is
looked through. Everything waits meanwhile, so that both are counted in objects."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copy

import pytest

from tests.bot.discord.kit.trouble import Unpainted
from tests.garbage import collections, garbage_left, kinds_of
from tests.town.clicks import ids_of
from tests.town.playing import Times, play_at_once
from tests.town.town import Seated, Town, town
from tools.bench.table import filled, template_of

# How many objects that need the collector a hundred clicks leave, with all that is posted: those
# of some statements of SQL that are made anew each time.
MOST_LEFT = 200
# In one collection.
MOST_LOOKED_THROUGH = 5_000
GUILDS = 200
CHANNELS = 10
RUNNING = 60
# In how many games somebody plays a move by three clicks.
HUNDRED_CLICKS = 34

pytestmark = pytest.mark.usefixtures("unsettled")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of running games, which tests copy."""
    path = tmp_path_factory.mktemp("prepared") / "bot.db"

    async def prepare() -> None:
        database = await filled(path, [template_of(number) for number in range(4)], RUNNING)
        await database.close()

    asyncio.run(prepare())
    return path


@pytest.fixture
def database(prepared: Path, tmp_path: Path) -> Path:
    return Path(copy(prepared, tmp_path))


@asynccontextmanager
async def running_games(path: Path, count: int) -> AsyncIterator[tuple[Town, list[Seated]]]:
    async with town(path, studio=Unpainted()) as running_town:
        running_town.clicks.requests.quiet_for = 0.01
        yield running_town, await running_town.take_over(range(1, count + 1))


async def test_a_hundred_clicks_and_what_is_posted_leave_nearly_no_garbage(database: Path) -> None:
    async with running_games(database, HUNDRED_CLICKS) as (running_town, games):
        await play_at_once(running_town, games, Times())
        with garbage_left() as left:
            await play_at_once(running_town, games, Times())
    assert kinds_of(left).total() <= MOST_LEFT, kinds_of(left)


async def test_forms_and_refusals_leave_nearly_no_garbage(database: Path) -> None:
    async with running_games(database, 1) as (running_town, games):
        await _open_and_be_refused(running_town, games[0])
        with garbage_left() as left:
            for _ in range(20):
                await _open_and_be_refused(running_town, games[0])
    assert kinds_of(left).total() <= MOST_LEFT, kinds_of(left)


async def _open_and_be_refused(running_town: Town, seated: Seated) -> None:
    """By five clicks."""
    person = seated.people[0]
    form = running_town.clicks.emit(running_town.clicks.slash(person, seated.channel, "table me"))
    await running_town.clicks.acknowledgement(form)
    for command in ("castle undo", "castle rematch"):
        slash = running_town.clicks.slash(person, seated.channel, command)
        await running_town.clicks.answer(running_town.clicks.emit(slash))
    board = running_town.clicks.last_board(seated.channel)
    for other in seated.people:  # one of them cannot move
        press = running_town.clicks.press(other, board, *next(ids_of(board, "play")))
        await running_town.clicks.answer(running_town.clicks.emit(press))
    await running_town.clicks.requests.quiet()


async def test_no_collection_looks_through_guilds_or_games(database: Path) -> None:
    async with running_games(database, RUNNING) as (running_town, games):
        for number in range(GUILDS):
            guild = running_town.env.create_guild(f"guild {number}")
            for name in range(CHANNELS):
                guild.create_text_channel(f"channel {name}")
        with collections() as counts:
            for _ in range(3):
                await play_at_once(running_town, games, Times())
    assert 0 < max(counts) <= MOST_LOOKED_THROUGH
