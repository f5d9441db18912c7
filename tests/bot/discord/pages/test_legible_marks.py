"""The names of choices in the panel's pictures: their digits, as high as they are on a phone."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import pytest
from simcord.components import walk_components

from bot.discord.pages.page import Page
from bot.discord.pages.panel import Panel, PanelMode
from bot.games.face import AnyFace
from bot.locale import words_of
from engine.questions import Part
from render.picture.lettering import typeface
from render.picture.scene import Badge, Inset, Scene, Text
from render.pictures import Drawing
from tests.bot.discord.kit.limits import components
from tests.bot.discord.pages.test_earlier_buttons import GAMES, NAMES, clicks, questions_of

# The width of Discord's messages on a page of 390 px.
WIDTH = 350
# The height of a digit itself, without the room above and below it.
SMALLEST = {"castle": 14, "carcassonne": 14, "castellan": 14}
NAME = re.compile(r"(\d+|[A-Z])(?= · | [^\W\d]|$)")
BUTTON = 2
# Pictures have whole pixels.
ROUNDING = 0.5


class Label(NamedTuple):
    name: str
    height: float
    """That of its glyphs, on a phone."""


def pages(game: Mapping[str, Any], face: AnyFace) -> Iterator[Page]:
    """The pages of the panel at several stages, with the first choice each time."""
    seen = set[Any]()
    for click in clicks(game):
        if click.mode != "play" or click.target.ply in seen:
            continue
        seen.add(click.target.ply)
        questions = questions_of(game, click)
        parts = tuple[Part, ...]()
        while (question := questions.ask(parts)) is not None and len(parts) < 4:
            choosing = questions.after(parts)
            yield Panel(words_of("en"), face, choosing, PanelMode(offers_hints=True)).page()
            parts = (*parts, (question.step, question.choices[0]))


def scene_of(drawing: Drawing) -> Scene:
    assert isinstance(drawing.paint, partial)
    made: Scene = drawing.paint.args[0]()
    return made


def glyph_height(size: int) -> float:
    """The height of a digit in letters of this size."""
    _, top, _, bottom = typeface(size, bold=True).getbbox("0")
    return bottom - top


def names_on_buttons(page: Page) -> set[str]:
    labels = [part["label"] for part in walk_components(components(page)) if part["type"] == BUTTON]
    return {match[0] for match in map(NAME.match, labels) if match}


def labels_in(drawing: Drawing, names: set[str]) -> list[Label]:
    """Those on the board, which is an inset of its picture."""
    scene = scene_of(drawing)
    boards = [item.scene for item in scene.items if isinstance(item, Inset)]
    scale = WIDTH / scene.size[0]
    return [
        Label(item.text, glyph_height(item.size) * scale)
        for board in boards
        for item in board.items
        if isinstance(item, Badge | Text) and item.text in names
    ]


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_each_name_on_a_button_is_legible_in_the_picture(
    game: Mapping[str, Any], faces: Mapping[str, AnyFace]
) -> None:
    measured = 0
    for page in pages(game, faces[game["kind"]]):
        names = names_on_buttons(page)
        if not names:
            continue
        highest = dict[str, float]()
        for label in labels_in(page.pictures[0], names):
            highest[label.name] = max(label.height, highest.get(label.name, 0))
        assert {*highest} == names
        assert min(highest.values()) >= SMALLEST[game["kind"]] - ROUNDING
        measured += len(names)
    assert measured > 30
