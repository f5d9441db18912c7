"""Plans drawn in ASCII like in a rulebook: read into plans, and drawn from them.

    O---O-------O       O is a tower. Points are four characters and two lines apart.
    | a |       |       A short wall spans one distance, a long wall two: its middle is no point
    O---O       |       for anything else. A wall end without a tower is a dot.
        |       |       Every cell of a courtyard bears its owner, a for seat 0 to d for seat 3,
        .---O---O       in capitals where the keep is double.

The point in the lower left corner is 0,0, unless another is given. A drawing with something out of
place, or with a courtyard without an owner, is refused.
"""

from textwrap import dedent

from engine.castellan.moves import parse_piece, piece_text
from engine.castellan.pieces import Cell, Heading, Piece, Point
from engine.castellan.plan import Courtyard, Plan, build_plan
from tests.engine.castellan.oracle.game import part_of
from tests.engine.castellan.oracle.raster import enclosed_areas

WIDE = 4
HIGH = 2
OWNERS = "abcd"
# Characters by column and by line, counted from the lowest line.
Marks = dict[tuple[int, int], str]


def plan(picture: str, corner: Point = (0, 0)) -> Plan:
    marks = _marks(picture)
    towers = [(x // WIDE, y // HIGH) for (x, y), mark in marks.items() if mark == "O"]
    walls = [wall for at in _points(marks) for wall in _walls_from(marks, at)]
    built = build_plan(towers, walls, ())
    built = built.with_courtyards(_courtyards(marks, built))
    assert all((WIDE * x, HIGH * y) in marks for x, y in built.ends), "a wall lacks an end"
    assert _bare(draw_plan(built)) == _bare(_clean(picture)), f"read as\n{draw_plan(built)}"
    return move_plan(built, corner)


def draw_plan(plan: Plan) -> str:
    marks: Marks = {}
    for wall in plan.walls:
        x = WIDE * wall.at[0]
        y = HIGH * wall.at[1]
        far = WIDE * wall.to[0]
        up = HIGH * wall.to[1]
        for column in range(x, far + 1):
            marks[column, y] = "-"
        for line in range(y, up + 1):
            marks[x, line] = "-" if wall.heading == "E" else "|"
    for x, y in plan.ends:
        marks[WIDE * x, HIGH * y] = "."
    for x, y in plan.towers:
        marks[WIDE * x, HIGH * y] = "O"
    for courtyard in plan.courtyards:
        owner = OWNERS[courtyard.seat]
        for x, y in courtyard.cells:
            marks[WIDE * x + 2, HIGH * y + 1] = owner.upper() if courtyard.double else owner
    return _write(marks)


def redraw_plan(picture: str) -> str:
    """Read a picture and draw it again, to compare it with other drawings."""
    return draw_plan(plan(picture))


def move_plan(plan: Plan, by: Point) -> Plan:
    return build_plan(
        (_sum(at, by) for at in plan.towers),
        (wall._replace(at=_sum(wall.at, by)) for wall in plan.walls),
        (
            courtyard._replace(cells=frozenset(_sum(cell, by) for cell in courtyard.cells))
            for courtyard in plan.courtyards
        ),
    )


def pieces(text: str) -> list[Piece]:
    """Pieces from their notation, in order."""
    return [parse_piece(word) for word in text.split()]


def _sum(point: Point, other: Point) -> Point:
    return point[0] + other[0], point[1] + other[1]


def _marks(picture: str) -> Marks:
    lines = _clean(picture).splitlines()
    return {
        (x, len(lines) - 1 - line): mark
        for line, text in enumerate(lines)
        for x, mark in enumerate(text)
        if mark != " "
    }


def _points(marks: Marks) -> list[Point]:
    return sorted({(x // WIDE, y // HIGH) for x, y in marks if x % WIDE == y % HIGH == 0})


def _walls_from(marks: Marks, at: Point) -> list[Piece]:
    """Walls that begin at a point, which is not a middle, and lead east or north."""
    x = WIDE * at[0]
    y = HIGH * at[1]
    if marks[x, y] not in "O.":
        return []
    walls = []
    ways: list[tuple[Heading, str, int, int]] = [("E", "-", WIDE, 0), ("N", "|", 0, HIGH)]
    for heading, mark, right, up in ways:
        beside = (x + right // WIDE, y + up // HIGH)
        if marks.get(beside) == mark:
            is_long = marks.get((x + right, y + up)) == mark
            walls.append(Piece("long" if is_long else "short", at, heading))
    return walls


def _courtyards(marks: Marks, plan: Plan) -> list[Courtyard]:
    """What is enclosed according to the oracle, with the owner that all its cells name."""
    courtyards = list[Courtyard]()
    owner_of = dict[Cell, str]()
    for (x, y), mark in marks.items():
        if x % WIDE == 2 and y % HIGH == 1 and mark.isalpha():
            owner_of[x // WIDE, y // HIGH] = mark
    texts = [*map(piece_text, plan.walls), *(f"t{x},{y}" for x, y in plan.towers)]
    for cells in enclosed_areas(map(part_of, texts)):
        owners = {owner_of.get(cell, " ") for cell in cells}
        assert len(owners) == 1, f"{sorted(cells)} bear {owners}"
        [owner] = owners
        assert owner.lower() in OWNERS, f"nobody owns {sorted(cells)}"
        courtyards.append(Courtyard(OWNERS.index(owner.lower()), cells, owner.isupper()))
    return courtyards


def _write(marks: Marks) -> str:
    if not marks:
        return ""
    xs = [x for x, _ in marks]
    ys = [y for _, y in marks]
    columns = range(min(xs), max(xs) + 1)
    lines = range(max(ys), min(ys) - 1, -1)
    return "\n".join("".join(marks.get((x, y), " ") for x in columns).rstrip() for y in lines)


def _clean(picture: str) -> str:
    lines = [line.rstrip() for line in dedent(picture).strip("\n").splitlines()]
    return dedent("\n".join(lines)).rstrip()


def _bare(picture: str) -> list[str]:
    """Without the dots, which may mark points where nothing ends."""
    return [line.rstrip() for line in picture.replace(".", " ").splitlines()]
