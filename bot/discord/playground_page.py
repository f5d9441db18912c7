"""The page of the playground: SimCord's, which also follows what is answered and has a choice of
language."""

from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import simcord
from aiohttp import web
from simcord.preview._server import PreviewServer

from bot.locale import ENGLISH, languages, words_of

OURS = {
    "/playground_page.js": "application/javascript",
    "/playground_page.css": "text/css",
}
IN_ENGLISH = "en-US"
"""Discord's name of it."""


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
        on_switch: Callable[[str], Awaitable[None]],
    ) -> None:
        super().__init__(preview, port)
        self._language = language
        self._on_switch = on_switch
        _speak(preview.env, language)

    async def _index(self, request: web.Request) -> web.Response:
        shown: web.Response = await super()._index(request)
        assert shown.text is not None
        before, toolbar, after = shown.text.partition('<button id="refresh"')
        text = f"{before}{_picker(self._language)}{toolbar}{after}"
        shown.text = text.replace("</body>", f"{''.join(map(_link, OURS))}</body>")
        return shown

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
        """With a language, its switch, which is an action of ours."""
        if "language" not in request.query:
            return await super()._action(request)  # type: ignore[no-any-return]
        if not self._authorized(request):
            raise web.HTTPUnauthorized
        language = request.query["language"]
        if language not in languages():
            raise web.HTTPBadRequest
        self._language = language
        _speak(self.preview.env, language)
        await self._on_switch(language)
        return web.Response(headers=self._SECURITY_HEADERS)


def _speak(env: simcord.Env, language: str) -> None:
    """From now on, all clients speak this language: those of the simulation are English."""
    locale = IN_ENGLISH if language == ENGLISH else language

    def emit(event: str, payload: dict[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload |= {"locale": locale, "guild_locale": locale}
        type(env.backend).emit(env.backend, event, payload)

    setattr(env.backend, "emit", emit)  # noqa: B010, it is a method


def _picker(language: str) -> str:
    options = (
        f"<option value={one}{' selected' * (one == language)}>"
        f"{escape(words_of(one)(f'language.{one}'))}</option>"
        for one in languages()
    )
    return (
        '<label class="viewer-control">Language '
        f'<select id="language-picker" aria-label="Language">{"".join(options)}</select></label>'
    )


def _link(address: str) -> str:
    if address.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    return f'<script type="module" src="{address}"></script>'
