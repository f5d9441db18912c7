"""What counts as shown: undo is free only while nobody can have seen what a move turned up."""

from asyncio import get_running_loop
from typing import Any

import pytest

from bot.match.actions import Accept, Done, LeaveOrder, Order, Play, Refuse, Resume, Undo
from bot.match.errors import Why
from bot.store.connection.database import Database
from bot.store.orders import orders_of
from bot.table.delivery import Delivery
from bot.table.table import Table
from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from engine.errors import IllegalMove
from tests.bot.choices import orderable
from tests.bot.kit import (
    ANNA,
    BEN,
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    TurnedClock,
    pauses_of,
    refusal_of,
)
from tests.bot.meanwhile import meanwhile
from tests.bot.table.orders.ordering import RULES, kinds, leave, plan, played, state_of
from tests.bot.table.turning_up import SEED, a_wall_tile, line, nothing, play_all


@pytest.fixture
def seeded(database: Database, clock: TurnedClock) -> Seated:
    return Seated(Table(database, clock=clock, seeds=lambda: SEED), database, clock)


@pytest.mark.parametrize("channel", [CHANNEL, OTHER_CHANNEL])
async def test_a_tile_that_was_shown_stays_shown_after_a_pause(
    seated: Seated, outbox: Delivery, channel: int
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await seated.act(BEN, game.id, Resume(channel))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_tiles_unseen_before_a_pause_can_be_undone_after_it(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id)
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.TAKEN_BACK
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL) == ["resumed", "taken_back", "board 0"]


