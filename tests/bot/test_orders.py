"""Orders: a move left for a tile, played at once when its owner draws it, and nobody else's."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import func, select

from bot import life
from bot.actions import (
    Accept,
    Action,
    Done,
    DropOrder,
    LeaveOrder,
    Play,
    Resign,
    Undo,
)
from bot.errors import Refused, StaleMove, Why
from bot.game import Game, Status
from bot.messages import Board, Direct
from bot.order_looks import Orders
from bot.outbox import Outbox
from bot.store import log
from bot.store.archive import export_channel, import_channel
from bot.store.database import Database
from bot.store.schema import games, orders, outbox
from bot.store.verify import verify
from bot.table import Table
from engine.errors import IllegalMove
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
from tests.bot.ordering import Plan, chain, plan, plans, played, state_of

SEED = "7" * 64


@pytest.fixture
def seated(database: Database, clock: TurnedClock) -> Seated:
    """Every game has the same tiles."""
    return Seated(Table(database, clock=clock, seeds=lambda: SEED), database, clock)


async def leave(
    seated: Seated, user: int, game_id: int, *order: str, name: str | None = None
) -> Any:
    game = await seated.table.game(game_id)
    kind, move = order
    action = LeaveOrder(kind, move, game.ply, game.branch)
    return await seated.table.act(by(user, name), game_id, action)


async def ordered(seated: Seated, game: Game, *, spoiled: bool = False) -> Plan:
    """Ben's order for what he draws after Anna's move, which is still to be made."""
    found = plan(await state_of(seated.database, game), spoiled=spoiled)
    await leave(seated, BEN, game.id, found.kind, found.order)
    return found


async def kinds(seated: Seated, user: int, game_id: int) -> list[str]:
    """What a player's orders wait for."""
    return [one.order.kind for one in (await seated.table.orders(game_id, user)).standing]


async def counted(seated: Seated, game_id: int) -> tuple[int, int]:
    """How many orders are stored, and how many the game's row tells of."""
    async with seated.database.reading() as connection:
        rows = select(func.count()).select_from(orders).where(orders.c.game_id == game_id)
        told = select(games.c.ordered).where(games.c.id == game_id)
        stored = (await connection.execute(rows)).scalar_one()
        return stored, (await connection.execute(told)).scalar_one()


async def log_of(seated: Seated, game_id: int) -> Sequence[log.LoggedMove]:
    async with seated.database.reading() as connection:
        return await log.every_move(connection, game_id)


def directs(poster: FakePoster, user: int) -> list[Direct]:
    return [one for place, one, _ in poster.posted if place == user and isinstance(one, Direct)]


async def why(seated: Seated, user: int, game_id: int, action: Action) -> Why:
    with pytest.raises(Refused) as refused:
        await seated.act(user, game_id, action)
    return refused.value.why


# Coming true.


