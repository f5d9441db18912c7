"""Server of the web pages: which address shows what, and what is refused.

Every answer here is for spectators, who send nothing but addresses: no cookies, no bodies; those
for players are in `bot.web.playing`. An address that leads nowhere, for whatever reason, gets the
same answer.
"""

import logging
import os
from asyncio import Semaphore
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from errno import EADDRINUSE
from hashlib import blake2b
from pathlib import Path
from socket import AF_INET, AF_INET6, create_server, socket
from typing import NamedTuple
from urllib.parse import urlencode

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.games.face import AnyFace
from bot.presentation.address import PublicAddress
from bot.presentation.studio import Studio
from bot.process.allowance import Allowance, ConcurrencyLimit, TooFast
from bot.table.positions import Position
from bot.table.table import Table
from bot.web.answers import (
    FOR_EVER,
    PAGE_HEADERS,
    SECURITY_HEADERS,
    STREAM_HEADERS,
    iso,
    send_picture,
)
from bot.web.live import Streams, TooManyStreams, send_news
from bot.web.playing import Playing
from bot.web.requests import (
    Network,
    address_of,
    named_language,
    number_in,
    wanted_ply,
    wanted_theme,
    words_for,
)
from bot.web.seasons import SeasonPage, Seasons
from bot.web.watching import (
    FIGURES,
    Moment,
    WatchedGame,
    Watching,
    board_picture,
    possible_overlay,
)
from render.picture.palette import THEMES

log = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HERE = Path(__file__).parent
ASSETS: Mapping[str, str] = {
    "icon.svg": "image/svg+xml",
    "page.css": "text/css",
    "page.js": "text/javascript",
    "play.css": "text/css",
    "play.js": "text/javascript",
}
# In bytes: what a player chooses is short, and what they note has at most so many characters as
# take twelve bytes each.
LARGEST_BODY = 8192
# In the studio, all spectators together count as one person, who never takes every painter.
SPECTATORS = -1
# What one address may ask for at once; it gets one a second back. A picture counts as several.
AT_ONCE = 240
PICTURE_PRICE = 3
# Positions that are read at the same time, for all spectators.
MOST_READING = 4
HANG_UP_WITHIN = 0.5
# The words that the script needs.
SCRIPT_WORDS = ("new_move", "copied", "play", "pause")


class Figure(NamedTuple):
    """A picture of the whole game."""

    label: str
    address: str
    alt: str
    lines: Sequence[str] = ()
    """What it does not show."""


class PortNotFree(Exception):
    """The port of the pages cannot be had."""


@dataclass(frozen=True, slots=True)
class Asset:
    content_type: str
    body: bytes

    @property
    def version(self) -> str:
        return blake2b(self.body, digest_size=9).hexdigest()


