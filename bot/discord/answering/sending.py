"""Sending pages with their emojis and mentions of commands. Whatever is sent goes through here,
since Discord refuses a message as a whole if one of its emojis is gone: it is sent once more in
words."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

import discord

from bot.discord.pages.command_mentions import NO_MENTIONS, CommandMentions
from bot.discord.pages.emojis import NO_EMOJIS, Emojis, dress
from bot.discord.pages.page import Page
from render.picture.emojis import EmojiName

log = logging.getLogger(__name__)
T = TypeVar("T")
Files = list[discord.File]
# Discord's codes for an unknown emoji, and for a message that is invalid in any part.
INVALID = (10014, 50035)


class KnownEmojis:
    """Emojis of the application that this process knows, by what they show."""

    def __init__(self) -> None:
        self._emojis: dict[EmojiName, discord.PartialEmoji] = {}
        self.outdated = False
        """Discord refused one of them: it must be asked again which there are."""

    @property
    def available(self) -> Emojis:
        return NO_EMOJIS if self.outdated else MappingProxyType(self._emojis)

    def learn(self, emojis: Mapping[EmojiName, discord.PartialEmoji]) -> None:
        """Take these for all that there are."""
        self._emojis = dict(emojis)
        self.outdated = False

    def add(self, name: EmojiName, emoji: discord.PartialEmoji) -> None:
        self._emojis[name] = emoji


class KnownCommands:
    """Mentions of the application's commands that this process knows."""

    mentions: CommandMentions = NO_MENTIONS


async def send_page(
    emojis: KnownEmojis,
    commands: KnownCommands,
    page: Page,
    files: Files,
    send: Callable[[Files], Awaitable[T]],
) -> T:
    """Send a page, whose view `send` uses, with these files."""
    try:
        return await _send_with_emojis(emojis, commands, page, files, send)
    finally:
        for file in files:
            # discord.py has put its method there: each picture would refer to itself, and stay
            # until garbage is collected.
            vars(file.fp).pop("close", None)


async def _send_with_emojis(
    emojis: KnownEmojis,
    commands: KnownCommands,
    page: Page,
    files: Files,
    send: Callable[[Files], Awaitable[T]],
) -> T:
    if not dress(page.view, emojis.available, commands.mentions):
        return await send(files)
    try:
        return await send(files)
    except discord.HTTPException as error:
        if error.status != 400 or error.code not in INVALID:
            raise
        log.warning("sending a message again without emojis: %s", error)
        emojis.outdated = True
        dress(page.view, NO_EMOJIS, commands.mentions)
        for file in files:
            file.fp.seek(0)
        return await send(
            [discord.File(file.fp, file.filename, description=file.description) for file in files]
        )
