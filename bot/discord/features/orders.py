"""The orders that a waiting player leaves for what they may draw."""

from collections.abc import Iterator

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import ButtonHandler
from bot.discord.features.playing import (
    keep_draft,
    open_panel,
    page_number,
    require_complete,
    resolve_link,
)
from bot.discord.pages.board_posts import position_key
from bot.discord.pages.page import (
    MOST_OPTIONS,
    Page,
    PageMenu,
    PagePart,
    Target,
    page,
    shorten,
)
from bot.discord.pages.panel import Panel, PanelMode
from bot.discord.pages.panel_links import is_link
from bot.discord.pages.wording import names_of, raw_names
from bot.games.choices import Choices
from bot.games.face import Face
from bot.games.texts import Texts
from bot.locale import Words
from bot.match.actions import DropOrder, LeaveOrder
from bot.match.errors import StaleMove
from bot.match.permissions import MOST_ORDERS
from bot.match.rules import rules_of
from bot.table.reading.choosing import ChoiceProgress, Questions
from bot.table.reading.orders import OwnOrders, StandingOrder
from engine.errors import NotationError
from engine.questions import parts_of

LONGEST_OPTION = 100
LONGEST_LIST = 3000
MOST_MENUS = 15


def orders_page(words: Words, face: Face, orders: OwnOrders) -> Page:
    """The waiting orders, and the kinds for which more can be left, grouped as in the picture."""
    position, texts = orders.position, face.texts
    kind = position.game.kind
    parts: list[PagePart] = [words(f"{kind}.orders.about", most=MOST_ORDERS)]
    if orders.standing:
        lines = [_order_line(words, texts, orders, one) for one in orders.standing]
        parts.append(shorten("\n".join(lines), LONGEST_LIST))
        kinds = [
            (texts.kind_name(words, one.order.kind), one.order.kind) for one in orders.standing
        ]
        delete = Target.at(position, "delete")
        parts.append([PageMenu("orderdrop", delete, kinds, words("order.delete"))])
    if orders.kinds:
        supply = face.pictures.supply(words, position.view, raw_names(position.game))
        parts += [words(f"{kind}.orders.choose"), supply]
        parts += list(_menus(words, face.choices, orders))[:MOST_MENUS]
    return page(*parts, key=position_key(words, position, "supply"))


def _order_line(words: Words, texts: Texts, orders: OwnOrders, standing: StandingOrder) -> str:
    order, refusal = standing.order, standing.refusal
    line = words("order.line", kind=texts.kind_name(words, order.kind), move=order.move)
    if refusal is None:
        return line
    names = names_of(words, orders.position.game)
    told = texts.refusal(words, names, refusal.reason, refusal.facts)
    return words("order.line_refused", line=line, why=told.why)


def _menus(words: Words, choices: Choices, orders: OwnOrders) -> Iterator[list[PageMenu]]:
    position = orders.position
    for number, (group, kinds) in enumerate(choices.kinds(words, position.view)):
        for start in range(0, len(kinds), MOST_OPTIONS):
            options = [_option(*kind) for kind in kinds[start : start + MOST_OPTIONS]]
            yield [PageMenu("order", Target.at(position, f"{number}.{start}"), options, group)]


def _option(kind: str, label: str) -> tuple[str, str]:
    return shorten(label, LONGEST_OPTION), kind


def order_panel(words: Words, face: Face, choosing: ChoiceProgress, kind: str) -> Panel:
    """The panel for a kind, supposing that it is drawn."""
    ways = PanelMode(
        page="orderpage",
        look="ordertry",
        do="orderdo",
        kind=kind,
        head="order.head",
        begun="order.begun",
        move="order.move",
        confirm="button.leave_this_order",
        orders=True,
    )
    return Panel(words, face, choosing, ways)


async def on_orders(visit: Visit, mark: Target) -> None:
    """A person's own orders that are waiting now."""
    visit.pay(PICTURE)
    await visit.show(_page(visit, await _orders(visit, mark.game)))


async def on_order(visit: Visit, mark: Target) -> None:
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


async def on_order_page(visit: Visit, mark: Target) -> None:
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


async def on_order_try(visit: Visit, mark: Target) -> None:
    """Choose something for an order, and preview the result."""
    visit.pay(PICTURE)
    kind, rest = _read(mark)
    try:
        choosing, number = await _resolve(visit, mark, kind, rest)
        panel = _panel(visit, choosing, kind)
        await keep_draft(visit, panel)
    except StaleMove:
        await _show_present(visit, mark.game)
        return
    await visit.show(panel.page(number))


async def on_order_do(visit: Visit, mark: Target) -> None:
    """Leave the previewed order, provided that the board has not changed since."""
    visit.pay(PICTURE)
    kind, text = _read(mark)
    try:
        if is_link(text):
            text = require_complete((await _resolve(visit, mark, kind, text))[0]).text
        order = LeaveOrder(kind, text, mark.ply, mark.branch)
        await visit.table.act(visit.by(), mark.game, order)
    except (StaleMove, NotationError):
        await _show_present(visit, mark.game)
        return
    await visit.show(_page(visit, await _orders(visit, mark.game)))


async def on_order_drop(visit: Visit, mark: Target) -> None:
    visit.pay(PICTURE)
    await visit.table.act(visit.by(), mark.game, DropOrder(mark.rest))
    await visit.show(_page(visit, await _orders(visit, mark.game)))


def _read(mark: Target) -> tuple[str, str]:
    """A kind, and the rest: no kind contains a dot."""
    kind, dot, rest = mark.rest.partition(".")
    if not dot or not rest:
        raise Mistake("refused.unknown_button")
    return kind, rest


async def _resolve(visit: Visit, mark: Target, kind: str, link: str) -> tuple[ChoiceProgress, int]:
    return await resolve_link(visit, await _questions(visit, mark, kind), link, kind)


async def _questions(visit: Visit, mark: Target, kind: str) -> Questions:
    questions = await visit.table.orders.suppose(
        mark.game, visit.user_id, mark.ply, mark.branch, kind
    )
    visit.about(questions.position.game)
    return questions


def _panel(visit: Visit, choosing: ChoiceProgress, kind: str) -> Panel:
    return order_panel(visit.words, visit.face(choosing.position.game), choosing, kind)


async def _orders(visit: Visit, game_id: int) -> OwnOrders:
    found = await visit.table.orders.of(game_id, visit.user_id)
    game = visit.about(found.position.game)
    if not rules_of(game.kind).takes_orders:
        raise Mistake("refused.unknown_button")
    return found


def _page(visit: Visit, found: OwnOrders) -> Page:
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


BUTTONS = {
    "orders": ButtonHandler(on_orders, in_place=True),
    "order": ButtonHandler(on_order, in_place=True),
    "orderpage": ButtonHandler(on_order_page, in_place=True),
    "ordertry": ButtonHandler(on_order_try, in_place=True),
    "orderdo": ButtonHandler(on_order_do, in_place=True),
    "orderdrop": ButtonHandler(on_order_drop, in_place=True),
}
