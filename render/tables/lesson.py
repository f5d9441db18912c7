"""A game at first sight: a turn in four pictures with a few words each."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.locale import Words
from render.picture.palette import INK, THEMES, Theme
from render.picture.scene import (
    Badge,
    Box,
    Inset,
    Item,
    Point,
    Scene,
    Size,
    Text,
    ThemeName,
)

EDGE, GAP = 26, 32
COLUMNS = 2
ROOM: Size = (640, 540)
"""The size of each picture."""
FRAME = 6
TITLE, NOTE, NUMBER, LINE = 62, 50, 70, 62
"""The heights of letters, of the plate of a number, and of a line."""
BELOW = 254
"""The height of the words below a picture."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    title: str
    note: str
    """At most two lines."""
    picture: Scene
    """What is shown of it begins at the corner."""
    corner: Point = (0, 0)


def lesson_step(
    words: Words, kind: str, step: str, picture: Scene, corner: Point = (0, 0)
) -> LessonStep:
    title, note = words(f"{kind}.lesson.{step}.title"), words(f"{kind}.lesson.{step}.note")
    return LessonStep(title, note, picture, corner)


def lesson_picture(steps: Sequence[LessonStep], theme: ThemeName) -> Scene:
    colours, (across, down) = THEMES[theme], ROOM
    items: list[Item] = []
    for number, step in enumerate(steps):
        row, column = divmod(number, COLUMNS)
        at = (EDGE + column * (across + GAP), EDGE + row * (down + BELOW + GAP))
        items += _step(step, number + 1, at, colours)
    rows = -(-len(steps) // COLUMNS)
    width = 2 * EDGE + COLUMNS * across + (COLUMNS - 1) * GAP
    height = EDGE + rows * (down + BELOW) + (rows - 1) * GAP
    return Scene((width, height), colours.background, tuple(items))


def describe_lesson(words: Words, kind: str, steps: Sequence[str]) -> str:
    """The same in words."""
    told = [
        words(
            "primer.told",
            title=words(f"{kind}.lesson.{step}.title"),
            note=words(f"{kind}.lesson.{step}.note").replace("\n", " "),
        )
        for step in steps
    ]
    return words("lesson.alt", steps=" ".join(told))


def _step(step: LessonStep, number: int, at: Point, theme: Theme) -> list[Item]:
    (left, top), (across, down), (x, y) = at, ROOM, step.corner
    frame = (left - FRAME, top - FRAME, left + across + FRAME, top + down + FRAME)
    source = (x, y, x + across, y + down)
    line = top + down + 64
    badge, title = (left + NUMBER // 2, line), (left + NUMBER + 18, line)
    items: list[Item] = [
        Box(frame, INK, radius=6),
        Inset(at, source, step.picture),
        Badge(str(number), badge, NUMBER - 10, theme.background, theme.text),
        Text(step.title, title, TITLE, theme.text, bold=True, fit=across - NUMBER - 18),
    ]
    for row, text in enumerate(step.note.split("\n"), 1):
        place = (left, line + 5 + LINE * row)
        items.append(Text(text, place, NOTE, theme.text, fit=across))
    return items
