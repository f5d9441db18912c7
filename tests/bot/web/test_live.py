"""Pages that follow a game while it is played."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientResponse

from bot.match.actions import Resign
from bot.web.live import StreamLimits, Streams, TooManyStreams
from tests.bot.kit import ANNA, GUILD
from tests.bot.web.conftest import Pages


@asynccontextmanager
async def listening(pages: Pages, path: str) -> AsyncIterator[ClientResponse]:
    async with pages.session.get(f"{pages.site.address.origin}{path}/events") as answer:
        assert answer.status == 200
        assert answer.content_type == "text/event-stream"
        yield answer


async def read_news(answer: ClientResponse) -> object:
    """The next event; heartbeats aside."""
    while line := await answer.content.readline():
        if line.startswith(b"data: "):
            return json.loads(line.removeprefix(b"data: "))
    return None


async def test_a_page_hears_of_moves_made_in_another_process(pages: Pages) -> None:
    game, path = await pages.start(moves=2)
    async with listening(pages, path) as answer:
        assert await read_news(answer) == {"ply": 2, "branch": 0, "over": False}
        await pages.seated.in_another_process().play(game.id)
        assert await read_news(answer) == {"ply": 3, "branch": 0, "over": False}
        await pages.seated.act(ANNA, game.id, Resign())
        assert await read_news(answer) == {"ply": 3, "branch": 0, "over": True}


async def test_a_closed_page_hears_nothing_more(pages: Pages) -> None:
    game, path = await pages.start(moves=1)
    async with listening(pages, path) as answer:
        await read_news(answer)
        await pages.seated.table.channels.set(GUILD, game.set_in, {"page": "off"})
        assert await read_news(answer) is None


async def test_a_page_that_is_left_is_forgotten(pages: Pages) -> None:
    _, path = await pages.start()
    async with listening(pages, path) as answer:
        await read_news(answer)
        assert pages.site.streams.count == 1
    while pages.site.streams.count:
        await pages.site.streams.look()
        await pages.get(path)


async def test_nothing_is_read_while_nobody_watches(pages: Pages) -> None:
    class Unread:
        async def states(self, _: object) -> None:
            raise AssertionError("it is read")

    streams = Streams(Unread())  # type: ignore[arg-type]
    assert await streams.look() is False
    with streams.open(1, "key", "here"), pytest.raises(AssertionError):
        await streams.look()


@pytest.mark.parametrize(
    "limits",
    [StreamLimits(by_address=2), StreamLimits(by_game=2), StreamLimits(in_all=2)],
)
def test_streams_are_limited(pages: Pages, limits: StreamLimits) -> None:
    streams = Streams(pages.seated.table.game_pages, limits)
    with streams.open(1, "key", "here"):
        second = streams.open(1, "key", "here")
        with second, pytest.raises(TooManyStreams), streams.open(1, "key", "here"):
            pass
        with streams.open(1, "key", "here"):
            assert streams.count == 2
    assert streams.count == 0
