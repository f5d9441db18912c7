"""Carcassonne at first sight: what it looks like, and a turn in four pictures."""

from functools import cache

from engine.carcassonne.events import Event, known_in_advance
from engine.carcassonne.moves import parts
from engine.carcassonne.sample import SAMPLE
from engine.carcassonne.view import View
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.layout import CellSpan, TableLayout
from render.carcassonne.board.overlays import Overlay
from render.locale import Words
from render.picture.palette import THEMES
from render.picture.scene import Inset, Point, Scene, Size, ThemeName
from render.subject import Subject
from render.tables.lesson import LessonStep, lesson_picture
from render.tables.replay import Frame

# The ply in which a knight is placed in a city.
LAID = 20
# The ply in which that city is complete, the last of the lesson.
COMPLETED = 34
STEPS = ("lay", "follower", "complete", "field")
# The corner of the visible part of a close-up.
CLOSE: Point = (20, 45)
# The land of the last position.
LAND = TableLayout(CellSpan(-6, -3, 12, 9), 128)
# The size of the part of it that shows what the game looks like.
SHOWN: Size = (1100, 550)
# The corner of that part.
FROM: Point = (250, 330)
# The corner of a part with a farmer.
FIELD: Point = (334, 487)


@cache
def _frames() -> dict[int, Frame[View, Event]]:
    plies = (LAID - 1, COMPLETED - 1, COMPLETED)
    return {
        ply: Frame(*position) for ply, position in zip(plies, SAMPLE.look_at(*plies), strict=True)
    }


def showcase_scene(theme: ThemeName = "light") -> Scene:
    look = Look(theme, footer=False, layout=LAND)
    land = board_scene(Subject(_frames()[COMPLETED].view), look)
    (x, y) = FROM
    (across, down) = SHOWN
    board = Inset((0, 0), (x, y, x + across, y + down), land)
    return Scene(SHOWN, THEMES[theme].background, (board,))


def lesson_scene(words: Words, theme: ThemeName = "light") -> Scene:
    frames = _frames()
    before_knight = frames[LAID - 1].view
    before_completion = frames[COMPLETED - 1].view
    completion = known_in_advance(frames[COMPLETED].events)
    knight = parts(SAMPLE.moves[LAID - 1])
    last = parts(SAMPLE.moves[COMPLETED - 1])
    close = Look(theme, (Overlay.SCORED,), compact=True, footer=False)
    fields = Look(theme, footer=False, layout=LAND)
    scenes = (
        board_scene(Subject(before_knight, parts=knight[:2]), close),
        board_scene(Subject(before_knight, parts=knight), close),
        board_scene(Subject(before_completion, parts=last, events=completion), close),
        board_scene(Subject(frames[COMPLETED].view), fields),
    )
    steps = [
        LessonStep(step, scene, FIELD if step == "field" else CLOSE)
        for step, scene in zip(STEPS, scenes, strict=True)
    ]
    return lesson_picture(words, "carcassonne", steps, theme)
