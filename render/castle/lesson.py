"""The Castle at first sight: what it looks like, and a turn in four pictures."""

from functools import cache

from engine.castle.events import Event, known_in_advance
from engine.castle.moves import parts
from engine.castle.sample import SAMPLE
from engine.castle.view import View
from render.castle.art.layout import CastleLayout
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.locale import Words
from render.picture.palette import THEMES
from render.picture.scene import Inset, Point, Scene, Size, ThemeName
from render.subject import Subject
from render.tables.lesson import LessonStep, lesson_picture
from render.tables.replay import Frame

# The ply in which a knight is placed on a tower.
LAID = 7
# The ply in which that tower is complete.
COMPLETED = 9
# A late ply.
LATE = 42
STEPS = ("lay", "follower", "complete", "wall")
# The width of a cell in the late position of the lesson.
CELL = 128
# The corner of the visible part of a close-up, without its coordinates.
CLOSE: Point = (130, 60)
# The corner of the visible part of the late position, without its coordinates.
CORNER: Point = (62, 74)
# The size of the part of the late position that shows what the game looks like.
SHOWN: Size = (1012, 506)
# The first cell of that part.
FROM = (2.1, 3.65)


@cache
def _frames() -> dict[int, Frame[View, Event]]:
    plies = (LAID - 1, COMPLETED - 1, COMPLETED, LATE)
    return {
        ply: Frame(*position) for ply, position in zip(plies, SAMPLE.look_at(*plies), strict=True)
    }


def showcase_scene(theme: ThemeName = "light") -> Scene:
    late = _frames()[LATE].view
    look = Look(theme, footer=False)
    layout = CastleLayout(late.catalogue.wall, look.cell)
    (x, y) = map(round, layout.at(*FROM))
    (across, down) = SHOWN
    board = Inset((0, 0), (x, y, x + across, y + down), board_scene(Subject(late), look))
    return Scene(SHOWN, THEMES[theme].background, (board,))


def lesson_scene(words: Words, theme: ThemeName = "light") -> Scene:
    frames = _frames()
    before_knight = frames[LAID - 1]
    before_completion = frames[COMPLETED - 1]
    late = frames[LATE]
    completion = known_in_advance(frames[COMPLETED].events)
    close = Look(theme, (Overlay.SCORED,), compact=True, footer=False)
    knight = parts(SAMPLE.moves[LAID - 1])
    last = parts(SAMPLE.moves[COMPLETED - 1])
    scenes = (
        board_scene(Subject(before_knight.view, parts=knight[:2]), close),
        board_scene(Subject(before_knight.view, parts=knight[:3]), close),
        board_scene(Subject(before_completion.view, parts=last[:3], events=completion), close),
        board_scene(Subject(late.view), Look(theme, footer=False, cell=CELL)),
    )
    steps = [
        LessonStep(step, scene, CORNER if step == "wall" else CLOSE)
        for step, scene in zip(STEPS, scenes, strict=True)
    ]
    return lesson_picture(words, "castle", steps, theme)
