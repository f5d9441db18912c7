"""The plan drawn in letters: every point, every stretch, and the middle of every cell has a place
of its own. Knows no words."""

from dataclasses import dataclass
from functools import cached_property

from engine.castellan.plan.plan import Plan
from engine.castellan.vocabulary.pieces import Piece, Point

TOWER, OPEN_END = "O", "+"
ACROSS, ALONG = "-", "|"
WIDE, NARROW = 4, 2
"""How many letters apart a point and its neighbour in the east are. To the north it is 2 lines."""
LINES = 2
APART = 5
"""If points are close, only the x of every fifth column is written, from the westernmost."""


@dataclass(frozen=True)
class Sheet:
    """The positions of points among the letters. The plan is not empty."""

    plan: Plan
    step: int

    @cached_property
    def columns(self) -> range:
        """Every x between the westernmost and the easternmost point."""
        xs = [x for x, _ in (*self.plan.ends, *self.plan.towers)]
        return range(min(xs), max(xs) + 1)

    @cached_property
    def north(self) -> int:
        return max(y for _, y in (*self.plan.ends, *self.plan.towers))

    def at(self, point: Point) -> tuple[int, int]:
        """The column and the line of a point."""
        x, y = point
        return (x - self.columns.start) * self.step, (self.north - y) * LINES

    def middle(self, cell: Point) -> tuple[int, int]:
        column, line = self.at(cell)
        return column + self.step // 2, line - 1


def plan_letters(plan: Plan, step: int) -> list[str]:
    """The plan from north to south: the x of columns above it, the y of each row of points next
    to it, and in every cell of a courtyard the number of its player."""
    sheet = Sheet(plan, step)
    letters = _letters(sheet)
    last = max(line for _, line in letters)
    names = [
        str(sheet.north - line // LINES) if line % LINES == 0 else "" for line in range(last + 1)
    ]
    beside = max(map(len, names)) + 1
    rows = [f"{' ' * beside}{_columns(sheet)}"]
    for line, name in enumerate(names):
        columns = [column for column, at in letters if at == line]
        row = "".join(
            letters.get((column, line), " ") for column in range(max(columns, default=-1) + 1)
        )
        rows.append(f"{name:<{beside}}{row}".rstrip())
    return rows


def _letters(sheet: Sheet) -> dict[tuple[int, int], str]:
    plan = sheet.plan
    letters: dict[tuple[int, int], str] = {}
    for courtyard in plan.courtyards:
        letters |= {sheet.middle(cell): str(courtyard.seat + 1) for cell in courtyard.cells}
    for wall in plan.walls:
        letters |= dict.fromkeys(_strokes(sheet, wall), ACROSS if wall.heading == "E" else ALONG)
    letters |= {sheet.at(point): OPEN_END for point in plan.open_ends}
    return letters | {sheet.at(point): TOWER for point in plan.towers}


def _strokes(sheet: Sheet, wall: Piece) -> list[tuple[int, int]]:
    """The places between its ends."""
    (left, low), (right, high) = sheet.at(wall.at), sheet.at(wall.to)
    if wall.heading == "E":
        return [(column, low) for column in range(left + 1, right)]
    return [(left, line) for line in range(high + 1, low)]


def _columns(sheet: Sheet) -> str:
    """The x of the columns, each beginning above its points."""
    row = ""
    for x in sheet.columns[:: 1 if sheet.step == WIDE else APART]:
        row = f"{row:<{sheet.at((x, 0))[0]}}{x}"
    return row
