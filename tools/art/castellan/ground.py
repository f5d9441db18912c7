"""The ground of castles: cells of meadow outside, and of trodden earth in courtyards. All of a kind
are plain along their borders, so that any joins any.
"""

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

from render.castellan.art.sprites import MeadowSprite, YardSprite
from render.drawing.ground import chance, draw_sheep, draw_tree
from render.picture.masks import Point, around, soften
from render.picture.palette import DOOR, DOOR_DARK, GRASS, TUFT, WATER, WATER_LIGHT
from render.picture.scene import Colour
from tools.art.castellan import palette
from tools.art.castellan.sheet import Sheet

# The distance of everything from the border of a cell.
MARGIN = 0.05


def somewhere(dice: Random, room: float) -> Point:
    far = 0.5 - MARGIN - room
    return dice.uniform(-far, far), dice.uniform(-far, far)


def paint_patch(sheet: Sheet, dice: Random, colour: Colour, reach: float) -> None:
    """A patch of grass or earth that is about twice as wide as it reaches."""
    mask = Image.new("L", sheet.image.size)
    draw = ImageDraw.Draw(mask)
    x, y = somewhere(dice, reach * 0.8)
    for _ in range(5):
        wide = reach * dice.uniform(0.35, 0.5)
        high = reach * dice.uniform(0.22, 0.36)
        dx = reach * dice.uniform(-0.28, 0.28)
        dy = reach * dice.uniform(-0.4, 0.4)
        box = around(*sheet.at(x + dx, y + dy), wide * sheet.unit, high * sheet.unit)
        draw.ellipse(box, 255)
    sheet.image.paste(colour, (0, 0), soften(mask, sheet.unit * 0.01))


Dress = Callable[[Sheet, Random], None]


def draw_meadow(name: MeadowSprite) -> Image.Image:
    sheet = Sheet(name)
    sheet.box(-0.5, -0.5, 0.5, 0.5, GRASS)
    dice = chance("meadow", name.look)
    for dress in MEADOWS[name.look]:
        dress(sheet, dice)
    return sheet.finish().convert("RGB")


def _light(sheet: Sheet, dice: Random) -> None:
    paint_patch(sheet, dice, palette.GRASS_LIGHT, dice.uniform(0.25, 0.45))


def _dark(sheet: Sheet, dice: Random) -> None:
    paint_patch(sheet, dice, palette.GRASS_DARK, dice.uniform(0.25, 0.45))


def _tufts(sheet: Sheet, dice: Random) -> None:
    for _ in range(3):
        x, y = somewhere(dice, 0.06)
        for lean in (-0.024, 0.0, 0.024):
            top = 0.038 if lean else 0.054
            sheet.line([(x + lean * 0.4, y), (x + lean, y - top)], TUFT, 0.013)


def _flowers(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.18)
    colour = dice.choice(palette.BLOSSOMS)
    for _ in range(8):
        fx = x + dice.uniform(-0.17, 0.17)
        fy = y + dice.uniform(-0.12, 0.12)
        sheet.disc(fx + 0.006, fy + 0.012, 0.023, TUFT)
        sheet.disc(fx, fy, 0.02, colour)


def _grove(sheet: Sheet, dice: Random) -> None:
    """Three trees, the nearest last."""
    x, y = somewhere(dice, 0.26)
    for tx, ty in ((x - 0.02, y - 0.1), (x - 0.14, y + 0.06), (x + 0.11, y + 0.08)):
        _plant(sheet, (tx, ty), dice.uniform(0.095, 0.12))


def _tree(sheet: Sheet, dice: Random) -> None:
    _plant(sheet, somewhere(dice, 0.18), 0.125)


def _bushes(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.15)
    for dx, dy in ((-0.05, -0.02), (0.06, 0.025)):
        _plant(sheet, (x + dx, y + dy), dice.uniform(0.05, 0.065))


def _plant(sheet: Sheet, place: Point, radius: float) -> None:
    draw_tree(sheet.draw, *sheet.at(*place), radius * sheet.unit)


def _sheep(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.22)
    for dx, dy in ((-0.11, -0.05), (0.1, -0.02), (-0.02, 0.1)):
        eastwards = dice.random() < 0.5
        draw_sheep(sheet.draw, *sheet.at(x + dx, y + dy), 0.055 * sheet.unit, eastwards)


def _stones(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.16)
    for dx, dy, r in ((-0.02, 0.0, 0.055), (0.09, 0.03, 0.038), (0.015, 0.085, 0.03)):
        sheet.oval(x + dx + r * 0.4, y + dy + r * 0.4, r * 1.15, r * 0.95, TUFT)
        sheet.oval(x + dx, y + dy, r * 1.1, r * 0.9, palette.LINE)
        sheet.oval(x + dx, y + dy, r * 1.1 - 0.01, r * 0.9 - 0.01, palette.STONE_SHADED)
        sheet.oval(x + dx - 0.2 * r, y + dy - 0.2 * r, r * 0.6, r * 0.45, palette.STONE)


MEADOWS: tuple[tuple[Dress, ...], ...] = (
    (),
    (_dark,),
    (_light,),
    (_light, _dark),
    (_tufts,),
    (_light, _tufts),
    (_dark, _tufts),
    (_light,),
    (_flowers,),
    (_dark, _flowers),
    (_bushes, _tufts),
    (_tree,),
    (_dark, _grove),
    (_light, _stones),
    (_sheep,),
    (_dark,),
)


