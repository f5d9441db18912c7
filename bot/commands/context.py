"""What the commands share: which game a command means, and what is offered while typing."""

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any

import discord
from discord.app_commands import Choice, Group, locale_str

from bot.failures import Mistake, noted
from bot.game import Game, Status
from bot.locale import ENGLISH, words_of
from bot.visiting import Visit

MOST_CHOICES = 25
LONGEST_CHOICE = 100


def text(key: str, **facts: str) -> locale_str:
    """A text that Discord shows: in English, with the key for the other languages. Its facts are
    keys of other texts."""
    words = words_of(ENGLISH)
    told = {name: words(fact) for name, fact in facts.items()}
    return locale_str(words(key, **told), key=key, facts=facts)


def kind_of(interaction: discord.Interaction[Any]) -> str:
    """The game whose group the command stands in."""
    command = interaction.command
    assert command is not None
    group = getattr(command, "parent", None)
    assert isinstance(group, Group)
    return group.name.removesuffix("-admin")


async def last_game(visit: Visit) -> Game:
    """The game that is played in this channel, or the one that was played last."""
    game = await visit.table.last_game_in(visit.channel_id)
    if game is None or game.kind != kind_of(visit.interaction):
        raise Mistake("refused.no_game")
    return visit.about(game)


async def started_game(visit: Visit) -> Game:
    """The same; one that waits for players has nothing to look at yet."""
    game = await last_game(visit)
    if game.status is Status.LOBBY:
        raise Mistake("refused.in_lobby")
    return game


def fixed(prefix: str, values: Sequence[str]) -> list[Choice[str]]:
    """Choices that are always the same, named by `<prefix>.<value>`."""
    return [Choice(name=text(f"{prefix}.{value}"), value=value) for value in values]


Offer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[Choice[str]]]]


def offered(offer: Offer) -> Offer:
    """What is offered while somebody types: nothing when it fails, as there is no way to say so."""

    @wraps(offer)
    async def safely(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        try:
            return await offer(interaction, typed)
        except Exception as error:
            noted(error)
            return []

    return safely


def choices(options: list[tuple[str, str]], typed: str = "") -> list[Choice[str]]:
    """Names and values that Discord takes, those that match what was typed."""
    fits = [
        (name, value)
        for name, value in options
        if typed.casefold() in f"{name} {value}".casefold() and len(value) <= LONGEST_CHOICE
    ]
    return [Choice(name=name[:LONGEST_CHOICE], value=value) for name, value in fits[:MOST_CHOICES]]
