"""What is sent to one person: in a direct message, or with their next answer."""

from collections.abc import Mapping
from json import loads

from bot.discord.pages.page import Page, page
from bot.discord.pages.wording.naming import against, names_of, place_of
from bot.discord.pages.wording.notices import notice_text
from bot.games.texts import Texts
from bot.locale import Words
from bot.match.actions import Done
from bot.match.game import Game
from bot.match.notices.messages import Direct, Message


def direct_page(words: Words, texts: Texts, game: Game, note: Message) -> Page:
    assert isinstance(note, Direct)
    return page("\n".join(note_lines(words, texts, game, note)))


def note_lines(words: Words, texts: Texts, game: Game, note: Direct) -> list[str]:
    """The lines of a note about a game, including where it is played."""
    return [
        words(
            "direct.about",
            players=against(words, game),
            place=place_of(game),
            game=words(f"{game.kind}.name"),
        ),
        notice_text(words, game, note.done, note.seat, _facts(words, texts, game, note)),
        *([words("direct.resume", kind=game.kind)] if note.done is Done.PAUSED else []),
    ]


def _facts(words: Words, texts: Texts, game: Game, note: Direct) -> Mapping[str, object]:
    """The facts of a note; for an order that is no longer possible, with the game's reason in
    words."""
    if note.done is not Done.ORDER_DROPPED:
        return note.facts
    reason, facts = str(note.facts["reason"]), loads(str(note.facts["facts"]))
    why = texts.refusal(words, names_of(words, game), reason, facts).why
    return {**note.facts, "drawn": texts.kind_name(words, str(note.facts["kind"])), "why": why}