@dataclass(eq=False)
class Site:
    """The pages of one process."""

    address: PublicAddress
    table: Table
    faces: Mapping[str, AnyFace]
    studio: Studio
    proxies: Sequence[Network] = ()
    """Those whose word on where a request comes from is trusted."""
    people: Allowance = field(default_factory=Allowance)
    """What each person may ask for, here and in Discord."""
    concurrency: ConcurrencyLimit = field(default_factory=ConcurrencyLimit)
    allowance: Allowance = field(default_factory=lambda: Allowance(AT_ONCE))

    def __post_init__(self) -> None:
        self.watching = Watching(self.table, self.faces)
        self.seasons = Seasons(self.table, self.faces)
        self.streams = Streams(self.table.game_pages)
        self.reading = Semaphore(MOST_READING)
        self.assets = {
            name: Asset(content_type, (HERE / name).read_bytes())
            for name, content_type in ASSETS.items()
        }
        templates = Environment(
            loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined
        )
        templates.globals["assets"] = {
            name: f"/assets/{asset.version}/{name}" for name, asset in self.assets.items()
        }
        self.template = templates.get_template("page.html")
        self.log_template = templates.get_template("log.html")
        self.season_template = templates.get_template("season.html")
        self.playing = Playing(
            self.address,
            self.table,
            self.faces,
            self.studio,
            self.watching,
            self.streams,
            templates,
            self.address_of,
            self.people,
            self.concurrency,
        )

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard, self._limit], client_max_size=LARGEST_BODY)
        app.router.add_get("/assets/{version}/{name}", self._asset)
        app.router.add_get("/g/{key}", self._page)
        app.router.add_get("/g/{key}/position", self._position)
        app.router.add_get("/g/{key}/log", self._log)
        app.router.add_get("/g/{key}/events", self._events)
        app.router.add_get("/g/{key}/board.png", self._board)
        app.router.add_get(f"/g/{{key}}/{{figure:{'|'.join(FIGURES)}}}.png", self._figure)
        app.router.add_get("/g/{key}/record.json", self._record)
        app.router.add_get("/s/{key}", self._season)
        app.router.add_get("/s/{key}/standings.png", self._standings)
        self.playing.add_routes(app.router)
        return app

    # What is true of every request.

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse other names, answer whatever fails, and add the headers that keep pages safe. The
        address is never logged: whoever has its key can watch."""
        try:
            if request.headers.get("Host", "").casefold() != self.address.host:
                raise web.HTTPMisdirectedRequest(text="There is nothing under this name.\n")
            response = await handler(request)
        except web.HTTPException as refusal:
            response = _refuse(refusal)
        except Exception as error:
            log.error("a page could not be shown", exc_info=error)
            response = web.Response(status=500, text="Something went wrong here. Try again.\n")
        if not response.prepared:
            for name, text in SECURITY_HEADERS.items():
                response.headers.setdefault(name, text)
        return response

    @web.middleware
    async def _limit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        is_picture = request.path.startswith("/g/") and request.path.endswith(".png")
        price = PICTURE_PRICE if is_picture else 1
        try:
            self.allowance.take(self.address_of(request), price)
        except TooFast as error:
            headers = {"Retry-After": str(error.seconds)}
            raise web.HTTPTooManyRequests(
                text="Too many requests. Try again in a moment.\n", headers=headers
            ) from None
        return await handler(request)

    def address_of(self, request: web.Request) -> str:
        return address_of(request, self.proxies)

    # Pages and what they load.

    async def _page(self, request: web.Request) -> web.Response:
        watched = await self._find(request)
        position = await self._read(watched, wanted_ply(request))
        overlay = possible_overlay(watched, position, request.query.get("overlay", ""))
        moment = await self.watching.moment(watched, position, overlay)
        words = watched.plain_words
        review = await self.watching.review(watched)
        figures = [
            Figure(
                words(label),
                _address(watched, f"{name}.png", {}),
                picture.drawing.alt,
                review if name == "chances" else (),
            )
            for name, label in FIGURES.items()
            if (picture := await self.watching.figure(watched, name)) is not None
        ]
        html = self.template.render(
            address=self.address.of_game(watched.key),
            origin=self.address.origin,
            boards={theme: _board_address(watched, moment, theme) for theme in THEMES},
            figures=figures,
            language=named_language(request),
            log=await self.watching.log(watched),
            leads_to_moves=True,
            moment=moment,
            script_words={name: words(f"web.{name}") for name in SCRIPT_WORDS},
            season=await self._season_address(watched),
            since=iso(moment.since),
            watched=watched,
            words=words,
        )
        return web.Response(text=html, content_type="text/html", headers=PAGE_HEADERS)

    async def _season_address(self, watched: WatchedGame) -> str:
        key = await self.table.game_pages.key_of_shown_season(watched.game)
        return "" if key is None else f"/s/{key}?lang={watched.words.language}"

    async def _position(self, request: web.Request) -> web.Response:
        watched = await self._find(request)
        position = await self._read(watched, wanted_ply(request))
        overlay = possible_overlay(watched, position, request.query.get("overlay", ""))
        moment = await self.watching.moment(watched, position, overlay)
        data = asdict(moment) | {
            "standings": [standing._asdict() for standing in moment.standings],
            "boards": {theme: _board_address(watched, moment, theme) for theme in THEMES},
            "title": watched.plain_words("web.move", ply=moment.ply, last=moment.last),
            "since": iso(moment.since),
        }
        return web.json_response(data, headers={"Cache-Control": "private, no-cache"})

    async def _log(self, request: web.Request) -> web.Response:
        watched = await self._find(request)
        entries = await self.watching.log(watched, after=number_in(request, "after") or 0)
        html = self.log_template.render(
            language=named_language(request),
            leads_to_moves=True,
            log=entries,
            words=watched.plain_words,
        )
        headers = {"Cache-Control": "private, no-cache"}
        return web.Response(text=html, content_type="text/html", headers=headers)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Tell a page whenever its game has changed, until it is closed or leads nowhere."""
        watched = await self._find(request)
        response = web.StreamResponse(headers=STREAM_HEADERS)
        try:
            with self.streams.open(
                watched.game.id, watched.key, self.address_of(request)
            ) as stream:
                await response.prepare(request)
                with suppress(ConnectionResetError):  # the page was left
                    await send_news(stream, response)
        except TooManyStreams:
            raise web.HTTPServiceUnavailable(
                text="Too many people are watching.\n", headers={"Retry-After": "60"}
            ) from None
        return response

    async def _board(self, request: web.Request) -> web.Response:
        watched = await self._find(request)
        position = await self._read(watched, wanted_ply(request))
        overlay = possible_overlay(watched, position, request.query.get("overlay", ""))
        picture = board_picture(watched, position, overlay, wanted_theme(request))
        return await send_picture(request, self.studio, picture, SPECTATORS)

    async def _figure(self, request: web.Request) -> web.Response:
        watched = await self._find(request)
        name = request.match_info["figure"]
        picture = await self.watching.figure(watched, name, wanted_theme(request))
        if picture is None:
            raise web.HTTPNotFound
        return await send_picture(request, self.studio, picture, SPECTATORS)

    async def _record(self, request: web.Request) -> web.Response:
        watched = await self._find(request)
        headers = {
            "Content-Disposition": f'attachment; filename="game-{watched.game.id}.json"',
            "Cache-Control": "private, no-cache",
        }
        text = await self.watching.record(watched)
        return web.Response(text=text, content_type="application/json", headers=headers)

    async def _season(self, request: web.Request) -> web.Response:
        season = await self._find_season(request)
        picture = season.picture()
        preview = None
        if picture is not None:
            query = urlencode({"lang": season.words.language, "v": picture.version})
            address = f"/s/{season.key}/standings.png?{query}"
            preview = Figure(season.title, address, picture.drawing.alt)
        html = self.season_template.render(
            address=self.address.of_season(season.key),
            origin=self.address.origin,
            divisions=list(season.divisions()),
            picture=preview,
            season=season,
            words=season.words,
        )
        return web.Response(text=html, content_type="text/html", headers=PAGE_HEADERS)

    async def _standings(self, request: web.Request) -> web.Response:
        season = await self._find_season(request)
        picture = season.picture()
        if picture is None:
            raise web.HTTPNotFound
        return await send_picture(request, self.studio, picture, SPECTATORS)

    async def _asset(self, request: web.Request) -> web.Response:
        asset = self.assets.get(request.match_info["name"])
        if asset is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": f"public, max-age={FOR_EVER}, immutable"}
        return web.Response(body=asset.body, content_type=asset.content_type, headers=headers)

    async def _find(self, request: web.Request) -> WatchedGame:
        watched = await self.watching.find(request.match_info["key"], words_for(request))
        if watched is None:
            raise web.HTTPNotFound
        return watched

    async def _find_season(self, request: web.Request) -> SeasonPage:
        async with self.reading:
            season = await self.seasons.find(request.match_info["key"], words_for(request))
        if season is None:
            raise web.HTTPNotFound
        return season

    async def _read(self, watched: WatchedGame, ply: int | None) -> Position:
        async with self.reading:
            return await self.watching.position(watched, ply)


