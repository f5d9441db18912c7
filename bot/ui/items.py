"""Buttons and menus that live for ever: what they do stands in their id, not in memory.

An id names a verb, a game, and the position in which the button was posted. What each verb does is
looked up in the client's `verbs`. The one place where a press is acknowledged, and where whatever
goes wrong with it is answered. Knows no verb.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import ui

from bot.failures import Mistake
from bot.visiting import Visit, visiting

LONGEST_ID = 100
LONGEST_LABEL = 80
MOST_OPTIONS = 25

_NUMBER = "[0-9]{1,18}"
_MARK = (
    rf"(?P<verb>[a-z]+):(?P<game>{_NUMBER}):(?P<branch>{_NUMBER}):(?P<ply>{_NUMBER})"
    r":(?P<rest>(?s:.*))"
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


@dataclass(frozen=True, slots=True)
class Verb:
    """What pressing a button does."""

    handle: Callable[[Visit, Mark], Awaitable[None]]
    within: bool = False
    """Whether it changes the private page that it stands on, instead of opening a new one."""


Option = tuple[str, str]
"""A choice in a menu: what it is called, and what it stands for."""


class Press(ui.DynamicItem[ui.Button[Any]], template=_MARK):
    """A button."""

    def __init__(
        self,
        verb: str,
        mark: Mark,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
    ) -> None:
        self.verb, self.mark = verb, mark
        button: ui.Button[Any] = ui.Button(
            style=style, label=label[:LONGEST_LABEL], emoji=emoji, custom_id=mark.id(verb)
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        async with _answered(interaction):
            return cls(match["verb"], _mark(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async with _answered(interaction):
            await _pressed(interaction, self.verb, self.mark)


class Pick(ui.DynamicItem[ui.Select[Any]], template="=" + _MARK):
    """A menu of which one thing is chosen."""

    def __init__(
        self,
        verb: str,
        mark: Mark,
        options: Sequence[Option] = (),
        placeholder: str = "",
        chosen: str = "",
    ) -> None:
        self.verb, self.mark = verb, mark
        menu: ui.Select[Any] = ui.Select(
            custom_id="=" + mark.id(verb),
            placeholder=placeholder[:150] or None,
            options=[
                discord.SelectOption(label=label[:100], value=value, default=value == chosen)
                for label, value in options
            ],
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        async with _answered(interaction):
            return cls(match["verb"], _mark(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async with _answered(interaction):
            chosen = self.item.values[0]
            mark = Mark(self.mark.game, self.mark.branch, self.mark.ply, chosen)
            await _pressed(interaction, self.verb, mark)


class Other(ui.DynamicItem[ui.Item[Any]], template=rf"(?s:(?!=?{_MARK}\Z).*)"):
    """Whatever has an id that is none of ours, such as that of another version of the bot."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        async with _answered(interaction):
            return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async with _answered(interaction):
            await _pressed(interaction, "", Mark())


def _mark(match: re.Match[str]) -> Mark:
    return Mark(int(match["game"]), int(match["branch"]), int(match["ply"]), match["rest"])


async def _pressed(interaction: discord.Interaction[Any], name: str, mark: Mark) -> None:
    verb = interaction.client.verbs.get(name, interaction.client.verbs[""])
    async with visiting(interaction, within=verb.within) as visit:
        if interaction.client.stopping.asked:
            raise Mistake("refused.restarting")
        visit.game_id = mark.game
        await verb.handle(visit, mark)


@asynccontextmanager
async def _answered(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """Of what fails in here discord.py would make an entry in its log, and nothing else."""
    try:
        yield
    except Exception as error:
        await _failed(interaction, error)
        raise


async def _failed(interaction: discord.Interaction[Any], error: Exception) -> None:
    async with visiting(interaction):
        raise error
