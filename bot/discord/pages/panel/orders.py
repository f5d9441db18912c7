"""The private pages on which a player leaves orders and sees the waiting ones.

A tile is chosen here, its move on the panel of `bot.discord.pages.panel.panel`, which shows the
tile as if it had been drawn.
"""

from collections.abc import Iterator

from bot.discord.pages.buttons import MOST_OPTIONS, Option, PageMenu
from bot.discord.pages.page import Page, Part, page, shortened
from bot.discord.pages.panel.panel import Panel
from bot.discord.pages.panel.ways import PanelMode
from bot.discord.pages.posts.boards import position_key, target_at
from bot.discord.pages.wording.naming import names_of, raw_names
from bot.games.choices import Choices
from bot.games.face import Face
from bot.games.texts import Texts
from bot.locale import Words
from bot.match.life.changes import MOST_ORDERS
from bot.table.reading.choosing import Choosing
from bot.table.reading.orders import Orders, Standing

LONGEST_OPTION = 100
LONGEST_LIST = 3000
MOST_MENUS = 15


def orders_page(words: Words, face: Face, orders: Orders) -> Page:
    """The waiting orders, and the kinds for which more can be left, grouped as in the picture."""
    position, texts = orders.position, face.texts
    kind = position.game.kind
    parts: list[Part] = [words(f"{kind}.orders.about", most=MOST_ORDERS)]
    if orders.standing:
        lines = [_line(words, texts, orders, one) for one in orders.standing]
        parts.append(shortened("\n".join(lines), LONGEST_LIST))
        kinds = [
            (texts.kind_name(words, one.order.kind), one.order.kind) for one in orders.standing
        ]
        delete = target_at(position, "delete")
        parts.append([PageMenu("orderdrop", delete, kinds, words("order.delete"))])
    if orders.kinds:
        supply = face.pictures.supply(words, position.view, raw_names(position.game))
        parts += [words(f"{kind}.orders.choose"), supply]
        parts += list(_menus(words, face.choices, orders))[:MOST_MENUS]
    return page(*parts, key=position_key(words, position, "supply"))


def _line(words: Words, texts: Texts, orders: Orders, standing: Standing) -> str:
    order, refusal = standing.order, standing.refusal
    line = words("order.line", kind=texts.kind_name(words, order.kind), move=order.move)
    if refusal is None:
        return line
    names = names_of(words, orders.position.game)
    told = texts.refusal(words, names, refusal.reason, refusal.facts)
    return words("order.line_refused", line=line, why=told.why)


def _menus(words: Words, choices: Choices, orders: Orders) -> Iterator[list[PageMenu]]:
    position = orders.position
    for number, (group, kinds) in enumerate(choices.kinds(words, position.view)):
        for start in range(0, len(kinds), MOST_OPTIONS):
            options = [_option(*kind) for kind in kinds[start : start + MOST_OPTIONS]]
            yield [PageMenu("order", target_at(position, f"{number}.{start}"), options, group)]


def _option(kind: str, label: str) -> Option:
    return shortened(label, LONGEST_OPTION), kind


def order_panel(words: Words, face: Face, choosing: Choosing, kind: str) -> Panel:
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
