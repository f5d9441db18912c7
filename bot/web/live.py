"""Open pages that are told when their game goes on."""

import asyncio
from asyncio import wait_for
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from json import dumps

from aiohttp import web

from bot.match.game import ENDED
from bot.store.page_keys import PageState
from bot.table.game_pages import GamePages
from bot.table.workers import Worker, rest_for

# What other processes did is noticed within this many seconds.
LOOK_EVERY = 1.0
# So many pages are told at the same moment, and the next ones so many seconds later: what they ask
# for then does not come all at once.
TOGETHER = 20
APART = 0.025
# Keeps proxies from closing a stream on which nothing happens, in seconds.
HEARTBEAT = 20.0


class TooManyStreams(Exception):
    """An address, a game, or this process has as many as it may."""


@dataclass(frozen=True, slots=True)
class StreamLimits:
    by_address: int = 12
    by_game: int = 600
    in_all: int = 1_500


@dataclass(eq=False, slots=True)
class Stream:
    """An open page. It is told the latest only: whoever reads slowly misses what came between."""

    game_id: int
    key: str | None
    """None for the page of a seat."""
    state: PageState | None = None
    closed: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, state: PageState) -> bool:
        """Return whether there is anything new."""
        if state == self.state:
            return False
        self.state = state
        self.news.set()
        return True

    def close(self) -> None:
        self.closed = True
        self.news.set()


class Streams:
    """Open pages of one process."""

    def __init__(self, pages: GamePages, limits: StreamLimits | None = None) -> None:
        self._pages = pages
        self._limits = limits or StreamLimits()
        self._of_games: defaultdict[int, set[Stream]] = defaultdict(set)
        self._of_addresses: Counter[str] = Counter()
        self.worker = Worker("web pages", self.look, rest_for(LOOK_EVERY))

    @property
    def count(self) -> int:
        return self._of_addresses.total()

    @contextmanager
    def open(self, game_id: int, key: str | None, address: str) -> Iterator[Stream]:
        """Raises TooManyStreams."""
        if (
            self.count >= self._limits.in_all
            or self._of_addresses[address] >= self._limits.by_address
            or len(self._of_games.get(game_id, ())) >= self._limits.by_game
        ):
            raise TooManyStreams
        stream = Stream(game_id, key)
        self._of_games[game_id].add(stream)
        self._of_addresses[address] += 1
        try:
            yield stream
        finally:
            self._of_games[game_id].discard(stream)
            if not self._of_games[game_id]:
                del self._of_games[game_id]
            self._of_addresses[address] -= 1
            if not self._of_addresses[address]:
                del self._of_addresses[address]

    async def look(self) -> bool:
        """Tell every open page how its game stands, and close those that lead nowhere any more."""
        watched = list(self._of_games)
        if not watched:
            return False
        states = await self._pages.states(watched)
        told = 0
        for game_id in watched:
            state = states.get(game_id)
            for stream in list(self._of_games.get(game_id, ())):
                if state is None or stream.key not in (None, state.key):
                    stream.close()
                elif stream.tell(state):
                    told += 1
                    if told % TOGETHER == 0:
                        await asyncio.sleep(APART)
        return False

    def close(self) -> None:
        for streams in self._of_games.values():
            for stream in streams:
                stream.close()


async def _always() -> bool:
    return True


async def send_news(
    stream: Stream,
    response: web.StreamResponse,
    may_listen: Callable[[], Awaitable[bool]] = _always,
) -> None:
    """Send the latest whenever there is something new, and a sign of life meanwhile, as long as
    whoever listens may."""
    while not stream.closed and await may_listen():
        try:
            await wait_for(stream.news.wait(), HEARTBEAT)
        except TimeoutError:
            await response.write(b":\n\n")
            continue
        stream.news.clear()
        if stream.state is not None and not stream.closed:
            news = {
                "ply": stream.state.ply,
                "branch": stream.state.branch,
                "over": stream.state.status in ENDED,
            }
            await response.write(f"data: {dumps(news)}\n\n".encode())
