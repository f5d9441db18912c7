"""The scores of a game turn by turn as a chart. The lines differ in colour and in pattern."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import CREAM, SEATS, THEMES, Pattern, Theme
from render.picture.scene import Badge, Box, Colour, Disc, Item, Line, Point, Scene, Text, ThemeName

SIZE = (1240, 820)
LEFT, RIGHT, TOP, BOTTOM = 110, 1080, 150, 700
LINES_ABOVE = 2
"""Up to this many lines have their names above the chart; more have them at their ends, which takes
room."""
CROWDED_RIGHT, CROWDED_TOP = 740, 60
"""Where crowded lines end, and how high they rise."""
FINAL = 70
"""The width of the final scoring's step."""
STEPS = (5, 10, 20, 25, 50, 100)
MOST_LINES = 6
WIDTH = 10
MARKED = 4
"""A line with marks has one every this many turns, on different turns than other lines."""
ARM, DASH = 14, 22
BADGE, APART, LOWEST = 86, 66, 780
"""The distance of the scores from the lines, and from each other, and the lowest position."""

Scores = tuple[int, ...]
"""One per seat."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game."""

    scores: Sequence[Scores]
    """The scores before the first turn, and after each."""
    final: Scores | None = None
    """The scores after the final scoring."""
    most: int = 0
    """The minimum height of the chart."""


def chart_scene(
    words: Words, course: Course, names: Sequence[str], theme: ThemeName = "light"
) -> Scene:
    colours = THEMES[theme]
    axes = Axes(course)
    items = [*_grid(words, axes, colours), *_final_step(words, axes, colours)]
    if axes.is_crowded:
        items += _names_beside(words, names, axes, colours)
    else:
        items += _names_above(words, names, colours)
    for seat in reversed(range(len(axes.last))):
        items += _curve(axes.points(seat), seat, colours)
    items += _ends(axes, colours)
    return Scene(SIZE, colours.background, tuple(items))


