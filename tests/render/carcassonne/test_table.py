"""The wooden table that the tiles lie on."""

from dataclasses import replace

import pytest
from PIL import Image

from render.carcassonne.art.ground import WOODS
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.layout import CellSpan, TableLayout
from render.carcassonne.pictures import carcassonne_painter
from render.picture.scene import Inset, ThemeName
from render.subject import Subject
from tests.render.carcassonne.games import NAMES, seen

THEMES = pytest.mark.parametrize("theme", ["light", "dark"])
PAPER = (0, 0, 0)


def paint(theme: ThemeName, span: CellSpan, cell: int = 44) -> Image.Image:
    """Paint the first position of a game without coordinates, on the picture of these cells."""
    look = Look(theme, layout=TableLayout(span, cell), footer=False)
    inset = board_scene(Subject(seen("goldens", 0)[0], NAMES[:2]), look).items[0]
    assert isinstance(inset, Inset)
    return carcassonne_painter().picture(replace(inset.scene, paper=PAPER)).convert("RGB")


@THEMES
def test_the_table_covers_the_whole_picture(theme: ThemeName) -> None:
    colours = paint(theme, CellSpan(-7, -4, 15, 8)).getcolors(1 << 16) or []
    assert PAPER not in [colour for _, colour in colours]


@THEMES
def test_a_place_looks_the_same_in_every_picture(theme: ThemeName) -> None:
    few = CellSpan(-3, -2, 7, 5)
    many = CellSpan(-7, -4, 15, 8)
    left, top = TableLayout(few, 44).cell_origin((-3, -2))
    west, north = TableLayout(many, 44).cell_origin((-3, -2))
    width = 7 * 44
    height = 5 * 44
    small_part = paint(theme, few).crop((left, top, left + width, top + height))
    large_part = paint(theme, many).crop((west, north, west + width, north + height))
    assert small_part.tobytes() == large_part.tobytes()


@THEMES
def test_wood_keeps_its_colours_in_a_picture(theme: ThemeName) -> None:
    colours = paint(theme, CellSpan(-3, -2, 7, 5)).getcolors(1 << 16) or []
    assert set(WOODS[theme].colours) <= {colour for _, colour in colours}
