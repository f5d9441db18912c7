"""Layout of a picture of a plan without edges: which part is shown, the pixels of its points and
keeps, and the coordinates along the edges.

A stretch is as long as fits, in a few lengths only, so that sprites are seldom resized.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import ceil, floor

from engine.castellan.events import Event
from engine.castellan.pieces import Cell, Piece
from engine.castellan.pieces import Point as PlanPoint
from engine.castellan.places import START
from engine.castellan.plan import Courtyard, Plan
from engine.castellan.view import View
from render.board.aliases import column_alias, row_alias
from render.board.coordinates import Coordinates, letter_height
from render.board.labels import Labels
from render.board.scene import BoardLook
from render.castellan.board.emblems import Emblem, place_emblems
from render.castellan.board.hearts import Heart, hearts
from render.picture.palette import THEMES, Theme
from render.picture.scene import Point, Rect, Size
from render.subject import Subject

CastellanSubject = Subject[View, Event]
# The possible lengths of a stretch.
STRETCHES = (96, 80, 64, 52, 42, 34, 28, 22)
# The least stretches across and down a picture.
LEAST = (8, 5)
# The least width of a picture, relative to its height.
NARROWEST = 0.6
# The least width of a picture to choose in, which shares the screen of a phone with buttons.
TO_CHOOSE = 1.25
# The least width of a picture that shares the screen with a hand, or with reasons, as well.
LOWER = 1.7
# The least width of a picture that stands above another of the same part of a castle.
OF_TWO = 2.4
# Room for the coordinates on every side, as a share of the width of the stretches.
MARGIN = 0.034
# A margin that is as wide as this, in stretches, is room enough where no coordinates cover it: in
# the south and in the east.
ENOUGH = 0.5
# The least height of writing on the board, as a share of the width of the picture: 7 pixels on a
# phone.
LETTERS = 0.0185
# The height of letters whose digits are 14 pixels high on a phone, likewise: of what courtyards are
# worth, and what choices are called.
GLYPHS = 0.055
# The least height of the names of columns and rows, likewise: 10 pixels on a phone.
NAMES = 0.026

# The maximum width and height of a picture of the whole castle, without margins and footer.
ROOM: Size = (1300, 1150)
# The maximum width and height of a picture of a part of it.
COMPACT: Size = (900, 1000)
# The number of stretches that a part shows around what matters.
ROOM_AROUND = 2


@dataclass(frozen=True, slots=True)
class PointSpan:
    """Points from the most western and southern one to the most eastern and northern one."""

    west: int
    south: int
    east: int
    north: int


@dataclass(frozen=True)
class PlanLayout:
    span: PointSpan
    stretch: int

    @cached_property
    def margin(self) -> int:
        return round(MARGIN * self.stretch * (self.span.east - self.span.west))

    @property
    def size(self) -> Size:
        span = self.span
        return (
            (span.east - span.west) * self.stretch + 2 * self.margin,
            (span.north - span.south) * self.stretch + 2 * self.margin,
        )

    @property
    def letters(self) -> int:
        """Least height of writing on the board."""
        return round(LETTERS * self.size[0])

    @property
    def glyphs(self) -> int:
        """Height of what has to be read at a glance on the board."""
        return ceil(GLYPHS * self.size[0])

    def at(self, x: float, y: float) -> Point:
        """Find the pixel of a point, or of a place between points."""
        return (
            self.margin + round((x - self.span.west) * self.stretch),
            self.margin + round((self.span.north - y) * self.stretch),
        )

    def cell_at(self, pixel: Point) -> Cell:
        """Find the cell in which a pixel is."""
        (x, y) = pixel
        margin = self.margin
        stretch = self.stretch
        column = (x - margin) // stretch
        row = (y - margin) // stretch
        return self.span.west + column, self.span.north - 1 - row


def span_of(
    points: Collection[PlanPoint],
    room: int,
    narrowest: float = NARROWEST,
    *,
    among: Iterable[PlanPoint] = (),
) -> PointSpan:
    """Span these points with this much room around them, widened to the minimum for a picture. It
    goes no further beyond all points among which these are than to the next one, so that there is
    as much as possible of what surrounds them."""
    columns, rows = zip(*points, strict=True)
    all_columns, all_rows = zip(*points, *among, strict=True)
    south, north = _widen(rows, all_rows, room, LEAST[1])
    across = max(LEAST[0], ceil(narrowest * (north - south)))
    west, east = _widen(columns, all_columns, room, across)
    if MARGIN * (east - west) >= ENOUGH:
        return PointSpan(west, south + 1, east - 1, north)
    return PointSpan(west, south, east, north)


def _widen(
    places: Sequence[int], all_places: Sequence[int], room: int, least: int
) -> tuple[int, int]:
    """Find where a picture begins and ends that is at least this long: first as far as there is
    anything, and then as far on one side as on the other."""
    lowest = min(all_places) - 1
    highest = max(all_places) + 1
    first = max(min(places) - room, lowest)
    last = min(max(places) + room, highest)
    missing = max(0, least - (last - first))
    below = first - lowest
    above = highest - last
    within = min(missing, below + above)
    before = min(below, max(within - above, within // 2))
    beyond = missing - within
    return first - before - beyond // 2, last + within - before + beyond - beyond // 2


def largest_layout(span: PointSpan, room: Size) -> PlanLayout:
    """Lay out a span with the longest stretches that fit into this room; the shortest fit
    anywhere."""
    across = span.east - span.west
    down = span.north - span.south
    lengths = (
        stretch
        for stretch in STRETCHES
        if stretch * across <= room[0] and stretch * down <= room[1]
    )
    return PlanLayout(span, next(lengths, STRETCHES[-1]))


def whole_layout(
    plan: Plan, offered: Sequence[Piece], room: Size = ROOM, narrowest: float = NARROWEST
) -> PlanLayout:
    """Lay out all pieces and every place that is offered, with the cells around them."""
    points = plan.towers.union(plan.ends) or {START}
    ends = [point for piece in offered for point in piece.ends]
    return largest_layout(span_of([*points, *ends], 1, narrowest), room)


def partial_layout(
    plan: Plan,
    pieces: Iterable[Piece],
    courtyards: Iterable[Courtyard] = (),
    *,
    room: int = ROOM_AROUND,
    narrowest: float = NARROWEST,
) -> PlanLayout:
    """Lay out these pieces, the hearts of these courtyards, and their surroundings; or the whole
    plan if there are none."""
    points = [point for piece in pieces for point in piece.ends]
    for courtyard in courtyards:
        heart = hearts(plan, courtyard)[0]
        points += [(floor(heart.x), floor(heart.y)), (ceil(heart.x), ceil(heart.y))]
    if not points:
        return whole_layout(plan, (), COMPACT, narrowest)
    everything = plan.towers.union(plan.ends)
    return largest_layout(span_of(points, room, narrowest, among=everything), COMPACT)


def coordinates(layout: PlanLayout) -> Coordinates:
    """Name the columns and rows of points, as many as there is room for."""
    span = layout.span
    return Coordinates(
        [(layout.at(x, 0)[0], column_alias(x)) for x in range(span.west, span.east + 1)],
        [(layout.at(0, y)[1], row_alias(y)) for y in range(span.south, span.north + 1)],
        letter_height(NAMES, layout.size[0]),
        layout.stretch,
    )


# The height of the letters on shields, in stretches, and where the board is small on a phone.
WORTH = 0.3
HIGHEST_WORTH = 1.1


@dataclass(frozen=True)
class CastellanBoard:
    """Subject of a picture, and its plan as it lies there."""

    subject: CastellanSubject
    plan: Plan
    """The current plan, or the plan as it would be after the turn under construction."""
    layout: PlanLayout
    look: BoardLook[StrEnum]
    has_letters: bool = False
    """Courtyards have letters, which are in the places of keeps."""

    @property
    def view(self) -> View:
        return self.subject.view

    @property
    def theme(self) -> Theme:
        return THEMES[self.look.theme]

    @cached_property
    def labels(self) -> Labels:
        """Labels placed so far."""
        return Labels(self)

    @cached_property
    def hearts(self) -> Mapping[Cell, Heart]:
        """Place of each courtyard's keep, by the name of the courtyard."""
        return {
            courtyard.name: hearts(self.plan, courtyard)[0] for courtyard in self.plan.courtyards
        }

    @cached_property
    def emblems(self) -> Mapping[Cell, Emblem]:
        """Keep and shield of each courtyard, likewise."""
        return place_emblems(self.plan, self.worth_height / self.layout.stretch)

    @property
    def worth_height(self) -> int:
        """Height of the letters on shields: a shield is no higher than a cell."""
        smallest = min(self.layout.glyphs, self.pixels(HIGHEST_WORTH))
        return max(smallest, self.pixels(WORTH))

    def shield_rect(self, emblem: Emblem) -> Rect:
        (west, south, east, north) = emblem.shield
        return *self.layout.at(west, north), *self.layout.at(east, south)

    def sees(self, pixel: Point) -> bool:
        """Tell whether a pixel is part of the picture, and no coordinates cover it."""
        (x, y) = pixel
        (left, top, right, bottom) = self.clear
        return left <= x < right and top <= y < bottom

    def shows(self, rect: Rect) -> bool:
        """Tell whether all of a rectangle is seen."""
        left, top, right, bottom = rect
        return self.sees((left, top)) and self.sees((right - 1, bottom - 1))

    @property
    def cell(self) -> int:
        """Width of a cell: one stretch."""
        return self.layout.stretch

    @cached_property
    def clear(self) -> Rect:
        """Part that can be labelled: all that no coordinates cover."""
        return *coordinates(self.layout).covered, *self.layout.size

    def pixels(self, stretches: float) -> int:
        return round(stretches * self.layout.stretch)

    mark_pixels = pixels
    """In a close-up everything grows with the stretches."""

    def letter_height(self, stretches: float) -> int:
        """Measure letters of this many stretches, but never so small that they cannot be read."""
        return max(self.layout.letters, self.pixels(stretches))

    def middle(self, piece: Piece) -> Point:
        return self.along(piece)[0]

    def along(self, piece: Piece) -> Sequence[Point]:
        """Find places on a piece: its middle first, and then others along a wall."""
        if piece.kind == "tower":
            return [self.layout.at(*piece.at)]
        (x, y) = piece.at
        (u, v) = piece.to
        return [
            self.layout.at(x + share * (u - x), y + share * (v - y)) for share in (0.5, 0.3, 0.7)
        ]
