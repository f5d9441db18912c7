"""The rules of a game in short, by topic."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import Typed, autocompletion, button, choices, kind_of, shareable
from bot.discord.pages.page import Page, PageMenu, Target, page
from bot.games.face import AnyFace, AnyTexts
from bot.locale import Words, words_of


def rules_page(
    words: Words,
    face: AnyFace,
    kind: str,
    topic: str,
    options: Mapping[str, str] | None,
    *,
    shared: bool = False,
) -> Page:
    """One topic, with a menu of the others, which on a shared page opens a private page. `options`
    are those of the channel's game."""
    titles = _topic_titles(words, face.texts, kind)
    menu = [(title, f"{kind}.{one}") for one, title in titles.items()]
    verb, chosen = ("topics" if shared else "topic"), f"{kind}.{topic}"
    picture = face.pictures.illustration(words, topic)
    return page(
        f"## {titles[topic]}\n{face.texts.rules(words, topic, options)}",
        *([] if picture is None else [picture]),
        [PageMenu(verb, Target(), menu, words("rules.menu"), chosen)],
        key=(words.language, kind, "rules", topic),
    )


def _topic_titles(words: Words, texts: AnyTexts, kind: str) -> dict[str, str]:
    return {topic: words(f"{kind}.topic.{topic}.title") for topic in texts.topics}


async def _show_rules(visit: Visit, kind: str, typed: str) -> None:
    """Show a topic of the rules, with the options of the open game in this channel."""
    face = visit.desk.faces.get(kind)
    if face is None:
        raise Mistake("refused.unknown_button")
    topic = _find_topic(visit.words, face.texts, kind, typed)
    game = await visit.table.games.open_in(visit.channel_id)
    options = game.options if game is not None and game.kind == kind else None
    shared = not visit.private
    await visit.show(rules_page(visit.words, face, kind, topic, options, shared=shared))


def _find_topic(words: Words, texts: AnyTexts, kind: str, typed: str) -> str:
    """The topic with this name or title, or the only one whose title contains what was typed; the
    first one if nothing was."""
    asked = " ".join(typed.split()).casefold()
    if not asked:
        return texts.topics[0]
    titles = _topic_titles(words, texts, kind)
    exact = [topic for topic, title in titles.items() if asked in (topic, title.casefold())]
    found = exact or [topic for topic, title in titles.items() if asked in title.casefold()]
    if len(found) != 1:
        raise Mistake("rules.unknown", topics=", ".join(titles.values()))
    return found[0]


@autocompletion
async def _topics(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    titles = _topic_titles(words, desk_of(interaction).faces[kind].texts, kind)
    return choices([(title, topic) for topic, title in titles.items()], typed)


@app_commands.autocomplete(topic=_topics)
@shareable()
async def rules(visit: Visit, topic: Typed | None = None) -> None:
    await _show_rules(visit, kind_of(visit.interaction), topic or "")


@button("topic", in_place=True)
@button("topics")
async def on_topic(visit: Visit, target: Target) -> None:
    kind, _, topic = target.rest.partition(".")
    await _show_rules(visit, kind, topic)
