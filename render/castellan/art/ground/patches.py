"""What every kind of ground shares: soft patches of another tone, and places to put things."""

from random import Random

from PIL import Image, ImageDraw

from render.art.geometry import Point, around
from render.art.texture import soft
from render.castellan.art.sheet import Sheet
from render.picture.scene import Colour

MARGIN = 0.05
"""How far everything keeps from the border of a cell."""


def somewhere(dice: Random, room: float) -> Point:
    """A place in a cell with this much room around it."""
    far = 0.5 - MARGIN - room
    return dice.uniform(-far, far), dice.uniform(-far, far)


def paint_patch(sheet: Sheet, dice: Random, colour: Colour, reach: float) -> None:
    """A patch of grass or earth that is about twice as wide as it reaches."""
    mask = Image.new("L", sheet.image.size)
    draw = ImageDraw.Draw(mask)
    x, y = somewhere(dice, reach * 0.8)
    for _ in range(5):
        wide, high = reach * dice.uniform(0.35, 0.5), reach * dice.uniform(0.22, 0.36)
        dx, dy = reach * dice.uniform(-0.28, 0.28), reach * dice.uniform(-0.4, 0.4)
        box = around(*sheet.at(x + dx, y + dy), wide * sheet.unit, high * sheet.unit)
        draw.ellipse(box, 255)
    sheet.image.paste(colour, (0, 0), soft(mask, sheet.unit * 0.01))
