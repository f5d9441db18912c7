"""How to use the bot, and the rules in short."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit, open_visit
from bot.discord.features.context import (
    ButtonHandler,
    Typed,
    autocompletion,
    choices,
    kind_here,
    kind_of,
)
from bot.discord.features.opening import solo_buttons
from bot.discord.pages.page import Page, PageMenu, Target, page
from bot.games.face import Face
from bot.games.texts import Texts
from bot.locale import Words, words_of
from bot.match.computers import has_computers
from bot.match.rules import rules_of


def rules_page(
    words: Words,
    face: Face,
    kind: str,
    topic: str,
    options: Mapping[str, str] | None,
    *,
    shared: bool = False,
) -> Page:
    """`options` are those of the channel's game. The menu on a shared page opens a private page."""
    menu = [
        (title, f"{kind}.{one}") for one, title in topic_titles(words, face.texts, kind).items()
    ]
    verb, chosen = ("topics" if shared else "topic"), f"{kind}.{topic}"
    picture = face.pictures.illustration(words, topic)
    return page(
        f"## {words(f'{kind}.topic.{topic}.title')}\n{face.texts.rules(words, topic, options)}",
        *([] if picture is None else [picture]),
        [PageMenu(verb, Target(), menu, words("rules.menu"), chosen)],
        key=(words.language, kind, "rules", topic),
    )


def topic_titles(words: Words, texts: Texts, kind: str) -> dict[str, str]:
    """The titles by topic."""
    return {topic: words(f"{kind}.topic.{topic}.title") for topic in texts.topics}


async def show_rules(visit: Visit, kind: str, typed: str, *, shared: bool = False) -> None:
    """Show a topic of the rules, with the options of the open game in this channel."""
    face = visit.desk.faces.get(kind)
    if face is None:
        raise Mistake("refused.unknown_button")
    on_topic = _find_topic(visit.words, face.texts, kind, typed)
    game = await visit.table.games.open_in(visit.channel_id)
    options = game.options if game is not None and game.kind == kind else None
    await visit.show(rules_page(visit.words, face, kind, on_topic, options, shared=shared))


async def on_topic(visit: Visit, mark: Target) -> None:
    kind, _, chosen = mark.rest.partition(".")
    await show_rules(visit, kind, chosen)


def _find_topic(words: Words, texts: Texts, kind: str, typed: str) -> str:
    """The topic with this name or title, or the only one whose title contains what was typed; the
    first one if nothing was."""
    asked = " ".join(typed.split()).casefold()
    if not asked:
        return texts.topics[0]
    called = topic_titles(words, texts, kind)
    exact = [
        on_topic for on_topic, title in called.items() if asked in (on_topic, title.casefold())
    ]
    found = exact or [on_topic for on_topic, title in called.items() if asked in title.casefold()]
    if len(found) != 1:
        raise Mistake("rules.unknown", topics=", ".join(called.values()))
    return found[0]


@autocompletion
async def _topics(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    topics = desk_of(interaction).faces[kind].texts.topics
    return choices([(words(f"{kind}.topic.{topic}.title"), topic) for topic in topics], typed)


@app_commands.autocomplete(topic=_topics)
async def rules(
    interaction: discord.Interaction[Any], topic: Typed | None = None, share: bool = False
) -> None:
    async with open_visit(interaction, private=not share) as visit:
        await show_rules(visit, kind_of(interaction), topic or "", shared=share)


async def help_(interaction: discord.Interaction[Any]) -> None:
    async with open_visit(interaction) as visit:
        kind = await kind_here(visit)
        game, choose = visit.words(f"{kind}.name"), visit.words(f"{kind}.help.choose")
        told = {"orders": _orders(visit.words, kind), "supply": _supply(visit.words, kind)}
        there = has_computers(kind, visit.table.timeouts)
        for key in ("help.computer", "help.hints", "help.reviews"):
            told[key.removeprefix("help.")] = visit.words(key, kind=kind) if there else ""
        text = visit.words("help.text", kind=kind, game=game, choose=choose, **told)
        begin = solo_buttons(visit.words, visit.desk.faces, visit.table.timeouts)
        await visit.show(page(text, begin))


def _orders(words: Words, kind: str) -> str:
    return words("help.orders") if rules_of(kind).takes_orders else ""


def _supply(words: Words, kind: str) -> str:
    """The command, in a list of others."""
    if not rules_of(kind).has_supply:
        return ""
    return words("help.supply", name=words(f"{kind}.commands.supply.name"))


BUTTONS = {
    "topic": ButtonHandler(on_topic, in_place=True),
    "topics": ButtonHandler(on_topic),
}
