"""Painted pictures of a page, as files that Discord takes."""

import io

import discord

from bot.discord.pages.page import Page
from bot.presentation.studio import Studio


async def files_of(studio: Studio, page: Page, person: int | None = None) -> list[discord.File]:
    """Paint the files of a page for a person, or for everybody, whose pictures have priority."""
    files = []
    for drawing in page.pictures:
        key = None if page.key is None else (page.key, drawing.filename)
        picture = await studio.paint(drawing, key, person)
        files.append(discord.File(io.BytesIO(picture), drawing.filename, description=drawing.alt))
    files += [discord.File(io.BytesIO(data), name) for name, data in page.files]
    return files
