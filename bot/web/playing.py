"""Page of a seat: its player chooses a move there and plays it, as on the panel in Discord, with
hints, orders and notes.

A link is shown before it is used, so that nothing that only looks at it uses it up. What is chosen
is the draft that the panel has too. Each form says which position and which draft it was made for;
of any other, nothing is chosen and nothing played.
"""

from asyncio import Task, create_task, to_thread
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from hmac import compare_digest
from secrets import token_hex
from typing import NamedTuple
from urllib.parse import urlencode

from aiohttp import web
from jinja2 import Environment

from bot.games.face import AnyFace
from bot.locale import Words
from bot.locale.refusals import refusal
from bot.match.actions import Actor, Draft, DropOrder, LeaveOrder, Play
from bot.match.computers import MOST_SUGGESTED
from bot.match.errors import Refused, StaleMove
from bot.match.game import ENDED
from bot.match.own_notes import LONGEST_NOTE
from bot.match.permissions import must_be_current
from bot.presentation.address import PublicAddress
from bot.presentation.choice_links import follow_link, parse_link, tokens_of
from bot.presentation.hints import draw_suggestions, tell_hint
from bot.presentation.names import player_name
from bot.presentation.refusals import explain_refused
from bot.presentation.status import describe_status, headline
from bot.presentation.studio import Studio
from bot.presentation.unasked import with_follower
from bot.process.allowance import HINT, Allowance, ConcurrencyLimit, TooFast
from bot.process.clock import SECOND
from bot.table.choosing import ChoiceProgress, Questions
from bot.table.seat_pages import SESSION_LASTS, TOKEN_LENGTH, SeatSession
from bot.table.table import Table
from bot.web.answers import SECURITY_HEADERS, STREAM_HEADERS, iso, send_picture
from bot.web.asking import CONFIRM, START_OVER, Asked, Way, put_in_places
from bot.web.live import Streams, TooManyStreams, send_news
from bot.web.preparing import (
    DROP_ORDER,
    PLAY_IDEA,
    ask_which_idea,
    hint_key,
    note_form,
)
from bot.web.requests import number_in, wanted_theme, words_for
from bot.web.turns import LONGEST_KIND, ORDERS, PRESENT, Errand, Turn, Turns, errand_in, in_theme
from bot.web.watching import Picture, Standing, WatchedGame, Watching
from engine.errors import EngineError, IllegalMove
from render.locale import plain
from render.picture.palette import THEMES
from render.picture.scene import ThemeName
from render.pictures import Drawing

COOKIE = "seat"
# In characters, more than any token has.
LONGEST_TOKEN = 2 * TOKEN_LENGTH
# What one player may ask for at once; they get one a second back.
AT_ONCE = 240
# What buttons do besides what is chosen with them.
TAKE_HINT = "hint"
SAVE_NOTE = "note"
OPEN_NOTES = "open_notes"
CLOSE_NOTES = "close_notes"
# Of the script, which takes a part of the page instead of the whole.
PART_ONLY = "X-Part"
HEADERS = {
    "Content-Security-Policy": SECURITY_HEADERS["Content-Security-Policy"].replace(
        "form-action 'none'", "form-action 'self'"
    ),
    # Without a referrer, forms would come without an origin; with a whole address, the token of a
    # link would stand in the logs of proxies.
    "Referrer-Policy": "strict-origin",
    "Cache-Control": "no-store",
    "Vary": "Accept-Language",
}


