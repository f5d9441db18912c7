"""Discord's limits as discord.py meets them, against a server on this machine: a global limit is
over when it is over, and silences nobody afterwards."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from discord.http import HTTPClient, Route

from bot.table.delivery import Delivery, Pace
from tests.bot.discord.posting.wire import OverTheWire
from tests.bot.kit import CHANNEL, OTHER_CHANNEL, Seated

# How many seconds the limit lasts.
FOR = 0.3


def answer(body: object, **more: Any) -> web.Response:
    """As Discord sends it: its kind of content names no charset."""
    return web.Response(body=json.dumps(body).encode(), content_type="application/json", **more)


class Limited:
    """A Discord that answers the first post with a global rate limit."""

    def __init__(self) -> None:
        self.posts: list[int] = []
        self._over = False

    async def take(self, request: web.Request) -> web.Response:
        if not self._over:
            self._over = True
            refusal = {"message": "too many", "retry_after": FOR, "global": True}
            return answer(refusal, status=429, headers={"Via": "1.1 test"})
        self.posts.append(int(request.match_info["channel"]))
        return answer({"id": str(len(self.posts))})

    async def whoever(self, _: web.Request) -> web.Response:
        return answer({"id": "1", "username": "bot"})


@pytest.fixture
def limited() -> Limited:
    return Limited()


@pytest.fixture
async def http(limited: Limited, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HTTPClient]:
    app = web.Application()
    app.router.add_post("/channels/{channel}/messages", limited.take)
    app.router.add_get("/users/@me", limited.whoever)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = runner.addresses[0]
    monkeypatch.setattr(Route, "BASE", f"http://{address[0]}:{address[1]}")
    http = HTTPClient(asyncio.get_running_loop())
    await http.static_login("token")
    yield http
    await http.close()
    await runner.cleanup()


async def test_global_rate_limits_longer_than_a_lease_silence_nothing(
    seated: Seated, http: HTTPClient, limited: Limited
) -> None:
    """discord.py holds all requests back until then, and forever if the request that waits for the
    end of the limit is cancelled."""
    outbox = Delivery(
        seated.database,
        OverTheWire(http),
        clock=seated.clock,
        pace=Pace(lease=FOR / 2, look_again=0.02),
    )
    await seated.open(CHANNEL)
    await seated.open(OTHER_CHANNEL)
    outbox.worker.start()
    async with asyncio.timeout(60):
        while len(limited.posts) < 2:
            await asyncio.sleep(0.01)
    await outbox.worker.stop()
    await outbox.drain()
    assert sorted(limited.posts) == [CHANNEL, OTHER_CHANNEL]