def draw_yard(name: YardSprite) -> Image.Image:
    sheet = Sheet(name)
    sheet.box(-0.5, -0.5, 0.5, 0.5, palette.YARD)
    dice = chance("yard", name.look)
    tone = palette.YARD_DARK if name.look % 2 else palette.YARD_LIGHT
    paint_patch(sheet, dice, tone, dice.uniform(0.3, 0.45))
    for dress in YARDS[name.look]:
        dress(sheet, dice)
    return sheet.finish().convert("RGB")


def _pebbles(sheet: Sheet, dice: Random) -> None:
    for _ in range(7):
        x, y = somewhere(dice, 0.02)
        sheet.oval(x, y + 0.006, 0.016, 0.011, palette.YARD_LINE)
        sheet.oval(x, y, 0.014, 0.009, palette.YARD_LIGHT)


def _cobbles(sheet: Sheet, dice: Random) -> None:
    """A round patch of paving, worn at its edge."""
    for row in range(-3, 4):
        for column in range(-3, 4):
            x = (column + row % 2 / 2) * 0.095
            y = row * 0.08
            if x * x + y * y < 0.075 * dice.uniform(0.5, 1.1):
                sheet.oval(x, y, 0.041, 0.034, palette.YARD_LINE)
                sheet.oval(x - 0.003, y - 0.004, 0.035, 0.028, palette.YARD_DARK)


def _well(sheet: Sheet, dice: Random) -> None:
    x = dice.uniform(-0.06, 0.06)
    y = dice.uniform(-0.06, 0.06)
    sheet.disc(x + 0.045, y + 0.045, 0.135, palette.YARD_LINE)
    sheet.disc(x, y, 0.135, palette.LINE)
    for step in range(10):
        a, b = (2 * pi * (step + way) / 10 for way in (0.06, 0.94))
        ring = [(x + 0.122 * cos(w), y + 0.122 * sin(w)) for w in (a, (a + b) / 2, b)]
        sheet.shape([*ring, (x, y)], palette.STONE_PALE if step % 2 else palette.STONE)
    sheet.disc(x, y, 0.078, palette.LINE)
    sheet.disc(x, y, 0.066, WATER)
    sheet.oval(x - 0.018, y - 0.018, 0.026, 0.018, WATER_LIGHT)
    sheet.line([(x - 0.15, y), (x + 0.15, y)], palette.LINE, 0.034)
    sheet.line([(x - 0.14, y), (x + 0.14, y)], DOOR, 0.016)


def _cart(sheet: Sheet, dice: Random) -> None:
    """A hay cart with its shafts to the east."""
    x = dice.uniform(-0.1, 0.0)
    y = dice.uniform(-0.08, 0.08)
    sheet.box(x - 0.12, y - 0.07, x + 0.2, y + 0.13, palette.YARD_LINE)
    for way in (-1, 1):
        sheet.line([(x, y + way * 0.06), (x + 0.3, y + way * 0.035)], palette.LINE, 0.026)
        for wheel in (-0.09, 0.09):
            at = y + way * 0.105
            sheet.box(x + wheel - 0.045, at - 0.02, x + wheel + 0.045, at + 0.02, palette.LINE)
    sheet.box(x - 0.16, y - 0.09, x + 0.16, y + 0.09, palette.LINE)
    sheet.box(x - 0.147, y - 0.077, x + 0.147, y + 0.077, DOOR)
    sheet.box(x - 0.147, y - 0.006, x + 0.147, y + 0.006, DOOR_DARK)
    _hay(sheet, x - 0.03, y, 0.085)


def _hay(sheet: Sheet, x: float, y: float, r: float) -> None:
    sheet.oval(x, y, r * 1.15, r, palette.STRAW_DARK)
    sheet.oval(x - 0.1 * r, y - 0.12 * r, r * 0.95, r * 0.8, palette.STRAW)
    for angle in (0.3, 1.5, 2.6, 4.0, 5.2):
        ax = 0.75 * r * cos(angle)
        ay = 0.6 * r * sin(angle)
        sheet.line([(x + ax * 0.3, y + ay * 0.3), (x + ax, y + ay)], palette.STRAW_DARK, 0.008)


def _haystack(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.25)
    sheet.oval(x + 0.04, y + 0.04, 0.125, 0.11, palette.YARD_LINE)
    _hay(sheet, x, y, 0.11)


def _barrels(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.3)
    for dx, dy in ((0.0, 0.0), (0.12, 0.02), (0.05, 0.12)):
        sheet.disc(x + dx + 0.025, y + dy + 0.025, 0.06, palette.YARD_LINE)
        rings = ((0.06, palette.LINE), (0.048, DOOR), (0.034, DOOR_DARK), (0.026, DOOR))
        for radius, colour in rings:
            sheet.disc(x + dx, y + dy, radius, colour)


YARDS: tuple[tuple[Dress, ...], ...] = (
    (),
    (_pebbles,),
    (),
    (_pebbles,),
    (_pebbles,),
    (),
    (),
    (_pebbles,),
    (_cobbles,),
    (_well,),
    (_cart,),
    (_haystack, _pebbles),
    (_barrels,),
    (_cobbles,),
    (_haystack,),
    (_cart, _pebbles),
)
