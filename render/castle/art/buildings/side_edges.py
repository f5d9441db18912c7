"""What stands on the border between two tiles: nothing where features join, an edge elsewhere.

A tower or house that ends at a border has its merlons or eaves there, and casts its shadow on a
lower neighbour. The castle wall is the highest; a path that runs into it ends at a gate.
"""

from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.tiles.ports import FACING, opposite
from engine.tiles.tile import TurnedTile
from render.art import palette as art_palette
from render.art.geometry import Point
from render.castle.art.buildings.houses import EAVE
from render.castle.art.colours import palette
from render.picture.cache import cached, image_weight
from render.picture.colours.palette import INK
from render.picture.scene import Colour
from render.tiles.art.canvas import OVERSAMPLING
from render.tiles.art.paths import HALF_WIDTH

DEPTH = 0.16
"""How far a strip extends into each of the two cells."""
FRONT = 0.05
SHADOW = 0.06
HEIGHTS = {"court": 0, "path": 0, "house": 1, "tower": 2, "wall": 3}
WALL = ("wall", "wall", "wall")
SOUTH = 2

Kinds = tuple[str | None, ...]
"""The kinds that own the three ports of a side, in the order of the first tile's ports."""


class Strip(NamedTuple):
    """A picture to lay over a border, and its place, from the top left of the first tile's cell."""

    image: Image.Image
    dx: int
    dy: int


def halves_of(turned: TurnedTile, side: int) -> Kinds:
    """The kinds that own the three ports of a side, clockwise."""
    return tuple(_kind(turned, 3 * side + step) for step in range(3))


def facing_halves(turned: TurnedTile, side: int) -> Kinds:
    """The kinds of the neighbour beyond a side, in the order of the first tile's three ports."""
    return tuple(_kind(turned, FACING[3 * side + step]) for step in range(3))


def _kind(turned: TurnedTile, port: int) -> str | None:
    owner = turned.owners[port]
    return None if owner is None else turned.segments[owner].kind


def depth_of(cell: int) -> int:
    """How far a strip extends into each of the two cells, in pixels."""
    return round(cell * DEPTH)


def strip_weight(strip: Strip | None) -> int:
    return 0 if strip is None else image_weight(strip.image)


@cached(strip_weight)
def draw_edge(here: Kinds, beyond: Kinds | None, side: int, cell: int) -> Strip | None:
    """The strip over a border; `beyond` is None for the plain castle wall."""
    if beyond == here:
        return None
    edge = _Edge(side, cell)
    over = WALL if beyond is None else beyond
    for start, end, mine, other in _spans(here, over):
        edge.divide(start, end, mine, other)
    if beyond is None and here[1] == "path":
        edge.wall_gate()
    return edge.strip()


def _spans(here: Kinds, beyond: Kinds) -> list[tuple[float, float, str, str]]:
    """The divided parts of a side, clockwise, each with the two kinds that meet there."""
    gap = HALF_WIDTH if here[1] == "path" else 0.0
    parts = [
        (0.0, 0.5 - gap, str(here[0]), str(beyond[0])),
        (0.5 + gap, 1.0, str(here[2]), str(beyond[2])),
    ]
    if not gap and parts[0][2:] == parts[1][2:]:
        parts = [(0.0, 1.0, *parts[0][2:])]
    return [part for part in parts if part[2] != part[3]]


