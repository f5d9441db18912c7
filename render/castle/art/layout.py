"""Places of everything on the picture of the board, in pixels, for one size of cell."""

from dataclasses import dataclass
from functools import cached_property, partial

from engine.castle.catalogue import CastleWall
from engine.tiles.grid import Cell

# Room for the coordinates around the wall cells, in cells.
MARGIN = 0.6
# The ends of the slabs of the track, measured outwards from the middle of a wall cell.
TRACK = (0.28, -0.22)
Point = tuple[float, float]


@dataclass(frozen=True)
class CastleLayout:
    wall: CastleWall
    cell: int

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """West, north, east and south ends of the wall cells; the last two are exclusive."""
        xs = [x for x, _ in self.wall.ring]
        ys = [y for _, y in self.wall.ring]
        return min(xs), min(ys), max(xs) + 1, max(ys) + 1

    @cached_property
    def margin(self) -> int:
        return round(self.cell * MARGIN)

    @property
    def size(self) -> tuple[int, int]:
        west, north, east, south = self.box
        across = (east - west) * self.cell
        down = (south - north) * self.cell
        return across + 2 * self.margin, down + 2 * self.margin

    def cell_origin(self, cell: Cell) -> tuple[int, int]:
        """Find the top left pixel of a cell within the wall or of the wall."""
        west, north, _, _ = self.box
        across = (cell[0] - west) * self.cell
        down = (cell[1] - north) * self.cell
        return self.margin + across, self.margin + down

    def at(self, x: float, y: float) -> Point:
        """Find the pixel of a point in cells, (0, 0) being the corner of the inside's box."""
        west, north, _, _ = self.box
        return self.margin + (x - west) * self.cell, self.margin + (y - north) * self.cell

    def directions(self, index: int) -> tuple[Cell, Cell]:
        """Find the step into a wall cell and the step out of it, going clockwise round the ring."""
        ring = self.wall.ring
        (ax, ay) = ring[index - 1]
        (bx, by) = ring[index]
        (cx, cy) = ring[(index + 1) % len(ring)]
        return (bx - ax, by - ay), (cx - bx, cy - by)

    def offset(self, index: int, outwards: float) -> Point:
        """Shift the middle of a wall cell outwards, in cells; along the diagonal at a bend."""
        x, y = self.wall.ring[index]
        (ax, ay), (bx, by) = self.directions(index)
        sideways = {outward(ax, ay), outward(bx, by)}
        return (
            x + 0.5 + outwards * sum(dx for dx, _ in sideways),
            y + 0.5 + outwards * sum(dy for _, dy in sideways),
        )

    def border(self, index: int, outwards: float) -> Point:
        """Shift the middle of the border between a wall cell and the next outwards."""
        x, y = self.wall.ring[index]
        _, (dx, dy) = self.directions(index)
        ox, oy = outward(dx, dy)
        return x + 0.5 + dx / 2 + ox * outwards, y + 0.5 + dy / 2 + oy * outwards

    def space_outline(self, space: int, outer: float, inner: float) -> tuple[Point, ...]:
        """Find the four corners of a space between two distances from the middle of the ring."""
        index = space // 2
        start = partial(self.border, index - 1)
        end = partial(self.offset, index)
        if space % 2:
            start = end
            end = partial(self.border, index)
        return start(outer), end(outer), end(inner), start(inner)

    def tower_corner(self, space: int) -> Cell:
        """Find the corner of a corner tower's cell that is furthest inside one of its two
        spaces."""
        (ax, ay), (bx, by) = self.directions(space // 2)
        outward_after = outward(bx, by)
        bulge = -1 if outward_after == (-ax, -ay) else 1
        if space % 2:
            return bx + bulge * outward_after[0], by + bulge * outward_after[1]
        outward_before = outward(ax, ay)
        return bulge * outward_before[0] - ax, bulge * outward_before[1] - ay

    def number_spot(self, space: int) -> Point | None:
        """Find the pixel of the number of a space: those of corner towers have one, and between
        them every fifth."""
        if self.wall.tower_at[space] is not None:
            return self._in_tower(space, 0.32)
        return None if space % 5 else self.space_centre(space)

    def _in_tower(self, space: int, share: float) -> Point:
        (x, y) = self.wall.ring[space // 2]
        (dx, dy) = self.tower_corner(space)
        return self.at(x + 0.5 + dx * share, y + 0.5 + dy * share)

    def space_centre(self, space: int) -> tuple[int, int]:
        """Find the pixel in the middle of a space of the track."""
        if self.wall.tower_at[space] is None:
            corners = self.space_outline(space, *TRACK)
            x, y = self.at(sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
        else:
            x, y = self._in_tower(space, 0.13)
        return round(x), round(y)


def outward(dx: int, dy: int) -> Cell:
    """Find the direction out of the castle, from a step clockwise along its wall."""
    return dy, -dx
