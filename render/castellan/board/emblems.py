"""Emblems of courtyards: a keep, and the shield with what the courtyard is worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.castellan.pieces import Cell
from engine.castellan.plan import Courtyard, Plan
from render.castellan.board.hearts import BETWEEN_TWO, Heart, Place, hearts
from render.picture.scene import BACKINGS

# West, south, east, north.
Area = tuple[float, float, float, float]
# The width of a keep, in stretches, and of a double one.
KEEP = 0.54
DOUBLE_KEEP = 0.72
# The scale of a keep in little room.
SMALL = 0.72
# The distance from a keep to its shield, in stretches.
APART = 0.02
# The room for both in a row, in one cell and in two: a little of the walls, too.
ROOM_IN_ONE = 1.0
ROOM_IN_TWO = 1.8
# The width of a digit, relative to the height of letters, and of a narrow one.
DIGIT = 0.59
ONE = 0.37
# The hearts that are tried.
TRIED = 6
# The half of the width of a tower that is left visible if possible.
TOWER = 0.21
# What is worse than being a stretch away from the heart: to lack the keep; to cover a square
# stretch of towers; to cover as much of another emblem.
NO_KEEP = 0.8
OVER_TOWERS = 8.0
OVER_OTHERS = 1000.0


@dataclass(frozen=True)
class Emblem:
    """A keep and a shield below or beside it, around a heart; or a shield alone, which has the
    colour of the keep."""

    worth: str
    heart: Heart
    size: tuple[float, float]
    """The width and height of the shield."""
    keep_width: float
    keep_scale: float
    """The size of the keep, relative to a large one; 0 if there is no room for it."""
    is_wide: bool
    """Whether the shield is beside the keep."""

    @property
    def has_keep(self) -> bool:
        return self.keep_scale > 0

    @cached_property
    def shield(self) -> Area:
        heart = self.heart
        (width, height) = self.size
        beside = (self.keep_width + APART) / 2 if self.has_keep else 0.0
        x = heart.x + beside if self.is_wide else heart.x
        y = heart.y if self.is_wide else heart.y - beside
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2

    @property
    def text_at(self) -> Place:
        """Middle of the text on the shield."""
        west, _, east, north = self.shield
        return (west + east) / 2, north - BACKINGS["shield"][1] * self.size[1]

    @property
    def keep(self) -> Place:
        away = self.keep_width / 2 + APART
        west, _, _, north = self.shield
        return (west - away, self.heart.y) if self.is_wide else (self.heart.x, north + away)

    @property
    def areas(self) -> list[Area]:
        """What the shield and the keep cover."""
        if not self.has_keep:
            return [self.shield]
        x, y = self.keep
        half = self.keep_width / 2
        return [self.shield, (x - half, y - half, x + half, y + half)]


def place_emblems(plan: Plan, letters: float) -> Mapping[Cell, Emblem]:
    """Place the emblem of each courtyard near its heart, with letters of this many stretches, where
    it covers no other and as little as possible of the towers."""
    emblems: dict[Cell, Emblem] = {}
    taken: list[Area] = []
    for courtyard in sorted(plan.courtyards, key=lambda courtyard: len(courtyard.cells)):
        towers = [
            (x - TOWER, y - TOWER, x + TOWER, y + TOWER) for x, y in plan.towers_at(courtyard.cells)
        ]
        best: Emblem | None = None
        least = 0.0
        for emblem, badness in _choices(plan, courtyard, letters):
            if best is not None and badness >= least:
                continue
            over_towers = sum(_common(emblem.shield, tower) for tower in towers)
            over_others = sum(_common(area, other) for area in emblem.areas for other in taken)
            harm = badness + OVER_TOWERS * over_towers + OVER_OTHERS * over_others
            if best is None or harm < least:
                best = emblem
                least = harm
        assert best is not None
        emblems[courtyard.name] = best
        taken += best.areas
    return emblems


def _choices(plan: Plan, courtyard: Courtyard, letters: float) -> Iterator[tuple[Emblem, float]]:
    """List emblems, each with how bad its place is."""
    worth = str(plan.worth(courtyard))
    (high, _, beside, least) = BACKINGS["shield"]
    text_width = sum(ONE if digit == "1" else DIGIT for digit in worth)
    size = (max(least, text_width + beside) * letters, high * letters)
    breadth = DOUBLE_KEEP if courtyard.double else KEEP
    places = hearts(plan, courtyard)[:TRIED]
    first = places[0]
    for heart in places:
        away = (heart.x - first.x) ** 2 + (heart.y - first.y) ** 2
        room = ROOM_IN_TWO if heart.large else ROOM_IN_ONE
        for is_wide in _ways(heart):
            for scale in (1.0, SMALL, 0.0) if heart.large else (SMALL, 0.0):
                length = (size[0] if is_wide else size[1]) + breadth * scale + APART
                if not scale or length <= room:
                    emblem = Emblem(worth, heart, size, breadth * scale, scale, is_wide)
                    yield emblem, away + NO_KEEP * (1 - scale)


def _ways(heart: Heart) -> tuple[bool, ...]:
    """Tell whether there is room from north to south, or from west to east."""
    if heart.room == BETWEEN_TWO:
        return (heart.x == int(heart.x),)
    return (False, True) if heart.large else (False,)


def _common(first: Area, second: Area) -> float:
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    return across * down if across > 0 and down > 0 else 0.0
