"""Leaving an order, as a waiting player does: what they tap and see, and what results."""

from bot.games.tiles import TURNED
from tests.bot.choices import orderable
from tests.bot.discord.kit.limits import beyond
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
from tests.bot.discord.kit.seen import answer_of, menus, move_to_confirm
from tests.bot.discord.kit.trouble import DIRECT, direct, forge_post, public, text_of
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, labels, texts
from tests.bot.table.orders.ordering import Plan, plans, played, state_of

AT_ONCE = "at once, without asking you again"


async def test_who_waits_is_offered_to_leave_an_order(friends: World) -> None:
    await friends.start()
    pressed = await friends.ben.click(friends.last_post, label="Play")
    typed = await friends.ben.slash(friends.channel, "castle play")
    for answer in (pressed, typed):
        assert "It is Anna's turn." in text_of(answer)
        assert labels(answer_of(answer)) == ["Give an order"]
        assert answer.ephemeral


async def test_order_menus_list_the_drawable_tiles_as_pictured(friends: World) -> None:
    game = await friends.start()
    page = await first_page(friends, friends.ben)
    assert AT_ONCE in texts(page)
    how = answer_of(await friends.ben.click(page, label="How this works"))
    assert "Only you see your orders, and you can give up to 25." in texts(how)
    offered = [value for options in menus(page).values() for value in options.values()]
    kinds = (await friends.table.orders.of(game.id, friends.ben.id)).kinds
    assert sorted(offered) == sorted(kinds)
    assert len(alts(page)) == 1
    assert beyond(friends.env.http_requests) == []


async def test_orders_are_chosen_on_the_panel_like_a_drawn_tiles_move(friends: World) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    page = await first_page(friends, friends.ben)
    panel = answer_of(await suppose(friends.ben, page, order.kind))
    assert texts(panel).startswith(
        f"If you draw *{tile_label(order.kind)}*: Where does the tile go?"
    )
    assert labels(panel)[-1] == "Your orders"
    assert all(tile_label(order.kind) in alt for alt in alts(panel))
    page = await look_at(friends, game, friends.ben, order)
    assert AT_ONCE in texts(page)
    assert move_to_confirm(page) == order.order
    assert labels(page)[:2] == ["Give this order", "Back"]
    assert await moves_waiting(friends, game, friends.ben) == []
    assert beyond(friends.env.http_requests) == []


async def test_orders_are_listed_for_their_owner_only(friends: World) -> None:
    game = await friends.start()
    before = public(friends)
    order = await make_plan(friends, game)
    page = await leave(friends, game, friends.ben, order)
    cell = order.order.split()[0]
    assert f"- *{tile_label(order.kind)}*: {cell} {TURNED} " in texts(page)
    assert order.order not in texts(page)
    await friends.ben.slash(friends.channel, "table me", reading="words")
    assert f"(`{order.order}`)" in texts(await first_page(friends, friends.ben))
    assert await moves_waiting(friends, game, friends.ben) == [order.order]
    await friends.deliver()
    assert public(friends) == before
    assert direct(friends.anna) == []
    answers = [await friends.anna.slash(friends.channel, in_group(c)) for c in ("games", "log")]
    answers += [await friends.anna.click(friends.last_post, label="Play")]
    assert not any(f"`{order.order}`" in text_of(answer) for answer in answers)


async def test_an_order_is_played_and_said_to_be_one(
    friends: World,
) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    await leave(friends, game, friends.ben, order)
    count = len(friends.posts)
    await play(friends, friends.anna, order.move)
    first, second = friends.posts[count:]
    assert texts(first).startswith("**Anna** laid a tile on ")
    assert labels(first) == []
    assert friends.anna.mention not in texts(first) + texts(second).split("\n")[0]
    assert texts(second).startswith("**Ben** laid a tile on ")
    note = "-# **Ben** had given an order for this: it was played at once."
    assert note in texts(second).splitlines()
    assert f"{friends.anna.mention}, **it is your turn.**" in texts(second)
    looks = ["Play", "Board", "Tiles left", "Log", "Since my last turn"]
    assert labels(second) == [*looks, "Predict"]
    assert [user.id for user in second.mentions] == [friends.anna.id]
    assert first.mentions == []
    assert (await friends.table.games.get(game.id)).ply == 2
    assert direct(friends.ben) == []
    assert beyond(friends.env.http_requests) == []


