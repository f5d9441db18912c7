"""A small Discord of two sockets: the gateway, which divides servers by shards, and the requests
that the bot needs to play.

It keeps Discord's promises: an interaction can be acknowledged once, and later attempts are
rejected; posting a known nonce returns the existing post. Each process of the bot uses an address
of its own, so that it is known who made a request.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar

from aiohttp import WSMsgType, web

BOT = 900
HELLO = 10
HEARTBEAT = 1
IDENTIFY = 2
HEARTBEAT_ACK = 11
# In milliseconds: longer than a test, as discord.py mistakes an immediate answer for a late one.
HEARTBEAT_EVERY = 3_600_000
# In seconds. A client that hears nothing for a minute takes its connection for dead.
SILENCE = 10
PERMISSIONS = str((1 << 50) - 1)
WHEN = "2026-01-01T00:00:00+00:00"


def person(number: int) -> dict[str, Any]:
    name = f"person{number}"
    return {"id": str(number), "username": name, "discriminator": "0", "avatar": None}


@dataclass
class Click:
    """An interaction, and the names of the processes that handled it."""

    id: str
    sent_to: tuple[str, ...]
    acknowledged: list[str] = field(default_factory=list)
    turned_away: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    followups: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Post:
    id: int
    channel: int
    nonce: str
    process: str


@dataclass(frozen=True)
class Session:
    process: str
    shard: int
    count: int
    socket: web.WebSocketResponse

    def has(self, server: int) -> bool:
        return (server >> 22) % self.count == self.shard

    async def dispatch(self, event: str, data: Mapping[str, Any]) -> None:
        with suppress(ConnectionResetError):  # the process was killed
            await self.socket.send_json({"op": 0, "t": event, "s": 1, "d": data})


class SmallDiscord:
    def __init__(self, servers: Mapping[int, Sequence[int]]) -> None:
        """`servers` maps each server to its channels."""
        self.servers = servers
        self.sessions: list[Session] = []
        self.clicks: dict[str, Click] = {}
        self.posts: dict[tuple[int, str], Post] = {}
        """By channel and nonce, in the order of posting."""
        self.repeated: list[Post] = []
        """Repeated posts, with the process that repeated each."""
        self.registered: list[str] = []
        """The processes that registered the commands."""
        self.unknown: list[str] = []
        """Requests it does not know."""
        self.before_answering: Callable[[Post], None] = lambda _: None
        """Called when a post was made, before the answer is sent."""
        self._ids = count(10_000)
        self.address = ""

    async def open(self) -> web.AppRunner:
        app = web.Application(client_max_size=1 << 26)
        for (method, path), answer in self.REQUESTS.items():
            app.router.add_route(method, "/{process}" + path, getattr(self, answer))
        app.router.add_get("/{process}/gateway", self._gateway)
        app.router.add_route("*", "/{anything:.*}", self._unknown)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0]
        self.address = f"http://{host}:{port}"
        return runner

    def sessions_of(self, server: int) -> list[Session]:
        return [session for session in self.sessions if session.has(server)]

    async def click(self, user: int, channel: int, custom_id: str) -> Click:
        """Send a click to every session of the server's shard, as Discord does."""
        server = next(server for server, channels in self.servers.items() if channel in channels)
        number = str(next(self._ids))
        sessions = self.sessions_of(server)
        click = Click(number, tuple(session.process for session in sessions))
        self.clicks[number] = click
        button = {"type": 2, "style": 2, "label": "Confirm", "custom_id": custom_id}
        rows = [{"type": 1, "components": [button]}]
        data = {
            "id": number,
            "token": f"token{number}",
            "application_id": str(BOT),
            "type": 3,
            "version": 1,
            "guild_id": str(server),
            "channel_id": str(channel),
            "channel": _channel(server, channel),
            "member": _member(user) | {"permissions": PERMISSIONS},
            "message": self._message(channel) | {"components": rows},
            "data": {"component_type": 2, "custom_id": custom_id},
            "locale": "en-US",
            "app_permissions": PERMISSIONS,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 1 << 23,
        }
        for session in sessions:
            await session.dispatch("INTERACTION_CREATE", data)
        return click

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_EVERY}})
        session: Session | None = None
        try:
            while True:
                try:
                    message = await socket.receive(timeout=SILENCE)
                except TimeoutError:
                    await socket.send_json({"op": 0, "t": "NOTHING_NEW", "s": 1, "d": {}})
                    continue
                if message.type is not WSMsgType.TEXT:
                    break
                payload = json.loads(message.data)
                if payload["op"] == HEARTBEAT:
                    await socket.send_json({"op": HEARTBEAT_ACK})
                elif payload["op"] == IDENTIFY:
                    shard, of = payload["d"]["shard"]
                    session = Session(request.match_info["process"], shard, of, socket)
                    await self._welcome(session)
        except ConnectionResetError:
            pass  # the process was killed
        finally:
            if session in self.sessions:
                self.sessions.remove(session)
        return socket

    async def _welcome(self, session: Session) -> None:
        mine = [server for server in self.servers if session.has(server)]
        ready = {
            "v": 10,
            "session_id": session.process,
            "resume_gateway_url": "ws://127.0.0.1:9",
            "user": person(BOT) | {"bot": True},
            "application": {"id": str(BOT), "flags": 0},
            "guilds": [{"id": str(server), "unavailable": True} for server in mine],
            "shard": [session.shard, session.count],
        }
        await session.dispatch("READY", ready)
        for server in mine:
            await session.dispatch("GUILD_CREATE", _server(server, self.servers[server]))
        self.sessions.append(session)

    async def _me(self, _: web.Request) -> web.Response:
        return _said(person(BOT) | {"bot": True})

    async def _application(self, _: web.Request) -> web.Response:
        about = {"id": str(BOT), "name": "bot", "description": "", "icon": None, "verify_key": ""}
        public = {"bot_public": True, "bot_require_code_grant": False, "owner": person(1)}
        return _said(about | public)

    async def _register(self, request: web.Request) -> web.Response:
        self.registered.append(request.match_info["process"])
        return _said([])

    async def _acknowledge(self, request: web.Request) -> web.Response:
        process = request.match_info["process"]
        click = self.clicks[request.match_info["id"]]
        if click.acknowledged:
            click.turned_away.append(process)
            taken = {"code": 40060, "message": "Interaction has already been acknowledged."}
            return _said(taken, status=400)
        click.acknowledged.append(process)
        return _said({"interaction": {"id": click.id, "type": 3}})

    async def _answer(self, request: web.Request) -> web.Response:
        self._click_of(request).answered.append(request.match_info["process"])
        return _said(self._message(next(self._ids)))

    async def _tell_more(self, request: web.Request) -> web.Response:
        self._click_of(request).followups.append(request.match_info["process"])
        return _said(self._message(next(self._ids)))

    def _click_of(self, request: web.Request) -> Click:
        return self.clicks[request.match_info["token"].removeprefix("token")]

    async def _post(self, request: web.Request) -> web.Response:
        body = await _json_of(request)
        channel = int(request.match_info["channel"])
        assert body["enforce_nonce"], "without it Discord forgets the nonce"
        post = Post(next(self._ids), channel, body["nonce"], request.match_info["process"])
        before = self.posts.setdefault((channel, post.nonce), post)
        if before is not post:
            self.repeated.append(post)
        self.before_answering(post)
        return _said(self._message(channel) | {"id": str(before.id)})

    async def _edit(self, request: web.Request) -> web.Response:
        return _said(self._message(int(request.match_info["channel"])))

    async def _history(self, _: web.Request) -> web.Response:
        return _said([])

    async def _unknown(self, request: web.Request) -> web.Response:
        self.unknown.append(f"{request.method} {request.path}")
        return _said({}, status=404)

    def _message(self, channel: int) -> dict[str, Any]:
        empty: dict[str, Any] = {"components": [], "attachments": [], "embeds": [], "mentions": []}
        about = {"id": str(next(self._ids)), "channel_id": str(channel), "type": 0, "content": ""}
        return {**about, **empty, "author": person(BOT), "timestamp": WHEN, "mention_roles": []}

    REQUESTS: ClassVar[Mapping[tuple[str, str], str]] = {
        ("GET", "/users/@me"): "_me",
        ("GET", "/oauth2/applications/@me"): "_application",
        ("PUT", "/applications/{id}/commands"): "_register",
        ("POST", "/interactions/{id}/{token}/callback"): "_acknowledge",
        ("PATCH", "/webhooks/{id}/{token}/messages/@original"): "_answer",
        ("POST", "/webhooks/{id}/{token}"): "_tell_more",
        ("GET", "/channels/{channel}/messages"): "_history",
        ("POST", "/channels/{channel}/messages"): "_post",
        ("PATCH", "/channels/{channel}/messages/{message}"): "_edit",
    }


