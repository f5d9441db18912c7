"""What the buttons of orders do. Every one of them stands on a private page."""

from bot.discord.answering.allowance import PICTURE
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.handlers.panel import open_panel
from bot.discord.pages.buttons import Mark
from bot.discord.pages.page import Page, page
from bot.discord.pages.panel.orders import order_panel, orders_page
from bot.discord.pages.panel.panel import DIGEST, Panel, meant
from bot.match.actions import DropOrder, LeaveOrder
from bot.match.errors import StaleMove
from bot.match.rules import rules_of
from bot.table.reading.orders import Orders


async def orders(visit: Visit, mark: Mark) -> None:
    """One's own orders, as they wait now."""
    visit.pay(PICTURE)
    await visit.show(_page(visit, await _orders(visit, mark.game)))


async def choose(visit: Visit, mark: Mark) -> None:
    """Suppose that a kind is drawn: where could it go?"""
    kind, number = _read(mark)
    if not number.isdecimal():
        raise Mistake("refused.unknown_button")
    visit.pay(PICTURE)
    try:
        await visit.show((await _panel(visit, mark, kind)).first(int(number)))
    except StaleMove:
        await _show_present(visit, mark.game)


async def look(visit: Visit, mark: Mark) -> None:
    """Look at a move before ordering it."""
    visit.pay(PICTURE)
    try:
        order = await _order(visit, mark)
        foreseen = await visit.table.orders.foresee(mark.game, visit.user_id, order)
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    game = visit.about(foreseen.choices.position.game)
    panel = order_panel(visit.words, visit.face(game), foreseen.choices, order.kind)
    await visit.show(panel.move(foreseen.move, foreseen.events))


async def leave(visit: Visit, mark: Mark) -> None:
    """Leave what was looked at, as long as the board is as it was then."""
    visit.pay(PICTURE)
    try:
        await visit.table.act(visit.by(), mark.game, await _order(visit, mark))
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    await visit.show(_page(visit, await _orders(visit, mark.game)))


async def drop(visit: Visit, mark: Mark) -> None:
    visit.pay(PICTURE)
    await visit.table.act(visit.by(), mark.game, DropOrder(mark.rest))
    await visit.show(_page(visit, await _orders(visit, mark.game)))


def _read(mark: Mark) -> tuple[str, str]:
    """A kind, and the rest: no kind has a dot in it."""
    kind, dot, rest = mark.rest.partition(".")
    if not dot or not rest:
        raise Mistake("refused.unknown_button")
    return kind, rest


async def _order(visit: Visit, mark: Mark) -> LeaveOrder:
    """What a button of the panel names; a move that was too long for its id is found by its
    digest."""
    kind, rest = _read(mark)
    token = rest[1:]
    if token.startswith(DIGEST):
        move = meant((await _panel(visit, mark, kind)).choices, token)
        if move is None:
            raise StaleMove(mark.game, mark.ply)
        token = move.text
    return LeaveOrder(kind, token, mark.ply, mark.branch)


async def _panel(visit: Visit, mark: Mark, kind: str) -> Panel:
    choices = await visit.table.orders.suppose(
        mark.game, visit.user_id, mark.ply, mark.branch, kind
    )
    game = visit.about(choices.position.game)
    return order_panel(visit.words, visit.face(game), choices, kind)


async def _orders(visit: Visit, game_id: int) -> Orders:
    found = await visit.table.orders.of(game_id, visit.user_id)
    game = visit.about(found.position.game)
    if not rules_of(game.kind).draws:
        raise Mistake("refused.unknown_button")
    return found


def _page(visit: Visit, found: Orders) -> Page:
    return orders_page(visit.words, visit.face(found.position.game), found)


async def _show_present(visit: Visit, game_id: int) -> None:
    """What the pressed button did not know yet: it is this person's turn now, or another board."""
    found = await _orders(visit, game_id)
    if found.position.seat == found.position.game.to_act:
        await open_panel(visit, game_id)
    else:
        await visit.show(_page(visit, found))
    await visit.add(page(visit.refusal("refused.stale")))
