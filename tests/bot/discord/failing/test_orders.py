"""Orders of other players, orders from earlier boards, too many orders, and ids that make no
sense."""

import pytest

from bot.discord.pages.page import Target
from bot.discord.pages.panel import Panel
from bot.match.actions import Actor, LeaveOrder
from bot.match.permissions import MOST_ORDERS
from bot.process.allowance import Allowance
from tests.bot.choices import orderable
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import eager_moves, random_moves
from tests.bot.discord.kit.orders import (
    first_page,
    leave,
    look_at,
    make_plan,
    moves_waiting,
    play,
    suppose,
    tile_label,
)
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.tapping import tap_cell
from tests.bot.discord.kit.trouble import deliver_twice, forge_post, text_of
from tests.bot.discord.kit.world import World, texts
from tests.bot.table.orders.ordering import state_of


async def test_a_stranger_finds_no_orders(friends: World) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    await leave(friends, game, friends.ben, order)
    for rest in (
        f"orders:{game.id}:0:0:",
        f"order:{game.id}:0:0:{order.kind}",
        f"ordertry:{game.id}:0:0:{order.kind}.0~{order.order[:2]}",
        f"orderdo:{game.id}:0:0:{order.kind}.{order.order}",
        f"orderdrop:{game.id}:0:0:{order.kind}",
    ):
        answer = await friends.carla.click(await forge_post(friends, rest), label="Press")
        assert "Only the players of this game can do that." in text_of(answer)
    answer = await friends.anna.click(
        await forge_post(friends, f"orderdrop:{game.id}:0:0:{order.kind}"), label="Press"
    )
    assert "You no longer have that order." in text_of(answer)
    assert await moves_waiting(friends, game, friends.ben) == [order.order]


async def test_stale_order_pages_lead_to_the_current_choices(friends: World) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    page = await look_at(friends, game, friends.ben, order)
    await play(friends, friends.anna, order.move)
    answer = await friends.ben.click(page, label="Give this order")
    assert "That was for an earlier position" in text_of(answer)
    assert "Where does the tile go?" in text_of(answer)
    await play(friends, friends.ben, order.order)
    back = await forge_post(friends, f"order:{game.id}:0:0:{order.kind}")
    answer = await friends.ben.click(back, label="Press")
    assert "That was for an earlier position" in text_of(answer)
    assert "For which tile do you want to give one?" in text_of(answer)
    assert await moves_waiting(friends, game, friends.ben) == []


async def test_a_double_click_leaves_one_order(friends: World) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    page = await look_at(friends, game, friends.ben, order)
    with deliver_twice(friends):
        answer = await friends.ben.click(page, label="Give this order")
    assert tile_label(order.kind) in text_of(answer)
    assert await moves_waiting(friends, game, friends.ben) == [order.order]


async def test_every_page_of_orders_works_after_a_restart(friends: World) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    page = await look_at(friends, game, friends.ben, order)
    await friends.restart()
    left = answer_of(await friends.ben.click(page, label="Give this order"))
    assert await moves_waiting(friends, game, friends.ben) == [order.order]
    await friends.restart()
    panel = answer_of(await suppose(friends.ben, left, order.kind))
    listed = answer_of(await friends.ben.click(panel, label="Your orders"))
    assert tile_label(order.kind) in texts(listed)
    await friends.restart()
    await play(friends, friends.anna, order.move)
    assert (await friends.table.games.get(game.id)).ply == 2


async def test_a_game_that_is_over_has_no_orders(friends: World) -> None:
    game = await friends.start()
    page = await first_page(friends, friends.ben)
    sure = await friends.ben.slash(friends.channel, "castle resign")
    await friends.ben.click(answer_of(sure), label="Yes, resign")
    kind = (await state_of(friends.database, game)).setup.deck[5]
    answer = await suppose(friends.ben, page, kind)
    assert "the game is over, by resignation" in text_of(answer)


