"""Nobody but its owner can tell that an order exists, before it comes true."""

import pytest
from sqlalchemy import select

from bot.match.actions import Play, Resign
from bot.match.game import Game
from bot.store.connection.database import Database
from bot.store.schema import outbox
from bot.table.choosing import OwnOrders
from bot.table.delivery import Delivery
from bot.table.table import Table
from tests.bot.choices import orderable
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    TurnedClock,
)
from tests.bot.table.orders.ordering import kinds, leave, ordered, plan, played, state_of

SEED = "7" * 64


@pytest.fixture
def seated(database: Database, clock: TurnedClock) -> Seated:
    """Every game has the same tiles."""
    return Seated(Table(database, clock=clock, seeds=lambda: SEED), database, clock)


async def look_of(seated: Seated, game: Game, poster: FakePoster) -> str:
    """Everything that others can see of a game, without its numbers."""
    looks = [
        await seated.table.games.record(game.id),
        (await seated.table.games.position(game.id, ANNA)).view,
        (await seated.table.games.position(game.id, None)).view,
        [(move.notation, move.events) for move in (await seated.table.games.story(game.id)).moves],
        await seated.table.orders.of(game.id, ANNA),
        poster.kinds(game.channel_id),
        poster.kinds(ANNA),
        poster.kinds(CARLA),
    ]
    first = looks[4]
    assert isinstance(first, OwnOrders)
    looks[4] = (first.orders, first.kinds, first.position.view)
    return repr(looks)


async def test_nobody_else_can_tell_that_there_is_an_order(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """Two games that differ only in the order in one of them look the same until it comes true."""
    with_order = await seated.start()
    without = await seated.start(OTHER_CHANNEL)
    state = await state_of(seated.database, with_order)
    first = await seated.legal_move(with_order)
    drawn = plan(played(state, first)).kind
    waits = next(
        kind
        for kind in (await seated.table.orders.of(with_order.id, BEN)).kinds
        if kind not in (drawn, played(state, first).drawn)
    )
    choices = await orderable(seated.table, with_order.id, BEN, waits)
    await leave(seated, BEN, with_order.id, waits, choices[0].text)
    for game in (with_order, without):
        await seated.table.watch(game.id, CARLA, "turns")
        await seated.act(ANNA, game.id, Play(first, 0))
        await outbox.drain()
    assert await kinds(seated, BEN, with_order.id) == [waits]
    look = await look_of(seated, with_order, poster)
    assert look == await look_of(seated, without, poster)
    listed = [
        await seated.table.games.open_in_server(1),
        await seated.table.games.open_of(ANNA, None),
    ]
    assert waits not in repr(listed)


async def test_no_message_and_no_audit_tells_what_was_ordered(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    async with seated.database.reading() as connection:
        messages = (await connection.execute(select(outbox.c.payload))).scalars().all()
    assert planned.kind not in repr(messages)
    assert planned.order not in repr(messages)


async def test_orderable_moves_reveal_nothing_about_the_tiles_to_come(
    database: Database, clock: TurnedClock
) -> None:
    """Two games with the same first tile and the other tiles in another order offer the same."""
    offered = []
    seeds = iter(["7" * 64, *(f"{number:064}" for number in range(2000))])
    table = Table(database, clock=clock, seeds=lambda: next(seeds))
    seated = Seated(table, database, clock)
    first = await seated.start()
    while True:
        game = await seated.start(OTHER_CHANNEL)
        views = [
            (await table.games.position(either.id, None)).view.drawn for either in (first, game)
        ]
        if views[0] == views[1]:
            break
        await seated.act(ANNA, game.id, Resign())
    for either in (first, game):
        kinds = (await table.orders.of(either.id, BEN)).kinds
        moves = [(await orderable(table, either.id, BEN, kind)) for kind in kinds]
        offered.append((kinds, moves))
    assert offered[0] == offered[1]


async def test_personal_data_does_not_reveal_the_opponents_orders(seated: Seated) -> None:
    """Nor how often the game was changed, when it is looked at again, or how much else happened
    between two actions of the player."""
    game = await seated.start()
    await seated.table.orders.of(game.id, BEN)
    before = await seated.table.people.personal_data(ANNA)
    await ordered(seated, game)
    assert await seated.table.people.personal_data(ANNA) == before
    assert all("id" not in row for row in before["audit"])
    assert before["games"][0].keys().isdisjoint({"ordered", "revision", "due_at"})
