"""Leaving orders as a waiting player does, tap by tap."""

from typing import Any

import simcord

from bot.locale import words_of
from bot.match.game import Game
from bot.process.allowance import Allowance
from render.castle.tiles import tile_name
from tests.bot.choices import orderable
from tests.bot.discord.kit.seen import answer_of, menus
from tests.bot.discord.kit.tapping import Taps, come_to
from tests.bot.discord.kit.world import World
from tests.bot.table.orders.ordering import Plan, plan, state_of


def tile_label(kind: str) -> str:
    return tile_name(words_of("en"), kind)


async def first_page(friends: World, person: simcord.MemberActor) -> Any:
    """Go from the board to the player's own orders."""
    waits = answer_of(await person.click(friends.last_post, label="Play"))
    return answer_of(await person.click(waits, label="Give an order"))


async def suppose(person: simcord.MemberActor, page: Any, kind: str) -> Any:
    """Open the panel for a kind."""
    matching = [
        (custom_id, value)
        for custom_id, options in menus(page).items()
        for value in options.values()
        if custom_id.startswith("=order:") and value == kind
    ]
    [(custom_id, value)] = matching
    return await person.select(page, [value], custom_id=custom_id)


async def look_at(friends: World, game: Game, person: simcord.MemberActor, order: Plan) -> Any:
    """Open the page on which an order can be confirmed."""
    friends.equip(allowance=Allowance(at_once=1000))
    choices = await orderable(friends.table, game.id, person.id, order.kind)
    [wanted] = [move for move in choices if move.text == order.order]
    taps = Taps()
    taps.show(await suppose(person, await first_page(friends, person), order.kind))
    return (await come_to(person, taps, wanted, choices)).last


async def leave(friends: World, game: Game, person: simcord.MemberActor, order: Plan) -> Any:
    page = await look_at(friends, game, person, order)
    return answer_of(await person.click(page, label="Give this order"))


async def moves_waiting(friends: World, game: Game, person: simcord.MemberActor) -> list[str]:
    waiting_orders = await friends.table.orders.of(game.id, person.id)
    return [waiting_order.order.move for waiting_order in waiting_orders.orders]


async def play(friends: World, person: simcord.MemberActor, move: str) -> None:
    answer = await person.slash(friends.channel, "castle move", now=True, move=move)
    assert answer.ephemeral
    await friends.deliver()


async def make_plan(friends: World, game: Game, *, spoiled: bool = False) -> Plan:
    return plan(await state_of(friends.database, game), spoiled=spoiled)