async def test_a_move_too_long_for_an_id_is_found_again(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    monkeypatch.setattr(Panel, "_is_long", property(lambda panel: bool(panel._tokens)))
    monkeypatch.setattr(
        Target, "fits", lambda mark, verb: verb != "orderdo" or "draft=" in mark.rest
    )
    page = await first_page(friends, friends.ben)
    panel = answer_of(await suppose(friends.ben, page, order.kind))
    looked = answer_of(await tap_cell(friends.ben, panel, order.order.split()[0]))
    assert "draft=" in buttons(looked)["Give this order"]
    await friends.ben.click(looked, label="Give this order")
    [move] = await moves_waiting(friends, game, friends.ben)
    assert move.startswith(order.order.split()[0])
    for link in ("+0~draft=9", f"+0~~{12 * '0'}", "tap=0.0~draft=1", "0~A1"):
        wrong = f"orderdo:{game.id}:0:0:{order.kind}.{link}"
        answer = await friends.ben.click(await forge_post(friends, wrong), label="Press")
        assert "That was for an earlier position" in text_of(answer)
    assert await moves_waiting(friends, game, friends.ben) == [move]


async def test_as_many_orders_as_there_can_be_are_on_one_page(friends: World) -> None:
    game = await friends.start()
    kinds = (await friends.table.orders.of(game.id, friends.ben.id)).kinds
    for number, kind in enumerate(kinds[:MOST_ORDERS]):
        choices = await orderable(friends.table, game.id, friends.ben.id, kind)
        click = Actor(f"left-{number}", friends.ben.id, "Ben")
        await friends.table.act(click, game.id, LeaveOrder(kind, choices[-1].text, 0, 0))
    page = await first_page(friends, friends.ben)
    assert all(f"- *{tile_label(kind)}*: " in texts(page) for kind in kinds[:MOST_ORDERS])
    one_more = next(kind for kind in kinds[MOST_ORDERS:])
    choices = await orderable(friends.table, game.id, friends.ben.id, one_more)
    press = f"orderdo:{game.id}:0:0:{one_more}.{choices[0].text}"
    answer = await friends.ben.click(await forge_post(friends, press), label="Press")
    assert f"You have {MOST_ORDERS} orders in this game already." in text_of(answer)
    assert beyond(friends.env.http_requests) == []


async def test_a_broken_id_of_an_order_is_told_as_such(friends: World) -> None:
    game = await friends.start()
    for rest in ["", "bend-1", "bend-1.", ".0", "bend-1.x"]:
        answer = await friends.ben.click(
            await forge_post(friends, f"order:{game.id}:0:0:{rest}"), label="Press"
        )
        assert text_of(answer)
        assert "went wrong" not in text_of(answer)


async def test_a_tile_that_was_drawn_meanwhile_cannot_be_ordered(friends: World) -> None:
    game = await friends.start()
    drawn = (await state_of(friends.database, game)).drawn
    press = await forge_post(friends, f"order:{game.id}:0:0:{drawn}")
    answer = await friends.ben.click(press, label="Press")
    assert "That can no longer be drawn." in text_of(answer)


@pytest.mark.parametrize("moves", [eager_moves(0)[:30], random_moves(2)[:30]])
async def test_order_pages_stay_within_discords_limits(
    friends: World, moves: tuple[str, ...]
) -> None:
    friends.equip(allowance=Allowance(at_once=10_000))
    game = await friends.start()
    await friends.play_on(game, moves)
    await friends.deliver()
    now = await friends.table.games.get(game.id)
    waits = friends.ben if now.to_act == 0 else friends.anna
    page = await first_page(friends, waits)
    pages = 0
    for kind in (await friends.table.orders.of(game.id, waits.id)).kinds[::4]:
        answer = await suppose(waits, page, kind)
        if "cannot be played in the position as it is now" in text_of(answer):
            continue
        kind_page = answer_of(answer)
        for custom_id in list(buttons(kind_page).values())[:3]:
            if custom_id.startswith("ordertry:"):
                await waits.click(kind_page, custom_id=custom_id)
                pages += 1
                page = await first_page(friends, waits)
                kind_page = answer_of(await suppose(waits, page, kind))
        page = await first_page(friends, waits)
    assert pages > 4
    assert beyond(friends.env.http_requests) == []
