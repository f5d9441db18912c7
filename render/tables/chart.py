"""Scores of a game turn by turn as a chart. The lines differ in colour and in pattern."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import assert_never

from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import CREAM, SEATS, Pattern, Theme
from render.picture.scene import (
    Box,
    Colour,
    Disc,
    Item,
    Line,
    Point,
    Scene,
    SpritePicture,
    Text,
)
from render.tables.adornment import EDGE, GAP, LABEL, SMALL, WIDTH, TableStyle

# The height of a player's plate.
PLAYER = 128
# The number of plates side by side.
ACROSS = 2
FIGURE = 84
NAME = 54
SCORE = 76
# The width of a digit of a score.
DIGIT = 44
# The room above the lines, for a line of text and for what is marked below it.
HEAD = 150
# The distance of what is marked above the lines.
MARKS = 52
# The ends of the chart.
LEFT = 148
RIGHT = 1118
# The height of the chart.
HIGH = 560
# The height of what is written below the chart.
BELOW = 118
# The width of the final scoring's step.
FINAL = 110
# The points from one grid line to the next, and the turns from one number to the next.
STEPS = (5, 10, 20, 25, 50, 100)
# The most grid lines.
MOST_LINES = 6
# The most numbers of turns.
MOST_TURNS = 9
# The width of a line.
LINE = 10
# A line with marks has one every this many turns, on different turns than other lines.
MARKED = 4
# The half length of the arms of a cross.
ARM = 14
DASH = 22
# The size of the figures at the ends of lines.
END = 64
# The distance of the figures from the ends of lines.
BESIDE = 56
# The distance of the figures from each other.
APART = 62
# The height of the ribbon that shows who leads.
RIBBON = 30

# One per seat.
Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    scores: Sequence[Scores]
    """The scores before the first turn, and after each."""
    final: Scores | None = None
    """The scores after the final scoring."""
    most: int = 0
    """The minimum height of the chart."""


def chart_scene(style: TableStyle, course: Course, names: Sequence[str]) -> Scene:
    """Draw the points, below a ribbon that shows who led when."""
    axes = Axes(course)
    items = (
        *players(style, names, axes, scores=axes.last),
        heading(style, "chart.leads", axes),
        *_ribbon(style, axes),
        *lines(style, axes),
    )
    return on_plate(style, axes, items)


def on_plate(style: TableStyle, axes: "Axes", items: Sequence[Item], below: int = 0) -> Scene:
    """Put the chart on a plate, with this much more room below."""
    bottom = axes.bottom + BELOW + below
    card = style.plate((EDGE, axes.card, WIDTH - EDGE, bottom))
    return style.on_ground([card, *items], bottom + EDGE)


@dataclass(frozen=True)
class Axes:
    """Positions of turns and scores in the picture."""

    course: Course

    @property
    def last(self) -> Scores:
        return self.course.final or self.course.scores[-1]

    @property
    def card(self) -> int:
        """Top of the plate that the chart is on, below those of the players."""
        return EDGE + -(-len(self.last) // ACROSS) * (PLAYER + GAP)

    @property
    def ceiling(self) -> int:
        return self.card + HEAD

    @property
    def bottom(self) -> int:
        return self.ceiling + HIGH

    @property
    def turns(self) -> int:
        return len(self.course.scores) - 1

    @cached_property
    def most(self) -> int:
        """Most points that anybody ever had, since points can be lost in some games."""
        highest = (max(scores) for scores in (*self.course.scores, self.last))
        return max(self.course.most, *highest)

    @cached_property
    def step(self) -> int:
        """Difference from one grid line to the next."""
        return next((step for step in STEPS if self.most / step <= MOST_LINES), STEPS[-1])

    @cached_property
    def top(self) -> int:
        return max(self.step, -(-self.most // self.step) * self.step)

    @cached_property
    def end(self) -> int:
        """Place of the last turn; the rest is for the final scoring."""
        return RIGHT if self.course.final is None else RIGHT - FINAL

    def at(self, turn: int, score: int) -> Point:
        x = LEFT + round((self.end - LEFT) * turn / max(1, self.turns))
        return x, self.bottom - round(HIGH * score / self.top)

    def points(self, seat: int) -> tuple[Point, ...]:
        """Find the points of a seat's line."""
        points = [self.at(turn, scores[seat]) for turn, scores in enumerate(self.course.scores)]
        if self.course.final is not None:
            points.append((RIGHT, self.at(0, self.course.final[seat])[1]))
        return tuple(points)


