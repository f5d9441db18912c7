"""The buttons of orders, all of which are on private pages."""

from bot.discord.answering.allowance import PICTURE
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.handlers.panel import chosen, keep_draft, open_panel, page_number, whole
from bot.discord.pages.buttons import Target
from bot.discord.pages.page import Page, page
from bot.discord.pages.panel.links import is_link
from bot.discord.pages.panel.orders import order_panel, orders_page
from bot.discord.pages.panel.panel import Panel
from bot.match.actions import DropOrder, LeaveOrder
from bot.match.errors import StaleMove
from bot.match.rules import rules_of
from bot.table.reading.choosing import Choosing, Questions
from bot.table.reading.orders import Orders
from engine.errors import NotationError
from engine.questions import parts_of


async def orders(visit: Visit, mark: Target) -> None:
    """A person's own orders that are waiting now."""
    visit.pay(PICTURE)
    await visit.show(_page(visit, await _orders(visit, mark.game)))


async def choose(visit: Visit, mark: Target) -> None:
    """Open the panel of an order for a kind, as if it had been drawn. Resumes where this player
    left off."""
    visit.pay(PICTURE)
    kind = mark.rest
    try:
        questions = await _questions(visit, mark, kind)
        draft = await visit.table.drafts.of(questions.position, kind)
        begun = questions.after(parts_of(questions.ask, draft) or ())
        await visit.show(_panel(visit, begun, kind).page())
    except StaleMove:
        await _show_present(visit, mark.game)


async def turn_page(visit: Visit, mark: Target) -> None:
    """The first choice for a kind, starting over."""
    kind, rest = _read(mark)
    number = page_number(rest)
    visit.pay(PICTURE)
    try:
        questions = await _questions(visit, mark, kind)
        await visit.table.drafts.forget(questions.position, kind)
        await visit.show(_panel(visit, questions.after(), kind).page(number))
    except StaleMove:
        await _show_present(visit, mark.game)


async def look(visit: Visit, mark: Target) -> None:
    """Choose something for an order, and preview the result."""
    visit.pay(PICTURE)
    kind, rest = _read(mark)
    try:
        choosing, number = await _chosen(visit, mark, kind, rest)
        panel = _panel(visit, choosing, kind)
        await keep_draft(visit, panel)
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    await visit.show(panel.page(number))


async def leave(visit: Visit, mark: Target) -> None:
    """Leave the previewed order, provided that the board has not changed since."""
    visit.pay(PICTURE)
    kind, text = _read(mark)
    try:
        if is_link(text):
            text = whole((await _chosen(visit, mark, kind, text))[0]).text
        order = LeaveOrder(kind, text, mark.ply, mark.branch)
        await visit.table.act(visit.by(), mark.game, order)
    except (StaleMove, NotationError):
        await _show_present(visit, mark.game)
        return
    await visit.show(_page(visit, await _orders(visit, mark.game)))


async def drop(visit: Visit, mark: Target) -> None:
    visit.pay(PICTURE)
    await visit.table.act(visit.by(), mark.game, DropOrder(mark.rest))
    await visit.show(_page(visit, await _orders(visit, mark.game)))


def _read(mark: Target) -> tuple[str, str]:
    """A kind, and the rest: no kind contains a dot."""
    kind, dot, rest = mark.rest.partition(".")
    if not dot or not rest:
        raise Mistake("refused.unknown_button")
    return kind, rest


async def _chosen(visit: Visit, mark: Target, kind: str, link: str) -> tuple[Choosing, int]:
    return await chosen(visit, await _questions(visit, mark, kind), link, kind)


async def _questions(visit: Visit, mark: Target, kind: str) -> Questions:
    questions = await visit.table.orders.suppose(
        mark.game, visit.user_id, mark.ply, mark.branch, kind
    )
    visit.about(questions.position.game)
    return questions


def _panel(visit: Visit, choosing: Choosing, kind: str) -> Panel:
    return order_panel(visit.words, visit.face(choosing.position.game), choosing, kind)


async def _orders(visit: Visit, game_id: int) -> Orders:
    found = await visit.table.orders.of(game_id, visit.user_id)
    game = visit.about(found.position.game)
    if not rules_of(game.kind).takes_orders:
        raise Mistake("refused.unknown_button")
    return found


def _page(visit: Visit, found: Orders) -> Page:
    return orders_page(visit.words, visit.face(found.position.game), found)


async def _show_present(visit: Visit, game_id: int) -> None:
    """Show how things are now, as the button is stale: it is this person's turn, or the board has
    changed."""
    found = await _orders(visit, game_id)
    if found.position.seat == found.position.game.to_act:
        await open_panel(visit, game_id)
    else:
        await visit.show(_page(visit, found))
    await visit.add(page(visit.refusal("refused.stale")))
