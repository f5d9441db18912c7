"""Leaving an order and deleting it: who may, what can be ordered, and what happens in between."""

from typing import Any

import pytest

from bot.match import permissions
from bot.match.actions import Done, DropOrder, LeaveOrder, Play, Resign
from bot.match.errors import StaleMove, Why
from bot.store.connection.database import Database
from bot.table.table import Table
from engine.errors import IllegalMove
from tests.bot.choices import orderable
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    Seated,
    TurnedClock,
    by,
    pauses_of,
    refusal_of,
    refused,
)
from tests.bot.table.orders.ordering import (
    counted,
    kinds,
    leave,
    log_of,
    ordered,
    plan,
    plans,
    state_of,
)

SEED = "7" * 64


@pytest.fixture
def seated(database: Database, clock: TurnedClock) -> Seated:
    """Every game has the same tiles."""
    return Seated(Table(database, clock=clock, seeds=lambda: SEED), database, clock)


async def test_a_player_sees_their_own_orders_only(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    assert await kinds(seated, BEN, game.id) == [planned.kind]
    assert await kinds(seated, ANNA, game.id) == []
    assert (await refusal_of(seated.table.orders.of(game.id, CARLA))).why is Why.NOT_A_PLAYER


async def test_another_order_for_the_same_tile_replaces_the_first(
    seated: Seated,
) -> None:
    game = await seated.start()
    planned, *others = plans(await state_of(seated.database, game))
    other = next(
        candidate
        for candidate in others
        if candidate.move == planned.move and candidate.order != planned.order
    )
    await leave(seated, BEN, game.id, planned.kind, planned.order)
    await leave(seated, BEN, game.id, other.kind, other.order)
    assert await counted(seated, game.id) == (1, 1)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert (await log_of(seated, game.id))[-1].notation == other.order


async def test_an_order_that_was_deleted_is_not_played(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    answer = await seated.act(BEN, game.id, DropOrder(planned.kind))
    assert answer.done is Done.ORDER_DELETED
    assert await counted(seated, game.id) == (0, 0)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert (await seated.table.games.get(game.id)).ply == 1


async def test_only_ones_own_order_can_be_deleted(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    assert await refused(seated, ANNA, game.id, DropOrder(planned.kind)) is Why.NO_SUCH_ORDER
    assert await refused(seated, CARLA, game.id, DropOrder(planned.kind)) is Why.NOT_A_PLAYER
    assert await counted(seated, game.id) == (1, 1)


async def test_the_same_click_leaves_and_deletes_once(seated: Seated) -> None:
    game = await seated.start()
    planned = plan(await state_of(seated.database, game))
    first = await leave(seated, BEN, game.id, planned.kind, planned.order, name="left")
    drop = by(BEN, "deleted"), game.id, DropOrder(planned.kind)
    deleted = await seated.table.act(*drop)
    assert await leave(seated, BEN, game.id, planned.kind, planned.order, name="left") == first
    assert await seated.table.act(*drop) == deleted
    assert await counted(seated, game.id) == (0, 0)


async def test_there_is_a_limit_to_orders(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permissions, "MOST_ORDERS", 2)
    game = await seated.start()
    first, second, third, *_ = (await seated.table.orders.of(game.id, BEN)).kinds
    for kind in (first, second, second):
        choices = await orderable(seated.table, game.id, BEN, kind)
        await leave(seated, BEN, game.id, kind, choices[0].text)
    move = (await orderable(seated.table, game.id, BEN, third))[0].text
    assert await refused(seated, BEN, game.id, LeaveOrder(third, move, 0, 0)) is Why.TOO_MANY_ORDERS


async def test_ordering_is_refused_in_ones_own_turn_and_to_strangers(seated: Seated) -> None:
    game = await seated.start()
    planned = plan(await state_of(seated.database, game))
    order = LeaveOrder(planned.kind, planned.order, 0, 0)
    assert await refused(seated, ANNA, game.id, order) is Why.YOUR_TURN
    assert await refused(seated, CARLA, game.id, order) is Why.NOT_A_PLAYER
    assert (await seated.table.orders.of(game.id, ANNA)).kinds == ()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    assert await refused(seated, BEN, game.id, order) is Why.PAUSED
    await seated.act(ANNA, game.id, Resign())
    assert await refused(seated, BEN, game.id, order) is Why.WRONG_STATUS


async def test_only_what_is_possible_now_can_be_ordered(seated: Seated) -> None:
    game = await seated.start()
    state = await state_of(seated.database, game)
    planned = plan(state)
    drawn = state.drawn
    for move in ("end", "A1 r0 knight@N", "E5 r0 2@none"):
        with pytest.raises(IllegalMove):
            await leave(seated, BEN, game.id, planned.kind, move)
    for kind in (drawn, "no-such-tile"):
        order = LeaveOrder(kind, planned.order, 0, 0)
        assert await refused(seated, BEN, game.id, order) is Why.NOT_TO_COME
    assert await counted(seated, game.id) == (0, 0)


async def test_an_order_is_left_for_the_board_that_was_seen(seated: Seated) -> None:
    game = await seated.start()
    planned = plan(await state_of(seated.database, game))
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    with pytest.raises(StaleMove):
        await seated.act(BEN, game.id, LeaveOrder(planned.kind, planned.order, 0, 0))


@pytest.mark.parametrize("change", ["leaves", "replaces", "deletes"])
async def test_moves_use_the_orders_as_they_are_when_stored(seated: Seated, change: str) -> None:
    """Whatever is stored between reading a game and storing the move counts."""
    game = await seated.start()
    planned, *others = plans(await state_of(seated.database, game))
    other = next(
        candidate
        for candidate in others
        if candidate.move == planned.move and candidate.order != planned.order
    )
    if change != "leaves":
        await leave(seated, BEN, game.id, planned.kind, planned.order)
    seen = await seated.table.games.get(game.id)
    if change == "deletes":
        await seated.act(BEN, game.id, DropOrder(planned.kind))
    else:
        order = planned.order if change == "leaves" else other.order
        await leave(seated, BEN, game.id, planned.kind, order)
    await seated.table.act(by(ANNA), game.id, Play(planned.move, 0), game_as_read=seen)
    ends = {"leaves": [planned.order], "replaces": [other.order], "deletes": []}
    assert [move.notation for move in (await log_of(seated, game.id))[1:]] == ends[change]


async def test_orders_for_a_concurrently_changed_board_are_stale(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()
    planned = plan(await state_of(seated.database, game))
    save = seated.table._save

    async def after_the_move(*arguments: Any) -> Any:
        monkeypatch.undo()
        await seated.act(ANNA, game.id, Play(planned.move, 0))
        return await save(*arguments)

    monkeypatch.setattr(seated.table, "_save", after_the_move)
    with pytest.raises(StaleMove):
        await leave(seated, BEN, game.id, planned.kind, planned.order)
    assert await counted(seated, game.id) == (0, 0)
