"""Orders that a waiting player leaves for what they may draw."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features import playing
from bot.discord.features.context import button, parse_number
from bot.discord.pages.emojis import inline, words_alone
from bot.discord.pages.page import (
    LONGEST_OPTION,
    MOST_OPTIONS,
    MenuOption,
    Page,
    PageButton,
    PageMenu,
    PagePart,
    Target,
    page,
    shorten,
)
from bot.discord.pages.panel import Panel, PanelMode
from bot.discord.pages.wording import names_of
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.actions import DropOrder, LeaveOrder
from bot.match.rules import rules_of
from bot.presentation.boards import position_key, subject_of
from bot.presentation.choice_links import is_link
from bot.presentation.orders import describe_order
from bot.table.choosing import ChoiceProgress, OwnOrders, Questions
from bot.table.positions import Position

LONGEST_LIST = 3000
MOST_MENUS = 15
ORDERING = PanelMode(
    page_verb="orderpage",
    look_verb="ordertry",
    do_verb="orderdo",
    head_key="order.head",
    progress_key="order.begun",
    move_key="order.move",
    confirm_key="button.leave_this_order",
    leads_to_orders=True,
)


@button("orders", in_place=True)
async def on_orders(visit: Visit, target: Target) -> None:
    visit.pay(PICTURE)
    await _show_orders(visit, target.game)


@button("orderdrop", in_place=True)
async def on_order_drop(visit: Visit, target: Target) -> None:
    visit.pay(PICTURE)
    await visit.table.act(visit.actor(), target.game, DropOrder(target.rest))
    await _show_orders(visit, target.game)


async def _show_orders(visit: Visit, game_id: int, *, or_panel: bool = False) -> None:
    """Show this person's orders; or the panel, if it is their turn."""
    orders = await visit.table.orders.of(game_id, visit.user_id)
    game = visit.about(orders.position.game)
    if rules_of(game.kind).orders is None:
        raise Mistake("refused.unknown_button")
    if or_panel and orders.position.seat == game.to_act:
        await playing.open_panel(visit, Target(game_id))
    else:
        in_words = (await visit.preferences()).in_words
        answer = orders_page(visit.words, visit.face(game), orders, in_words=in_words)
        await visit.show(answer)


_show_current = partial(_show_orders, or_panel=True)


def orders_page(words: Words, face: AnyFace, orders: OwnOrders, *, in_words: bool = False) -> Page:
    """List the waiting orders, and the kinds for which more can be left, grouped as in the picture.
    A kind is chosen here, its move on the panel, which shows it as if it had been drawn."""
    position = orders.position
    texts = face.texts
    kind = position.game.kind
    parts: list[PagePart] = [words(f"{kind}.orders.about")]
    if orders.orders:
        names = names_of(words, position.game)
        lines = []
        drops = []
        for own_order in orders.orders:
            label = texts.kind_name(words, own_order.order.kind)
            emoji = texts.kind_emoji(own_order.order.kind)
            kind_text = f"{inline(emoji)}{label}"
            lines.append(
                describe_order(words, face, names, own_order, kind_text, in_words=in_words)
            )
            drops.append(MenuOption(label, own_order.order.kind, emoji=emoji))
        text = "\n".join(lines)
        parts.append(
            text if len(text) <= LONGEST_LIST else shorten(words_alone(text), LONGEST_LIST)
        )
        delete = Target.at(position, "delete")
        parts.append([PageMenu("orderdrop", delete, drops, words("order.delete"))])
    if orders.kinds:
        supply = face.pictures.supply(words, subject_of(position))
        parts += [words(f"{kind}.orders.choose"), supply]
        parts += list(_kind_menus(words, face, position))[:MOST_MENUS]
    how = Target.at(position, "orders")
    parts.append([PageButton("how", how, words("button.how"))])
    return page(*parts, key=position_key(words, position, "supply"))


def _kind_menus(words: Words, face: AnyFace, position: Position) -> Iterator[list[PageMenu]]:
    for number, (group, kinds) in enumerate(face.choices.kinds(words, position.view)):
        for start in range(0, len(kinds), MOST_OPTIONS):
            options = [
                MenuOption(shorten(label, LONGEST_OPTION), kind, emoji=face.texts.kind_emoji(kind))
                for kind, label in kinds[start : start + MOST_OPTIONS]
            ]
            yield [PageMenu("order", Target.at(position, f"{number}.{start}"), options, group)]


@button("order", in_place=True, if_stale=_show_current)
async def on_order(visit: Visit, target: Target) -> None:
    """Open the panel of an order, as if its kind had been drawn, where this player left off."""
    visit.pay(PICTURE)
    questions = await _questions(visit, target, target.rest, with_draft=True)
    panel = await _panel(visit, questions.after(questions.parts_begun))
    await playing.show_choice(visit, panel, questions)


@button("orderpage", in_place=True, if_stale=_show_current)
async def on_order_page(visit: Visit, target: Target) -> None:
    """Offer the first choice for a kind, starting over."""
    kind, number_text = _kind_and_rest(target)
    number = parse_number(number_text)
    visit.pay(PICTURE)
    questions = await _questions(visit, target, kind)
    await visit.table.drafts.forget(questions.position)
    panel = await _panel(visit, questions.after())
    await visit.show(panel.page(number))


@button("ordertry", in_place=True, if_stale=_show_current)
async def on_order_try(visit: Visit, target: Target) -> None:
    visit.pay(PICTURE)
    kind, text = _kind_and_rest(target)
    questions = await _questions(visit, target, kind, with_draft=playing.needs_draft(text))
    link = playing.read_link(questions, text)
    choosing = playing.resolve_link(visit, questions, link)
    panel = await _panel(visit, choosing)
    await playing.show_choice(visit, panel, questions, link.page)


@button("orderdo", in_place=True, if_stale=_show_current)
async def on_order_do(visit: Visit, target: Target) -> None:
    """Leave the previewed order, provided that the board has not changed since."""
    visit.pay(PICTURE)
    kind, text = _kind_and_rest(target)
    if is_link(text):
        questions = await _questions(visit, target, kind, with_draft=playing.needs_draft(text))
        text = playing.resolve_complete(visit, questions, text).text
    order = LeaveOrder(kind, text, target.ply, target.branch)
    await visit.table.act(visit.actor(), target.game, order)
    await _show_orders(visit, target.game)


def _kind_and_rest(target: Target) -> tuple[str, str]:
    """Split the target's rest at the first dot, which no kind contains."""
    kind, dot, rest = target.rest.partition(".")
    if not dot or not rest:
        raise Mistake("refused.unknown_button")
    return kind, rest


async def _panel(visit: Visit, choosing: ChoiceProgress) -> Panel:
    """Make the panel, whose ids begin with the kind that is supposed to be drawn."""
    kind = choosing.position.supposed_kind
    mode = replace(ORDERING, prefix=f"{kind}.", shares_drafts=visit.desk.address is not None)
    return await playing.panel_for(visit, choosing, mode)


async def _questions(
    visit: Visit, target: Target, kind: str, *, with_draft: bool = False
) -> Questions:
    return await visit.table.orders.suppose(
        target.game, visit.user_id, target.ply, target.branch, kind, with_draft=with_draft
    )