class _Edge:
    """A strip in the making; its coordinates run along the side clockwise, and outwards."""

    def __init__(self, side: int, cell: int) -> None:
        self.side, self.cell = side, cell
        self.depth = depth_of(cell)
        size = (cell, 2 * self.depth) if side % 2 == 0 else (2 * self.depth, cell)
        self.image = Image.new("RGBA", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING))
        self.draw = ImageDraw.Draw(self.image)

    def strip(self) -> Strip:
        cell, depth = self.cell, self.depth
        dx, dy = ((0, -depth), (cell - depth, 0), (0, cell - depth), (-depth, 0))[self.side]
        # Premultiplied, so that the empty ground leaves no dark fringe.
        small = self.image.convert("RGBa").reduce(OVERSAMPLING).convert("RGBA")
        return Strip(small, dx, dy)

    def at(self, along: float, out: float) -> Point:
        depth = self.depth / self.cell
        x, y = (
            (along, depth - out),
            (depth + out, along),
            (1 - along, depth + out),
            (depth - out, 1 - along),
        )[self.side]
        return x * self.cell * OVERSAMPLING, y * self.cell * OVERSAMPLING

    def band(self, span: Point, near: float, far: float, colour: Colour, alpha: int = 255) -> None:
        corners = [self.at(a, o) for a, o in ((span[0], near), (span[1], far))]
        (ax, ay), (bx, by) = corners
        box = (min(ax, bx), min(ay, by), max(ax, bx) - 1, max(ay, by) - 1)
        if box[2] >= box[0] and box[3] >= box[1]:
            self.draw.rectangle(box, (*colour, alpha))

    def divide(self, start: float, end: float, mine: str, other: str) -> None:
        """Close off what stands on either side of this part of the border."""
        span = (start, end)
        self._shade(span, mine, other)
        for kind, outwards in ((mine, 1), (other, -1)):
            facing = self.side if outwards == 1 else opposite(self.side)
            if kind == "house":
                self._eaves(span, outwards, facing)
            elif kind == "tower":
                self._parapet(span, outwards, facing)

    def _shade(self, span: Point, mine: str, other: str) -> None:
        """The shadow cast by the higher one, if it is to the north or the west."""
        high_is_mine = HEIGHTS[mine] > HEIGHTS[other]
        if HEIGHTS[mine] == HEIGHTS[other] or (self.side in (1, 2)) != high_is_mine:
            return
        steps, sign = 6, 1 if high_is_mine else -1
        reach = SHADOW * (1.5 if "wall" in (mine, other) else 1.0)
        for step in range(steps):
            near, far = reach * step / steps, reach * (step + 1) / steps
            self.band(span, sign * near, sign * far, (40, 36, 48), 120 - 18 * step)

    def _eaves(self, span: Point, outwards: int, facing: int) -> None:
        front = FRONT if facing == SOUTH else 0.0
        if front:
            self.band(span, 0, -outwards * front, palette.PLASTER)
            for post in range(16):
                middle = (post + 0.5) / 16
                if span[0] < middle < span[1]:
                    self.band(
                        (middle - 0.008, middle + 0.008), 0, -outwards * front, palette.TIMBER
                    )
            self.band(span, -outwards * 0.034, -outwards * front, palette.ROOF_LINE, 150)
        self.band(span, -outwards * front, -outwards * (front + EAVE), palette.ROOF_LINE)
        if not front:
            light = palette.ROOF_DARK if facing == 1 else palette.ROOF_LIGHT
            self.band(span, -outwards * EAVE, -outwards * 0.055, light, 200)
        self.band(span, 0, -outwards * 0.012, palette.ROOF_LINE)

    def _parapet(self, span: Point, outwards: int, facing: int) -> None:
        front = FRONT if facing == SOUTH else 0.0
        sign = -outwards
        if front:
            self.band(span, 0, sign * front, palette.STONE_DARK)
            self.band(span, sign * 0.02, sign * 0.026, art_palette.STONE_LINE, 150)
        self.band(span, sign * front, sign * (front + 0.08), palette.STONE)
        self.band(span, sign * (front + 0.08), sign * (front + 0.09), art_palette.STONE_LINE, 140)
        count = max(1, round((span[1] - span[0]) * 12))
        pitch = (span[1] - span[0]) / count
        for number in range(count):
            middle = span[0] + (number + 0.5) * pitch
            self._merlon(middle, pitch * 0.36, sign, front)
        self.band(span, 0, sign * 0.012, art_palette.STONE_LINE)

    def _merlon(self, middle: float, half: float, sign: int, front: float) -> None:
        outer = (middle - half, middle + half)
        self.band(outer, sign * front, sign * (front + 0.07), art_palette.STONE_LINE)
        inner = (middle - half + 0.01, middle + half - 0.01)
        self.band(inner, sign * (front + 0.012), sign * (front + 0.058), art_palette.STONE_LIGHT)

    def wall_gate(self) -> None:
        """The arch in the castle wall through which a path leaves."""
        span = (0.5 - HALF_WIDTH, 0.5 + HALF_WIDTH)
        self.band((span[0] - 0.03, span[1] + 0.03), -0.02, 0.12, palette.WALL_LINE)
        self.band((span[0] - 0.018, span[1] + 0.018), -0.008, 0.108, palette.WALL_LIGHT)
        self.band(span, -0.02, 0.085, INK)
        self.band((span[0] + 0.012, span[1] - 0.012), -0.02, 0.07, art_palette.DOOR)
        for plank in (0.3, 0.5, 0.7):
            middle = span[0] + (span[1] - span[0]) * plank
            self.band((middle - 0.004, middle + 0.004), -0.02, 0.07, art_palette.DOOR_DARK)