async def test_an_order_is_played_at_once_when_its_tile_is_drawn(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    before = await seated.table.game(game.id)
    answer = await seated.act(ANNA, game.id, Play(found.move, 0))
    after = await seated.table.game(game.id)
    assert (answer.done, answer.ply) == (Done.PLAYED, 1)
    assert (after.ply, after.to_act, after.revision) == (2, 0, before.revision + 1)
    first, second = await log_of(seated, game.id)
    assert (first.notation, first.user_id, first.by_order) == (found.move, ANNA, False)
    assert (second.notation, second.user_id, second.by_order) == (found.order, BEN, True)
    assert (second.seat, second.played_at) == (1, first.played_at)
    assert await counted(seated, game.id) == (0, 0)


async def test_what_an_order_played_is_as_if_its_owner_had_played_it(seated: Seated) -> None:
    game, by_hand = await seated.start(), await seated.start(OTHER_CHANNEL)
    found = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    await seated.act(ANNA, by_hand.id, Play(found.move, 0))
    await seated.act(BEN, by_hand.id, Play(found.order, 1))
    other = Table(seated.database, clock=seated.clock)
    views = [(await table.position(game.id)).view for table in (seated.table, other)]
    assert views == [(await seated.table.position(by_hand.id)).view] * 2
    assert [line async for line in verify(seated.database)] == []


async def test_both_boards_are_posted_and_only_who_is_to_act_then_is_called(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    await outbox.drain()
    poster.posted.clear()
    await seated.act(ANNA, game.id, Play(found.move, 0))
    await outbox.drain()
    assert [message for _, message, _ in poster.posted] == [
        Board(game.id, 1, 0),
        Board(game.id, 2, 0, (ANNA,)),
    ]
    assert len(poster.retired) == 3


async def test_the_same_click_again_gets_the_answer_of_its_own_move(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    click = by(ANNA, "click")
    answers = [await seated.table.act(click, game.id, Play(found.move, 0)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(await log_of(seated, game.id)) == 2


async def test_orders_of_both_players_come_true_one_after_the_other(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    found = chain(await state_of(seated.database, game))
    await leave(seated, BEN, game.id, found.kind, found.order)
    await seated.act(ANNA, game.id, Play(found.first, 0))
    await leave(seated, ANNA, game.id, found.own.kind, found.own.order)
    await outbox.drain()
    await seated.act(BEN, game.id, Play(found.own.move, 1))
    await outbox.drain()
    assert [move.notation for move in await log_of(seated, game.id)] == [
        found.first,
        found.own.move,
        found.own.order,
        found.order,
    ]
    assert poster.kinds(CHANNEL)[-3:] == ["board 2", "board 3", "board 4"]
    assert await counted(seated, game.id) == (0, 0)
    assert [line async for line in verify(seated.database)] == []


async def test_an_order_can_end_the_game(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    while len((await seated.table.position(game.id)).view.unseen) > 1:
        await seated.play(game.id)
    now = await seated.table.game(game.id)
    assert now.to_act is not None
    mover, owner = (ANNA, BEN) if now.to_act == 0 else (BEN, ANNA)
    found = plan(await state_of(seated.database, now))
    await leave(seated, owner, game.id, found.kind, found.order)
    await seated.act(mover, game.id, Play(found.move, now.ply))
    ended = await seated.table.game(game.id)
    assert (ended.status, ended.to_act) == (Status.FINISHED, None)
    await outbox.drain()
    told = [f"board {ended.ply - 1}", f"board {ended.ply}", "finished"]
    assert poster.kinds(CHANNEL)[-3:] == told
    assert [line async for line in verify(seated.database)] == []


async def test_an_order_for_another_tile_waits_on(seated: Seated) -> None:
    game = await seated.start()
    state = await state_of(seated.database, game)
    found = plan(state)
    later = next(kind for kind in (await seated.table.orders(game.id, BEN)).kinds)
    if later == found.kind:
        later = (await seated.table.orders(game.id, BEN)).kinds[1]
    choices = await seated.table.suppose(game.id, BEN, 0, 0, later)
    await leave(seated, BEN, game.id, later, choices.moves[0].text)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    assert await kinds(seated, BEN, game.id) == [later]
    assert (await seated.table.game(game.id)).ply == 1


async def test_a_game_without_orders_is_not_asked_for_them(seated: Seated) -> None:
    game = await seated.start()
    with statements(seated.database) as sent:
        await seated.play(game.id)
    assert [statement for statement, _ in sent if " orders" in statement] == []


async def test_who_watches_is_told_of_the_last_move_only(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.table.watch(game.id, CARLA, "turns")
    found = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    await outbox.drain()
    assert directs(poster, CARLA) == [Direct(game.id, CARLA, Done.PLAYED, {"ply": 2}, 1)]


# Not coming true.


async def test_an_order_whose_move_is_not_possible_any_more_is_dropped_and_its_owner_told(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    found = await ordered(seated, game, spoiled=True)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    after = await seated.table.game(game.id)
    assert (after.ply, after.to_act) == (1, 1)
    assert await counted(seated, game.id) == (0, 0)
    await outbox.drain()
    [told] = directs(poster, BEN)
    with pytest.raises(IllegalMove) as refusal:
        await seated.act(BEN, game.id, Play(found.order, 1))
    assert (told.done, told.facts["move"]) == (Done.ORDER_DROPPED, found.order)
    assert told.facts["reason"] == refusal.value.reason
    assert poster.kinds(CHANNEL)[-1] == "board 1"


async def test_an_order_whose_tile_the_other_player_draws_is_gone(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    first = await seated.legal_move(game)
    state = await state_of(seated.database, game)
    kind = plan(played(state, first)).kind
    choices = await seated.table.suppose(game.id, BEN, 0, 0, kind)
    await leave(seated, BEN, game.id, kind, choices.moves[0].text)
    await seated.act(ANNA, game.id, Play(first, 0))
    await seated.play(game.id)
    assert await counted(seated, game.id) == (0, 0)
    await outbox.drain()
    assert directs(poster, BEN) == []


async def test_an_order_that_is_not_possible_as_the_board_lies_now_is_shown_as_such(
    seated: Seated,
) -> None:
    game = await seated.start()
    found = plan(await state_of(seated.database, game), spoiled=True)
    [other] = (await seated.table.orders(game.id, BEN)).kinds[:1]
    choices = await seated.table.suppose(game.id, BEN, 0, 0, other)
    cell = found.move.split()[0]
    taken = next(move.text for move in choices.moves if move.text.startswith(cell))
    await leave(seated, BEN, game.id, other, taken)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    [standing] = (await seated.table.orders(game.id, BEN)).standing
    assert standing.refusal is not None
    assert standing.refusal.facts["cell"] == cell


async def test_the_end_of_the_game_is_the_end_of_its_orders(seated: Seated) -> None:
    game = await seated.start()
    await ordered(seated, game)
    await seated.act(ANNA, game.id, Resign())
    assert await counted(seated, game.id) == (0, 0)


# Taking back.


async def test_taking_back_drops_every_order_and_tells_their_owners(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    first, second, *_ = (await seated.table.orders(game.id, BEN)).kinds
    for kind in (first, second):
        choices = await seated.table.suppose(game.id, BEN, 0, 0, kind)
        await leave(seated, BEN, game.id, kind, choices.moves[0].text)
    await seated.play(game.id)
    count, _ = await counted(seated, game.id)
    assert count > 0
    await seated.act(ANNA, game.id, Undo())
    await outbox.drain()
    assert await counted(seated, game.id) == (0, 0)
    [told] = directs(poster, BEN)
    assert (told.done, told.facts) == (Done.ORDERS_DROPPED, {"count": count})
    assert directs(poster, ANNA) == []


async def test_a_move_that_an_order_answered_is_taken_back_with_it_by_consent(
    seated: Seated,
) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED
    await seated.act(BEN, game.id, Accept("undo", 2))
    now = await seated.table.game(game.id)
    assert (now.ply, now.branch, now.to_act) == (0, 1, 0)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    assert (await seated.table.game(game.id)).ply == 1
    assert [line async for line in verify(seated.database)] == []


async def test_the_move_of_an_order_is_taken_back_as_any_other(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    assert (await seated.act(BEN, game.id, Undo())).done is Done.TAKEN_BACK
    now = await seated.table.game(game.id)
    assert (now.ply, now.to_act, now.ordered) == (1, 1, 0)


# Leaving and deleting.


async def test_a_player_sees_their_own_orders_only(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    assert await kinds(seated, BEN, game.id) == [found.kind]
    assert await kinds(seated, ANNA, game.id) == []
    with pytest.raises(Refused) as refused:
        await seated.table.orders(game.id, CARLA)
    assert refused.value.why is Why.NOT_A_PLAYER


async def test_another_order_for_the_same_tile_takes_the_place_of_the_first(
    seated: Seated,
) -> None:
    game = await seated.start()
    found, *others = plans(await state_of(seated.database, game))
    other = next(one for one in others if one.move == found.move and one.order != found.order)
    await leave(seated, BEN, game.id, found.kind, found.order)
    await leave(seated, BEN, game.id, other.kind, other.order)
    assert await counted(seated, game.id) == (1, 1)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    assert (await log_of(seated, game.id))[-1].notation == other.order


async def test_an_order_that_was_deleted_is_not_played(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    answer = await seated.act(BEN, game.id, DropOrder(found.kind))
    assert answer.done is Done.ORDER_DELETED
    assert await counted(seated, game.id) == (0, 0)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    assert (await seated.table.game(game.id)).ply == 1


async def test_only_ones_own_order_can_be_deleted(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    assert await why(seated, ANNA, game.id, DropOrder(found.kind)) is Why.NO_SUCH_ORDER
    assert await why(seated, CARLA, game.id, DropOrder(found.kind)) is Why.NOT_A_PLAYER
    assert await counted(seated, game.id) == (1, 1)


async def test_the_same_click_leaves_and_deletes_once(seated: Seated) -> None:
    game = await seated.start()
    found = plan(await state_of(seated.database, game))
    first = await leave(seated, BEN, game.id, found.kind, found.order, name="left")
    drop = by(BEN, "deleted"), game.id, DropOrder(found.kind)
    deleted = await seated.table.act(*drop)
    assert await leave(seated, BEN, game.id, found.kind, found.order, name="left") == first
    assert await seated.table.act(*drop) == deleted
    assert await counted(seated, game.id) == (0, 0)


async def test_so_many_orders_and_no_more(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(life, "MOST_ORDERS", 2)
    game = await seated.start()
    one, two, three, *_ = (await seated.table.orders(game.id, BEN)).kinds
    for kind in (one, two, two):
        choices = await seated.table.suppose(game.id, BEN, 0, 0, kind)
        await leave(seated, BEN, game.id, kind, choices.moves[0].text)
    move = (await seated.table.suppose(game.id, BEN, 0, 0, three)).moves[0].text
    assert await why(seated, BEN, game.id, LeaveOrder(three, move, 0, 0)) is Why.TOO_MANY_ORDERS


async def test_nobody_orders_in_their_own_turn_nor_in_a_game_of_others(seated: Seated) -> None:
    game = await seated.start()
    found = plan(await state_of(seated.database, game))
    order = LeaveOrder(found.kind, found.order, 0, 0)
    assert await why(seated, ANNA, game.id, order) is Why.YOUR_TURN
    assert await why(seated, CARLA, game.id, order) is Why.NOT_A_PLAYER
    assert (await seated.table.orders(game.id, ANNA)).kinds == ()
    await seated.table.pause(game.id, CHANNEL, "place_gone")
    assert await why(seated, BEN, game.id, order) is Why.PAUSED
    await seated.act(ANNA, game.id, Resign())
    assert await why(seated, BEN, game.id, order) is Why.WRONG_STATUS


async def test_only_what_is_possible_now_can_be_ordered(seated: Seated) -> None:
    game = await seated.start()
    state = await state_of(seated.database, game)
    found, drawn = plan(state), state.drawn
    for move in ("end", "A1 r0 knight@N", "E5 r0 2@none"):
        with pytest.raises(IllegalMove):
            await leave(seated, BEN, game.id, found.kind, move)
    for kind in (drawn, "no-such-tile"):
        order = LeaveOrder(kind, found.order, 0, 0)
        assert await why(seated, BEN, game.id, order) is Why.NOT_TO_COME
    assert await counted(seated, game.id) == (0, 0)


async def test_an_order_is_left_for_the_board_that_was_seen(seated: Seated) -> None:
    game = await seated.start()
    found = plan(await state_of(seated.database, game))
    await seated.act(ANNA, game.id, Play(found.move, 0))
    with pytest.raises(StaleMove):
        await seated.act(BEN, game.id, LeaveOrder(found.kind, found.order, 0, 0))


@pytest.mark.parametrize("change", ["leaves", "replaces", "deletes"])
async def test_a_move_sees_what_became_of_the_orders_at_the_same_moment(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """What is stored between working out a move and storing it counts."""
    game = await seated.start()
    found, *others = plans(await state_of(seated.database, game))
    other = next(one for one in others if one.move == found.move and one.order != found.order)
    if change != "leaves":
        await leave(seated, BEN, game.id, found.kind, found.order)
    save = seated.table._save

    async def after_the_change(*given: Any) -> Any:
        monkeypatch.undo()
        if change == "deletes":
            await seated.act(BEN, game.id, DropOrder(found.kind))
        else:
            order = found.order if change == "leaves" else other.order
            await leave(seated, BEN, game.id, found.kind, order)
        return await save(*given)

    monkeypatch.setattr(seated.table, "_save", after_the_change)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    ends = {"leaves": [found.order], "replaces": [other.order], "deletes": []}
    assert [move.notation for move in (await log_of(seated, game.id))[1:]] == ends[change]


async def test_an_order_for_a_board_that_a_move_changes_at_the_same_moment_is_not_left(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()
    found = plan(await state_of(seated.database, game))
    save = seated.table._save

    async def after_the_move(*given: Any) -> Any:
        monkeypatch.undo()
        await seated.act(ANNA, game.id, Play(found.move, 0))
        return await save(*given)

    monkeypatch.setattr(seated.table, "_save", after_the_move)
    with pytest.raises(StaleMove):
        await leave(seated, BEN, game.id, found.kind, found.order)
    assert await counted(seated, game.id) == (0, 0)


# Nobody else.


async def shown(seated: Seated, game: Game, poster: FakePoster) -> str:
    """All that others can get to see of a game, without its numbers."""
    looks = [
        await seated.table.record(game.id),
        (await seated.table.position(game.id, ANNA)).view,
        (await seated.table.position(game.id)).view,
        [(move.notation, move.events) for move in (await seated.table.story(game.id)).moves],
        await seated.table.orders(game.id, ANNA),
        poster.kinds(game.channel_id),
        poster.kinds(ANNA),
        poster.kinds(CARLA),
    ]
    first = looks[4]
    assert isinstance(first, Orders)
    looks[4] = (first.standing, first.kinds, first.position.view)
    return repr(looks)


async def test_nobody_else_can_tell_that_there_is_an_order(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    """Two games alike, but for the order in one of them, show the same until it comes true."""
    with_order, without = await seated.start(), await seated.start(OTHER_CHANNEL)
    state = await state_of(seated.database, with_order)
    first = await seated.legal_move(with_order)
    drawn = plan(played(state, first)).kind
    waits = next(
        kind
        for kind in (await seated.table.orders(with_order.id, BEN)).kinds
        if kind not in (drawn, played(state, first).drawn)
    )
    choices = await seated.table.suppose(with_order.id, BEN, 0, 0, waits)
    await leave(seated, BEN, with_order.id, waits, choices.moves[0].text)
    for game in (with_order, without):
        await seated.table.watch(game.id, CARLA, "turns")
        await seated.act(ANNA, game.id, Play(first, 0))
        await outbox.drain()
    assert await kinds(seated, BEN, with_order.id) == [waits]
    one, other = [await shown(seated, game, poster) for game in (with_order, without)]
    assert one == other
    listed = [await seated.table.games_in(1), await seated.table.games_of(ANNA, None)]
    assert waits not in repr(listed)


async def test_no_message_and_no_audit_tells_what_was_ordered(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    async with seated.database.reading() as connection:
        messages = (await connection.execute(select(outbox.c.payload))).scalars().all()
    assert found.kind not in repr(messages)
    assert found.order not in repr(messages)


async def test_looking_at_what_could_be_ordered_tells_nothing_of_the_tiles_to_come(
    database: Database, clock: TurnedClock
) -> None:
    """Two games with the same first tile and another order of the others offer the same."""
    offered = []
    seeds = iter(["7" * 64, *(f"{number:064}" for number in range(2000))])
    table = Table(database, clock=clock, seeds=lambda: next(seeds))
    seated = Seated(table, database, clock)
    first = await seated.start()
    while True:
        game = await seated.start(OTHER_CHANNEL)
        views = [(await table.position(one.id)).view.drawn for one in (first, game)]
        if views[0] == views[1]:
            break
        await seated.act(ANNA, game.id, Resign())
    for one in (first, game):
        kinds = (await table.orders(one.id, BEN)).kinds
        moves = [(await table.suppose(one.id, BEN, 0, 0, kind)).moves for kind in kinds]
        offered.append((kinds, moves))
    assert offered[0] == offered[1]


async def test_an_archive_takes_orders_along_and_they_come_true_there(seated: Seated) -> None:
    game = await seated.start()
    found = await ordered(seated, game)
    archive = await export_channel(seated.database, CHANNEL)
    await seated.act(ANNA, game.id, Play(found.move, 0))
    async with seated.database.writing() as connection:
        await connection.execute(games.delete().where(games.c.id == game.id))
    [moved] = await import_channel(seated.database, archive, seated.clock())
    assert await kinds(seated, BEN, moved) == [found.kind]
    await seated.act(ANNA, moved, Play(found.move, 0))
    assert (await log_of(seated, moved))[-1].notation == found.order
