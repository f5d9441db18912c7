"""Hearts of courtyards: the places with most room in them."""

from dataclasses import dataclass

from engine.castellan.pieces import cells_around
from engine.castellan.plan import Courtyard, Plan

# A place on the plan, on a point or between points.
Place = tuple[float, float]


# The width of the free space of a heart between two cells.
BETWEEN_TWO = 1.25


@dataclass(frozen=True, slots=True)
class Heart:
    x: float
    y: float
    room: float
    """The width and height of the free space between walls there, in stretches."""

    @property
    def large(self) -> bool:
        return self.room > 1

    @property
    def keep(self) -> Place:
        """Place of the keep where nothing tells what the courtyard is worth."""
        return self.x, self.y + (0.14 if self.large else 0.08)

    @property
    def above(self) -> Place:
        """Place of a label above the keep."""
        return self.x, self.y + (0.58 if self.large else 0.4)


def hearts(plan: Plan, courtyard: Courtyard) -> list[Heart]:
    """List places with much room, as near as possible to the middle of a courtyard: in the middle
    of a cell, of a gap between two, or of four round a free point. The best are first."""
    cells = courtyard.cells
    x = sum(x for x, _ in cells) / len(cells) + 0.5
    y = sum(y for _, y in cells) / len(cells) + 0.5
    spots: list[Heart] = []
    for u, v in sorted(cells):
        spots.append(Heart(u + 0.5, v + 0.5, 1.0))
        free = (u, v) not in plan.ends and (u, v) not in plan.middles
        if free and cells.issuperset(cells_around((u, v))):
            spots.append(Heart(u, v, 2.0))
        if (u + 1, v) in cells and (u + 1, v, "N") not in plan.stretches:
            spots.append(Heart(u + 1, v + 0.5, BETWEEN_TWO))
        if (u, v + 1) in cells and (u, v + 1, "E") not in plan.stretches:
            spots.append(Heart(u + 0.5, v + 1, BETWEEN_TWO))
    spots.sort(key=lambda spot: ((spot.x - x) ** 2 + (spot.y - y) ** 2 - spot.room, spot.x, spot.y))
    return spots
