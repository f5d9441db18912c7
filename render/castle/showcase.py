"""What The Castle looks like: a part of a late position."""

from functools import cache

from engine.castle.sample import SAMPLE
from engine.castle.view import View
from render.castle.art.layout import CastleLayout
from render.castle.board.board import Look, board_scene
from render.picture.palette import THEMES
from render.picture.scene import Inset, Scene, Size, ThemeName
from render.subject import Subject

# A late ply.
LATE = 42
# The size of the part that is shown.
SHOWN: Size = (1012, 506)
# The first cell of that part.
FROM = (2.1, 3.65)


@cache
def _position() -> View:
    [(view, _)] = SAMPLE.look_at(LATE)
    return view


def showcase_scene(theme: ThemeName = "light") -> Scene:
    late = _position()
    look = Look(theme, footer=False)
    layout = CastleLayout(late.catalogue.wall, look.cell)
    (x, y) = map(round, layout.at(*FROM))
    (across, down) = SHOWN
    board = Inset((0, 0), (x, y, x + across, y + down), board_scene(Subject(late), look))
    return Scene(SHOWN, THEMES[theme].background, (board,))
