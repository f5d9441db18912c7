"""A hint: the best moves of a position, private to the player to act."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.discord.pages.buttons import PageButton
from bot.discord.pages.page import Page, Part, page
from bot.discord.pages.posts.boards import position_key, target_at
from bot.discord.pages.wording.naming import names_of, raw_names
from bot.games.face import Face
from bot.games.pictures import Drawing
from bot.locale import Words
from bot.table.reading.choosing import Choosing
from engine.players.thought import Idea
from render.picture.figures import signed


def hint_page(words: Words, face: Face, ideas: Sequence[tuple[Choosing, Idea[str]]]) -> Page:
    """What each move is expected to bring and why, and what it looks like."""
    position = ideas[0][0].position
    shown: list[Part] = []
    for number, (choosing, idea) in enumerate(ideas, 1):
        shown.append(idea_told(words, face, number, choosing, idea))
        shown.append(_drawing(words, face, number, choosing))
    play = PageButton("play", target_at(position), words("button.play"), ButtonStyle.primary)
    key = position_key(words, position, "hint")
    return page(words("hint.head"), *shown, words("hint.note"), [play], key=key)


def _drawing(words: Words, face: Face, number: int, choosing: Choosing) -> Drawing:
    position, parts = choosing.position, choosing.walk.parts
    names = raw_names(position.game)
    drawing = face.pictures.preview(words, position.view, names, parts, choosing.events)
    return replace(drawing, filename=f"move-{number}.png")


def idea_told(words: Words, face: Face, number: int, choosing: Choosing, idea: Idea[str]) -> str:
    view = choosing.position.view
    move = face.choices.spell_out(words, view, choosing.walk.parts) or choosing.text
    head = words("hint.move", number=number, move=move, lead=points_told(words, idea.worth))
    return "\n".join([head, *_reasons(words, face, choosing, idea)])


def _reasons(words: Words, face: Face, choosing: Choosing, idea: Idea[str]) -> Iterator[str]:
    names = names_of(words, choosing.position.game)
    for reason in idea.reasons:
        why = face.texts.explain(words, names, reason)
        yield words("hint.reason", why=why, points=points_told(words, reason.points))


def points_told(words: Words, points: float) -> str:
    return signed(words, round(10 * points))
