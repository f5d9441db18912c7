"""The pieces on a naive plan, and who owns what they enclose (K3 to K6, K9 to K11, K18)."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache

from tests.engine.castellan.oracle.raster import (
    Area,
    Part,
    Pixel,
    Point,
    cells_in,
    centre,
    enclosed_areas,
    hollows,
)

WAYS = {"t": [""], "s": ["E", "N"], "l": ["E", "N"]}


class NaiveCastle:
    """A plain list of what stands; every question examines all of it again."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.owners: dict[Area, int] = {}
        self.double: set[Area] = set()

    def copy(self) -> "NaiveCastle":
        other = copy(self)
        other.parts = list(self.parts)
        other.owners = dict(self.owners)
        other.double = set(self.double)
        return other

    def places(self, letter: str, seat: int) -> set[Part]:
        """Every legal place, found by trying all of them."""
        legal = _Legal(self, seat)
        return {part for part in self._candidates(letter) if legal.allows(part)}

    def is_legal(self, part: Part, seat: int) -> bool:
        return _Legal(self, seat).allows(part)

    def has_place(self, letter: str, seat: int) -> bool:
        legal = _Legal(self, seat)
        return any(legal.allows(part) for part in self._candidates(letter))

    def _candidates(self, letter: str) -> Iterator[Part]:
        points = [point for part in self.parts for point in part.points] or [(0, 0)]
        xs = [x for x, _ in points]
        ys = [y for _, y in points]
        for x in range(min(xs) - 2, max(xs) + 3):
            for y in range(min(ys) - 2, max(ys) + 3):
                for way in WAYS[letter]:
                    yield Part(letter, x, y, way)

    def place(self, part: Part, seat: int) -> None:
        """K10, K11: what is enclosed now and was not before belongs to this seat."""
        self.parts.append(part)
        areas = enclosed_areas(self.parts)
        self.owners = {area: self.owners.get(area, seat) for area in areas}
        self.double &= areas

    def towers(self, area: Area) -> int:
        """K18: towers that have at least one of the four cells around their point in the
        courtyard."""
        corners = {(x + right, y + up) for x, y in area for right in (0, 1) for up in (0, 1)}
        return sum(part.letter == "t" and (part.x, part.y) in corners for part in self.parts)

    def worth(self, area: Area) -> int:
        return self.towers(area) * (1 + (area in self.double))

    def points(self, seats: int) -> list[int]:
        points = [0] * seats
        for area, seat in self.owners.items():
            points[seat] += self.worth(area)
        return points

    def keeps(self, seats: int) -> list[int]:
        keeps = [0] * seats
        for area, seat in self.owners.items():
            keeps[seat] += 1 + (area in self.double)
        return keeps


class _Legal:
    """Every piece claims points, and K5 says which claims are compatible. Nothing is built in
    somebody else's courtyard (K10)."""

    def __init__(self, castle: NaiveCastle, seat: int) -> None:
        self.castle = castle
        self.claims: dict[Point, Counter[str]] = {}
        for part in castle.parts:
            for point, claim in claims(part):
                self.claims.setdefault(point, Counter())[claim] += 1
        self.spanned = {stretch for part in castle.parts for stretch in stretches(part)}
        self.closed_off = set[Pixel]()
        if set(castle.owners.values()) - {seat}:
            for hollow in hollows(tuple(castle.parts)):
                if castle.owners[cells_in(hollow)] != seat:
                    self.closed_off |= hollow

    def allows(self, part: Part) -> bool:
        if not self.castle.parts:
            return (0, 0) in (part.points if part.letter == "t" else ends(part))
        return self._joins(part) and self._fits(part) and centre(part) not in self.closed_off

    def _fits(self, part: Part) -> bool:
        if self.spanned & set(stretches(part)):
            return False
        for point, claim in claims(part):
            present = self.claims.get(point, Counter())
            together = present + Counter([claim])
            if (together["middle"] and together.total() > 1) or together["tower"] > 1:
                return False
        return True

    def _joins(self, part: Part) -> bool:
        """K6: a wall to a tower, a tower to an open end."""
        needed = "end" if part.letter == "t" else "tower"
        return any(self.claims[point][needed] for point in ends(part) if point in self.claims)


@cache
def ends(part: Part) -> list[Point]:
    return [part.points[0], part.points[-1]]


@cache
def claims(part: Part) -> list[tuple[Point, str]]:
    if part.letter == "t":
        return [((part.x, part.y), "tower")]
    first, *middle, last = part.points
    return [(first, "end"), *((point, "middle") for point in middle), (last, "end")]


@cache
def stretches(part: Part) -> list[tuple[Point, Point]]:
    """Distances between neighbouring points that a wall spans."""
    return list(zip(part.points, part.points[1:], strict=False))
