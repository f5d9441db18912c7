"""Draws walls from above: a walkway between two rows of merlons, their ends toothed where a tower
joins.

A wall to the east shows its southern face below its top; one to the north shows none.
"""

from collections.abc import Iterator

from PIL import Image

from engine.castellan.pieces import LONG
from render.castellan.art.sprites import WallSprite
from render.drawing.ground import chance
from render.picture.palette import LEAF, LEAF_DARK, LEAF_LIGHT, mix
from render.picture.scene import Colour
from tools.art.castellan import palette
from tools.art.castellan.sheet import Sheet

# Half the breadth of the top of a wall.
HALF_BREADTH = 0.125
# The visible part of the southern face.
FACE_HEIGHT = 0.07
# The width of a dark edge.
EDGE_WIDTH = 0.014
# The width of the joint between two stones.
JOINT_WIDTH = 0.008
PARAPET_WIDTH = 0.07
# The distance from one merlon to the next.
MERLON_DISTANCE = 0.125
# The length of each merlon.
MERLON_LENGTH = 0.078
# The length of each end without a parapet.
ROUGH_LENGTH = 0.19
# The distance before each end at which every other course of stone stops.
TOOTH_LENGTH = 0.045
# The number of courses of stone side by side in a wall.
COURSES = 5
# The distance from one joint of the walkway to the next.
FLAGSTONE_LENGTH = 0.1
# Half the length of a pier in the middle of a long wall.
HALF_PIER = 0.065
# The distance that a pier projects.
PIER_DEPTH = 0.035
# The look with ivy.
IVY_LOOK = 3
# The number of leaves of the ivy.
LEAF_COUNT = 26
# The radius of a leaf.
LEAF_SIZE = 0.014
# The distance that the ivy climbs over the edge.
CLIMB_HEIGHT = 0.05
SHADOW_LENGTH = 0.07
SHADOW_STRENGTH = 0.42


def draw_wall(name: WallSprite) -> Image.Image:
    wall = _Wall(name)
    wall.lay_courses()
    if wall.east:
        wall.lay_face()
    if name.kind == "long":
        wall.add_piers()
    wall.pave()
    wall.add_parapets()
    if name.look == IVY_LOOK:
        wall.grow_ivy()
    wall.sheet.cast_shadow(SHADOW_LENGTH, SHADOW_STRENGTH)
    return wall.sheet.finish()


