"""Page of a seat: its player chooses a move there and plays it, as on the panel in Discord.

A link is shown before it is used, so that nothing that only looks at it uses it up. What is chosen
is the draft that the panel has too. Each form says which position and which draft it was made for;
of any other, nothing is chosen and nothing played.
"""

from asyncio import Task, create_task, to_thread
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from hmac import compare_digest
from typing import NamedTuple
from urllib.parse import urlencode

from aiohttp import web
from jinja2 import Environment

from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.actions import Actor, Draft, Play
from bot.match.errors import Refused, StaleMove
from bot.match.game import ENDED
from bot.presentation.address import PublicAddress
from bot.presentation.boards import board_drawing, position_key
from bot.presentation.choice_links import follow_link, parse_link, tokens_of
from bot.presentation.names import player_name
from bot.presentation.status import describe_status, headline
from bot.presentation.studio import Studio
from bot.presentation.unasked import with_follower
from bot.process.allowance import Allowance, TooFast
from bot.process.clock import SECOND
from bot.table.choosing import ChoiceProgress, Questions
from bot.table.positions import Position
from bot.table.seat_pages import SESSION_LASTS, TOKEN_LENGTH, SeatSession
from bot.table.table import Table
from bot.web.answers import SECURITY_HEADERS, STREAM_HEADERS, iso, send_picture
from bot.web.asking import CONFIRM, START_OVER, Asked, Asking, put_in_places
from bot.web.live import Streams, TooManyStreams, send_news
from bot.web.requests import number_in, wanted_theme, words_for
from bot.web.watching import Picture, Standing, WatchedGame, Watching
from engine.errors import EngineError
from render.picture.palette import THEMES
from render.picture.scene import ThemeName

COOKIE = "seat"
# In characters, more than any token has.
LONGEST_TOKEN = 2 * TOKEN_LENGTH
# What one player may ask for at once; they get one a second back.
AT_ONCE = 240
# Of the script, which takes a part of the page instead of the whole.
PART_ONLY = "X-Part"
HEADERS = {
    "Content-Security-Policy": SECURITY_HEADERS["Content-Security-Policy"].replace(
        "form-action 'none'", "form-action 'self'"
    ),
    "Cache-Control": "no-store",
    "Vary": "Accept-Language",
}


class SeatPicture(NamedTuple):
    """A picture on the page of a seat."""

    boards: Mapping[str, str]
    """Its addresses, by theme."""
    alt: str
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Turn:
    """The present of a game, as its player sees it: to choose in, or to wait."""

    position: Position
    words: Words
    face: AnyFace
    names: tuple[str, ...]
    choosing: ChoiceProgress | None = None
    """None while others are to move."""
    revision: int = 0
    """That of the draft."""

    def asked(self, number: int, theme: ThemeName = "dark") -> Asked:
        """Ask for what is to be chosen, or show the position."""
        face = replace(self.face, pictures=replace(self.face.pictures, theme=theme))
        if self.choosing is not None:
            return Asking(self.words, face, self.choosing, self.names, number).ask()
        drawing = board_drawing(self.words, face.pictures, self.position)
        return Asked([], [drawing], position_key(self.words, self.position, "post"))


