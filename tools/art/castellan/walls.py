"""Walls from above: a walkway between two rows of merlons, their ends toothed where a tower joins.

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
HALF = 0.125
# The visible part of the southern face.
FACE = 0.07
# The width of a dark edge, and of the joint between two stones.
LINE = 0.014
JOINT = 0.008
PARAPET = 0.07
# The distance from one merlon to the next.
MERLONS = 0.125
# The length of each merlon.
MERLON = 0.078
# The length of each end without a parapet.
ROUGH = 0.19
# The distance before each end at which every other course of stone stops.
TOOTH = 0.045
COURSES = 5
# The distance from one joint of the walkway to the next.
FLAGS = 0.1
# Half the length of a pier in the middle of a long wall, and how far it projects.
PIER = 0.065
JUTS = 0.035
# The look with ivy.
OVERGROWN = 3
# The number of leaves of the ivy, and their size.
LEAVES = 26
LEAF_SIZE = 0.014
# The distance that the ivy climbs over the edge.
CLIMBS = 0.05
SHADOW = 0.07
STRENGTH = 0.42


def draw_wall(name: WallSprite) -> Image.Image:
    wall = _Wall(name)
    wall.lay_courses()
    if wall.east:
        wall.lay_face()
    if name.kind == "long":
        wall.add_piers()
    wall.pave()
    wall.add_parapets()
    if name.look == OVERGROWN:
        wall.grow_ivy()
    wall.sheet.cast_shadow(SHADOW, STRENGTH)
    return wall.sheet.finish()


class _Wall:
    """A wall in the making. Its coordinates run along it from its middle, and across its top, to
    the south if it leads to the east, otherwise to the east."""

    def __init__(self, name: WallSprite) -> None:
        self.east = name.heading == "E"
        self.sheet = Sheet(name)
        self.dice = chance("wall", name.kind, name.heading, name.look)
        self.end = (LONG if name.kind == "long" else 1) / 2
        self.top = -FACE / 2 if self.east else 0.0
        """The distance of the middle of its top from the line between its ends."""

    def band(self, start: float, end: float, near: float, far: float, colour: Colour) -> None:
        """A rectangle from `start` to `end` along the wall, from `near` to `far` across."""
        near = self.top + near
        far = self.top + far
        if self.east:
            self.sheet.box(start, near, end, far, colour)
        else:
            self.sheet.box(near, start, far, end, colour)

    def lay_courses(self) -> None:
        """The bare top, whose courses end in teeth."""
        for end, near, far in self._courses():
            self.band(-end, end, near, far, palette.LINE)
        for end, near, far in self._courses():
            inner = (max(near, LINE - HALF), min(far, HALF - LINE))
            self.band(LINE - end, end - LINE, *inner, palette.STONE_SHADED)
            for side in (-1, 1):
                self._lay_stones(side, end - LINE, inner)

    def _lay_stones(self, side: int, end: float, across: tuple[float, float]) -> None:
        """The single stones of a course near one end."""
        near, far = across
        while end > self.end - ROUGH - LINE:
            long = self.dice.uniform(0.04, 0.065)
            start, stop = sorted((side * end, side * (end - long + JOINT)))
            tone = mix(palette.STONE_SHADED, palette.STONE, self.dice.random())
            self.band(start, stop, near + JOINT / 2, far - JOINT / 2, tone)
            end -= long

    def _courses(self) -> Iterator[tuple[float, float, float]]:
        """The reach of each course to both sides, and its place across the wall."""
        deep = 2 * HALF / COURSES
        for number in range(COURSES):
            near = -HALF + number * deep
            yield self.end - (TOOTH if number % 2 else 0.0), near, near + deep

    def lay_face(self) -> None:
        """Two courses of stone in the shade."""
        end = self.end - LINE
        deep = (FACE - LINE) / 2
        self.band(-self.end, self.end, HALF, HALF + FACE, palette.LINE)
        self.band(-end, end, HALF, HALF + FACE - LINE, palette.FACE)
        for near in (HALF, HALF + deep):
            along = -end + self.dice.uniform(0.0, 0.06)
            while along < end - JOINT:
                long = self.dice.uniform(0.06, 0.1)
                stop = min(end, along + long - JOINT)
                tone = mix(palette.FACE, palette.STONE_SHADED, self.dice.uniform(0.1, 0.55))
                self.band(along, stop, near + JOINT / 2, near + deep - JOINT / 2, tone)
                along += long
        self.band(-end, end, HALF, HALF + LINE, palette.LINE)

    def add_piers(self) -> None:
        """Two piers that hold the middle of a long wall, where no tower can stand."""
        for side in (-1, 1):
            foot = FACE if self.east and side == 1 else 0.0
            for inset, reach, colour in (
                (0.0, HALF + foot + JUTS, palette.LINE),
                (LINE, HALF + foot + JUTS, palette.STONE_SHADED),
                (LINE, HALF + JUTS, palette.STONE),
            ):
                near, far = sorted((0.0, side * (reach - inset)))
                self.band(inset - PIER, PIER - inset, near, far, colour)

    def pave(self) -> None:
        """Flagstones between the parapets, in the shade of the one in the north or west."""
        end = self.end - ROUGH
        half = HALF - PARAPET
        self.band(-end - LINE, end + LINE, -HALF, HALF, palette.LINE)
        self.band(-end, end, -half, half, palette.WALKWAY)
        along = -end + self.dice.uniform(0.04, FLAGS)
        while along < end - 0.03:
            self.band(along, along + JOINT, -half, half, palette.JOINT)
            along += FLAGS * self.dice.uniform(0.85, 1.15)
        self.band(-end, end, -half, -half + 0.022, palette.JOINT)

    def add_parapets(self) -> None:
        end = self.end - ROUGH
        count = round((2 * end + MERLONS - MERLON) / MERLONS)
        pitch = (2 * end - MERLON) / (count - 1)
        for side in (-1, 1):
            near, far = sorted((side * (HALF - LINE), side * (HALF - PARAPET)))
            self.band(-end, end, near, far, palette.STONE)
            inner = near if side == 1 else far - LINE
            self.band(-end, end, inner, inner + LINE, palette.LINE)
            for number in range(count):
                self._merlon(-end + MERLON / 2 + number * pitch, side)

    def _merlon(self, middle: float, side: int) -> None:
        """A pale block; its far edges are in the shade."""
        half = MERLON / 2
        near, far = sorted((side * (HALF + JOINT), side * (HALF - PARAPET - JOINT)))
        self.band(middle - half, middle + half, near, far, palette.LINE)
        half = half - JOINT * 1.4
        near = near + JOINT * 1.6
        far = far - JOINT * 1.6
        self.band(middle - half, middle + half, near, far, palette.STONE)
        shade = 1.5 * JOINT
        self.band(middle - half, middle + half - shade, near, far - shade, palette.STONE_PALE)

    def grow_ivy(self) -> None:
        foot = HALF + (FACE if self.east else 0.0)
        middle = self.dice.choice((-1, 1)) * (self.end - 0.5) + self.dice.uniform(-0.12, 0.12)
        leaves = [
            (middle + self.dice.gauss(0, 0.06), self.dice.uniform(HALF - CLIMBS, foot))
            for _ in range(LEAVES)
        ]
        for rim, tones in ((JOINT, (LEAF_DARK,)), (0.0, (LEAF, LEAF, LEAF_LIGHT))):
            for along, across in leaves:
                x, y = (along, self.top + across) if self.east else (across, along)
                self.sheet.disc(x, y, LEAF_SIZE + rim, self.dice.choice(tones))
