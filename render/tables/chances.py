"""Winning chances of a game turn by turn as a chart, with the marks of moves that gave some
away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from render.board.labels import seat_badge
from render.locale import Words
from render.picture.names import shown_names
from render.picture.palette import SEATS, Theme
from render.picture.scene import (
    Disc,
    Item,
    Line,
    Point,
    Rect,
    Scene,
    Text,
    overlap,
)
from render.tables.adornment import EDGE, LABEL, TableStyle
from render.tables.alt_text import join_lines, sample_turns
from render.tables.chart import MARKS, RIGHT, Axes, Course, heading, lines, on_plate, players

Mark = Literal["inaccuracy", "mistake", "blunder"]

# The signs that chess players use, the least serious first.
SIGNS: Mapping[Mark, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
# The height of the signs in the chart.
SIZE = 40
# The distances of a sign below its place, if another one is there: the best first.
ASIDE = (0, -58, 58)
# The distance between the numbers of turning points.
NEXT = 84
# The radius of the dot in place of a sign that has no room at all.
DOT = 11
# The height of a line below that explains the marks.
KEY = 62


class MarkedMove(NamedTuple):
    """A move that gave some of the chance away."""

    turn: int
    """Its number, from 1."""
    seat: int
    mark: Mark


class MarkedTurn(NamedTuple):
    """A turning point."""

    turn: int
    seat: int
    """Whose move it was."""


@dataclass(frozen=True, slots=True)
class WinningChances:
    by_turn: Sequence[Sequence[float]]
    """Before the first turn, and after each."""
    marked: Sequence[MarkedMove] = ()
    turning: Sequence[MarkedTurn] = ()

    @property
    def course(self) -> Course:
        """Chances in percent, for the chart."""
        percent = [tuple(round(100 * chance) for chance in chances) for chances in self.by_turn]
        return Course(percent, most=100)


def chances_scene(style: TableStyle, chances: WinningChances, names: Sequence[str]) -> Scene:
    axes = Axes(chances.course)
    words = style.words
    colours = style.colours
    keys: list[str] = []
    if chances.marked:
        keys.append(words("chart.signs"))
    if chances.turning:
        keys.append(words("chart.turning"))
    low = axes.bottom + 132
    items = (
        *players(style, names, axes, scores=None),
        heading(style, "chart.chances", axes),
        *_turning_points(chances, axes, colours),
        *lines(style, axes),
        *_marks(chances, axes, colours),
        *(
            Text(key, (EDGE + 28, low + KEY * number), LABEL, colours.text)
            for number, key in enumerate(keys)
        ),
    )
    return on_plate(style, axes, items, KEY * len(keys))


def chances_alt(words: Words, chances: WinningChances, names: Sequence[str]) -> str:
    """Tell the chances after a few turns, and every mark."""
    players = shown_names(words, names)
    percent = chances.course.scores
    turns = (
        words("chart.chances_at", turn=turn, chances="–".join(map(str, percent[turn])))
        for turn in (0, *sample_turns(len(percent) - 1))
    )
    course = words("chart.chances_alt", names="–".join(players), turns="; ".join(turns))
    marks = (
        words(f"chart.mark.{mark}", name=players[seat], turn=turn)
        for turn, seat, mark in chances.marked
    )
    turning = (
        words("chart.turning_at", name=players[seat], turn=turn)
        for turn, seat in sorted(chances.turning)
    )
    return join_lines([course, *turning, *marks])


def _turning_points(chances: WinningChances, axes: Axes, colours: Theme) -> Iterator[Item]:
    """Draw a line through the chart for each, with the number of its turn at the top."""
    turning_points = sorted(chances.turning)
    tops = [
        (x, axes.ceiling - MARKS)
        for x in _side_by_side([axes.at(*turn)[0] for turn in turning_points])
    ]
    for (turn, _), top in zip(turning_points, tops, strict=True):
        x, low = axes.at(turn, 0)
        yield Line((top, (x, axes.ceiling), (x, low)), colours.faint, 3, dash=8)
    for (turn, seat), top in zip(turning_points, tops, strict=True):
        yield seat_badge(str(turn), top, SIZE, seat)


def _side_by_side(spots: Sequence[int]) -> list[int]:
    """Move places apart, in their order, until there is room for a number at each."""
    positions = list[int]()
    for x in spots:
        positions.append(max(x, positions[-1] + NEXT) if positions else x)
    right = RIGHT
    for number in reversed(range(len(positions))):
        positions[number] = min(positions[number], right)
        right = positions[number] - NEXT
    return positions


def _marks(chances: WinningChances, axes: Axes, colours: Theme) -> Iterator[Item]:
    """Draw the marks on each player's line, where the move led, or close to it: the most serious
    have the first choice of places, and those without one are dots."""
    gravity = list(SIGNS)
    occupied = list[Rect]()
    dots = list[Item]()
    badges = list[Item]()
    for turn, seat, mark in sorted(chances.marked, key=lambda move: -gravity.index(move.mark)):
        seat_colours = SEATS[seat]
        (x, y) = axes.points(seat)[turn]
        spots = ((x, y + aside) for aside in ASIDE if y + aside <= axes.bottom)
        at = next((point for point in spots if _occupy(occupied, SIGNS[mark], point)), None)
        if at is None:
            dots.append(Disc((x, y), DOT, seat_colours.main, seat_colours.ink, 3))
            continue
        if at != (x, y):
            dots.append(Line(((x, y), at), seat_colours.on(colours.name), 4))
        badges.append(seat_badge(SIGNS[mark], at, SIZE, seat))
    yield from (*dots, *badges)


def _occupy(occupied: list[Rect], text: str, at: Point) -> bool:
    """Take the place of a badge, unless another one is there."""
    (x, y) = at
    half = max(SIZE * 5 // 8, len(text) * SIZE * 2 // 7 + SIZE // 3)
    rect = (x - half, y - SIZE * 5 // 8, x + half, y + SIZE * 5 // 8)
    if any(overlap(rect, other) for other in occupied):
        return False
    occupied.append(rect)
    return True
