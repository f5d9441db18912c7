"""A game at first sight: a turn in four pictures with a few words each."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.locale import Words
from render.picture.palette import INK, THEMES
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
from render.tables.primer import describe_notes

EDGE = 26
GAP = 32
COLUMNS = 2
# The size of each picture.
ROOM: Size = (640, 540)
FRAME = 6
# The height of a title's letters.
TITLE = 62
# The height of a note's letters.
NOTE = 50
# The height of the plate of a number.
NUMBER = 70
# The height of a line.
LINE = 62
# The height of the words below a picture.
BELOW = 254


@dataclass(frozen=True, slots=True)
class LessonStep:
    name: str
    """Its words are found by it."""
    picture: Scene
    """Its visible part begins at the corner."""
    corner: Point = (0, 0)


def lesson_picture(words: Words, kind: str, steps: Sequence[LessonStep], theme: ThemeName) -> Scene:
    colours = THEMES[theme]
    (across, down) = ROOM
    items: list[Item] = []
    for number, step in enumerate(steps):
        row, column = divmod(number, COLUMNS)
        left = EDGE + column * (across + GAP)
        top = EDGE + row * (down + BELOW + GAP)
        frame = (left - FRAME, top - FRAME, left + across + FRAME, top + down + FRAME)
        (x, y) = step.corner
        baseline = top + down + 64
        fit = across - NUMBER - 18
        badge = (left + NUMBER // 2, baseline)
        beside = (left + NUMBER + 18, baseline)
        title, note = _title_and_note(words, kind, step.name)
        items += [
            Box(frame, INK, radius=6),
            Inset((left, top), (x, y, x + across, y + down), step.picture),
            Badge(str(number + 1), badge, NUMBER - 10, colours.background, colours.text),
            Text(title, beside, TITLE, colours.text, bold=True, fit=fit),
        ]
        for line_number, text in enumerate(note.split("\n"), 1):
            point = (left, baseline + 5 + LINE * line_number)
            items.append(Text(text, point, NOTE, colours.text, fit=across))
    rows = -(-len(steps) // COLUMNS)
    width = 2 * EDGE + COLUMNS * across + (COLUMNS - 1) * GAP
    height = EDGE + rows * (down + BELOW) + (rows - 1) * GAP
    return Scene((width, height), colours.background, tuple(items))


def describe_lesson(words: Words, kind: str, steps: Sequence[str]) -> str:
    notes = [_title_and_note(words, kind, step) for step in steps]
    return words("lesson.alt", steps=describe_notes(words, notes))


def _title_and_note(words: Words, kind: str, step: str) -> tuple[str, str]:
    """Find the words of a step; a note has at most two lines."""
    return words(f"{kind}.lesson.{step}.title"), words(f"{kind}.lesson.{step}.note")
