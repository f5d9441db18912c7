"""The files of a page as Discord takes them, with its pictures painted at this point."""

import io

import discord

from bot.discord.pages.page import Page
from bot.discord.painting.studio import Studio


async def files_of(studio: Studio, shown: Page, person: int | None = None) -> list[discord.File]:
    """The files for a person, or for everybody, whose pictures have priority."""
    files = []
    for drawing in shown.pictures:
        key = None if shown.key is None else (shown.key, drawing.filename)
        picture = await studio.paint(drawing, key, person)
        files.append(discord.File(io.BytesIO(picture), drawing.filename, description=drawing.alt))
    files += [discord.File(io.BytesIO(data), name) for name, data in shown.files]
    return files
