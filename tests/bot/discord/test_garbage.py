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
    async with town(path, studio=Unpainted()) as there:
        there.clicks.requests.quiet_for = 0.01
        yield there, await there.take_over(range(1, count + 1))


async def test_a_hundred_clicks_and_what_is_posted_leave_nearly_no_garbage(database: Path) -> None:
    async with running_games(database, HUNDRED_CLICKS) as (there, games):
        await play_at_once(there, games, Times())
        with garbage_left() as left:
            await play_at_once(there, games, Times())
    assert kinds_of(left).total() <= MOST_LEFT, kinds_of(left)


async def test_forms_and_refusals_leave_nearly_no_garbage(database: Path) -> None:
    async with running_games(database, 1) as (there, games):
        await _open_and_be_refused(there, games[0])
        with garbage_left() as left:
            for _ in range(20):
                await _open_and_be_refused(there, games[0])
    assert kinds_of(left).total() <= MOST_LEFT, kinds_of(left)


async def _open_and_be_refused(there: Town, seated: Seated) -> None:
    """By five clicks."""
    person = seated.people[0]
    form = there.clicks.emit(there.clicks.slash(person, seated.channel, "table me"))
    await there.clicks.acknowledgement(form)
    for command in ("castle undo", "castle rematch"):
        slash = there.clicks.slash(person, seated.channel, command)
        await there.clicks.answer(there.clicks.emit(slash))
    board = there.clicks.last_board(seated.channel)
    for other in seated.people:  # one of them cannot move
        press = there.clicks.press(other, board, *next(ids_of(board, "play")))
        await there.clicks.answer(there.clicks.emit(press))
    await there.clicks.requests.quiet()


async def test_no_collection_looks_through_guilds_or_games(database: Path) -> None:
    async with running_games(database, RUNNING) as (there, games):
        for number in range(GUILDS):
            guild = there.env.create_guild(f"guild {number}")
            for name in range(CHANNELS):
                guild.create_text_channel(f"channel {name}")
        with collections() as counts:
            for _ in range(3):
                await play_at_once(there, games, Times())
    assert 0 < max(counts) <= MOST_LOOKED_THROUGH