class _Wall:
    """A wall in the making. Its coordinates run along it from its middle, and across its top, to
    the south if it leads to the east, otherwise to the east."""

    def __init__(self, name: WallSprite) -> None:
        self.east = name.heading == "E"
        self.sheet = Sheet(name)
        self.dice = chance("wall", name.kind, name.heading, name.look)
        self.half_length = (LONG if name.kind == "long" else 1) / 2
        self.top = -FACE_HEIGHT / 2 if self.east else 0.0
        """The distance of the middle of its top from the line between its ends."""

    def band(self, start: float, end: float, near: float, far: float, colour: Colour) -> None:
        """Draw a rectangle from `start` to `end` along the wall, from `near` to `far` across."""
        near = self.top + near
        far = self.top + far
        if self.east:
            self.sheet.box(start, near, end, far, colour)
        else:
            self.sheet.box(near, start, far, end, colour)

    def lay_courses(self) -> None:
        """Draw the bare top, whose courses end in teeth."""
        for end, near, far in self._courses():
            self.band(-end, end, near, far, palette.LINE)
        for end, near, far in self._courses():
            inner = (max(near, EDGE_WIDTH - HALF_BREADTH), min(far, HALF_BREADTH - EDGE_WIDTH))
            self.band(EDGE_WIDTH - end, end - EDGE_WIDTH, *inner, palette.STONE_SHADED)
            for side in (-1, 1):
                self._lay_stones(side, end - EDGE_WIDTH, inner)

    def _lay_stones(self, side: int, end: float, across: tuple[float, float]) -> None:
        """Draw the single stones of a course near one end."""
        near, far = across
        while end > self.half_length - ROUGH_LENGTH - EDGE_WIDTH:
            length = self.dice.uniform(0.04, 0.065)
            start, stop = sorted((side * end, side * (end - length + JOINT_WIDTH)))
            tone = mix(palette.STONE_SHADED, palette.STONE, self.dice.random())
            self.band(start, stop, near + JOINT_WIDTH / 2, far - JOINT_WIDTH / 2, tone)
            end -= length

    def _courses(self) -> Iterator[tuple[float, float, float]]:
        """Yield the reach of each course to both sides, and its near and far edge across the
        wall."""
        depth = 2 * HALF_BREADTH / COURSES
        for number in range(COURSES):
            near = -HALF_BREADTH + number * depth
            yield self.half_length - (TOOTH_LENGTH if number % 2 else 0.0), near, near + depth

    def lay_face(self) -> None:
        """Lay two courses of stone in the shade."""
        end = self.half_length - EDGE_WIDTH
        deep = (FACE_HEIGHT - EDGE_WIDTH) / 2
        self.band(
            -self.half_length,
            self.half_length,
            HALF_BREADTH,
            HALF_BREADTH + FACE_HEIGHT,
            palette.LINE,
        )
        self.band(-end, end, HALF_BREADTH, HALF_BREADTH + FACE_HEIGHT - EDGE_WIDTH, palette.FACE)
        for near in (HALF_BREADTH, HALF_BREADTH + deep):
            along = -end + self.dice.uniform(0.0, 0.06)
            while along < end - JOINT_WIDTH:
                long = self.dice.uniform(0.06, 0.1)
                stop = min(end, along + long - JOINT_WIDTH)
                tone = mix(palette.FACE, palette.STONE_SHADED, self.dice.uniform(0.1, 0.55))
                self.band(along, stop, near + JOINT_WIDTH / 2, near + deep - JOINT_WIDTH / 2, tone)
                along += long
        self.band(-end, end, HALF_BREADTH, HALF_BREADTH + EDGE_WIDTH, palette.LINE)

    def add_piers(self) -> None:
        """Add two piers that hold the middle of a long wall, where no tower can stand."""
        for side in (-1, 1):
            foot = FACE_HEIGHT if self.east and side == 1 else 0.0
            for inset, reach, colour in (
                (0.0, HALF_BREADTH + foot + PIER_DEPTH, palette.LINE),
                (EDGE_WIDTH, HALF_BREADTH + foot + PIER_DEPTH, palette.STONE_SHADED),
                (EDGE_WIDTH, HALF_BREADTH + PIER_DEPTH, palette.STONE),
            ):
                near, far = sorted((0.0, side * (reach - inset)))
                self.band(inset - HALF_PIER, HALF_PIER - inset, near, far, colour)

    def pave(self) -> None:
        """Lay flagstones between the parapets, in the shade of the one in the north or west."""
        end = self.half_length - ROUGH_LENGTH
        half = HALF_BREADTH - PARAPET_WIDTH
        self.band(-end - EDGE_WIDTH, end + EDGE_WIDTH, -HALF_BREADTH, HALF_BREADTH, palette.LINE)
        self.band(-end, end, -half, half, palette.WALKWAY)
        along = -end + self.dice.uniform(0.04, FLAGSTONE_LENGTH)
        while along < end - 0.03:
            self.band(along, along + JOINT_WIDTH, -half, half, palette.JOINT)
            along += FLAGSTONE_LENGTH * self.dice.uniform(0.85, 1.15)
        self.band(-end, end, -half, -half + 0.022, palette.JOINT)

    def add_parapets(self) -> None:
        end = self.half_length - ROUGH_LENGTH
        count = round((2 * end + MERLON_DISTANCE - MERLON_LENGTH) / MERLON_DISTANCE)
        pitch = (2 * end - MERLON_LENGTH) / (count - 1)
        for side in (-1, 1):
            near, far = sorted(
                (side * (HALF_BREADTH - EDGE_WIDTH), side * (HALF_BREADTH - PARAPET_WIDTH))
            )
            self.band(-end, end, near, far, palette.STONE)
            inner = near if side == 1 else far - EDGE_WIDTH
            self.band(-end, end, inner, inner + EDGE_WIDTH, palette.LINE)
            for number in range(count):
                self._draw_merlon(-end + MERLON_LENGTH / 2 + number * pitch, side)

    def _draw_merlon(self, middle: float, side: int) -> None:
        """Draw a pale block; its far edges are in the shade."""
        half_length = MERLON_LENGTH / 2
        near, far = sorted(
            (
                side * (HALF_BREADTH + JOINT_WIDTH),
                side * (HALF_BREADTH - PARAPET_WIDTH - JOINT_WIDTH),
            )
        )
        self.band(middle - half_length, middle + half_length, near, far, palette.LINE)
        half_length = half_length - JOINT_WIDTH * 1.4
        near = near + JOINT_WIDTH * 1.6
        far = far - JOINT_WIDTH * 1.6
        self.band(middle - half_length, middle + half_length, near, far, palette.STONE)
        shade = 1.5 * JOINT_WIDTH
        self.band(
            middle - half_length,
            middle + half_length - shade,
            near,
            far - shade,
            palette.STONE_PALE,
        )

    def grow_ivy(self) -> None:
        foot = HALF_BREADTH + (FACE_HEIGHT if self.east else 0.0)
        middle = self.dice.choice((-1, 1)) * (self.half_length - 0.5) + self.dice.uniform(
            -0.12, 0.12
        )
        leaves = [
            (
                middle + self.dice.gauss(0, 0.06),
                self.dice.uniform(HALF_BREADTH - CLIMB_HEIGHT, foot),
            )
            for _ in range(LEAF_COUNT)
        ]
        for rim, tones in ((JOINT_WIDTH, (LEAF_DARK,)), (0.0, (LEAF, LEAF, LEAF_LIGHT))):
            for along, across in leaves:
                x, y = (along, self.top + across) if self.east else (across, along)
                self.sheet.disc(x, y, LEAF_SIZE + rim, self.dice.choice(tones))