@dataclass(eq=False, slots=True)
class Playing:
    """The pages of the seats in one process."""

    address: PublicAddress
    table: Table
    faces: Mapping[str, AnyFace]
    studio: Studio
    watching: Watching
    streams: Streams
    templates: Environment
    address_of: Callable[[web.Request], str]
    allowance: Allowance = field(default_factory=lambda: Allowance(AT_ONCE))
    painting: set[Task[bytes]] = field(default_factory=set)
    """What is painted before a browser asks for it."""

    def add_routes(self, router: web.UrlDispatcher) -> None:
        seat = r"/play/{game:\d{1,12}}/{seat:\d}"
        router.add_get("/play/link/{token}", self._look_at_link)
        router.add_post("/play/link/{token}", self._enter)
        router.add_get(seat, self._page)
        router.add_post(seat, self._choose)
        router.add_get(seat + r"/{picture:\d}.png", self._picture)
        router.add_get(f"{seat}/events", self._events)

    # Links.

    async def _look_at_link(self, request: web.Request) -> web.Response:
        session = await self.table.seat_pages.look_at_link(request.match_info["token"])
        if session is None:
            raise web.HTTPNotFound
        words = words_for(request)
        html = self.templates.get_template("link.html").render(
            game=session.game,
            name=player_name(words, session.game.seats[session.seat]),
            words=words,
        )
        return web.Response(text=html, content_type="text/html", headers=HEADERS)

    async def _enter(self, request: web.Request) -> web.Response:
        self._must_come_from_here(request)
        entered = await self.table.seat_pages.enter(request.match_info["token"])
        if entered is None:
            raise web.HTTPNotFound
        token, session = entered
        path = _path_of(session)
        response = web.Response(status=303, headers={**HEADERS, "Location": path})
        response.set_cookie(
            COOKIE,
            token,
            path=path,
            max_age=SESSION_LASTS // SECOND,
            secure=self.address.is_secure,
            httponly=True,
            samesite="Strict",
        )
        return response

    # The page of a seat.

    async def _page(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        return await self._show(request, session)

    async def _choose(self, request: web.Request) -> web.Response:
        """Choose something, or play what is chosen."""
        self._must_come_from_here(request)
        session = await self._session(request)
        form = await _read_form(request)
        expected = _form_token(_token_in(request))
        if not compare_digest(form.get("form", "").encode(), expected.encode()):
            raise web.HTTPForbidden(text="Open the page again, and choose there.\n")
        notice = ""
        try:
            await self._follow(session, form)
        except (Refused, StaleMove, EngineError):
            notice = "web.behind"
        if PART_ONLY in request.headers or notice:
            return await self._show(request, session, notice)
        page = form.get("page", "")
        path = f"{_path_of(session)}?page={page}" if page.isdecimal() else _path_of(session)
        return web.Response(status=303, headers={**HEADERS, "Location": path})

    async def _follow(self, session: SeatSession, form: Mapping[str, str]) -> None:
        """Do what a button says. StaleMove if its page shows another position, or another draft."""
        game_id = session.game.id
        drafts = self.table.drafts
        branch, ply, revision = _read_moment(form.get("at", ""), session)
        questions = await drafts.questions(game_id, session.user_id, ply, branch, with_draft=True)
        draft = questions.draft or Draft()
        stale = StaleMove(game_id, questions.position.ply)
        if draft.revision != revision:
            raise stale
        do = form.get("do", "")
        if do == CONFIRM:
            choosing = questions.after(questions.parts_begun)
            if choosing.walk.open is not None:
                raise stale
            by = _actor(session, (branch, ply, revision))
            await self.table.act(by, game_id, Play(choosing.text, ply, branch))
        elif do == START_OVER:
            if questions.final_parts:
                raise stale
            await drafts.forget(questions.position, draft)
        else:
            choosing = await self._follow_link(session, questions, draft, do)
            await drafts.keep(questions.position, tokens_of(choosing.walk), draft)

    async def _follow_link(
        self, session: SeatSession, questions: Questions, draft: Draft, text: str
    ) -> ChoiceProgress:
        """Make the choice of a link, with the follower that goes without saying for those who want
        it."""
        link = parse_link(text)
        parts = None
        if link is not None:
            link = replace(link, base=(*draft.chosen, *link.base), draft=0)
            parts = follow_link(questions.ask, link)
        if link is None or parts is None or link.tap is not None:
            raise StaleMove(session.game.id, questions.position.ply)
        choosing = questions.after(parts)
        choices = self.faces[session.game.kind].choices
        if link.change is None or not choices.placing:
            return choosing
        preferences = await self.table.people.preferences(session.user_id)
        if preferences.follower == "never":
            return choosing
        return await to_thread(with_follower, choices, questions, choosing, link)

    async def _show(
        self, request: web.Request, session: SeatSession, notice: str = ""
    ) -> web.Response:
        turn = await self._turn(session, words_for(request))
        game = turn.position.game
        words = turn.words
        page = number_in(request, "page") or 0
        asked, sizes = await to_thread(put_in_places, turn.asked(page))
        pictures: list[SeatPicture] = []
        for number, (drawing, size) in enumerate(zip(asked.drawings, sizes, strict=True)):
            boards: dict[str, str] = {}
            for theme in THEMES:
                version = Picture(drawing, _picture_key(asked, number, theme)).version
                query = {"page": str(page), "theme": theme, "lang": words.language, "v": version}
                boards[theme] = f"{_path_of(session)}/{number}.png?{urlencode(query)}"
            pictures.append(SeatPicture(boards, drawing.alt, size))
            self._begin_painting(session, Picture(drawing, _picture_key(asked, number, "dark")))
        status = describe_status(words, game, turn.names)
        if game.status in ENDED:
            status = headline(words, game, turn.names, turn.position.scores)
        watched = WatchedGame("", game, turn.face, words)
        template = "turn.html" if PART_ONLY in request.headers else "play.html"
        html = self.templates.get_template(template).render(
            asked=asked,
            at=f"{game.branch}.{game.ply}.{turn.revision}",
            can_choose=turn.choosing is not None,
            form_token=_form_token(_token_in(request)),
            game=game,
            leads_to_moves=False,
            log=await self.watching.log(watched) if template == "play.html" else (),
            notice=notice and watched.plain_words(notice),
            page=page,
            path=_path_of(session),
            pictures=pictures,
            since=iso(game.waiting_since if game.status not in ENDED else None),
            standings=[
                Standing(seat, name, points)
                for seat, (name, points) in enumerate(
                    zip(turn.names, turn.position.scores, strict=True)
                )
            ],
            status=status,
            supply=turn.face.texts.describe_supply(watched.plain_words, turn.position.view),
            watched=watched,
            words=watched.plain_words,
        )
        return web.Response(text=html, content_type="text/html", headers=HEADERS)

    async def _picture(self, request: web.Request) -> web.Response:
        """Send a picture of the present, whichever an address was made for."""
        session = await self._session(request)
        turn = await self._turn(session, words_for(request))
        theme = wanted_theme(request)
        asked = turn.asked(number_in(request, "page") or 0, theme)
        number = int(request.match_info["picture"])
        if number >= len(asked.drawings):
            raise web.HTTPNotFound
        picture = Picture(asked.drawings[number], _picture_key(asked, number, theme))
        return await send_picture(request, self.studio, picture, session.user_id)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Tell the page whenever its game has changed, until the session ends."""
        session = await self._session(request)

        async def may_listen() -> bool:
            return await self._find(request) is not None

        response = web.StreamResponse(headers=STREAM_HEADERS)
        try:
            with self.streams.open(session.game.id, None, self.address_of(request)) as stream:
                await response.prepare(request)
                with suppress(ConnectionResetError):  # the page was left
                    await send_news(stream, response, may_listen)
        except TooManyStreams:
            raise web.HTTPServiceUnavailable(
                text="Too many pages are open.\n", headers={"Retry-After": "60"}
            ) from None
        return response

    # What a request may see, and do.

    async def _turn(self, session: SeatSession, words: Words) -> Turn:
        face = self.faces[session.game.kind]
        game_id = session.game.id
        user_id = session.user_id
        try:
            questions = await self.table.drafts.questions(game_id, user_id, with_draft=True)
        except Refused:
            position = await self.table.games.position(game_id, user_id)
            return Turn(position, words, face, _names(words, position))
        position = questions.position
        draft = questions.draft or Draft()
        choosing = questions.after(questions.parts_begun)
        return Turn(position, words, face, _names(words, position), choosing, draft.revision)

    async def _session(self, request: web.Request) -> SeatSession:
        """Find the session of a request. Without one, there is no such page."""
        session = await self._find(request)
        if session is None:
            raise web.HTTPNotFound
        try:
            self.allowance.take(session.user_id)
        except TooFast as error:
            headers = {"Retry-After": str(error.seconds)}
            raise web.HTTPTooManyRequests(
                text="Too many requests. Try again in a moment.\n", headers=headers
            ) from None
        return session

    async def _find(self, request: web.Request) -> SeatSession | None:
        token = _token_in(request)
        game_id = int(request.match_info["game"])
        seat = int(request.match_info["seat"])
        return await self.table.seat_pages.find(token, game_id, seat) if token else None

    def _must_come_from_here(self, request: web.Request) -> None:
        """Refuse what another site's page sends. Browsers say where a form comes from, though not
        by its origin if its page gives no referrer."""
        site = request.headers.get("Sec-Fetch-Site")
        origin = request.headers.get("Origin")
        if site not in (None, "same-origin") or (site is None and origin != self.address.origin):
            raise web.HTTPForbidden(text="Open the page itself, and choose there.\n")
        if origin not in (None, "null", self.address.origin):
            raise web.HTTPForbidden(text="Open the page itself, and choose there.\n")

    def _begin_painting(self, session: SeatSession, picture: Picture) -> None:
        """Have a picture painted while the page is on its way to the browser that will ask for
        it."""
        painting = create_task(self.studio.paint(picture.drawing, picture.key, session.user_id))
        self.painting.add(painting)
        painting.add_done_callback(self._end_painting)

    def _end_painting(self, painting: Task[bytes]) -> None:
        self.painting.discard(painting)
        if not painting.cancelled():
            painting.exception()  # whoever asks for the picture is told


async def _read_form(request: web.Request) -> Mapping[str, str]:
    if request.content_type != "application/x-www-form-urlencoded":
        raise web.HTTPUnsupportedMediaType
    values = await request.post()
    return {name: value for name, value in values.items() if isinstance(value, str)}


def _read_moment(text: str, session: SeatSession) -> tuple[int, int, int]:
    """Read the branch, the ply and the revision of the draft that a page was made for."""
    numbers = text.split(".")
    if len(numbers) != 3 or not all(part.isascii() and part.isdecimal() for part in numbers):
        raise StaleMove(session.game.id, session.game.ply)
    branch, ply, revision = (int(part[:12]) for part in numbers)
    return branch, ply, revision


def _token_in(request: web.Request) -> str:
    token = request.cookies.get(COOKIE, "")
    return token if len(token) <= LONGEST_TOKEN else ""


def _form_token(token: str) -> str:
    """Make what the forms of a session hold, and nobody else knows."""
    return blake2b(token.encode(), digest_size=16, person=b"seat form").hexdigest()


def _actor(session: SeatSession, moment: tuple[int, int, int]) -> Actor:
    """Name who confirms a move. A draft of one revision is one move: to confirm it again is the
    same click."""
    click = repr((session.game.id, session.seat, session.user_id, *moment))
    digest = blake2b(click.encode(), digest_size=16).hexdigest()
    return Actor(f"page-{digest}", session.user_id, session.game.seats[session.seat].name)


def _path_of(session: SeatSession) -> str:
    return f"/play/{session.game.id}/{session.seat}"


def _names(words: Words, position: Position) -> tuple[str, ...]:
    return tuple(player_name(words, seat) for seat in position.game.seats)


def _picture_key(asked: Asked, number: int, theme: ThemeName) -> tuple[object, ...]:
    key = (*asked.key, number) if number else asked.key
    return key if theme == "dark" else (*key, theme)
