"""Page of the playground: SimCord's, which also follows what is answered, has a choice of language,
and a way to step through a game from each of its boards."""

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import simcord
from aiohttp import web
from simcord.preview._server import PreviewServer

from bot.locale import ENGLISH, languages, words_of

# The files that are not the simulation's own, and their types.
OURS = {
    "/playground_page.js": "application/javascript",
    "/playground_page.css": "text/css",
}
# Discord's name of English.
ENGLISH_LOCALE = "en-US"
# The key of the command's name.
STEP_FROM_HERE = "commands.on.step_from_here"


class OnPage(NamedTuple):
    """Actions of the page besides those of SimCord."""

    switch_language: Callable[[str], Awaitable[None]]
    find_boards: Callable[[], Sequence[int]]
    """The ids of the posts from which one can step through a game."""
    step_from: Callable[[int, int], Awaitable[None]]
    """A person, and one of these posts; both by their ids."""


class PageServer(PreviewServer):
    """Serves the page, in the language that its last switch told."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,
        **{address: address.removeprefix("/") for address in OURS},
    }

    def __init__(
        self,
        preview: simcord.Preview,
        port: int,
        language: str,
        on_page: OnPage,
    ) -> None:
        super().__init__(preview, port)
        self._language = language
        self._on_page = on_page
        _speak(preview.env, language)

    async def _index(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._index(request)
        assert response.text is not None
        before, toolbar, after = response.text.partition('<button id="refresh"')
        text = f"{before}{_picker(self._language)}{toolbar}{after}"
        response.text = text.replace("</body>", f"{''.join(map(_link, OURS))}</body>")
        return response

    async def _static(self, request: web.Request) -> web.Response:
        if request.path not in OURS:
            return await super()._static(request)  # type: ignore[no-any-return]
        if request.headers.get("Host", "") not in self._allowed_hosts():
            raise web.HTTPForbidden
        text = Path(__file__).with_name(request.path.removeprefix("/")).read_text("utf-8")
        return web.Response(
            text=text, content_type=OURS[request.path], headers=self._SECURITY_HEADERS
        )

    async def _action(self, request: web.Request) -> web.Response:
        """Do an action of the preview, or of ours, which are named in the query."""
        handlers = {"language": self._switch, "boards": self._list_boards, "step": self._step}
        name = next((name for name in handlers if name in request.query), None)
        if name is None:
            return await super()._action(request)  # type: ignore[no-any-return]
        if not self._authorized(request):
            raise web.HTTPUnauthorized
        return await handlers[name](request)

    async def _switch(self, request: web.Request) -> web.Response:
        language = request.query["language"]
        if language not in languages():
            raise web.HTTPBadRequest
        self._language = language
        _speak(self.preview.env, language)
        await self._on_page.switch_language(language)
        return web.Response(headers=self._SECURITY_HEADERS)

    async def _list_boards(self, _: web.Request) -> web.Response:
        ids = [str(post_id) for post_id in self._on_page.find_boards()]
        return web.json_response(ids, headers=self._SECURITY_HEADERS)

    async def _step(self, request: web.Request) -> web.Response:
        try:
            await self._on_page.step_from(int(request.query["person"]), int(request.query["step"]))
        except (KeyError, ValueError):
            raise web.HTTPBadRequest from None
        except simcord.SetupError:  # something else is being done
            raise web.HTTPConflict from None
        return web.Response(headers=self._SECURITY_HEADERS)


def _speak(env: simcord.Env, language: str) -> None:
    """Have all clients speak this language from now on: those of the simulation are English."""
    locale = ENGLISH_LOCALE if language == ENGLISH else language

    def emit(event: str, payload: dict[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload |= {"locale": locale, "guild_locale": locale}
        type(env.backend).emit(env.backend, event, payload)

    setattr(env.backend, "emit", emit)  # noqa: B010, it is a method


def _picker(language: str) -> str:
    options = (
        f"<option value={code}{' selected' * (code == language)}"
        f' data-step="{escape(words_of(code)(STEP_FROM_HERE))}">'
        f"{escape(words_of(code)(f'language.{code}'))}</option>"
        for code in languages()
    )
    return (
        '<label class="viewer-control">Language '
        f'<select id="language-picker" aria-label="Language">{"".join(options)}</select></label>'
    )


def _link(address: str) -> str:
    if address.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    return f'<script type="module" src="{address}"></script>'
