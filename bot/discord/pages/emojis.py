"""Emojis on a page. A page is made of words and of the names of drawings; it shows the emojis, and
mentions of commands, only once it is dressed with those that Discord has. Where one is missing, the
words stand alone.
"""

import re
from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.discord.pages.command_mentions import (
    NO_MENTIONS,
    CommandMentions,
    longest_growth,
    mention_commands,
    without_commands,
)
from render.picture.emojis import EmojiName

# All emojis of the bot, and no others, have names that begin like this.
PREFIX = "ccs_"
LONGEST_NAME = 32
# The emojis that can be used now.
Emojis = Mapping[EmojiName, discord.PartialEmoji]
NO_EMOJIS: Emojis = {}
# The characters that an emoji can count as in a text, besides what it shows.
AROUND = len(f"<:{PREFIX}_:> ") + 8 + len(str(2**64))
# Around an emoji in a text: characters that no font has.
BEGIN = "\ue0f0"
BEFORE = "\ue0f1"
END = "\ue0f2"
_INLINE = re.compile(f"{BEGIN}([^{BEGIN}{BEFORE}]*){BEFORE}([a-z0-9_]+){END}")
_SHOWN = re.compile(rf"<:{PREFIX}[A-Za-z0-9_]+:\d+> ?")


def inline(*names: EmojiName | None, before: str = "") -> str:
    """Put the emojis of these names at the beginning of a text, or before a word in it. What is to
    stand `before` the first is shown only with it."""
    emoji_names = [name for name in names if name is not None]
    leads = [before, *len(emoji_names) * [""]]
    return "".join(
        f"{BEGIN}{lead}{BEFORE}{name}{END}" for lead, name in zip(leads, emoji_names, strict=False)
    )


def words_alone(text: str) -> str:
    return _INLINE.sub("", text)


def words_of_post(text: str) -> str:
    """Take the words of a text that was posted, or is to be, without names of commands."""
    return without_commands(_SHOWN.sub("", text))


def longest_length(text: str) -> int:
    """Count the most characters a text can have once its emojis and commands are shown."""
    lengths = (len(before) + len(name) + AROUND for before, name in _INLINE.findall(text))
    words = words_alone(text)
    return len(words) + longest_growth(words) + sum(lengths)


class EmojiText(ui.TextDisplay[Any]):
    """A text in which emojis can be shown, and mentions of commands."""

    def __init__(self, text: str, *, mentions_commands: bool = True) -> None:
        """A text without room for mentions names commands in code."""
        super().__init__(words_alone(text))
        self._text = text
        self._mentions_commands = mentions_commands

    def dress(self, emojis: Emojis, mentions: CommandMentions) -> bool:
        """Show these emojis and commands; returns whether there are any of the emojis."""

        def show_emoji(match: re.Match[str]) -> str:
            emoji = emojis.get(EmojiName(match[2]))
            return "" if emoji is None else f"{match[1]}{emoji} "

        text = _INLINE.sub(show_emoji, self._text)
        self.content = mention_commands(text, mentions) if self._mentions_commands else text
        return text != words_alone(self._text)


class EmojiButton(ui.Button[Any]):
    """A button on which an emoji can be shown before its words."""

    def __init__(self, name: EmojiName | None, **appearance: Any) -> None:
        super().__init__(**appearance)
        self.name = name

    def dress(self, emojis: Emojis) -> bool:
        self.emoji = None if self.name is None else emojis.get(self.name)
        return self.emoji is not None


class EmojiMenu(ui.Select[Any]):
    """A menu in which an emoji can be shown before the words of each option."""

    def __init__(self, names: Mapping[str, EmojiName | None], **appearance: Any) -> None:
        """`names` maps the value of an option to its emoji."""
        super().__init__(**appearance)
        self._names = names

    def dress(self, emojis: Emojis) -> bool:
        for option in self.options:
            name = self._names.get(option.value)
            option.emoji = None if name is None else emojis.get(name)
        return any(option.emoji is not None for option in self.options)


def dress(view: ui.LayoutView, emojis: Emojis, mentions: CommandMentions = NO_MENTIONS) -> bool:
    """Show the emojis and commands among these in a page, and no others; returns whether it shows
    any emoji."""
    shows_any = False
    for part in view.walk_children():
        item = part.item if isinstance(part, ui.DynamicItem) else part
        if isinstance(item, EmojiText):
            shows_any |= item.dress(emojis, mentions)
        elif isinstance(item, EmojiButton | EmojiMenu):
            shows_any |= item.dress(emojis)
    return shows_any
