"""The rules, opened by the menu or the command."""

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Target
from bot.discord.pages.rules import rules_page, titles
from bot.games.texts import Texts
from bot.locale import Words


async def show_rules(visit: Visit, kind: str, typed: str, *, shared: bool = False) -> None:
    """Show a topic of the rules, with the options of the open game in this channel."""
    face = visit.desk.faces.get(kind)
    if face is None:
        raise Mistake("refused.unknown_button")
    topic = _topic_meant(visit.words, face.texts, kind, typed)
    game = await visit.table.games.open_in(visit.channel_id)
    options = game.options if game is not None and game.kind == kind else None
    await visit.show(rules_page(visit.words, face, kind, topic, options, shared=shared))


async def topic(visit: Visit, mark: Target) -> None:
    kind, _, chosen = mark.rest.partition(".")
    await show_rules(visit, kind, chosen)


def _topic_meant(words: Words, texts: Texts, kind: str, typed: str) -> str:
    """The topic with this name or title, or the only one whose title contains what was typed; the
    first one if nothing was."""
    asked = " ".join(typed.split()).casefold()
    if not asked:
        return texts.topics[0]
    called = titles(words, texts, kind)
    exact = [topic for topic, title in called.items() if asked in (topic, title.casefold())]
    found = exact or [topic for topic, title in called.items() if asked in title.casefold()]
    if len(found) != 1:
        raise Mistake("rules.unknown", topics=", ".join(called.values()))
    return found[0]
