"""Which process delivers what, when several share one database and each has shards of its own."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.match.actions import NewGame
from bot.process.clock import SECOND
from bot.process.shards import Shards
from bot.store.claims import LEFT_AFTER
from bot.store.connection.database import Database
from bot.table.delivery import Delivery, Pace
from bot.table.posting import TryLater
from bot.table.table import Table
from tests.bot.kit import FakePoster, TurnedClock
from tests.bot.proof.playing import ALICE, clicked, opened

LEASE = 60.0
COUNT = 3
# One of each shard; the first has the id 0, which is no server.
SERVERS = [shard << 22 for shard in range(COUNT)]
# As long as an id can be; of shard 2, since 1 << 40 is of shard 1.
BIG = (1 << 62) + (1 << 22) + 5


class Processes:
    """Processes that share one database; a game was just opened in each server."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = TurnedClock()
        self.table = Table(database, clock=self.clock)

    async def open_in(self, server: int) -> int:
        """Open a game; the channel's id is the server's plus one."""
        asked = NewGame("castle", server, server + 1)
        await self.table.open(clicked(f"open {server}", ALICE), asked)
        return server + 1

    def outbox(self, poster: FakePoster, *ids: int) -> Delivery:
        return Delivery(
            self.database,
            poster,
            clock=self.clock,
            pace=Pace(lease=LEASE, at_once=1),
            shards=Shards(COUNT, ids),
        )

    async def deliver(self, *ids: int) -> list[int]:
        """Let the process with these shards post: to which channels, in order."""
        poster = FakePoster()
        await self.outbox(poster, *ids).drain()
        return [place for place, _, _ in poster.posted]


def among_processes(url: str, story: Callable[[Processes], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(url) as database:
            await story(Processes(database))

    asyncio.run(run())


def test_each_process_posts_for_the_servers_of_its_shards(url: str) -> None:
    async def story(processes: Processes) -> None:
        first, second, third, big = [await processes.open_in(server) for server in (*SERVERS, BIG)]
        assert await processes.deliver(1) == [second]
        assert await processes.deliver(0, 2) == [first, third, big]

    among_processes(url, story)


def test_what_a_process_leaves_is_taken_by_another(url: str) -> None:
    async def story(processes: Processes) -> None:
        channel = await processes.open_in(SERVERS[1])
        processes.clock.turn(LEFT_AFTER - 1)
        assert await processes.deliver(0) == []
        processes.clock.turn(1)
        assert await processes.deliver(0) == [channel]
        assert await processes.deliver(1) == []

    among_processes(url, story)


def test_claims_of_a_dead_process_are_taken_when_they_expire(url: str) -> None:
    async def story(processes: Processes) -> None:
        channel = await processes.open_in(SERVERS[1])
        await processes.outbox(FakePoster(), 1)._claim(1)
        processes.clock.turn(round(LEASE * SECOND) - 1)
        assert await processes.deliver(0) == []
        processes.clock.turn(1)
        assert await processes.deliver(0) == [channel]

    among_processes(url, story)


def test_postponed_messages_stay_with_their_process(url: str) -> None:
    async def story(processes: Processes) -> None:
        channel = await processes.open_in(SERVERS[1])
        poster = FakePoster()
        poster.failures[channel] = [TryLater() for _ in range(12)]
        for _ in range(11):
            assert await processes.outbox(poster, 1).deliver_due() == 1
            processes.clock.turn(600 * SECOND)
        await processes.outbox(poster, 1).deliver_due()
        processes.clock.turn(300 * SECOND + LEFT_AFTER - 1)
        assert await processes.deliver(0) == []

    among_processes(url, story)


@pytest.mark.parametrize("hours", [3, 1000])
def test_messages_dated_by_a_wrong_clock_are_delivered_too(url: str, hours: int) -> None:
    async def story(processes: Processes) -> None:
        channel = await processes.open_in(SERVERS[1])
        processes.clock.turn(-hours * 3600 * SECOND)
        assert await processes.deliver(0) == [channel]

    among_processes(url, story)


def test_a_process_posts_for_its_own_servers_first(url: str) -> None:
    async def story(processes: Processes) -> None:
        left = await processes.open_in(SERVERS[1])
        processes.clock.turn(LEFT_AFTER)
        own = await processes.open_in(SERVERS[0])
        assert await processes.deliver(0) == [own, left]

    among_processes(url, story)
