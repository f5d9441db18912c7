"""Uploading emojis with discord.py's own client, to a Discord on this machine that limits it."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.discord.answering.sending import KnownEmojis
from bot.discord.emojis import ApplicationEmojis
from bot.process.clock import SECOND
from bot.store.connection.database import Database
from bot.table.emojis import EmojiUse
from render.picture.emojis import EmojiName
from render.pictures import Drawing
from tests.bot.kit import TurnedClock
from tests.bot.painting import studio_here

# Enough to be limited several times.
WANTED = 300
APPLICATION = 7
# Every this many uploads are limited, for this many seconds.
EVERY = 50
FOR = 0.02


def answer(body: object, **more: Any) -> web.Response:
    return web.Response(body=json.dumps(body).encode(), content_type="application/json", **more)


class Limiting:
    """A Discord that answers uploads with 429 now and then, and at first until messages arrive."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.asked = 0
        self.limited = 0
        self.posts = 0

    async def upload(self, request: web.Request) -> web.Response:
        self.asked += 1
        if self.posts < 20 or self.asked % EVERY == 0:
            self.limited += 1
            refusal = {"message": "too many", "retry_after": FOR, "global": False}
            headers = {"Via": "1.1 test", "Retry-After": "1"}
            return answer(refusal, status=429, headers=headers)
        emoji = await request.json()
        assert emoji["image"].startswith("data:image/png;base64,")
        self.names.append(emoji["name"])
        return answer({"name": emoji["name"], "id": str(len(self.names))})

    async def list(self, _: web.Request) -> web.Response:
        numbered = enumerate(self.names, 1)
        return answer({"items": [{"name": name, "id": str(number)} for number, name in numbered]})

    async def post(self, _: web.Request) -> web.Response:
        self.posts += 1
        return answer({"id": str(self.posts)})

    async def whoever(self, _: web.Request) -> web.Response:
        return answer({"id": "1", "username": "bot"})


@pytest.fixture
def limiting() -> Limiting:
    return Limiting()


@pytest.fixture
async def client(
    limiting: Limiting, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[discord.Client]:
    app = web.Application()
    app.router.add_get("/users/@me", limiting.whoever)
    app.router.add_get("/applications/{application}/emojis", limiting.list)
    app.router.add_post("/applications/{application}/emojis", limiting.upload)
    app.router.add_post("/channels/{channel}/messages", limiting.post)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = runner.addresses[0]
    monkeypatch.setattr(Route, "BASE", f"http://{address[0]}:{address[1]}")
    client = discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30.0)
    client._connection.application_id = APPLICATION
    monkeypatch.setattr(client, "is_ready", lambda: True)
    await client.http.static_login("token")
    yield client
    await client.http.close()
    await runner.cleanup()


async def test_many_emojis_arrive_once_and_starve_nothing(
    client: discord.Client, limiting: Limiting, database: Database, clock: TurnedClock
) -> None:
    """While uploads are limited, posts go out. The emojis then arrive, each once."""
    png = b"\x89PNG\r\n\x1a\n" + bytes(8)
    names = [EmojiName(f"tile_{number}") for number in range(WANTED)]
    wanted = {name: Drawing(f"ccs_{name}_00000000", "", partial(bytes, png)) for name in names}
    known_emojis = KnownEmojis()
    use = EmojiUse(database, clock)
    studio = studio_here()
    emojis = ApplicationEmojis(client, wanted, studio, known_emojis, use, clock=clock)

    async def upload() -> None:
        while len(known_emojis.available) < WANTED:
            await emojis._round()
            clock.now += SECOND

    async def post() -> None:
        while not limiting.limited:
            await asyncio.sleep(0.01)
        for number in range(60):
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=1)
            await client.http.request(route, json={"nonce": str(number)})

    async with asyncio.timeout(120), asyncio.TaskGroup() as tasks:
        tasks.create_task(upload())
        tasks.create_task(post())
    studio.close()
    assert limiting.posts == 60
    assert limiting.limited > WANTED // EVERY
    assert Counter(limiting.names) == dict.fromkeys(limiting.names, 1)
    assert len(limiting.names) == WANTED
