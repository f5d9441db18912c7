"""The panel as a player taps it, towards a certain move."""

from dataclasses import dataclass, field
from typing import Any

import discord
import simcord

from bot.presentation.choice_links import Change, Link, parse_link
from render.board.aliases import alias
from tests.bot.choices import Choice
from tests.bot.discord.kit.seen import Seen, buttons, menus, move_to_confirm, read
from tests.bot.discord.kit.world import alts


@dataclass
class Taps:
    """What a player tapped in one turn, and what they saw."""

    count: int = 0
    pages: list[Seen] = field(default_factory=list)
    last: Any = None

    def show(self, result: simcord.InteractionResult) -> None:
        self.last = result.response
        self.count += 1
        self.pages.append(read(self.last))


async def look_at(
    player: simcord.MemberActor, post: discord.Message, wanted: Choice, legal: tuple[Choice, ...]
) -> Taps:
    """Tap from Play to the page that shows the wanted move; each tap gets as close as it can."""
    taps = Taps()
    taps.show(await player.click(post, label="Play"))
    return await come_to(player, taps, wanted, legal)


async def come_to(
    player: simcord.MemberActor, taps: Taps, wanted: Choice, legal: tuple[Choice, ...]
) -> Taps:
    """The same from the first page of any panel."""
    cell = wanted.parts[0][1]
    if cell not in first_choices(taps.last):
        taps.show(await player.click(taps.last, label=region_of(taps.last, cell)))
    taps.show(await player.click(taps.last, custom_id=first_choices(taps.last)[cell]))
    while move_to_confirm(taps.last) != wanted.text:
        preview = next(move for move in legal if move.text == move_to_confirm(taps.last))
        custom_id, value = _lead_to(taps.last, preview, wanted)
        if value:
            taps.show(await player.select(taps.last, [value], custom_id=custom_id))
        else:
            taps.show(await player.click(taps.last, custom_id=custom_id))
        assert taps.count < 12, f"{wanted.text} cannot be reached"
    return taps


async def tap_cell(player: simcord.MemberActor, page: Any, cell: str) -> simcord.InteractionResult:
    """Tap a cell on the first page of a panel, which may offer regions first."""
    if cell not in first_choices(page):
        page = (await player.click(page, label=region_of(page, cell))).response
    return await player.click(page, custom_id=first_choices(page)[cell])


def first_choices(page: Any) -> dict[str, str]:
    """The id of the button of each first choice, by its token."""
    return {
        link.change.token: custom_id
        for custom_id, _, rest in _leads(page)
        if (link := parse_link(rest)) is not None and link.change and not link.change.number
    }


def regions_on(page: Any) -> dict[str, list[str]]:
    """The cells of each region by its name, as the picture's alt text says."""
    regions = alts(page)[0].partition(". ")[0].split("; ")
    marks = (mark.partition(" is ") for mark in regions)
    return {name: cells.split(", ") for name, _, cells in marks}


def region_of(page: Any, cell: str) -> str:
    return next(name for name, cells in regions_on(page).items() if alias(cell) in cells)


def _lead_to(page: Any, preview: Choice, wanted: Choice) -> tuple[str, str]:
    """The button or the menu option that corrects the first step in which the moves differ."""
    pairs = enumerate(zip(preview.parts, wanted.parts, strict=True))
    number, token = next((number, new[1]) for number, (old, new) in pairs if old != new)
    return next(
        (custom_id, value)
        for custom_id, value, rest in _leads(page)
        if (link := parse_link(rest)) is not None
        and Link(change=link.change).text == Link(change=Change(number, token)).text
    )


def _leads(page: Any) -> list[tuple[str, str, str]]:
    """The id, the menu value if any, and the link of each way on."""
    pressed = [
        (custom_id, "", _link(custom_id, custom_id.split(":", 4)[4]))
        for custom_id in buttons(page).values()
        if custom_id.startswith(("try:", "ordertry:", "guesstry:"))
    ]
    picked = [
        (custom_id, value, _link(custom_id, value))
        for custom_id, options in menus(page).items()
        for value in options.values()
    ]
    return pressed + picked


def _link(custom_id: str, rest: str) -> str:
    """In an order, the kind comes first."""
    ordered = custom_id.lstrip("=").startswith("order")
    return rest.partition(".")[2] if ordered else rest
