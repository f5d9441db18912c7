"""The rules in short, one topic per page, with a menu of the others. Knows no rule."""

from collections.abc import Mapping

from bot.discord.pages.buttons import PageMenu, Target
from bot.discord.pages.page import Page, page
from bot.games.face import Face
from bot.games.texts import Texts
from bot.locale import Words


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
    menu = [(title, f"{kind}.{one}") for one, title in titles(words, face.texts, kind).items()]
    verb, chosen = ("topics" if shared else "topic"), f"{kind}.{topic}"
    picture = face.pictures.illustration(words, topic)
    return page(
        f"## {words(f'{kind}.topic.{topic}.title')}\n{face.texts.rules(words, topic, options)}",
        *([] if picture is None else [picture]),
        [PageMenu(verb, Target(), menu, words("rules.menu"), chosen)],
        key=(words.language, kind, "rules", topic),
    )


def titles(words: Words, texts: Texts, kind: str) -> dict[str, str]:
    """The titles by topic."""
    return {topic: words(f"{kind}.topic.{topic}.title") for topic in texts.topics}
