"""Rules of a game: in a minute, for those who have never played it, and in short by topic."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import PICTURE, desk_of
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
from bot.match.game import Game, Status, Timeouts
from bot.table.tutorials import exercises_of

# The cache key of the pictures of what games look like, which are the same everywhere.
SHOWCASE = "showcase"
# The words in the id of a button for a game that counts, and for one that does not.
RATED = {"yes": True, "no": False}


def join_button(game: Game, label: str) -> PageButton:
    """Make a button to join a lobby as it is now: a game that counts, or one that does not."""
    rated_text = "yes" if game.rated else "no"
    return PageButton("join", Target(game.id, rest=rated_text), label, "success")


def beginner_buttons(
    words: Words, kind: str, timeouts: Timeouts, game_id: int = 0
) -> list[PageButton]:
    """Make buttons for those who have never played a game, with the one they were invited to."""
    target = Target(game_id, rest=kind)
    buttons = [PageButton("minute", target, words("button.minute"))]
    if exercises_of(kind):
        buttons.append(PageButton("learn", Target(rest=kind), words("button.learn")))
    if has_computers(kind, timeouts):
        buttons.append(PageButton("solo", Target(rest=kind), words("button.try_it")))
    return buttons


def minute_page(
    words: Words,
    face: AnyFace,
    timeouts: Timeouts,
    invited_to: Game | None = None,
    *,
    can_join: bool = False,
) -> Page:
    """Show the rules in a minute, with those of the game that led here, and what comes next: to
    join it, to try the game, or to read on."""
    kind = face.texts.kind
    options = {} if invited_to is None else invited_to.options
    buttons = beginner_buttons(words, kind, timeouts)[1:]
    if invited_to is not None and can_join:
        buttons.insert(0, join_button(invited_to, words("button.join")))
    buttons.append(PageButton("topics", Target(rest=f"{kind}.aim"), words("button.all_rules")))
    return page(
        words("minute.head", game=words(f"{kind}.name")),
        face.pictures.lesson(words),
        f"{face.texts.minute(words, options)}{words('minute.note')}",
        buttons,
        key=(words.language, kind, "minute"),
    )


@button("minute")
async def on_minute(visit: Visit, target: Target) -> None:
    visit.pay(PICTURE)
    face = visit.desk.faces.get(target.rest)
    if face is None:
        raise Mistake("refused.unknown_button")
    game = visit.game if visit.game is not None and visit.game.kind == target.rest else None
    can_join = game is not None and _can_join(game, visit.user_id)
    await visit.show(minute_page(visit.words, face, visit.table.timeouts, game, can_join=can_join))


def _can_join(game: Game, user_id: int) -> bool:
    if game.status is not Status.LOBBY or game.sits(user_id):
        return False
    return game.belongs(user_id) or game.has_open_seat


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
    return page(
        f"## {titles[topic]}\n{face.texts.rules(words, topic, options)}",
        face.pictures.illustration(words, topic, options),
        [PageMenu(verb, Target(), menu, words("rules.menu"), current)],
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
async def on_topic(visit: Visit, target: Target) -> None:
    kind, _, topic = target.rest.partition(".")
    await _show_rules(visit, kind, topic)
