"""Orders: a move left for a tile, played at once when its owner draws it, and nobody else's."""

import pytest

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.verify import verify
from bot.match.actions import Accept, Done, Play, Resign, Undo
from bot.match.game import Status
from bot.match.messages import BoardPost, DirectMessage
from bot.store.connection.database import Database
from bot.store.schema import games
from bot.table.delivery import Delivery
from bot.table.table import Table
from engine.errors import IllegalMove
from tests.bot.choices import orderable
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    TurnedClock,
    by,
    statements,
)
from tests.bot.table.orders.ordering import (
    chain,
    counted,
    directs,
    kinds,
    leave,
    log_of,
    ordered,
    plan,
    played,
    state_of,
)

SEED = "7" * 64


@pytest.fixture
def seated(database: Database, clock: TurnedClock) -> Seated:
    """Every game has the same tiles."""
    return Seated(Table(database, clock=clock, seeds=lambda: SEED), database, clock)


# Coming true.


async def test_an_order_is_played_at_once_when_its_tile_is_drawn(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    before = await seated.table.games.get(game.id)
    answer = await seated.act(ANNA, game.id, Play(planned.move, 0))
    after = await seated.table.games.get(game.id)
    assert (answer.done, answer.ply) == (Done.PLAYED, 1)
    assert (after.ply, after.to_act, after.revision) == (2, 0, before.revision + 1)
    first, second = await log_of(seated, game.id)
    assert (first.notation, first.user_id, first.by_order) == (planned.move, ANNA, False)
    assert (second.notation, second.user_id, second.by_order) == (planned.order, BEN, True)
    assert (second.seat, second.played_at) == (1, first.played_at)
    assert await counted(seated, game.id) == (0, 0)


async def test_an_ordered_move_equals_the_same_move_played_by_hand(seated: Seated) -> None:
    game = await seated.start()
    by_hand = await seated.start(OTHER_CHANNEL)
    plan = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(plan.move, 0))
    await seated.act(ANNA, by_hand.id, Play(plan.move, 0))
    await seated.act(BEN, by_hand.id, Play(plan.order, 1))
    other = seated.in_another_process().table
    views = [(await table.games.position(game.id, None)).view for table in (seated.table, other)]
    assert views == [(await seated.table.games.position(by_hand.id, None)).view] * 2
    assert [line async for line in verify(seated.database)] == []


