"""The first post of a step is claimed in the transaction that writes it, and delivered without a
search: its row is as a claim of the outbox leaves it, and nobody else takes it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.match.actions import Resign
from bot.match.game import Game
from bot.process.clock import SECOND
from bot.process.shards import ALL, Shards
from bot.process.stopping import Stopping
from bot.store import claims
from bot.store.schema import outbox as stored
from bot.table.boards import ShownBoard
from bot.table.delivery import Delivery, Outbox, Pace
from bot.table.posting import TryLater
from tests.bot.kit import (
    ANNA,
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    SlowPoster,
    TurnedClock,
    statements,
)
from tests.bot.table.background.test_outbox import START


@pytest.fixture
def poster() -> SlowPoster:
    """A poster that posts nothing until it is allowed to."""
    return SlowPoster()


@pytest.fixture
def pace() -> Pace:
    """Unless it is woken, the outbox looks for messages less often than any test lasts."""
    return Pace(look_again=3600.0)


@pytest.fixture
async def delivering(
    seated: Seated, outbox: Delivery, poster: SlowPoster, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Delivery]:
    """The delivery of the process in which the table plays; it does not look for messages on its
    own, and is not woken."""
    monkeypatch.setattr(outbox, "wake", lambda: None)
    outbox.worker.start()
    await asyncio.sleep(0)
    seated.table._outbox.deliver_by(outbox)
    yield outbox
    poster.let.set()
    await outbox.worker.stop()
    await outbox.give_back()


async def rows(seated: Seated, *columns: str) -> list[tuple[Any, ...]]:
    """What waits to be posted, the oldest first."""
    query = select(*(stored.c[name] for name in columns)).where(stored.c.state == "waiting")
    async with seated.database.reading() as connection:
        return [tuple(row) for row in await connection.execute(query.order_by(stored.c.id))]


async def read_claims(seated: Seated) -> list[tuple[str, bool]]:
    """Which messages wait, and whether somebody has claimed each."""
    waiting = await rows(seated, "kind", "claimed_by")
    return [(kind, owner is not None) for kind, owner in waiting]


async def start_game(seated: Seated, outbox: Delivery, poster: SlowPoster) -> Game:
    """A game whose first posts have all arrived."""
    poster.let.set()
    game = await seated.start()
    await outbox.drain()
    assert await rows(seated, "kind") == []
    poster.let.clear()
    poster.begun.clear()
    return game


async def test_the_board_of_a_move_is_claimed_with_it(
    seated: Seated, poster: SlowPoster, delivering: Delivery
) -> None:
    game = await start_game(seated, delivering, poster)
    await seated.play(game.id)
    assert await read_claims(seated) == [("board", True), ("retire", False)]


async def test_its_row_is_as_a_round_of_the_outbox_leaves_it(
    seated: Seated, poster: SlowPoster, outbox: Delivery, clock: TurnedClock
) -> None:
    """Two equal games: one is claimed with the move, the other by a round."""
    poster.let.set()
    names = ("kind", "attempts", "claimed_until", "shown_at", "due_at", "state", "error")
    game = await seated.start()
    other = await seated.start(OTHER_CHANNEL)
    await outbox.drain()
    clock.turn(SECOND)
    seated.table._outbox.deliver_by(Aside(outbox))
    await seated.play(game.id)
    seated.table._outbox = Outbox()
    await seated.play(other.id)
    claimant = outbox._claimant()
    async with seated.database.writing() as connection:
        heads = await claims.due_heads(connection, claimant, 10)
        assert len(heads) == 1
        await claims.claim(connection, heads, claimant)
    by_move, _, by_round, _ = await rows(seated, *names, "claimed_by")
    assert by_move == by_round
    assert by_move[:4] == ("board", 1, clock.now + 60 * SECOND, clock.now)


class Aside(Delivery):
    """Claims for a delivery but starts nothing, like a process that dies right after the claim."""

    def __init__(self, delivery: Delivery) -> None:
        self._for = delivery

    def claimant(self, guild_id: int) -> claims.Claimant | None:
        return self._for._claimant()

    def begin(self, claim: claims.Claimed, board: ShownBoard | None) -> None: ...

    def wake(self) -> None: ...


async def test_it_is_delivered_though_nobody_wakes_the_outbox(
    seated: Seated, poster: SlowPoster, delivering: Delivery
) -> None:
    game = await start_game(seated, delivering, poster)
    await seated.play(game.id)
    await asyncio.wait_for(poster.begun.wait(), 60)


async def test_the_poster_is_given_the_board_that_spectators_see(
    seated: Seated, poster: SlowPoster, delivering: Delivery
) -> None:
    game = await start_game(seated, delivering, poster)
    with statements(seated.database) as sent:
        await seated.play(game.id)
        await asyncio.wait_for(poster.begun.wait(), 60)
    last_known = poster.known[-1]
    read = await seated.table.games.position(game.id, None)
    assert last_known is not None
    handed = last_known.position
    assert replace(handed.game, revision=read.game.revision) == read.game
    assert replace(handed, game=read.game) == read
    assert not any("min(outbox.id)" in text and "GROUP BY" in text for text, _ in sent)


async def test_it_has_no_board_for_an_end_without_a_move(
    seated: Seated, poster: SlowPoster, delivering: Delivery
) -> None:
    game = await start_game(seated, delivering, poster)
    poster.let.set()
    await seated.act(ANNA, game.id, Resign())
    await delivering.drain()
    assert poster.kinds(CHANNEL)[-1] == "resigned"
    assert poster.known[-1] is None


async def test_what_waits_before_it_goes_first(
    seated: Seated, poster: SlowPoster, delivering: Delivery
) -> None:
    game = await start_game(seated, delivering, poster)
    poster.let.set()
    poster.failures[CHANNEL] = [TryLater(30.0)]
    await seated.play(game.id)
    await delivering.drain()
    await seated.play(game.id)
    boards = [row for row in await rows(seated, "kind", "ply", "claimed_by") if row[0] == "board"]
    assert boards == [("board", 1, None), ("board", 2, None)]
    seated.clock.turn(30 * SECOND)
    await delivering.drain()
    assert poster.kinds(CHANNEL) == [*START, "board 1", "board 2"]


async def test_another_process_delivers_nothing_of_it(
    seated: Seated, poster: SlowPoster, delivering: Delivery
) -> None:
    game = await start_game(seated, delivering, poster)
    other = FakePoster()
    await seated.play(game.id)
    tries = poster.tries
    await Delivery(seated.database, other, clock=seated.clock).drain()
    assert other.tries == 0
    poster.let.set()
    await delivering.drain()
    assert poster.kinds(CHANNEL) == [*START, "board 1"]
    assert poster.tries == tries + 2  # and the old board without its buttons


async def test_a_claim_by_a_process_that_dies_before_starting_expires(
    seated: Seated, outbox: Delivery, clock: TurnedClock
) -> None:
    other = FakePoster()
    next_one = Delivery(seated.database, other, clock=clock)
    game = await seated.start()
    await next_one.drain()
    seated.table._outbox.deliver_by(Aside(outbox))
    await seated.play(game.id)
    await next_one.drain()
    assert other.kinds(CHANNEL) == START
    clock.turn(60 * SECOND)
    await next_one.drain()
    assert other.kinds(CHANNEL) == [*START, "board 1"]


async def test_a_stopping_process_returns_claims_it_has_not_started(
    seated: Seated, outbox: Delivery
) -> None:
    game = await seated.start()
    await Delivery(seated.database, FakePoster(), clock=seated.clock).drain()
    seated.table._outbox.deliver_by(Aside(outbox))
    await seated.play(game.id)
    assert await read_claims(seated) == [("board", True), ("retire", False)]
    await outbox.give_back()
    assert await read_claims(seated) == [("board", False), ("retire", False)]


async def test_what_is_committed_after_the_end_is_not_begun(
    seated: Seated, poster: SlowPoster, outbox: Delivery
) -> None:
    """The claim has been given back, or expires."""
    message = claims.Claimed(1, 1, CHANNEL, "lobby", "{}", "nonce", 1, seated.clock())
    outbox.begin(message, None)
    await outbox.drain()
    assert poster.tries == 0


@pytest.mark.parametrize("why", ["no connection", "stopping", "full", "no worker", "another shard"])
async def test_a_process_that_cannot_deliver_now_claims_nothing(
    seated: Seated, poster: SlowPoster, why: str
) -> None:
    game = await seated.start()
    stopping = Stopping()
    await Delivery(seated.database, FakePoster(), clock=seated.clock).drain()
    outbox = Delivery(
        seated.database,
        poster,
        clock=seated.clock,
        pace=Pace(at_once=1),
        shards=Shards(2, (1,)) if why == "another shard" else ALL,
        stopping=stopping,
    )
    seated.table._outbox.deliver_by(outbox)
    if why == "full":
        await seated.open(OTHER_CHANNEL)
    if why != "no worker":
        outbox.worker.start()
        await asyncio.sleep(0)
    if why == "full":
        await asyncio.wait_for(poster.begun.wait(), 60)
    if why == "stopping":
        stopping.ask()
    poster.ready = why != "no connection"
    await seated.play(game.id)
    assert (await read_claims(seated))[-2:] == [("board", False), ("retire", False)]
    poster.let.set()
    await outbox.worker.stop()
    await outbox.give_back()
