"""Rules of a game, in short by topic, and what is offered to those who have never played it."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    TypedText,
    autocompletion,
    button,
    choices,
    command,
    kind_of,
    shareable,
)
from bot.discord.pages.page import Page, PageButton, PageMenu, Target, page
from bot.games.face import AnyFace, AnyTexts
from bot.locale import Words, words_of
from bot.match.computers import has_computers
from bot.match.game import Timeouts
from bot.table.tutorials import exercises_of

# The cache key of the pictures of what games look like, which are the same everywhere.
SHOWCASE = "showcase"


def beginner_buttons(words: Words, kind: str, timeouts: Timeouts) -> list[PageButton]:
    """Make buttons for those who have never played a game."""
    target = Target(rest=kind)
    buttons = [*learn_button(words, kind), PageButton("topics", target, words("button.rules"))]
    if has_computers(kind, timeouts):
        buttons.append(PageButton("solo", target, words("button.try_it")))
    return buttons


def learn_button(words: Words, kind: str) -> list[PageButton]:
    """Make the button to the tutorial of a game, if it has one."""
    if not exercises_of(kind):
        return []
    return [PageButton("learn", Target(rest=kind), words("button.learn"))]


def rules_page(
    words: Words, face: AnyFace, topic: str, options: Mapping[str, str] | None, *, shared: bool
) -> Page:
    """Show one topic, with a menu of the others, which on a shared page opens a private page.
    `options` are those of the channel's game."""
    kind = face.texts.kind
    titles = _topic_titles(words, face.texts)
    menu = [(title, f"{kind}.{name}") for name, title in titles.items()]
    verb = "topics" if shared else "topic"
    current = f"{kind}.{topic}"
    is_first = topic == face.texts.topics[0]
    return page(
        f"## {titles[topic]}\n{face.texts.rules(words, topic, options)}",
        face.pictures.illustration(words, topic, options),
        [PageMenu(verb, Target(), menu, words("rules.menu"), current)],
        learn_button(words, kind) if is_first else [],
        key=(words.language, kind, "rules", topic),
    )


def _topic_titles(words: Words, texts: AnyTexts) -> dict[str, str]:
    return {topic: words(f"{texts.kind}.topic.{topic}.title") for topic in texts.topics}


async def _show_rules(visit: Visit, kind: str, typed: str) -> None:
    """Show a topic of the rules, with the options of the open game in this channel."""
    face = visit.desk.faces.get(kind)
    if face is None:
        raise Mistake("refused.unknown_button")
    topic = _find_topic(visit.words, face.texts, typed)
    game = await visit.table.games.open_in(visit.channel_id)
    options = game.options if game is not None and game.kind == kind else None
    await visit.show(rules_page(visit.words, face, topic, options, shared=not visit.private))


def _find_topic(words: Words, texts: AnyTexts, typed: str) -> str:
    """Find the topic with this name or title, or the only one whose title contains what was typed;
    the first one if nothing was."""
    sought = " ".join(typed.split()).casefold()
    if not sought:
        return texts.topics[0]
    titles = _topic_titles(words, texts)
    exact = [topic for topic, title in titles.items() if sought in (topic, title.casefold())]
    matches = exact or [topic for topic, title in titles.items() if sought in title.casefold()]
    if len(matches) != 1:
        raise Mistake("rules.unknown", topics=", ".join(titles.values()))
    return matches[0]


@autocompletion
async def _topics(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    kind = kind_of(interaction)
    words = words_of(str(interaction.locale))
    titles = _topic_titles(words, desk_of(interaction).faces[kind].texts)
    return choices([(title, topic) for topic, title in titles.items()], typed)


@command("game")
@app_commands.autocomplete(topic=_topics)
@shareable()
async def rules(visit: Visit, topic: TypedText | None = None) -> None:
    await _show_rules(visit, kind_of(visit.interaction), topic or "")


@button("topic", in_place=True)
@button("topics")
@button("minute")  # in posts of 1.0.0
async def on_topic(visit: Visit, target: Target) -> None:
    kind, _, topic = target.rest.partition(".")
    await _show_rules(visit, kind, topic)