async def test_ordered_moves_post_both_boards_and_ping_only_the_next(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    await outbox.drain()
    poster.posted.clear()
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    await outbox.drain()
    assert [message for _, message, _ in poster.posted] == [
        BoardPost(game.id, 1, 0),
        BoardPost(game.id, 2, 0, (ANNA,)),
    ]
    assert len(poster.retired) == 3


async def test_a_repeated_click_gets_the_answer_of_its_own_move(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    click = by(ANNA, "click")
    answers = [await seated.table.act(click, game.id, Play(planned.move, 0)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(await log_of(seated, game.id)) == 2


async def test_orders_of_both_players_play_one_after_the_other(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    series = chain(await state_of(seated.database, game))
    await leave(seated, BEN, game.id, series.kind, series.order)
    await seated.act(ANNA, game.id, Play(series.first, 0))
    await leave(seated, ANNA, game.id, series.own.kind, series.own.order)
    await outbox.drain()
    await seated.act(BEN, game.id, Play(series.own.move, 1))
    await outbox.drain()
    assert [move.notation for move in await log_of(seated, game.id)] == [
        series.first,
        series.own.move,
        series.own.order,
        series.order,
    ]
    assert poster.kinds(CHANNEL)[-3:] == ["board 2", "board 3", "board 4"]
    assert await counted(seated, game.id) == (0, 0)
    assert [line async for line in verify(seated.database)] == []


async def test_an_order_can_end_the_game(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    while len((await seated.table.games.position(game.id, None)).view.unseen) > 1:
        await seated.play(game.id)
    now = await seated.table.games.get(game.id)
    assert now.to_act is not None
    mover, owner = (ANNA, BEN) if now.to_act == 0 else (BEN, ANNA)
    planned = plan(await state_of(seated.database, now))
    await leave(seated, owner, game.id, planned.kind, planned.order)
    await seated.act(mover, game.id, Play(planned.move, now.ply))
    ended = await seated.table.games.get(game.id)
    assert (ended.status, ended.to_act) == (Status.FINISHED, None)
    await outbox.drain()
    assert poster.kinds(CHANNEL)[-2:] == [f"board {ended.ply - 1}", "finished"]
    assert [line async for line in verify(seated.database)] == []


async def test_an_order_for_another_tile_waits_on(seated: Seated) -> None:
    game = await seated.start()
    state = await state_of(seated.database, game)
    planned = plan(state)
    later = next(kind for kind in (await seated.table.orders.of(game.id, BEN)).kinds)
    if later == planned.kind:
        later = (await seated.table.orders.of(game.id, BEN)).kinds[1]
    choices = await orderable(seated.table, game.id, BEN, later)
    await leave(seated, BEN, game.id, later, choices[0].text)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert await kinds(seated, BEN, game.id) == [later]
    assert (await seated.table.games.get(game.id)).ply == 1


async def test_a_game_without_orders_is_not_asked_for_them(seated: Seated) -> None:
    game = await seated.start()
    with statements(seated.database) as sent:
        await seated.play(game.id)
    assert [statement for statement, _ in sent if " orders" in statement] == []


async def test_who_watches_is_told_of_the_last_move_only(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.table.watch(game.id, CARLA, "turns")
    planned = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    await outbox.drain()
    assert directs(poster, CARLA) == [DirectMessage(game.id, CARLA, Done.PLAYED, {"ply": 2}, 1)]


async def test_archives_carry_orders_that_play_after_the_import(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    archive = await export_channel(seated.database, CHANNEL)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    async with seated.database.writing() as connection:
        await connection.execute(games.delete().where(games.c.id == game.id))
    [moved] = await import_channel(seated.database, archive, seated.clock())
    assert await kinds(seated, BEN, moved) == [planned.kind]
    await seated.act(ANNA, moved, Play(planned.move, 0))
    assert (await log_of(seated, moved))[-1].notation == planned.order


# Not coming true.


async def test_impossible_orders_are_dropped_and_the_owner_is_notified(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    planned = await ordered(seated, game, spoiled=True)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    after = await seated.table.games.get(game.id)
    assert (after.ply, after.to_act) == (1, 1)
    assert await counted(seated, game.id) == (0, 0)
    await outbox.drain()
    [message] = directs(poster, BEN)
    with pytest.raises(IllegalMove) as refusal:
        await seated.act(BEN, game.id, Play(planned.order, 1))
    assert (message.done, message.facts["move"]) == (Done.ORDER_DROPPED, planned.order)
    assert message.facts["reason"] == refusal.value.reason
    assert poster.kinds(CHANNEL)[-1] == "board 1"


async def test_an_order_whose_tile_the_other_player_draws_is_gone(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    first = await seated.legal_move(game)
    state = await state_of(seated.database, game)
    kind = plan(played(state, first)).kind
    choices = await orderable(seated.table, game.id, BEN, kind)
    await leave(seated, BEN, game.id, kind, choices[0].text)
    await seated.act(ANNA, game.id, Play(first, 0))
    await seated.play(game.id)
    assert await counted(seated, game.id) == (0, 0)
    await outbox.drain()
    assert directs(poster, BEN) == []


async def test_orders_impossible_on_the_current_board_are_marked_so(
    seated: Seated,
) -> None:
    game = await seated.start()
    planned = plan(await state_of(seated.database, game), spoiled=True)
    [other] = (await seated.table.orders.of(game.id, BEN)).kinds[:1]
    choices = await orderable(seated.table, game.id, BEN, other)
    cell = planned.move.split()[0]
    taken = next(move.text for move in choices if move.text.startswith(cell))
    await leave(seated, BEN, game.id, other, taken)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    [order] = (await seated.table.orders.of(game.id, BEN)).orders
    assert order.refusal is not None
    assert order.refusal.facts["cell"] == cell


async def test_the_end_of_the_game_is_the_end_of_its_orders(seated: Seated) -> None:
    game = await seated.start()
    await ordered(seated, game)
    await seated.act(ANNA, game.id, Resign())
    assert await counted(seated, game.id) == (0, 0)


# Taking back.


async def test_undo_drops_every_order_and_notifies_their_owners(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    first, second, *_ = (await seated.table.orders.of(game.id, BEN)).kinds
    for kind in (first, second):
        choices = await orderable(seated.table, game.id, BEN, kind)
        await leave(seated, BEN, game.id, kind, choices[0].text)
    await seated.play(game.id)
    count, _ = await counted(seated, game.id)
    assert count > 0
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Accept("undo", 1))
    await outbox.drain()
    assert await counted(seated, game.id) == (0, 0)
    [message] = directs(poster, BEN)
    assert (message.done, message.facts) == (Done.ORDERS_DROPPED, {"count": count})
    assert directs(poster, ANNA) == []


async def test_undo_by_consent_takes_a_move_and_the_ordered_reply(
    seated: Seated,
) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED
    await seated.act(BEN, game.id, Accept("undo", 2))
    now = await seated.table.games.get(game.id)
    assert (now.ply, now.branch, now.to_act) == (0, 1, 0)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert (await seated.table.games.get(game.id)).ply == 1
    assert [line async for line in verify(seated.database)] == []


async def test_the_move_of_an_order_is_taken_back_as_any_other(seated: Seated) -> None:
    game = await seated.start()
    planned = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert (await seated.act(BEN, game.id, Undo())).done is Done.UNDO_ASKED
    await seated.act(ANNA, game.id, Accept("undo", 2))
    now = await seated.table.games.get(game.id)
    assert (now.ply, now.to_act, now.ordered) == (1, 1, 0)
