"""The panel as a player taps it: towards a move that they have in mind."""

from dataclasses import dataclass, field
from typing import Any

import discord
import simcord

from bot.discord.pages.panel.panel import token_of
from bot.table.reading.games import Choice
from tests.bot.discord.kit.seen import Seen, buttons, menus, seen


@dataclass
class Taps:
    """What a player tapped in one turn, and what they saw."""

    count: int = 0
    pages: list[Seen] = field(default_factory=list)
    last: Any = None

    def show(self, result: simcord.InteractionResult) -> None:
        self.last = result.response
        self.count += 1
        self.pages.append(seen(self.last))


async def look_at(
    player: simcord.MemberActor, post: discord.Message, wanted: Choice, legal: tuple[Choice, ...]
) -> Taps:
    """From Play to the page that shows the wanted move; each tap comes as close as it can."""
    taps = Taps()
    taps.show(await player.click(post, label="Play"))
    return await come_to(player, taps, wanted, legal)


async def come_to(
    player: simcord.MemberActor, taps: Taps, wanted: Choice, legal: tuple[Choice, ...]
) -> Taps:
    """The same from the first page of a panel, whatever it serves to."""
    by_token = {token_of(move.text): move for move in legal}
    cell = wanted.parts[0][1]
    while cell not in buttons(taps.last):
        taps.show(await player.click(taps.last, label="More cells"))
    taps.show(await player.click(taps.last, label=cell))
    while f"`{wanted.text}`" not in taps.pages[-1].text:
        target = max(
            (lead for lead in _leads(taps.last) if lead[2] in by_token),
            key=lambda lead: _closeness(by_token[lead[2]], wanted),
        )
        custom_id, value, _ = target
        if value:
            taps.show(await player.select(taps.last, [value], custom_id=custom_id))
        else:
            taps.show(await player.click(taps.last, custom_id=custom_id))
        assert taps.count < 12, f"{wanted.text} cannot be reached"
    return taps


def _leads(page: Any) -> list[tuple[str, str, str]]:
    """The id, the value of a menu, and the token of the move that it leads to."""
    pressed = [
        (custom_id, "", _token(custom_id, custom_id.split(":", 4)[4]))
        for custom_id in buttons(page).values()
        if custom_id.startswith(("try:", "ordertry:"))
    ]
    picked = [
        (custom_id, value, _token(custom_id, value))
        for custom_id, options in menus(page).items()
        for value in options.values()
    ]
    return pressed + picked


def _token(custom_id: str, rest: str) -> str:
    """Of an order, the kind comes first."""
    ordered = custom_id.lstrip("=").startswith("order")
    return (rest.partition(".")[2] if ordered else rest)[1:]


def _closeness(move: Choice, wanted: Choice) -> tuple[int, int]:
    """Steps agreed on from the first one on, then any others."""
    agreed = 0
    for mine, other in zip(move.parts, wanted.parts, strict=False):
        if mine != other:
            break
        agreed += 1
    return agreed, sum(part in wanted.parts for part in move.parts)
