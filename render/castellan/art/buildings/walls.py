"""Walls from above: a walkway between two rows of merlons, their ends toothed where a tower joins.

A wall to the east shows its southern face below its top; one to the north shows none.
"""

from random import Random

from PIL import Image

from engine.castellan.vocabulary.pieces import LONG
from render.art.texture import chance
from render.castellan.art.colours import palette
from render.castellan.art.extents import proportions
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import WallSprite
from render.picture.colours.palette import mixed
from render.picture.scene import Colour

HALF = 0.125
"""Half the breadth of the top of a wall."""
FACE = 0.07
"""How much of the southern face is seen."""
LINE = 0.014
PARAPET = 0.07
MERLONS = 0.125
"""From one merlon to the next,"""
MERLON = 0.078
"""and how long each is."""
ROUGH = 0.19
"""How much of each end has no parapet,"""
TOOTH = 0.045
"""and how far every other course of stone ends before it."""
COURSES = 5
FLAGS = 0.1
"""From one joint of the walkway to the next."""
PIER, JUTS = 0.065, 0.035
"""Half the length of a pier in the middle of a long wall, and how far it stands out."""
SHADOW = 0.07


def draw_wall(name: WallSprite, stretch: int) -> Image.Image:
    wall = _Wall(name, stretch)
    wall.body()
    wall.walkway()
    wall.parapets()
    wall.sheet.cast_shadow(SHADOW, 0.42)
    return wall.sheet.finished()


class _Wall:
    """A wall in the making; its coordinates run along it, and across it to the right of E and N
    alike: to the south, or to the east."""

    def __init__(self, name: WallSprite, stretch: int) -> None:
        self.length = LONG if name.kind == "long" else 1
        self.east = name.heading == "E"
        self.sheet = Sheet(proportions(name), stretch)
        self.dice: Random = chance("wall", name.kind, name.heading, name.look)
        self.middle = -FACE / 2 if self.east else 0.0
        """Where the middle of its top lies, across."""
        self.end = self.length / 2

    def band(self, start: float, end: float, near: float, far: float, colour: Colour) -> None:
        """A part of its top; `start` and `end` along it, `near` and `far` across."""
        near, far = self.middle + near, self.middle + far
        if self.east:
            self.sheet.box(start, near, end, far, colour)
        else:
            self.sheet.box(near, start, far, end, colour)

    def body(self) -> None:
        """Courses of stone with toothed ends, and its southern face."""
        course = 2 * HALF / COURSES
        for number in range(COURSES):
            near = -HALF + number * course
            end = self.end - (TOOTH if number % 2 else 0.0)
            if self.east:
                self.band(-end, end, near + FACE, near + course + FACE, palette.LINE)
            self.band(-end, end, near, near + course, palette.LINE)
        for number in range(COURSES):
            near = -HALF + number * course
            end = self.end - (TOOTH if number % 2 else 0.0) - LINE
            first, last = number == 0, number == COURSES - 1
            inner = (near + LINE * first, near + course - LINE * last)
            self.band(-end, end, *inner, palette.STONE_SHADED)
            self._stones(end, *inner)
        if self.east:
            self._face()
        if self.length == LONG:
            self._buttresses()

    def _stones(self, end: float, near: float, far: float) -> None:
        """The bare stones of the ends."""
        for side in (-1, 1):
            along = end
            while along > end - ROUGH:
                long = self.dice.uniform(0.04, 0.065)
                a, b = sorted((side * along, side * (along - long + 0.008)))
                colour = mixed(palette.STONE_SHADED, palette.STONE, self.dice.random())
                self.band(a, b, near + 0.004, far - 0.004, colour)
                along -= long

    def _face(self) -> None:
        top, bottom = HALF, HALF + FACE - LINE
        end = self.end - LINE
        self.band(-end, end, top, bottom, palette.FACE)
        half = (bottom - top) / 2
        for row in range(2):
            along = -end + self.dice.uniform(0.0, 0.06)
            while along < end:
                long = self.dice.uniform(0.06, 0.1)
                stop = min(end, along + long - 0.008)
                tone = mixed(palette.FACE, palette.STONE_SHADED, self.dice.uniform(0.1, 0.55))
                near = top + row * half
                self.band(along, stop, near + 0.004, near + half - 0.004, tone)
                along += long
        self.band(-end, end, top, top + 0.012, palette.LINE)

    def _buttresses(self) -> None:
        """Two piers that hold the middle of a long wall, where no tower can stand."""
        for side in (-1, 1):
            foot = FACE * (self.east and side == 1)
            for inset, colour in ((0.0, palette.LINE), (LINE, palette.STONE_SHADED)):
                out = HALF + foot + JUTS - inset
                near, far = sorted((0.0, side * out))
                self.band(-PIER + inset, PIER - inset, near, far, colour)
            near, far = sorted((0.0, side * (HALF + JUTS - LINE)))
            self.band(-PIER + LINE, PIER - LINE * 1.8, near, far, palette.STONE)

    def walkway(self) -> None:
        """Flagstones between the parapets, in the shade of the one in the north or west."""
        end, half = self.end - ROUGH, HALF - PARAPET
        self.band(-end - LINE, end + LINE, -HALF, HALF, palette.LINE)
        self.band(-end, end, -half, half, palette.WALKWAY)
        along = -end + self.dice.uniform(0.04, FLAGS)
        while along < end - 0.03:
            self.band(along, along + 0.01, -half, half, palette.JOINT)
            along += FLAGS * self.dice.uniform(0.85, 1.15)
        self.band(-end, end, -half, -half + 0.022, palette.JOINT)

    def parapets(self) -> None:
        end = self.end - ROUGH
        count = round((2 * end + MERLONS - MERLON) / MERLONS)
        pitch = (2 * end - MERLON) / (count - 1)
        for side in (-1, 1):
            low, high = sorted((side * (HALF - LINE), side * (HALF - PARAPET)))
            self.band(-end, end, low, high, palette.STONE)
            shade = high - 0.012 if side == -1 else low
            self.band(-end, end, shade, shade + 0.012, palette.LINE)
            for number in range(count):
                middle = -end + MERLON / 2 + number * pitch
                self._merlon(middle, side)

    def _merlon(self, middle: float, side: int) -> None:
        """A pale block; its right and lower edges are in the shade."""
        half = MERLON / 2
        low, high = sorted((side * (HALF + 0.008), side * (HALF - PARAPET - 0.006)))
        self.band(middle - half, middle + half, low, high, palette.LINE)
        half -= LINE * 0.8
        low, high = low + LINE * 0.9, high - LINE * 0.9
        self.band(middle - half, middle + half, low, high, palette.STONE)
        self.band(middle - half, middle + half - 0.012, low, high - 0.012, palette.STONE_PALE)
