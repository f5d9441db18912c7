"""Buttons and menus that live for ever: what they do stands in their id, not in memory.

An id names a verb, a game, and the position in which the button was posted. A click ends in one
call on the client, `pressed`, with the id and what was chosen. Knows no verb.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

LONGEST_ID = 100
LONGEST_LABEL = 80
MOST_OPTIONS = 25

ANY = "(?s:.*)"
MENU = "="
"""How the id of a menu begins."""
_NUMBER = "[0-9]{1,18}"
_ID = re.compile(
    rf"{MENU}?(?P<verb>[a-z]+):(?P<game>{_NUMBER}):(?P<branch>{_NUMBER}):(?P<ply>{_NUMBER})"
    rf":(?P<rest>{ANY})"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a button is about: a game, as it was when the button was posted."""

    game: int = 0
    branch: int = 0
    ply: int = 0
    rest: str = ""
    """Whatever else the verb needs to know; for a menu, what was chosen."""

    def id(self, verb: str) -> str:
        text = f"{verb}:{self.game}:{self.branch}:{self.ply}:{self.rest}"
        assert len(text) <= LONGEST_ID, "an id longer than Discord takes"
        return text


def parse_id(custom_id: str) -> tuple[str, Mark]:
    """The verb and the mark in an id. No verb stands in an id of somebody else's, such as that of
    another version of the bot."""
    found = _ID.fullmatch(custom_id)
    if found is None:
        return "", Mark()
    return found["verb"], Mark(
        int(found["game"]), int(found["branch"]), int(found["ply"]), found["rest"]
    )


Option = tuple[str, str]
"""A choice in a menu: what it is called, and what it stands for."""


class Control(ui.DynamicItem[ui.Item[Any]], template=ANY):
    """Whatever can be clicked. discord.py keeps nothing of it, and makes it anew for each click:
    of this class, with whichever id. Errors would only be logged there, so nothing is done here
    that can fail."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "Control":
        return Control(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        chosen = self.item.values if isinstance(self.item, ui.Select) else None
        await interaction.client.pressed(interaction, self.custom_id, chosen)


class Press(Control, template=ANY):
    """A button, to be shown."""

    def __init__(
        self,
        verb: str,
        mark: Mark,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
    ) -> None:
        button: ui.Button[Any] = ui.Button(
            style=style, label=label[:LONGEST_LABEL], emoji=emoji, custom_id=mark.id(verb)
        )
        super().__init__(button)


class Pick(Control, template=ANY):
    """A menu of which one thing is chosen, to be shown."""

    def __init__(
        self,
        verb: str,
        mark: Mark,
        options: Sequence[Option] = (),
        placeholder: str = "",
        chosen: str = "",
    ) -> None:
        menu: ui.Select[Any] = ui.Select(
            custom_id=MENU + mark.id(verb),
            placeholder=placeholder[:150] or None,
            options=[
                discord.SelectOption(label=label[:100], value=value, default=value == chosen)
                for label, value in options
            ],
        )
        super().__init__(menu)