def players(
    style: TableStyle, names: Sequence[str], axes: Axes, *, scores: Sequence[int] | None
) -> Iterator[Item]:
    """Draw a plate for each player, with a sample of their line; the winners' have a frame."""
    words = style.words
    colours = style.colours
    best = max(axes.last)
    wide = (WIDTH - 2 * EDGE - (ACROSS - 1) * GAP) // ACROSS
    for seat, name in enumerate(shown_names(words, names)):
        row, column = divmod(seat, ACROSS)
        left = EDGE + column * (wide + GAP)
        top = EDGE + row * (PLAYER + GAP)
        right = left + wide
        bottom = top + PLAYER
        ahead = best == axes.last[seat] and best > min(axes.last)
        y = top + 46
        text_left = left + 108
        yield style.plate((left, top, right, bottom), SEATS[seat].main if ahead else None)
        yield SpritePicture(style.adornment.figures[seat], (left + 58, (top + bottom) // 2), FIGURE)
        fit = right - text_left - 30
        if scores is not None:
            at = (right - 30, (top + bottom) // 2)
            yield Text(str(scores[seat]), at, SCORE, colours.text, bold=True, align="right")
            fit -= 24 + DIGIT * len(str(scores[seat]))
        spare = seat_name(words, seat)
        yield Text(name, (text_left, y), NAME, colours.text, bold=True, fit=fit, instead=spare)
        sample = tuple((x, bottom - 32) for x in range(text_left + 6, text_left + 331, 81))
        yield from _curve(sample, seat, colours, marked=sample[1::2])


def heading(style: TableStyle, key: str, axes: Axes) -> Text:
    return Text(style.words(key), (EDGE + 28, axes.card + 40), SMALL, style.colours.faint)


def lines(style: TableStyle, axes: Axes) -> Iterator[Item]:
    """Draw the grid and the line of each seat, with its figure at the end."""
    yield from _grid(style.words, axes, style.colours)
    for seat in reversed(range(len(axes.last))):
        points = axes.points(seat)
        yield from _curve(points, seat, style.colours, points[MARKED - seat // 2 :: MARKED])
    for seat, y in enumerate(_figure_heights(axes)):
        end = axes.points(seat)[-1]
        at = (RIGHT + BESIDE, y)
        yield Line((end, at), SEATS[seat].on(style.theme), 4)
        yield Disc(end, 13, SEATS[seat].main, SEATS[seat].ink, 3)
        yield SpritePicture(style.adornment.figures[seat], at, END)


def _grid(words: Words, axes: Axes, colours: Theme) -> Iterator[Item]:
    for score in range(0, axes.top + 1, axes.step):
        _, y = axes.at(0, score)
        yield Line(((LEFT, y), (RIGHT, y)), colours.card_edge, 3)
        yield Text(str(score), (LEFT - 18, y), LABEL, colours.faint, bold=True, align="right")
    every = next((step for step in STEPS if axes.turns / step <= MOST_TURNS), STEPS[-1])
    final = axes.course.final is not None
    low = axes.bottom + 36
    for turn in range(0, axes.turns + 1 - every // 2 * final, every):
        x, _ = axes.at(turn, 0)
        yield Text(str(turn), (x, low), LABEL, colours.faint, bold=True, align="middle")
    middle = ((LEFT + axes.end) // 2, axes.bottom + 86)
    yield Text(words("chart.turn"), middle, SMALL, colours.faint, align="middle")
    if final:
        yield Line(((axes.end, axes.ceiling), (axes.end, axes.bottom)), colours.faint, 3, dash=8)
        at = (WIDTH - EDGE - 24, axes.bottom + 86)
        yield Text(words("chart.final"), at, LABEL, colours.faint, bold=True, align="right")


def _ribbon(style: TableStyle, axes: Axes) -> Iterator[Item]:
    """Show the leader from each turn on, in their colour and, where there is room, with their
    figure. While several lead, the ribbon is interrupted."""
    y = axes.ceiling - MARKS
    ends = [axes.at(turn, 0)[0] for turn in range(axes.turns + 1)]
    results = list(axes.course.scores[1:])
    if axes.course.final is not None:
        ends.append(RIGHT)
        results.append(axes.course.final)
    steps = zip(map(leader_of, results), pairwise(ends), strict=True)
    for seat, group in groupby(steps, key=lambda step: step[0]):
        spans = [span for _, span in group]
        left = spans[0][0]
        right = spans[-1][1]
        if seat is None:
            continue
        colour = SEATS[seat].on(style.theme)
        rim = style.colours.card
        yield Box((left, y - RIBBON // 2, right, y + RIBBON // 2), colour, rim, width=2, radius=6)
        if right - left >= END:
            yield SpritePicture(style.adornment.figures[seat], (left + END // 2, y), END - 6)


def leader_of(scores: Scores) -> int | None:
    """Find the seat that alone has the most points."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def _curve(
    points: Sequence[Point], seat: int, colours: Theme, marked: Sequence[Point]
) -> list[Item]:
    """Draw a line in the colour and the pattern of its seat."""
    pattern = SEATS[seat].pattern
    colour = SEATS[seat].on(colours.name)
    dash = DASH if pattern == "dashes" else 0
    return [
        Line(tuple(points), colours.card, LINE + 6, dash),
        Line(tuple(points), colour, LINE, dash),
        *(mark for at in marked for mark in _mark(at, pattern, colour)),
    ]


def _mark(at: Point, pattern: Pattern, colour: Colour) -> list[Item]:
    x, y = at
    match pattern:
        case "dots":
            return [Disc(at, LINE, CREAM, colour, 5)]
        case "squares":
            return [Box((x - LINE, y - LINE, x + LINE, y + LINE), CREAM, colour, width=5)]
        case "crosses":
            arms = (((x - ARM, y + rise), (x + ARM, y - rise)) for rise in (ARM, -ARM))
            return [Line(arm, colour, 6) for arm in arms]
        case "zigzags":
            rise = round(0.6 * ARM)
            return [Line(((x - ARM, y + rise), (x, y - rise), (x + ARM, y + rise)), colour, 6)]
        case "stripes" | "dashes":
            return []
        case _:
            assert_never(pattern)


def _figure_heights(axes: Axes) -> list[int]:
    """Place each figure next to the end of its line, but clear of the others."""
    groups: list[list[int]] = []
    for seat in sorted(range(len(axes.last)), key=lambda seat: -axes.last[seat]):
        groups.append([seat])
        while len(groups) > 1:
            upper, lower = groups[-2:]
            if _heights(axes, lower)[0] - _heights(axes, upper)[-1] >= APART:
                break
            groups[-2:] = [upper + lower]
    seats = [seat for group in groups for seat in group]
    heights = [y for group in groups for y in _heights(axes, group)]
    return [y for _, y in sorted(zip(seats, heights, strict=True))]


def _heights(axes: Axes, group: Sequence[int]) -> list[int]:
    """Place the figures of these seats one below the other, around where their lines end."""
    middle = sum(axes.points(seat)[-1][1] for seat in group) // len(group)
    reach = (len(group) - 1) * APART // 2
    middle = min(middle, axes.bottom + APART // 2 - reach)
    return [middle - reach + APART * number for number in range(len(group))]
