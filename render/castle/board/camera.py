"""How large pictures of the board of The Castle are, and the coordinates along a part of it."""

from dataclasses import dataclass

from engine.castle.vocabulary.notation import COLUMNS, ROWS
from render.board.camera import Camera, strips
from render.castle.art.layout import Layout
from render.picture.colours.palette import Theme
from render.picture.scene import Item, Size
from render.tiles.board.camera import cell_labels, whole_board


@dataclass(frozen=True, slots=True)
class WidthLimits:
    least: int
    most: int


DISCORD = WidthLimits(1100, 1600)
"""Between these widths, Discord shows a whole board without enlarging it or shrinking it much."""
LETTERS = 8.24
"""The letters along a part are as high as if this many cells fitted across it, or lower."""
LETTER = 0.3
"""How high they are, in cells."""


def part_labels(layout: Layout, camera: Camera, theme: Theme) -> list[Item]:
    """The letters and numbers of the cells in a part of the board. The whole board has its own
    around the wall."""
    if camera == whole_board(layout):
        return []
    size = _letters(layout, camera)
    return cell_labels(layout, camera, theme, enumerate(COLUMNS), _numbers(), size=size)


def covered(layout: Layout, camera: Camera) -> Size:
    """How much of a part these cover."""
    if camera == whole_board(layout):
        return 0, 0
    return strips([name for _, name in _numbers()], _letters(layout, camera))


def _letters(layout: Layout, camera: Camera) -> int:
    return round(LETTER * min(layout.cell, camera.size[0] / LETTERS))


def _numbers() -> list[tuple[int, str]]:
    return [(y, str(ROWS - y)) for y in range(ROWS)]
