"""A Discord that does not answer, on this machine: a request is given up in time and tried again.
What discord.py waits for between two tries of a request takes as long as it takes."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from aiohttp import ClientSession, web
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.discord import connection
from bot.discord.client import TableBot
from bot.match.messages import LobbyPost
from bot.table.delivery import Delivery, Pace
from tests.bot.discord.posting.wire import OverTheWire
from tests.bot.kit import CHANNEL, OTHER_CHANNEL, Seated

# How many seconds a request may take here.
SOON = 0.3
GUARD = 60.0


def answer(body: object, **more: Any) -> web.Response:
    return web.Response(body=json.dumps(body).encode(), content_type="application/json", **more)


class Silent:
    """A Discord that keeps its promise about nonces, and leaves the first requests to a channel
    without an answer, although it makes the post."""

    def __init__(self) -> None:
        self.silent_for = dict[int, int]()
        """How many requests to a channel are not answered."""
        self.limited_for = 0.0
        """How long a global rate limit lasts, which the next request meets."""
        self.posts: dict[str, int] = {}
        self.asked: list[tuple[int, str]] = []
        self.ended = asyncio.Event()

    async def take(self, request: web.Request) -> web.Response:
        channel = int(request.match_info["channel"])
        nonce = (await request.json())["nonce"]
        self.asked.append((channel, nonce))
        if self.limited_for:
            refusal = {"message": "too many", "retry_after": self.limited_for, "global": True}
            self.limited_for = 0.0
            return answer(refusal, status=429, headers={"Via": "1.1 test"})
        post = self.posts.setdefault(nonce, len(self.posts) + 1)
        if self.silent_for.get(channel, 0):
            self.silent_for[channel] -= 1
            await self.ended.wait()
        return answer({"id": str(post)})

    async def never(self, _: web.Request) -> web.Response:
        await self.ended.wait()
        return answer({})

    async def whoever(self, _: web.Request) -> web.Response:
        return answer({"id": "1", "username": "bot"})


@pytest.fixture
def silent() -> Silent:
    return Silent()


@pytest.fixture
async def http(silent: Silent, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HTTPClient]:
    """The client's, as the bot makes it."""
    app = web.Application()
    app.router.add_post("/channels/{channel}/messages", silent.take)
    app.router.add_get("/users/@me", silent.whoever)
    app.router.add_post("/interactions/{id}/{token}/callback", silent.never)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = runner.addresses[0]
    monkeypatch.setattr(Route, "BASE", f"http://{address[0]}:{address[1]}")
    monkeypatch.setattr(connection, "ANSWERED_WITHIN", SOON)
    desk: Any = None
    http = TableBot(desk).http
    http.loop = asyncio.get_running_loop()
    await http.static_login("token")
    yield http
    silent.ended.set()
    await http.close()
    await runner.cleanup()


def session_of(http: HTTPClient) -> ClientSession:
    session: ClientSession = http._HTTPClient__session  # type: ignore[attr-defined]
    return session


async def test_unanswered_posts_are_retried_under_the_same_nonce(
    seated: Seated, http: HTTPClient, silent: Silent
) -> None:
    silent.silent_for = {CHANNEL: 2}
    outbox = Delivery(
        seated.database,
        OverTheWire(http),
        clock=seated.clock,
        pace=Pace(first_retry=0.0, look_again=0.02),
    )
    await seated.open(CHANNEL)
    await seated.open(OTHER_CHANNEL)
    outbox.worker.start()
    async with asyncio.timeout(GUARD):
        while [channel for channel, _ in silent.asked].count(CHANNEL) < 3:
            await asyncio.sleep(0.01)
    await outbox.worker.stop()
    await outbox.drain()
    assert len(silent.posts) == 2, "none is there twice"
    assert len(set(silent.asked)) == 2


async def test_a_rate_limit_longer_than_a_request_is_waited_for(
    seated: Seated, http: HTTPClient, silent: Silent
) -> None:
    """Cut short, it would silence discord.py for good."""
    silent.limited_for = 3 * SOON
    poster = OverTheWire(http)
    async with asyncio.timeout(GUARD):
        posts = await asyncio.gather(
            *(
                until_posted(poster, channel, f"nonce {channel}")
                for channel in (CHANNEL, OTHER_CHANNEL)
            )
        )
    assert sorted(posts) == [1, 2]


async def until_posted(poster: OverTheWire, channel: int, nonce: str) -> int:
    while True:
        try:
            return await poster.post(channel, LobbyPost(1), nonce)
        except Exception:
            await asyncio.sleep(0)


async def test_an_answer_to_a_click_does_not_wait_for_ever_either(http: HTTPClient) -> None:
    adapter = AsyncWebhookAdapter()  # type: ignore[no-untyped-call]
    params = discord.webhook.async_.interaction_message_response_params(type=6)
    await http.request(Route("GET", "/users/@me"))
    async with asyncio.timeout(GUARD):
        with pytest.raises(TimeoutError):
            await adapter.create_interaction_response(
                1, "token", session=session_of(http), params=params
            )


def test_a_request_may_take_half_a_minute_to_a_minute() -> None:
    assert 30 <= connection.ANSWERED_WITHIN <= 60
