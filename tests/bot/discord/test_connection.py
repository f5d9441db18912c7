"""The connection to Discord: retries, memory when it is ready, permissions."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from socket import gaierror
from typing import Any
from weakref import ref

import discord
import pytest
from aiohttp import (
    ClientConnectionError,
    ClientConnectorDNSError,
    ClientPayloadError,
    ServerDisconnectedError,
    web,
)
from aiohttp.client_reqrep import ConnectionKey
from discord.http import Route

from bot.discord.connection import (
    LONGEST_PAUSE,
    NEEDED,
    RECONNECTING,
    invite_url,
    log_when_ready,
    stay_connected,
)
from bot.discord.post_errors import describe_trouble
from bot.start import settle_when_ready
from tests.bot.discord.kit.world import World


class Attempts:
    """A client whose first starts end as given, and whose next one keeps running."""

    def __init__(self, *ends: Exception | None) -> None:
        self.ends = list(ends)
        self.connected = asyncio.Event()
        self.http = type("Http", (), {"connector": None})()

    async def __aenter__(self) -> "Attempts":
        return self

    async def __aexit__(self, *_: object) -> None: ...

    def clear(self) -> None: ...

    async def start(self, _: str) -> None:
        if not self.ends:
            self.connected.set()
            await asyncio.Event().wait()
        end = self.ends.pop(0)
        if end is not None:
            raise end


async def pauses(*ends: Exception | None) -> list[float]:
    """The pauses before the bot was connected."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    bot: Any = Attempts(*ends)
    connecting = asyncio.create_task(stay_connected(bot, "", sleep=sleep, jitter=lambda: 1.0))
    async with asyncio.timeout(60):
        connected = asyncio.create_task(bot.connected.wait())
        await asyncio.wait({connected, connecting}, return_when=asyncio.FIRST_COMPLETED)
    connected.cancel()
    if connecting.done():
        connecting.result()
    connecting.cancel()
    return waited


@pytest.mark.parametrize(
    "trouble",
    [
        ClientConnectionError("no route"),
        TimeoutError(),
        discord.GatewayNotFound(),  # type: ignore[no-untyped-call]
        discord.RateLimited(1.0),
        TypeError("a page of the hotel instead of Discord's answer"),
        None,
    ],
)
async def test_it_tries_again_after(trouble: Exception | None) -> None:
    assert await pauses(trouble) == [2.0]


async def test_each_pause_is_twice_as_long_up_to_a_limit() -> None:
    waits = await pauses(*[ClientConnectionError() for _ in range(9)])
    assert waits == [2, 4, 8, 16, 32, 64, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]


async def test_it_waits_as_long_as_discord_asks() -> None:
    assert await pauses(discord.RateLimited(300.0)) == [300.0]


@pytest.mark.parametrize("refusal", [discord.LoginFailure(), discord.PrivilegedIntentsRequired(0)])
async def test_what_waiting_cannot_mend_ends_it(refusal: Exception) -> None:
    with pytest.raises(type(refusal)):
        await pauses(refusal)