async def test_seen_tiles_stay_seen_after_a_free_undo_of_the_next_move(
    seated: Seated, outbox: Delivery
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await seated.play(game.id)
    assert (await seated.act(BEN, game.id, Undo())).done is Done.TAKEN_BACK
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_two_unseen_moves_can_be_undone_one_after_the_other(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    for user in (BEN, ANNA):
        assert (await seated.act(user, game.id, Undo())).done is Done.TAKEN_BACK
    await outbox.drain()
    assert [kind for kind in poster.kinds(CHANNEL) if kind.startswith("board")] == ["board 0"] * 2


async def test_another_move_after_an_undo_has_not_been_shown(
    seated: Seated, outbox: Delivery
) -> None:
    """What was shown in the previous line of play reveals nothing about this one."""
    game = await seated.start()
    first, *_, second = await seated.legal_moves(game)
    await seated.act(ANNA, game.id, Play(first, 0))
    await outbox.drain()
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Accept("undo", 1))
    await seated.act(ANNA, game.id, Play(second, 0))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.TAKEN_BACK


async def test_viewing_a_past_position_does_not_reveal_the_new_tile(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await seated.table.games.position(game.id, ANNA, ply=1)
    assert (await seated.act(BEN, game.id, Undo())).done is Done.TAKEN_BACK
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


@pytest.mark.parametrize("moved", ["before", "after"])
async def test_positions_changing_while_rendered_are_seen_as_rendered(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, moved: str
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    draw = seated.table.games._find
    loop = get_running_loop()

    async def while_ben_plays(*asked: Any) -> Any:
        monkeypatch.undo()
        if moved == "before":
            await meanwhile(seated.play(game.id), loop)
        drawn = await draw(*asked)
        if moved == "after":
            await meanwhile(seated.play(game.id), loop)
        return drawn

    monkeypatch.setattr(seated.table.games, "_find", while_ben_plays)
    assert (await seated.table.games.position(game.id, ANNA)).ply == 2
    assert (await seated.act(BEN, game.id, Undo())).done is Done.UNDO_ASKED


async def test_a_refused_undo_does_not_become_free(seated: Seated, outbox: Delivery) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Refuse("undo"))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_whose_turn_it_is_reveals_a_wall_tile_turned_up(
    seeded: Seated,
) -> None:
    """Only wall tile 1 is asked about, so that its taker would know what is face down."""
    game = await seeded.start()
    user = await play_all(seeded, game, line(a_wall_tile))
    assert (await seeded.act(user, game.id, Undo())).done is Done.UNDO_ASKED


async def test_illegal_move_refusals_reveal_the_new_tile(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    with pytest.raises(IllegalMove):
        await seated.act(BEN, game.id, Play("A1 r0"))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_refusing_an_order_for_an_exhausted_kind_reveals_a_tile(
    seated: Seated,
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    assert (
        await refusal_of(seated.act(ANNA, game.id, LeaveOrder("no-such-tile", "A1 r0", 1, 0)))
    ).why is Why.NOT_TO_COME
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_accepting_an_order_reveals_that_its_tile_can_still_come(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    state = await state_of(seated.database, await seated.table.games.get(game.id))
    kind = castle.orders.kinds(state)[0]
    order = next(legal_moves(castle.orders.suppose(state, 0, kind)))
    await leave(seated, ANNA, game.id, kind, RULES.move_text(order))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


@pytest.mark.parametrize("spoiled", [True, False])
@pytest.mark.parametrize("comes", [True, False])
async def test_the_outcome_of_orders_reveals_the_new_tile_to_the_owner(
    seated: Seated, spoiled: bool, comes: bool
) -> None:
    """If they are played or dropped, they reveal the tile; if they keep waiting, they reveal what
    it is not."""
    game = await seated.start()
    state = await state_of(seated.database, game)
    planned = plan(state, spoiled=spoiled)
    kind = planned.kind
    if not comes:
        drawn_next = played(state, planned.move).drawn
        options = (await seated.table.orders.of(game.id, BEN)).kinds
        kind = next(option for option in options if option not in (planned.kind, drawn_next))
    move = (await orderable(seated.table, game.id, BEN, kind))[0].text
    await leave(seated, BEN, game.id, kind, planned.order if comes else move)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_undone_moves_that_an_order_answered_count_as_seen(
    seated: Seated,
) -> None:
    """Its owner takes the answer back, and knows which tile comes."""
    game = await seated.start()
    planned = plan(await state_of(seated.database, game))
    await leave(seated, BEN, game.id, planned.kind, planned.order)
    await seated.act(ANNA, game.id, Play(planned.move, 0))
    assert (await seated.act(BEN, game.id, Undo())).done is Done.UNDO_ASKED
    await seated.act(ANNA, game.id, Accept("undo", 2))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_a_free_undo_keeps_the_other_players_orders(
    seeded: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """They come true in the line of play that follows."""
    game = await seeded.start()
    *before, quiet = line(nothing)
    await play_all(seeded, game, before)
    now = await seeded.table.games.get(game.id)
    user, other = (ANNA, BEN) if now.to_act == 0 else (BEN, ANNA)
    kind = (await seeded.table.orders.of(game.id, other)).kinds[0]
    choices = await orderable(seeded.table, game.id, other, kind)
    await leave(seeded, other, game.id, kind, choices[0].text)
    await seeded.act(user, game.id, Play(quiet, now.ply))
    assert (await seeded.act(user, game.id, Undo())).done is Done.TAKEN_BACK
    await outbox.drain()
    assert await kinds(seeded, other, game.id) == [kind]
    assert "orders_dropped" not in poster.kinds(other)
    assert [order.branch for order in await orders_in(seeded, game.id)] == [now.branch + 1]


async def orders_in(seated: Seated, game_id: int) -> tuple[Order, ...]:
    async with seated.database.reading() as connection:
        return await orders_of(connection, game_id)


async def test_personal_data_does_not_reveal_when_others_looked(
    seated: Seated,
) -> None:
    """Which is the moment of the move itself if somebody else has left an order."""
    game = await seated.start()
    await seated.play(game.id)
    await seated.table.games.position(game.id, ANNA)
    kept = await seated.table.people.personal_data(BEN)
    assert all("shown_at" not in row for row in kept["outbox"])
