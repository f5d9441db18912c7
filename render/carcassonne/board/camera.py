"""Which part of the table a picture shows, how large, and the coordinates along its edges."""

from engine.carcassonne.seen.view import View
from render.board.camera import Camera, step, strips
from render.carcassonne.board.layout import Layout, largest, span_of
from render.picture.colours.palette import Theme
from render.picture.scene import Item, Size
from render.tiles.board.camera import CELL, CLOSE, cell_labels, close_up, compact

PHONE = 400
"""How many pixels wide a picture appears on a phone."""
SEEN = 28
"""If a cell is narrower than this on a phone, a close-up of the last move is added."""
BESIDE = 150
"""How large a cell is in the close-up."""
LETTERS = 0.0185
"""How high coordinates are, as a share of the width of the picture: 7 pixels on a phone."""


def whole(view: View) -> Layout:
    """All tiles and, while the game lasts, the cells next to them."""
    return largest(span_of([tile.cell for tile in view.laid], int(view.to_act is not None)))


def part_that_matters(view: View, layout: Layout) -> Camera:
    """The last tile, and where the drawn one fits."""
    return compact(layout, {view.laid[-1].cell, *(cell for cell, _ in view.placements)})


def closely(view: View) -> tuple[Layout, Camera]:
    """The surroundings of the last tile, large enough to judge a move on a phone."""
    return _around(view, round(CLOSE * CELL))


def beside(view: View) -> tuple[Layout, Camera]:
    """The close-up next to a board that is small on a phone."""
    return _around(view, BESIDE)


def _around(view: View, cell: int) -> tuple[Layout, Camera]:
    last = view.laid[-1].cell
    layout = Layout(span_of([last], 2), cell)
    return layout, close_up(layout, last)


def small_on_a_phone(layout: Layout) -> bool:
    return layout.cell * PHONE < SEEN * layout.size[0]


def coordinates(layout: Layout, camera: Camera, theme: Theme) -> list[Item]:
    """As many coordinates as there is room for."""
    span, size = layout.span, _letters(camera)
    columns = _named(range(span.west, span.west + span.columns))
    rows = _rows(layout)
    every = step([name for _, name in columns], layout.cell, size)
    return cell_labels(
        layout,
        camera,
        theme,
        [(x, name) for x, name in columns if x % every == 0],
        [(-y, name) for y, name in rows if y % every == 0],
        size=size,
    )


def covered(layout: Layout, camera: Camera) -> Size:
    """How much of the picture the coordinates cover."""
    return strips([name for _, name in _rows(layout)], _letters(camera))


def _letters(camera: Camera) -> int:
    return round(LETTERS * camera.size[0])


def _rows(layout: Layout) -> list[tuple[int, str]]:
    span = layout.span
    return _named([-y for y in range(span.north, span.north + span.rows)])


def _named(numbers: range | list[int]) -> list[tuple[int, str]]:
    return [(number, str(number)) for number in numbers]