@pytest.fixture
async def discord_here(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[int]]:
    """The statuses with which Discord answers successive logins."""
    statuses: list[int] = []

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=statuses.pop(0), text="<html>\n<p>an error</p>\n</html>")

    app = web.Application()
    app.router.add_get("/users/@me", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    monkeypatch.setattr(Route, "BASE", f"http://{host}:{port}")
    yield statuses
    await runner.cleanup()


async def test_a_real_client_can_be_started_again(discord_here: list[int]) -> None:
    """With a new pool of connections: the old one is closed."""
    discord_here += [503, 503, 401]
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    bot = discord.AutoShardedClient(intents=discord.Intents.default())
    with pytest.raises(discord.LoginFailure):
        await stay_connected(bot, "a.b.c", sleep=sleep)
    assert len(slept) == 2


def log_failed_reconnect(name: str) -> None:
    """As discord.py reports one."""
    try:
        raise OSError("no route to 100% of it")
    except OSError as error:
        logging.getLogger(name).error("Attempting a reconnect in %.2fs", 1.5, exc_info=error)


@pytest.mark.parametrize("name", RECONNECTING)
async def test_a_failed_reconnect_is_one_line_and_its_trace_for_debug(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await pauses()
    caplog.set_level(logging.INFO, "bot.discord.connection")
    log_failed_reconnect(name)
    [line] = caplog.records
    text = "Attempting a reconnect in 1.50s: no route to 100% of it"
    assert (line.levelname, line.getMessage(), line.exc_info) == ("WARNING", text, None)
    caplog.clear()
    caplog.set_level(logging.DEBUG, "bot.discord.connection")
    log_failed_reconnect(name)
    trace, line = caplog.records
    assert (trace.levelname, line.levelname) == ("DEBUG", "WARNING")
    assert trace.exc_info is not None


async def test_a_warning_of_trouble_is_one_line_for_people(
    discord_here: list[int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A real client, which gets a page of a proxy's, and then finds nobody at the address."""
    discord_here += [503, 401]

    async def find_nobody(_: float) -> None:
        monkeypatch.setattr(Route, "BASE", next(addresses))

    addresses = iter(["http://127.0.0.1:1", Route.BASE])
    bot = discord.AutoShardedClient(intents=discord.Intents.default())
    with pytest.raises(discord.LoginFailure):
        await stay_connected(bot, "a.b.c", sleep=find_nobody)
    lines = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert lines == [
        "cannot reach Discord: HTTP 503",
        "cannot reach Discord: no connection to 127.0.0.1: Connection refused",
    ]


UNKNOWN_NAME = ClientConnectorDNSError(
    ConnectionKey("discord.com", 443, True, True, None, None, None),
    gaierror(-3, "Temporary failure in name resolution"),
)


@pytest.mark.parametrize(
    ("trouble", "line"),
    [
        (UNKNOWN_NAME, "no connection to discord.com: Temporary failure in name resolution"),
        (TimeoutError(), "no answer in time"),
        (ServerDisconnectedError(), "Server disconnected"),
        (ClientPayloadError("it ended\nearly"), "it ended early"),
        (ClientPayloadError(), "ClientPayloadError"),
    ],
)
def test_trouble_is_described_without_the_programs_own_words(trouble: Exception, line: str) -> None:
    assert describe_trouble(trouble) == line


@pytest.mark.usefixtures("unsettled")
async def test_guilds_are_exempt_from_gc_once_the_bot_is_ready(friends: World) -> None:
    guild = friends.bot.get_guild(friends.guild.id)
    settle_when_ready(friends.bot)
    assert any(tracked is guild for tracked in gc.get_objects())
    friends.bot.dispatch("ready")
    await friends.env.settle()
    assert not any(tracked is guild for tracked in gc.get_objects())


class Ring:
    """Refers to itself, as a server and its channels do."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("unsettled")
async def test_what_another_connection_replaces_is_free_once_the_bot_is_ready(
    friends: World,
) -> None:
    settle_when_ready(friends.bot)
    ring = Ring()
    gone = ref(ring)
    friends.bot.dispatch("ready")
    await friends.env.settle()
    del ring
    assert gone() is not None
    friends.bot.dispatch("ready")
    await friends.env.settle()
    assert gone() is None


@pytest.fixture
def guild(friends: World, caplog: pytest.LogCaptureFixture) -> discord.Guild:
    """A server as the bot sees it, once the host has been told."""
    caplog.set_level(logging.INFO, "bot.discord.connection")
    log_when_ready(friends.bot)
    server = friends.bot.get_guild(friends.guild.id)
    assert server is not None
    return server


def test_the_invitation_asks_for_what_is_needed_and_no_more() -> None:
    # view, send, embed, attach, public threads, send in threads; and the history, if possible
    bits = (10, 11, 14, 15, 35, 38, 16)
    asked = sum(1 << bit for bit in bits)
    for part in (f"permissions={asked}", "client_id=123", "scope=bot+applications.commands"):
        assert part in invite_url(123).replace("?", "&").split("&")
    assert not NEEDED.read_message_history


async def test_the_log_gives_the_host_the_invite_link_when_ready(
    friends: World, guild: discord.Guild, caplog: pytest.LogCaptureFixture
) -> None:
    friends.bot.dispatch("ready")
    await friends.env.settle()
    assert invite_url(friends.bot.application_id or 0) in caplog.text
    assert "missing permissions" not in caplog.text


async def test_the_host_is_told_what_the_bot_lacks(
    friends: World, guild: discord.Guild, caplog: pytest.LogCaptureFixture
) -> None:
    lacking = discord.Permissions(attach_files=True, create_public_threads=True)
    for role in guild.roles:
        role._permissions &= ~lacking.value
    friends.bot.dispatch("ready")
    friends.bot.dispatch("guild_join", guild)
    await friends.env.settle()
    warning = f"missing permissions in server {guild.id}: Attach Files, Create Public Threads"
    assert caplog.text.count(warning) == 2
