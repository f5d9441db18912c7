"""Plates below each other, as on a profile: numbers side by side, curves, bars, lines of text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from render.picture.palette import CREAM, SEATS
from render.picture.scene import (
    Box,
    Colour,
    Disc,
    Item,
    Line,
    Name,
    Point,
    Rect,
    Scene,
    SpritePicture,
    Text,
    lower,
)
from render.tables.adornment import EDGE, GAP, LABEL, SMALL, WIDTH, TableStyle

# The height of a plate with numbers.
COUNTS = 138
HEADING = 74
CURVE = 250
ROW = 76
MONTHS = 216
FIGURE = 104
NAME = 64
NUMBER = 72
# The left end of what is on a plate.
INSIDE = EDGE + 28
# The ends of curves.
LEFT = EDGE + 168
RIGHT = WIDTH - EDGE - 48
# The left ends of bars beside labels alone.
BARS = 440
# The left ends of bars beside labels with figures.
BESIDE_FIGURES = 540
# The height of a bar.
BAR = 40
# The width of a curve.
THIN = 8
# The radius of a dot on a curve.
DOT = 9
# Of more values, a curve has the averages of those next to each other.
MOST_VALUES = 60

# The height of a plate, and what is on it, measured from its top.
Part = tuple[int, list[Item]]


@dataclass(frozen=True, slots=True)
class Curve:
    """Values from left to right, at fractions of the width, in a colour."""

    points: Sequence[tuple[float, float]]
    colour: Colour
    ink: Colour
    """The rim of its last dot."""


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: int
    text: str
    figure: Name | None = None


def stack_plates(style: TableStyle, parts: Iterable[Part | None]) -> Scene:
    """Lay the plates that there are below each other, on the ground of a game."""
    items: list[Item] = []
    top = EDGE
    for part in filter(None, parts):
        high, part_items = part
        items += [lower(item, top) for item in part_items]
        top += high + GAP
    return style.on_ground(items, top - GAP + EDGE)


def headed_plate(
    style: TableStyle, text: str, height: int, fit: int = WIDTH - 2 * INSIDE
) -> list[Item]:
    """Draw a plate as wide as the table, with its heading."""
    return [
        style.plate((EDGE, 0, WIDTH - EDGE, height)),
        Text(text, (INSIDE, 44), LABEL, style.colours.text, bold=True, fit=fit),
    ]


def counts_part(style: TableStyle, counts: Sequence[tuple[str, str]]) -> Part:
    """Draw numbers side by side, each with its label."""
    colours = style.colours
    wide = (WIDTH - 2 * EDGE - GAP * (len(counts) - 1)) // len(counts)
    items: list[Item] = []
    for number, (count, label) in enumerate(counts):
        left = EDGE + number * (wide + GAP)
        middle = left + wide // 2
        items += [
            style.plate((left, 0, left + wide, COUNTS)),
            Text(count, (middle, 50), NUMBER, colours.text, bold=True, align="middle"),
            Text(label, (middle, 106), SMALL, colours.faint, align="middle", fit=wide - 24),
        ]
    return COUNTS, items


def curve_of(style: TableStyle, values: Sequence[float], seat: int) -> Curve:
    """Make a curve of at least two values at equal distances, in the colour of a seat."""
    if len(values) > MOST_VALUES:
        bounds = [len(values) * number // MOST_VALUES for number in range(MOST_VALUES + 1)]
        values = [sum(values[first:last]) / (last - first) for first, last in pairwise(bounds)]
    last = len(values) - 1
    points = [(number / last, value) for number, value in enumerate(values)]
    seat_colours = SEATS[seat]
    return Curve(points, seat_colours.on(style.theme), seat_colours.ink)


def value_part(style: TableStyle, title: str, text: str) -> Part:
    """Say what a curve will be about, while there is one value."""
    high = HEADING + 14
    return high, [
        *headed_plate(style, title, high, fit=420),
        Text(text, (RIGHT, 44), SMALL, style.colours.faint, align="right", fit=640),
    ]


def curves_part(
    style: TableStyle, title: str, beside: str, curves: Sequence[Curve], marked: dict[float, str]
) -> Part:
    """Draw a plate with curves, and a line at each of the marked values; those without a text are
    only lines."""
    colours = style.colours
    values = [value for curve in curves for _, value in curve.points]
    low = min(*values, *marked)
    most = max(*values, *marked)
    top = HEADING + 30
    bottom = HEADING + CURVE - 46

    def at(share: float, value: float) -> Point:
        x = LEFT + round((RIGHT - LEFT) * share)
        up = (value - low) / (most - low) if most > low else 0.5
        return x, bottom - round((bottom - top) * up)

    items = [
        *headed_plate(style, title, HEADING + CURVE, fit=560),
        Text(beside, (RIGHT, 44), SMALL, colours.faint, align="right", fit=500),
    ]
    for value, text in marked.items():
        _, y = at(0, value)
        items.append(Line(((LEFT, y), (RIGHT, y)), colours.card_edge, 3))
        if text:
            items.append(Text(text, (LEFT - 18, y), SMALL, colours.faint, align="right"))
    for curve in curves:
        points = tuple(at(*point) for point in curve.points)
        items += [Line(points, colours.card, THIN + 6), Line(points, curve.colour, THIN)]
        if len(points) * 3 * DOT < RIGHT - LEFT:
            items += [Disc(point, DOT, CREAM, curve.colour, 4) for point in points]
        items.append(Disc(points[-1], DOT + 4, curve.colour, curve.ink, 3))
    return HEADING + CURVE, items


def bars_part(style: TableStyle, title: str, bars: Sequence[Bar], seat: int) -> Part | None:
    """Draw bars below each other in the colour of a seat, the longest first."""
    if not bars:
        return None
    high = HEADING + ROW * len(bars) + 8
    most = max(bar.value for bar in bars)
    begin = BESIDE_FIGURES if any(bar.figure for bar in bars) else BARS
    items = headed_plate(style, title, high)
    colours = style.colours
    for number, bar in enumerate(bars):
        y = HEADING + ROW * number + ROW // 2
        left = INSIDE
        if bar.figure is not None:
            items.append(SpritePicture(bar.figure, (left + 28, y), ROW - 14))
            left += 74
        long = max(6, (RIGHT - 130 - begin) * bar.value // most)
        rect: Rect = (begin, y - BAR // 2, begin + long, y + BAR // 2)
        colour = SEATS[seat].on(style.theme)
        edge = SEATS[seat].dark
        items += [
            Text(bar.label, (left, y), LABEL, colours.text, fit=begin - left - 20),
            Box(rect, colour, edge, width=4, radius=8),
            Text(bar.text, (RIGHT, y), LABEL, colours.text, bold=True, align="right"),
        ]
    return high, items


def months_part(style: TableStyle, title: str, counts: Sequence[int], seat: int) -> Part | None:
    """Draw the counts of the months of a year, as columns in the colour of a seat."""
    if not any(counts):
        return None
    high = HEADING + MONTHS
    most = max(counts)
    top = HEADING + 52
    bottom = high - 58
    wide = (RIGHT + 20 - INSIDE) // len(counts)
    colours = style.colours
    items = [
        *headed_plate(style, title, high),
        Line(((INSIDE, bottom), (INSIDE + wide * len(counts), bottom)), colours.card_edge, 3),
    ]
    colour = SEATS[seat].on(style.theme)
    edge = SEATS[seat].dark
    for month, count in enumerate(counts):
        middle = INSIDE + wide * month + wide // 2
        number = Text(f"{month + 1}", (middle, high - 30), SMALL, colours.faint, align="middle")
        items.append(number)
        if count:
            upper = bottom - max(6, (bottom - top) * count // most)
            rect: Rect = (middle - 28, upper, middle + 28, bottom)
            items.append(Box(rect, colour, edge, width=4, radius=6))
            above = (middle, upper - 26)
            items.append(Text(f"{count}", above, SMALL, colours.text, bold=True, align="middle"))
    return high, items
