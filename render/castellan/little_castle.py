"""A castle, or a part of one, as a small picture of its own: without coordinates, marks or
footer."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

from engine.castellan.cards import standard_cards
from engine.castellan.moves import Options, parse_piece
from engine.castellan.pieces import NOTHING, Piece, cells_around, cells_beside
from engine.castellan.plan import EMPTY, Courtyard, Plan, build_plan, place_piece
from engine.castellan.view import View
from render.board.labels import seat_badge
from render.board.scene import BoardLook
from render.castellan.board.castle import buildings, keeps, meadow, yards
from render.castellan.board.layout import (
    STRETCHES,
    CastellanBoard,
    CastellanSubject,
    PlanLayout,
    PointSpan,
)
from render.castellan.board.overlays import towers_of
from render.picture.palette import LIGHT
from render.picture.scene import Badge, Inset, Point, Scene, Size
from render.subject import Subject

# The minimum width of the meadow around a castle, in stretches.
AROUND = 0.45
# The possible lengths of stretches: also shorter than on a board.
LENGTHS = (*STRETCHES, 18, 14, 11, 8)
# A castle without a game.
NOBODYS = View(
    seat=None,
    cards=standard_cards(),
    options=Options(),
    commitment="",
    first=0,
    phase="over",
    turn=0,
    to_act=None,
    plan=EMPTY,
    players=(),
    hand=None,
    received=NOTHING,
    waiting=(),
    scores=(),
    leaders=(),
    keeps=(),
    gone=(),
)


def castle_of(*turns: tuple[int, str]) -> Plan:
    """Build the castle of these seats, turn by turn, from legal pieces."""
    plan = EMPTY
    for seat, pieces in turns:
        for piece in pieces.split():
            plan = place_piece(plan, parse_piece(piece), seat)
    return plan


def surroundings(plan: Plan, courtyard: Courtyard) -> Plan:
    """Cut out a courtyard with the towers that count for it, and the walls around it and inside
    it."""
    cells = courtyard.cells
    return build_plan(
        (at for at in plan.towers if any(cell in cells for cell in cells_around(at))),
        (
            wall
            for wall in plan.walls
            if any(cell in cells for part in wall.stretches for cell in cells_beside(part))
        ),
        [courtyard],
    )


@dataclass(frozen=True)
class LittleCastle:
    """A plan in the middle of a rectangle of meadow, as large as it fits in."""

    plan: Plan
    room: Size
    rimmed: tuple[Piece, ...] = ()
    """The pieces with a rim."""
    seat: int | None = None
    """The seat whose colour the rim has."""

    def picture(self, at: Point) -> Inset:
        """Draw the castle in a rectangle with its top left corner at a point."""
        layout = self.layout
        (left, top) = self.corner
        (width, height) = self.room
        subject: CastellanSubject = Subject(replace(NOBODYS, plan=self.plan))
        ground = CastellanBoard(subject, self.plan, layout, BoardLook())
        items = (
            *meadow(layout),
            *yards(ground),
            *buildings(ground, self.rimmed, self.seat),
            *keeps(ground),
        )
        scene = Scene(layout.size, LIGHT.background, items)
        return Inset(at, (left, top, left + width, top + height), scene)

    def spot(self, x: float, y: float) -> Point:
        """Find the pixel of a place on the plan, within the picture."""
        (left, top) = self.corner
        (across, down) = self.layout.at(x, y)
        return across - left, down - top

    @cached_property
    def layout(self) -> PlanLayout:
        span = self.span
        (width, height) = self.room
        across = span.east - span.west + 2 * AROUND
        down = span.north - span.south + 2 * AROUND
        lengths = (
            length for length in LENGTHS if length * across <= width and length * down <= height
        )
        stretch = next(lengths, LENGTHS[-1])
        wide = ceil(width / stretch / 2)
        high = ceil(height / stretch / 2)
        west = span.west
        south = span.south
        east = span.east
        north = span.north
        return PlanLayout(PointSpan(west - wide, south - high, east + wide, north + high), stretch)

    @cached_property
    def span(self) -> PointSpan:
        xs, ys = zip(*self.plan.ends, *self.plan.towers, strict=True)
        return PointSpan(min(xs), min(ys), max(xs), max(ys))

    @property
    def corner(self) -> Point:
        """Pixel of the layout where the picture begins."""
        span = self.span
        (width, height) = self.room
        x, y = self.layout.at((span.west + span.east) / 2, (span.south + span.north) / 2)
        return x - width // 2, y - height // 2


def number_towers(castle: LittleCastle, at: Point, size: int) -> list[Badge]:
    """Number the towers that count for the first courtyard of a picture at a point."""
    courtyard = castle.plan.courtyards[0]
    spots = [castle.spot(*tower) for tower in towers_of(castle.plan, courtyard)]
    return [
        seat_badge(str(number), (at[0] + x, at[1] + y), size, courtyard.seat)
        for number, (x, y) in enumerate(spots, 1)
    ]