class SeatPicture(NamedTuple):
    """A picture on the page of a seat."""

    boards: Mapping[str, str]
    """Its addresses, by theme."""
    alt: str
    size: tuple[int, int]


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
    people: Allowance = field(default_factory=Allowance)
    """What each person may ask for, here and elsewhere."""
    concurrency: ConcurrencyLimit = field(default_factory=ConcurrencyLimit)
    allowance: Allowance = field(default_factory=lambda: Allowance(AT_ONCE))
    turns: Turns = field(init=False)
    painting: set[Task[bytes]] = field(default_factory=set)
    """What is painted before a browser asks for it."""

    def __post_init__(self) -> None:
        self.turns = Turns(self.table, self.faces)

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
        return await self._show(request, session, errand_in(request))

    async def _choose(self, request: web.Request) -> web.Response:
        """Choose something, play what is chosen, or do what else a button of the page says."""
        self._must_come_from_here(request)
        session = await self._session(request)
        form = await _read_form(request)
        expected = _form_token(_token_in(request))
        if not compare_digest(form.get("form", "").encode(), expected.encode()):
            raise web.HTTPForbidden(text="Open the page again, and choose there.\n")
        errand = errand_in(request)
        words = plain(words_for(request))
        notice = ""
        verb, _, rest = form.get("do", "").partition(":")
        try:
            if verb == TAKE_HINT:
                return await self._show_hint(request, session, form)
            if verb == SAVE_NOTE:
                notice = await self._save_note(session, form, words)
            elif verb in (OPEN_NOTES, CLOSE_NOTES):
                opens = verb == OPEN_NOTES
                await self.table.own_notes.open(session.game.id, session.user_id, opens)
                notice = words("note.opened" if opens else "note.closed")
            elif verb == DROP_ORDER:
                await self._drop_order(session, rest)
            else:
                errand = await self._follow(session, form, errand)
        except (Refused, StaleMove, EngineError, TooFast) as error:
            notice = self._explain(words, session, error)
        if PART_ONLY in request.headers or notice:
            return await self._show(request, session, errand, notice)
        page = form.get("page", "")
        query = {**errand, "page": page} if page.isdecimal() and errand != ORDERS else errand
        return web.Response(
            status=303, headers={**HEADERS, "Location": _address(_path_of(session), query)}
        )

    async def _follow(
        self, session: SeatSession, form: Mapping[str, str], errand: Errand
    ) -> Errand:
        """Do what a button says about a move or an order; returns what comes next. StaleMove if its
        page shows another position, or another draft."""
        game_id = session.game.id
        user_id = session.user_id
        drafts = self.table.drafts
        moment = _read_moment(form.get("at", ""), session)
        branch, ply, revision = moment
        kind = errand.get("order", "")
        if kind:
            orders = self.table.orders
            questions = await orders.suppose(game_id, user_id, ply, branch, kind, with_draft=True)
        else:
            questions = await drafts.questions(game_id, user_id, ply, branch, with_draft=True)
        draft = questions.draft or Draft()
        if draft.revision != revision:
            raise StaleMove(game_id, ply)
        do = form.get("do", "")
        verb, _, rest = do.partition(":")
        if do == CONFIRM:
            choosing = questions.after(questions.parts_begun)
            if not choosing.text:
                raise StaleMove(game_id, ply)
            if kind:
                order = LeaveOrder(kind, choosing.text, ply, branch)
                await self.table.act(_actor(session), game_id, order)
                return ORDERS
            move = Play(choosing.text, ply, branch)
            await self.table.act(_actor(session, moment), game_id, move)
            return PRESENT
        if do == START_OVER:
            await drafts.forget(questions.position, draft)
            return errand
        if verb == PLAY_IDEA and not kind:
            choosing = questions.whole(rest)
            if choosing.walk.parts[: len(questions.final_parts)] != questions.final_parts:
                raise StaleMove(game_id, ply)
        else:
            choosing = await self._follow_link(session, questions, draft, do)
        await drafts.keep(questions.position, tokens_of(choosing.walk), draft)
        return errand

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
        if link.change is None or not choices.placing or questions.position.supposed_kind:
            return choosing
        preferences = await self.table.people.preferences(session.user_id)
        if preferences.follower == "never":
            return choosing
        return await to_thread(with_follower, choices, questions, choosing, link)

    # Hints, orders and notes.

    async def _show_hint(
        self, request: web.Request, session: SeatSession, form: Mapping[str, str]
    ) -> web.Response:
        """Think about a hint, and show it, for the same price as elsewhere."""
        game_id = session.game.id
        branch, ply, _ = _read_moment(form.get("at", ""), session)
        async with self.concurrency.admit(session.user_id):
            must_be_current(session.game, ply, branch)
            self.people.take(session.user_id, HINT)
            questions, ideas = await self.table.hints.take(game_id, session.user_id)
        turn = await self.turns.read(session, words_for(request), PRESENT)
        must_be_current(turn.position.game, questions.position.ply, branch)
        words = plain(turn.words)
        hint = await to_thread(tell_hint, words, turn.face, turn.names, questions, ideas)
        asked = ask_which_idea(turn.words, questions.position, hint)
        moves = [choosing.text for choosing, _ in hint.moves]
        return await self._show_asked(request, session, turn, asked, {"idea": moves})

    async def _draw_ideas(
        self, session: SeatSession, words: Words, texts: tuple[str, ...], theme: ThemeName
    ) -> tuple[Drawing, tuple[object, ...]]:
        """Draw these moves on one board; returns the key of the picture, too. Refused, or an error
        of the engine, if they cannot be played here now."""
        questions = await self.table.drafts.questions(session.game.id, session.user_id)
        face = in_theme(self.faces[session.game.kind], theme)

        def draw() -> Drawing:
            moves = [questions.whole(text) for text in texts]
            return draw_suggestions(plain(words), face, questions, moves)

        return await to_thread(draw), hint_key(words, questions.position, texts)

    async def _save_note(self, session: SeatSession, form: Mapping[str, str], words: Words) -> str:
        """Keep a note about the position that the page shows; returns why not, if it is too
        long."""
        _, ply, _ = _read_moment(form.get("at", ""), session)
        text = form.get("text", "").replace("\r\n", "\n")
        if len(text) > LONGEST_NOTE:
            return str(refusal(words, "refused.too_long", most=LONGEST_NOTE))
        await self.table.own_notes.write(session.game.id, session.user_id, ply, text)
        return ""

    async def _drop_order(self, session: SeatSession, kind: str) -> None:
        await self.table.act(_actor(session), session.game.id, DropOrder(kind[:LONGEST_KIND]))

    def _explain(self, words: Words, session: SeatSession, error: Exception) -> str:
        """Say why something was not done, and what to do next."""
        game = session.game
        texts = self.faces[game.kind].texts
        names = tuple(player_name(words, seat) for seat in game.seats)
        match error:
            case Refused():
                told = explain_refused(
                    words, game.kind, texts, names, error, write=str, tell_time=iso
                )
                return str(told)
            case IllegalMove(reason=reason, facts=facts):
                return str(texts.refusal(words, names, reason, facts))
            case TooFast(seconds=seconds):
                return str(refusal(words, "refused.too_fast", count=seconds))
            case _:
                return words("web.behind")

    # What is shown.

    async def _show(
        self, request: web.Request, session: SeatSession, errand: Errand, notice: str = ""
    ) -> web.Response:
        turn = await self.turns.read(session, words_for(request), errand)
        if turn.refused is not None and not notice:
            notice = self._explain(plain(turn.words), session, turn.refused)
        asked = await to_thread(turn.asked, number_in(request, "page") or 0)
        return await self._show_asked(request, session, turn, asked, turn.errand, notice=notice)

    async def _show_asked(
        self,
        request: web.Request,
        session: SeatSession,
        turn: Turn,
        asked: Asked,
        picture_query: Mapping[str, str | Sequence[str]],
        *,
        notice: str = "",
    ) -> web.Response:
        """Show what is asked; `picture_query` is what the addresses of its pictures name."""
        game = turn.position.game
        words = turn.words
        page = number_in(request, "page") or 0
        is_hint = "idea" in picture_query
        asked, sizes = await to_thread(put_in_places, asked)
        path = _path_of(session)
        pictures: list[SeatPicture] = []
        for number, (drawing, size) in enumerate(zip(asked.drawings, sizes, strict=True)):
            boards: dict[str, str] = {}
            for theme in THEMES:
                version = Picture(drawing, _picture_key(asked.key, number, theme)).version
                query = {"page": str(page), "theme": theme, "lang": words.language, "v": version}
                boards[theme] = _address(f"{path}/{number}.png", {**picture_query, **query})
            pictures.append(SeatPicture(boards, drawing.alt, size))
            self._begin_painting(session, Picture(drawing, _picture_key(asked.key, number, "dark")))
        status = describe_status(words, game, turn.names)
        if game.status in ENDED:
            status = headline(words, game, turn.names, turn.position.scores)
        watched = WatchedGame("", game, turn.face, words)
        notes = await self.table.own_notes.of(game, session.user_id)
        template = "turn.html" if PART_ONLY in request.headers else "play.html"
        html = self.templates.get_template(template).render(
            action=_address(path, {**turn.errand, "page": str(page)} if page else turn.errand),
            asked=asked,
            at=f"{game.branch}.{game.ply}.{turn.revision}",
            can_choose=turn.choosing is not None or turn.orders is not None,
            can_take_hint=(
                turn.choosing is not None
                and not turn.errand
                and not is_hint
                and self.table.hints.is_offered(game)
            ),
            form_token=_form_token(_token_in(request)),
            game=game,
            here=_address(path, turn.errand),
            leads_to_moves=False,
            log=(
                await self.watching.log(watched, user_id=session.user_id)
                if template == "play.html"
                else ()
            ),
            longest_note=LONGEST_NOTE,
            note=note_form(watched.plain_words, game, turn.position.ply, session.user_id, notes),
            notice=notice,
            page=page,
            path=path,
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
            ways=await self._ways(turn, is_hint=is_hint),
            words=watched.plain_words,
        )
        return web.Response(text=html, content_type="text/html", headers=HEADERS)

    async def _ways(self, turn: Turn, *, is_hint: bool) -> Sequence[Way]:
        """List the links to what else there is."""
        words = plain(turn.words)
        game = turn.position.game
        ways = []
        if turn.errand or is_hint:
            ways.append(Way(words("web.board"), ""))
        elif (
            turn.choosing is None
            and game.pause is None
            and await self.table.games.can_take_orders(game)
        ):
            ways.append(Way(words("button.leave_order"), urlencode(ORDERS)))
        if "order" in turn.errand:
            ways.append(Way(words("button.orders"), urlencode(ORDERS)))
        return ways

    async def _picture(self, request: web.Request) -> web.Response:
        """Send a picture of the present, whichever an address was made for."""
        session = await self._session(request)
        words = words_for(request)
        theme = wanted_theme(request)
        number = int(request.match_info["picture"])
        ideas = tuple(request.query.getall("idea", ()))[:MOST_SUGGESTED]
        if ideas:
            try:
                drawing, key = await self._draw_ideas(session, words, ideas, theme)
            except (Refused, StaleMove, EngineError):
                raise web.HTTPNotFound from None
            drawings: Sequence[Drawing] = [drawing]
        else:
            turn = await self.turns.read(session, words, errand_in(request))
            asked = await to_thread(turn.asked, number_in(request, "page") or 0, theme)
            drawings = asked.drawings
            key = asked.key
        if number >= len(drawings):
            raise web.HTTPNotFound
        picture = Picture(drawings[number], _picture_key(key, number, theme))
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
        """Refuse what another site's page sends. Browsers say where a form comes from: some by its
        origin alone, and others not by its origin if an extension keeps referrers back."""
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


def _actor(session: SeatSession, moment: tuple[int, int, int] | None = None) -> Actor:
    """Name who does something. A draft of one revision is one move: to confirm it again at this
    moment is the same click."""
    digest = token_hex(16)
    if moment is not None:
        click = repr((session.game.id, session.seat, session.user_id, *moment))
        digest = blake2b(click.encode(), digest_size=16).hexdigest()
    return Actor(f"page-{digest}", session.user_id, session.game.seats[session.seat].name)


def _path_of(session: SeatSession) -> str:
    return f"/play/{session.game.id}/{session.seat}"


def _address(path: str, query: Mapping[str, str | Sequence[str]]) -> str:
    return f"{path}?{urlencode(query, doseq=True)}" if query else path


def _picture_key(key: tuple[object, ...], number: int, theme: ThemeName) -> tuple[object, ...]:
    numbered = (*key, number) if number else key
    return numbered if theme == "dark" else (*numbered, theme)