@asynccontextmanager
async def serve(site: Site, listening: socket) -> AsyncIterator[None]:
    runner = web.AppRunner(
        site.application(),
        access_log=None,
        handler_cancellation=True,
        shutdown_timeout=HANG_UP_WITHIN,
    )
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        async with site.streams.worker:
            yield
    finally:
        site.streams.close()
        await runner.cleanup()


def listen(host: str, port: int) -> socket:
    """Take the port. Raises PortNotFree."""
    try:
        return create_server((host, port), family=AF_INET6 if ":" in host else AF_INET)
    except OSError as error:
        if error.errno == EADDRINUSE:
            taken = f"WEB_PORT: another program has port {port}; end it, or set another one"
            raise PortNotFree(taken) from error
        reason = os.strerror(error.errno or 0)
        raise PortNotFree(
            f"WEB_HOST, WEB_PORT: {host} port {port} cannot be had ({reason}); set others"
        ) from error


def _refuse(refusal: web.HTTPException) -> web.Response:
    """Answer in a line. What is not there, no longer there, or closed, gets the same."""
    text = refusal.text or ""
    if refusal.status == 404:
        text = "There is no such page, or it is closed. Ask for a new link where you play.\n"
    headers = {name: value for name, value in refusal.headers.items() if name == "Retry-After"}
    return web.Response(status=refusal.status, text=text, headers=headers)


def _board_address(watched: WatchedGame, moment: Moment, theme: str) -> str:
    """Name the picture of a position, in such a way that its address is another one's if it
    changes."""
    query = {
        "move": str(moment.ply),
        "overlay": moment.overlay,
        "theme": theme,
        "v": moment.versions[theme],
    }
    return _address(watched, "board.png", query)


def _address(watched: WatchedGame, name: str, query: Mapping[str, str]) -> str:
    """Name what belongs to a game's page, in the language of its reader."""
    given = {name: value for name, value in query.items() if value}
    return f"/g/{watched.key}/{name}?{urlencode({**given, 'lang': watched.words.language})}"
