"""Persistent buttons and menus: what they do is encoded in their id, not held in memory.

An id names a verb, a game, and the position in which the button was posted. Every click becomes one
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
"""The prefix of a menu's id."""
_NUMBER = "[0-9]{1,18}"
_ID = re.compile(
    rf"{MENU}?(?P<verb>[a-z]+):(?P<game>{_NUMBER}):(?P<branch>{_NUMBER}):(?P<ply>{_NUMBER})"
    rf":(?P<rest>{ANY})"
)


@dataclass(frozen=True, slots=True)
class Target:
    """What a button refers to: a game, as it was when the button was posted."""

    game: int = 0
    branch: int = 0
    ply: int = 0
    rest: str = ""
    """Any other arguments of the verb; for a menu, what was chosen."""

    def id(self, verb: str) -> str:
        text = f"{verb}:{self.game}:{self.branch}:{self.ply}:{self.rest}"
        assert len(text) <= LONGEST_ID, "an id longer than Discord takes"
        return text


def parse_id(custom_id: str) -> tuple[str, Target]:
    """The verb and the mark in an id. The verb is empty for an unknown id, such as one from
    another version of the bot."""
    found = _ID.fullmatch(custom_id)
    if found is None:
        return "", Target()
    return found["verb"], Target(
        int(found["game"]), int(found["branch"]), int(found["ply"]), found["rest"]
    )


Option = tuple[str, str]
"""A choice in a menu: its label and its value."""


class Control(ui.DynamicItem[ui.Item[Any]], template=ANY):
    """Anything that can be clicked. discord.py keeps no state for it and creates an instance of
    this class for each click, whatever the id. It would only log errors, so nothing here may
    fail."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "Control":
        return Control(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        chosen = self.item.values if isinstance(self.item, ui.Select) else None
        await interaction.client.pressed(interaction, self.custom_id, chosen)


class PageButton(Control, template=ANY):
    """A button to be shown."""

    def __init__(
        self,
        verb: str,
        mark: Target,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> None:
        button: ui.Button[Any] = ui.Button(
            style=style,
            label=label[:LONGEST_LABEL],
            emoji=emoji,
            custom_id=mark.id(verb),
            disabled=disabled,
        )
        super().__init__(button)


class PageMenu(Control, template=ANY):
    """A menu to be shown, from which one thing is chosen."""

    def __init__(
        self,
        verb: str,
        mark: Target,
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
