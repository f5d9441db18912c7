"""Web pages of the games at a table, and a spectator who asks for them."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

import pytest
from aiohttp import ClientResponse, ClientSession

from bot.games.faces import FACES
from bot.match.game import Game
from bot.presentation.address import PublicAddress
from bot.presentation.studio import Studio
from bot.process.allowance import Allowance
from bot.web.server import Site, listen, serve
from render.picture.png import SIGNATURE
from tests.bot.kit import CHANNEL, GUILD, Seated


@dataclass
class Sketches:
    """Paints nothing, and counts how often."""

    painted: list[object] = field(default_factory=list)

    def paint(self, paint: object) -> bytes:
        self.painted.append(paint)
        return SIGNATURE


@dataclass
class Pages:
    """Where pages are served, and who asks for them."""

    site: Site
    seated: Seated
    sketches: Sketches
    session: ClientSession

    async def open(self, game: Game, setting: str = "always") -> str:
        """Give a game a page; its path."""
        await self.seated.table.channels.set(GUILD, game.set_in, {"page": setting})
        key = await self.seated.table.game_pages.key_of(game, self.is_seen_by_all)
        assert key is not None
        return f"/g/{key}"

    async def start(self, moves: int = 0, channel: int = CHANNEL) -> tuple[Game, str]:
        """A game of which so many moves have been played, and the path of its page."""
        game = await self.seated.start(channel)
        if moves:
            await self.seated.play(game.id, moves)
        game = await self.seated.table.games.get(game.id)
        return game, await self.open(game)

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> ClientResponse:
        """Ask for a page, and read it."""
        async with self.session.get(f"{self.site.address.origin}{path}", headers=headers) as answer:
            await answer.read()
            return answer

    async def text(self, path: str, headers: Mapping[str, str] | None = None) -> str:
        answer = await self.get(path, headers)
        assert answer.status == 200
        return await answer.text()

    @staticmethod
    async def is_seen_by_all() -> bool:
        return True


@pytest.fixture
async def pages(seated: Seated) -> AsyncIterator[Pages]:
    listening = listen("127.0.0.1", 0)
    address = PublicAddress(f"http://127.0.0.1:{listening.getsockname()[1]}")
    sketches = Sketches()
    studio = Studio(1, sketches.paint)
    allowance = Allowance(at_once=100_000)
    site = Site(address, seated.table, FACES, studio, allowance=allowance)
    async with serve(site, listening), ClientSession() as session:
        yield Pages(site, seated, sketches, session)
    studio.close()
