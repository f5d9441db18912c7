"""What Carcassonne looks like: a part of a later position."""

from functools import cache

from engine.carcassonne.sample import SAMPLE
from engine.carcassonne.view import View
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.layout import CellSpan, TableLayout
from render.picture.palette import THEMES
from render.picture.scene import Inset, Point, Scene, Size, ThemeName
from render.subject import Subject

# The ply of the position.
PLY = 34
# The land that is drawn.
LAND = TableLayout(CellSpan(-6, -3, 12, 9), 128)
# The size of the part of it that is shown.
SHOWN: Size = (1100, 550)
# The corner of that part.
FROM: Point = (250, 330)


@cache
def _position() -> View:
    [(view, _)] = SAMPLE.look_at(PLY)
    return view


def showcase_scene(theme: ThemeName = "light") -> Scene:
    look = Look(theme, footer=False, layout=LAND)
    (x, y) = FROM
    (across, down) = SHOWN
    land = board_scene(Subject(_position()), look)
    board = Inset((0, 0), (x, y, x + across, y + down), land)
    return Scene(SHOWN, THEMES[theme].background, (board,))