async def test_who_confirms_sees_their_next_turn_at_once(
    friends: World,
) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    await leave(friends, game, friends.ben, order)
    confirm = await forge_post(friends, f"do:{game.id}:0:0:{order.move}")
    answer = await friends.anna.click(confirm, label="Press")
    assert "Where does the tile go?" in text_of(answer)


async def test_an_impossible_order_is_dropped_with_the_reason(
    friends: World,
) -> None:
    game = await friends.start()
    order = await make_plan(friends, game, spoiled=True)
    await leave(friends, game, friends.ben, order)
    await play(friends, friends.anna, order.move)
    assert (await friends.table.games.get(game.id)).to_act == 1
    [note] = direct(friends.ben)
    name = tile_label(order.kind)
    assert f"You drew *{name}*, but your order for it was no longer possible" in note
    why = note.rpartition("choose your move yourself. ")[2]
    assert why.endswith(".")
    refused = await friends.ben.slash(friends.channel, "castle move", now=True, move=order.order)
    assert text_of(refused).startswith(why)
    assert friends.ben.mention in texts(friends.last_post)


async def test_a_dropped_order_is_told_later_without_direct_messages(
    friends: World,
) -> None:
    game = await friends.start()
    order = await make_plan(friends, game, spoiled=True)
    await leave(friends, game, friends.ben, order)
    friends.env.inject_error(*DIRECT, status=403, code=50007)
    await play(friends, friends.anna, order.move)
    answer = await friends.ben.click(friends.last_post, label="Play")
    assert "your order for it was no longer possible" in text_of(answer)


async def test_taking_back_drops_orders_and_tells_their_owner(
    friends: World,
) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    kinds = (await friends.table.orders.of(game.id, friends.ben.id)).kinds
    drawn = played(await state_of(friends.database, game), order.move).drawn
    kind = next(drawable for drawable in kinds if drawable != drawn)
    choices = await orderable(friends.table, game.id, friends.ben.id, kind)
    move = choices[-1].text
    await leave(friends, game, friends.ben, Plan(order.move, kind, move))
    await play(friends, friends.anna, order.move)
    assert await moves_waiting(friends, game, friends.ben) == [move]
    await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Allow take-back")
    await friends.deliver()
    [note] = direct(friends.ben)
    assert note.endswith("A move was taken back, so your order is dropped.")
    assert await moves_waiting(friends, game, friends.ben) == []


async def test_an_order_is_deleted(friends: World) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    page = await leave(friends, game, friends.ben, order)
    [delete] = [custom_id for custom_id in menus(page) if custom_id.startswith("=orderdrop:")]
    after = answer_of(await friends.ben.select(page, [order.kind], custom_id=delete))
    assert order.order not in texts(after)
    assert await moves_waiting(friends, game, friends.ben) == []
    late = await forge_post(friends, f"orderdrop:{game.id}:0:0:{order.kind}")
    again = await friends.ben.click(late, label="Press")
    assert "You no longer have that order." in text_of(again)
    await play(friends, friends.anna, order.move)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_an_order_that_is_impossible_now_is_marked(
    friends: World,
) -> None:
    game = await friends.start()
    spoiled, *_ = plans(await state_of(friends.database, game), spoiled=True)
    after = played(await state_of(friends.database, game), spoiled.move)
    waiting_orders = await friends.table.orders.of(game.id, friends.ben.id)
    kind = next(drawable for drawable in waiting_orders.kinds if drawable != after.drawn)
    choices = await orderable(friends.table, game.id, friends.ben.id, kind)
    cell = spoiled.move.split()[0]
    taken = next(move.text for move in choices if move.text.startswith(cell))
    await leave(friends, game, friends.ben, Plan(spoiled.move, kind, taken))
    await play(friends, friends.anna, spoiled.move)
    page = await forge_post(friends, f"orders:{game.id}:0:0:")
    listed = await friends.ben.click(page, label="Press")
    assert f"Not possible on the board as it is now. {cell} is taken" in text_of(listed)
