"""How to start playing right away: a button for each game that the computer plays."""

from collections.abc import Iterable

from discord import ButtonStyle

from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import Page, page
from bot.locale import Words
from bot.match.game import Patience
from bot.match.life.computers import can_play


def welcome_page(words: Words, kinds: Iterable[str], patience: Patience) -> Page:
    """The page for a channel in which nobody has played yet."""
    return page(words("welcome.text"), against_computer(words, kinds, patience))


def against_computer(words: Words, kinds: Iterable[str], patience: Patience) -> list[PageButton]:
    return [
        PageButton(
            "solo",
            Target(rest=kind),
            words("welcome.solo", game=words(f"{kind}.name")),
            ButtonStyle.success,
        )
        for kind in kinds
        if can_play(kind, patience)
    ]
