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

# The plies in which a knight is placed on a tower, and the tower is complete, and a late one.
LAID = 7
COMPLETED = 9
LATE = 42
STEPS = ("lay", "follower", "complete", "wall")
# The width of a cell in the late position of the lesson.
CELL = 128
CLOSE: Point = (130, 60)
# The corners of the visible parts of a close-up and of the late position, without their
# coordinates.
CORNER: Point = (62, 74)
# The part of the late position that shows what the game looks like, from its first cell on.
SHOWN: Size = (1012, 506)
FROM = (2.1, 3.65)


@cache
def _frames() -> dict[int, Frame[View, Event]]:
    plies = (LAID - 1, COMPLETED - 1, COMPLETED, LATE)
    return {ply: Frame(*each) for ply, each in zip(plies, SAMPLE.look_at(*plies), strict=True)}


def showcase_scene(theme: ThemeName = "light") -> Scene:
    late = _frames()[LATE].view
    look = Look(theme, panel=False)
    layout = CastleLayout(late.catalogue.wall, look.cell)
    (x, y) = map(round, layout.at(*FROM))
    (across, down) = SHOWN
    board = Inset((0, 0), (x, y, x + across, y + down), board_scene(Subject(late), look))
    return Scene(SHOWN, THEMES[theme].background, (board,))


def lesson_scene(words: Words, theme: ThemeName = "light") -> Scene:
    frames = _frames()
    laid = frames[LAID - 1]
    completed = frames[COMPLETED - 1]
    late = frames[LATE]
    known = known_in_advance(frames[COMPLETED].events)
    close = Look(theme, (Overlay.SCORED,), compact=True, panel=False)
    knight, last = (parts(SAMPLE.moves[ply - 1]) for ply in (LAID, COMPLETED))
    scenes = (
        board_scene(Subject(laid.view, parts=knight[:2]), close),
        board_scene(Subject(laid.view, parts=knight[:3]), close),
        board_scene(Subject(completed.view, parts=last[:3], events=known), close),
        board_scene(Subject(late.view), Look(theme, panel=False, cell=CELL)),
    )
    steps = [
        LessonStep(step, scene, CORNER if step == "wall" else CLOSE)
        for step, scene in zip(STEPS, scenes, strict=True)
    ]
    return lesson_picture(words, "castle", steps, theme)