@dataclass(frozen=True)
class Axes:
    """The positions of turns and scores in the picture."""

    course: Course

    @property
    def scores(self) -> Sequence[Scores]:
        return self.course.scores

    @property
    def final(self) -> Scores | None:
        return self.course.final

    @property
    def last(self) -> Scores:
        return self.final or self.scores[-1]

    @property
    def is_crowded(self) -> bool:
        return len(self.last) > LINES_ABOVE

    @property
    def right(self) -> int:
        return CROWDED_RIGHT if self.is_crowded else RIGHT

    @property
    def ceiling(self) -> int:
        return CROWDED_TOP if self.is_crowded else TOP

    @property
    def turns(self) -> int:
        return len(self.scores) - 1

    @cached_property
    def most(self) -> int:
        """The most points that anybody ever had, since points can be lost in some games."""
        reached = (max(scores) for scores in (*self.scores, self.last))
        return max(self.course.most, *reached)

    @cached_property
    def step(self) -> int:
        """The difference from one grid line to the next."""
        return next((step for step in STEPS if self.most / step <= MOST_LINES), STEPS[-1])

    @cached_property
    def top(self) -> int:
        return max(self.step, -(-self.most // self.step) * self.step)

    @cached_property
    def end(self) -> int:
        """Where the last turn is; the rest is for the final scoring."""
        return self.right if self.final is None else self.right - FINAL

    def at(self, turn: int, score: int) -> Point:
        x = LEFT + round((self.end - LEFT) * turn / max(1, self.turns))
        return x, BOTTOM - round((BOTTOM - self.ceiling) * score / self.top)

    def points(self, seat: int) -> tuple[Point, ...]:
        """The line of a seat."""
        points = [self.at(turn, scores[seat]) for turn, scores in enumerate(self.scores)]
        if self.final is not None:
            points.append((self.right, self.at(0, self.final[seat])[1]))
        return tuple(points)


def _grid(words: Words, axes: Axes, colours: Theme) -> list[Item]:
    items: list[Item] = []
    for score in range(0, axes.top + 1, axes.step):
        _, y = axes.at(0, score)
        items.append(Line(((LEFT, y), (axes.right, y)), colours.card_edge, 3))
        number = Text(str(score), (LEFT - 18, y), 40, colours.faint, bold=True, align="right")
        items.append(number)
    for turn in range(0, axes.turns - 2 * (axes.final is not None), 10):
        at = (axes.at(turn, 0)[0], BOTTOM + 38)
        items.append(Text(str(turn), at, 40, colours.faint, bold=True, align="middle"))
    at = ((LEFT + axes.right) // 2, BOTTOM + 86)
    items.append(Text(words("chart.turn"), at, 40, colours.faint, align="middle"))
    return items


def _final_step(words: Words, axes: Axes, colours: Theme) -> list[Item]:
    """A line before the step of the final scoring, and its name."""
    if axes.final is None:
        return []
    middle = ((axes.end + axes.right) // 2, BOTTOM + 38)
    return [
        Line(((axes.end, axes.ceiling), (axes.end, BOTTOM)), colours.faint, 3, dash=8),
        Text(words("chart.final"), middle, 40, colours.faint, bold=True, align="middle"),
    ]


def _curve(points: Sequence[Point], seat: int, colours: Theme) -> list[Item]:
    """A line in the colour and the pattern of its seat."""
    pattern, colour = SEATS[seat].pattern, SEATS[seat].on(colours.name)
    dash = DASH if pattern == "dashes" else 0
    line, first = tuple(points), MARKED - seat // 2
    return [
        Line(line, colours.background, WIDTH + 6, dash),
        Line(line, colour, WIDTH, dash),
        *(mark for at in line[first::MARKED] for mark in _mark(at, pattern, colour)),
    ]


def _mark(at: Point, pattern: Pattern, colour: Colour) -> list[Item]:
    """The mark on a line with this pattern."""
    x, y = at
    match pattern:
        case "dots":
            return [Disc(at, WIDTH, CREAM, colour, 5)]
        case "squares":
            return [Box((x - WIDTH, y - WIDTH, x + WIDTH, y + WIDTH), CREAM, colour, width=5)]
        case "crosses":
            arms = (((x - ARM, y + rise), (x + ARM, y - rise)) for rise in (ARM, -ARM))
            return [Line(arm, colour, 6) for arm in arms]
        case "stripes" | "dashes":
            return []
        case _:
            assert_never(pattern)


def _ends(axes: Axes, colours: Theme) -> list[Item]:
    """The scores at the ends of the lines."""
    items: list[Item] = []
    x = axes.right + BADGE
    for seat, (score, y) in enumerate(zip(axes.last, _apart(axes), strict=True)):
        end, seated = axes.points(seat)[-1], SEATS[seat]
        if axes.is_crowded:
            items.append(Line((end, (x, y)), seated.on(colours.name), 4))
        items.append(Disc(end, 13, seated.main, seated.ink, 3))
        items.append(Badge(str(score), (x, y), 50, seated.ink, seated.main, seated.ink))
    return items


def _apart(axes: Axes) -> list[int]:
    """The height of each score: next to the end of its line, but clear of the others."""
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
    """The positions of the scores of these seats: one below the other, around where their lines
    end."""
    middle = sum(axes.points(seat)[-1][1] for seat in group) // len(group)
    reach = (len(group) - 1) * APART // 2
    middle = min(middle, LOWEST - reach)
    return [middle - reach + APART * number for number in range(len(group))]


def _names_above(words: Words, names: Sequence[str], colours: Theme) -> list[Item]:
    items: list[Item] = []
    for seat, name in enumerate(shown_names(words, names)):
        x = LEFT + seat * 540
        sample = ((x, 66), (x + 90, 66))
        items += _curve(sample, seat, colours)
        items += _mark((x + 45, 66), SEATS[seat].pattern, SEATS[seat].on(colours.name))
        spare = seat_name(words, seat)
        items.append(Text(name, (x + 112, 66), 48, colours.text, bold=True, fit=390, instead=spare))
    return items


def _names_beside(words: Words, names: Sequence[str], axes: Axes, colours: Theme) -> list[Item]:
    """Each name at the end of its line, so that nobody has to look up its colour."""
    x = axes.right + BADGE + 74
    fit = SIZE[0] - x - 20
    shown = zip(shown_names(words, names), _apart(axes), strict=True)
    return [
        Text(name, (x, y), 44, colours.text, bold=True, fit=fit, instead=seat_name(words, seat))
        for seat, (name, y) in enumerate(shown)
    ]