async def until(happened: Callable[[], bool], what: str, seconds: float = 120.0) -> None:
    """Wait for it, however slow the machine is; a process that hangs fails the test."""
    try:
        async with asyncio.timeout(seconds):
            while not happened():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"it did not happen: {what}") from None


def _said(data: object, status: int = 200) -> web.Response:
    """A response; discord.py wants this content type, without a charset."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, content_type="application/json")


async def _json_of(request: web.Request) -> dict[str, Any]:
    if request.content_type == "application/json":
        return dict(await request.json())
    return dict(json.loads(str((await request.post())["payload_json"])))


def _member(number: int) -> dict[str, Any]:
    about = {"user": person(number), "roles": [], "joined_at": WHEN, "flags": 0}
    return about | {"deaf": False, "mute": False}


def _channel(server: int, channel: int) -> dict[str, Any]:
    about = {"id": str(channel), "guild_id": str(server), "type": 0, "name": f"games-{channel}"}
    return about | {"position": 0, "permission_overwrites": [], "parent_id": None}


def _server(server: int, channels: Sequence[int]) -> dict[str, Any]:
    everyone = {"id": str(server), "name": "@everyone", "permissions": PERMISSIONS, "position": 0}
    looks = {"color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
    return {
        "id": str(server),
        "name": f"server {server}",
        "owner_id": "1",
        "member_count": 3,
        "roles": [everyone | looks],
        "channels": [_channel(server, channel) for channel in channels],
        "members": [_member(BOT)],
        "emojis": [],
        "stickers": [],
        "features": [],
        "threads": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "nsfw_level": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "afk_timeout": 300,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_flags": 0,
        "unavailable": False,
    }
