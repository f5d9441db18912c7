"""A player at the page of their seat, without its script: with forms alone."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random

from aiohttp import ClientResponse

from bot.match.game import Game
from tests.bot.web.conftest import Pages

_BUTTON = re.compile(r'<button[^>]*name="do"[^>]*>')
_VALUE = re.compile(r'value="([^"]*)"')
_ACTION = re.compile(r'<form method="post" action="(/play/[^"]*)"')
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
_PICTURE = re.compile(r'(?:src|srcset)="(/play/[^"]*\.png[^"]*)"')
# Buttons beside those of a choice.
_BESIDES = {"hint", "note", "open_notes", "close_notes"}
_WAY = re.compile(r'<a [^>]*href="/play/[^"?]*(\?[^"]*)"')
_TOLD = re.compile(r'<p class="(?:told|notice|status)">([^<]*)</p>')


@dataclass
class Player:
    pages: Pages
    path: str
    """Of the page of their seat."""
    cookie: str
    html: str = ""
    """What they see."""
    origin: str = field(init=False)

    def __post_init__(self) -> None:
        self.origin = self.pages.site.address.origin

    @property
    def headers(self) -> Mapping[str, str]:
        return {"Cookie": self.cookie, "Origin": self.origin}

    async def look(self, query: str = "") -> str:
        self.html = await self.pages.text(f"{self.path}{query}", self.headers)
        return self.html

    @property
    def buttons(self) -> Sequence[str]:
        """What can be pressed."""
        buttons = _BUTTON.findall(self.html)
        return [unescape(found[1]) for button in buttons if (found := _VALUE.search(button))]

    @property
    def offers(self) -> Sequence[str]:
        """What can be pressed to choose something."""
        return [do for do in self.buttons if do not in _BESIDES]

    @property
    def ways(self) -> Sequence[str]:
        """The queries of what the page of the seat leads to."""
        return [unescape(query) for query in _WAY.findall(self.html)]

    @property
    def told(self) -> Sequence[str]:
        return [unescape(line) for line in _TOLD.findall(self.html)]

    @property
    def pictures(self) -> Sequence[str]:
        return [unescape(address) for address in _PICTURE.findall(self.html)]

    @property
    def action(self) -> str:
        """Where a form is sent."""
        found = _ACTION.search(self.html)
        return self.path if found is None else unescape(found[1])

    @property
    def form(self) -> dict[str, str]:
        """What a form sends besides the button."""
        return dict(_HIDDEN.findall(self.html))

    async def send(
        self, form: Mapping[str, str], headers: Mapping[str, str] | None = None
    ) -> ClientResponse:
        url = f"{self.origin}{self.action}"
        given = self.headers if headers is None else headers
        async with self.pages.session.post(
            url, data=form, headers=given, allow_redirects=False
        ) as answer:
            await answer.read()
            return answer

    async def press(self, do: str, **fields: str) -> ClientResponse:
        """Press a button of the page as it was seen, and see what follows."""
        answer = await self.send({**self.form, **fields, "do": do})
        if answer.status == 303:
            await self.look(answer.headers["Location"].removeprefix(self.path))
        elif answer.status == 200:
            self.html = await answer.text()
        return answer

    async def turn(self, rng: Random, at_most: int = 60) -> None:
        """Choose anything until a move is complete, and confirm it."""
        await self.look()
        for _ in range(at_most):
            if "confirm" in self.offers:
                await self.press("confirm")
                return
            choices = [do for do in self.offers if do != "start" and not do.startswith("-")]
            await self.press(rng.choice(choices))
        raise AssertionError(self.html)


async def enter(pages: Pages, game: Game, user_id: int) -> Player:
    """Open the page of somebody's seat by a link."""
    link = await pages.seated.table.seat_pages.invite(game.id, user_id)
    url = pages.site.address.of_link(link)
    headers = {"Origin": pages.site.address.origin}
    async with pages.session.post(url, headers=headers, allow_redirects=False) as answer:
        assert answer.status == 303
        cookie, *_ = answer.headers["Set-Cookie"].split(";")
        player = Player(pages, answer.headers["Location"], cookie)
    await player.look()
    return player
