"""Draws the ground of castles: cells of meadow outside, and of trodden earth in courtyards. Cells
are plain along their borders, so that any two of a kind join.
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

# The least distance of anything from the border of a cell.
BORDER_MARGIN = 0.05


def random_place(dice: Random, room: float) -> Point:
    reach = 0.5 - BORDER_MARGIN - room
    return dice.uniform(-reach, reach), dice.uniform(-reach, reach)


def paint_patch(sheet: Sheet, dice: Random, colour: Colour, reach: float) -> None:
    """Paint a patch of grass or earth that is about twice as wide as it reaches."""
    mask = Image.new("L", sheet.image.size)
    draw = ImageDraw.Draw(mask)
    x, y = random_place(dice, reach * 0.8)
    for _ in range(5):
        half_width = reach * dice.uniform(0.35, 0.5)
        half_height = reach * dice.uniform(0.22, 0.36)
        dx = reach * dice.uniform(-0.28, 0.28)
        dy = reach * dice.uniform(-0.4, 0.4)
        box = around(
            *sheet.position(x + dx, y + dy), half_width * sheet.unit, half_height * sheet.unit
        )
        draw.ellipse(box, 255)
    sheet.image.paste(colour, (0, 0), soften(mask, sheet.unit * 0.01))


Decoration = Callable[[Sheet, Random], None]


def draw_meadow(name: MeadowSprite) -> Image.Image:
    sheet = Sheet(name)
    sheet.box(-0.5, -0.5, 0.5, 0.5, GRASS)
    dice = chance("meadow", name.look)
    for decorate in MEADOWS[name.look]:
        decorate(sheet, dice)
    return sheet.finish().convert("RGB")


def _add_light_patch(sheet: Sheet, dice: Random) -> None:
    paint_patch(sheet, dice, palette.GRASS_LIGHT, dice.uniform(0.25, 0.45))


def _add_dark_patch(sheet: Sheet, dice: Random) -> None:
    paint_patch(sheet, dice, palette.GRASS_DARK, dice.uniform(0.25, 0.45))


def _add_tufts(sheet: Sheet, dice: Random) -> None:
    for _ in range(3):
        x, y = random_place(dice, 0.06)
        for lean in (-0.024, 0.0, 0.024):
            top = 0.038 if lean else 0.054
            sheet.line([(x + lean * 0.4, y), (x + lean, y - top)], TUFT, 0.013)


def _add_flowers(sheet: Sheet, dice: Random) -> None:
    x, y = random_place(dice, 0.18)
    colour = dice.choice(palette.BLOSSOMS)
    for _ in range(8):
        flower_x = x + dice.uniform(-0.17, 0.17)
        flower_y = y + dice.uniform(-0.12, 0.12)
        sheet.disc(flower_x + 0.006, flower_y + 0.012, 0.023, TUFT)
        sheet.disc(flower_x, flower_y, 0.02, colour)


def _add_grove(sheet: Sheet, dice: Random) -> None:
    """Add three trees, the nearest last."""
    x, y = random_place(dice, 0.26)
    for tree_x, tree_y in ((x - 0.02, y - 0.1), (x - 0.14, y + 0.06), (x + 0.11, y + 0.08)):
        _plant_tree(sheet, (tree_x, tree_y), dice.uniform(0.095, 0.12))


def _add_tree(sheet: Sheet, dice: Random) -> None:
    _plant_tree(sheet, random_place(dice, 0.18), 0.125)


def _add_bushes(sheet: Sheet, dice: Random) -> None:
    x, y = random_place(dice, 0.15)
    for dx, dy in ((-0.05, -0.02), (0.06, 0.025)):
        _plant_tree(sheet, (x + dx, y + dy), dice.uniform(0.05, 0.065))


def _plant_tree(sheet: Sheet, place: Point, radius: float) -> None:
    draw_tree(sheet.draw, *sheet.position(*place), radius * sheet.unit)


def _add_sheep(sheet: Sheet, dice: Random) -> None:
    x, y = random_place(dice, 0.22)
    for dx, dy in ((-0.11, -0.05), (0.1, -0.02), (-0.02, 0.1)):
        eastwards = dice.random() < 0.5
        draw_sheep(sheet.draw, *sheet.position(x + dx, y + dy), 0.055 * sheet.unit, eastwards)


def _add_stones(sheet: Sheet, dice: Random) -> None:
    x, y = random_place(dice, 0.16)
    for dx, dy, radius in ((-0.02, 0.0, 0.055), (0.09, 0.03, 0.038), (0.015, 0.085, 0.03)):
        sheet.oval(x + dx + radius * 0.4, y + dy + radius * 0.4, radius * 1.15, radius * 0.95, TUFT)
        sheet.oval(x + dx, y + dy, radius * 1.1, radius * 0.9, palette.LINE)
        sheet.oval(x + dx, y + dy, radius * 1.1 - 0.01, radius * 0.9 - 0.01, palette.STONE_SHADED)
        sheet.oval(
            x + dx - 0.2 * radius, y + dy - 0.2 * radius, radius * 0.6, radius * 0.45, palette.STONE
        )


# The decorations of each look of a meadow.
MEADOWS: tuple[tuple[Decoration, ...], ...] = (
    (),
    (_add_dark_patch,),
    (_add_light_patch,),
    (_add_light_patch, _add_dark_patch),
    (_add_tufts,),
    (_add_light_patch, _add_tufts),
    (_add_dark_patch, _add_tufts),
    (_add_light_patch,),
    (_add_flowers,),
    (_add_dark_patch, _add_flowers),
    (_add_bushes, _add_tufts),
    (_add_tree,),
    (_add_dark_patch, _add_grove),
    (_add_light_patch, _add_stones),
    (_add_sheep,),
    (_add_dark_patch,),
)


def draw_yard(name: YardSprite) -> Image.Image:
    sheet = Sheet(name)
    sheet.box(-0.5, -0.5, 0.5, 0.5, palette.YARD)
    dice = chance("yard", name.look)
    tone = palette.YARD_DARK if name.look % 2 else palette.YARD_LIGHT
    paint_patch(sheet, dice, tone, dice.uniform(0.3, 0.45))
    for decorate in YARDS[name.look]:
        decorate(sheet, dice)
    return sheet.finish().convert("RGB")


def _add_pebbles(sheet: Sheet, dice: Random) -> None:
    for _ in range(7):
        x, y = random_place(dice, 0.02)
        sheet.oval(x, y + 0.006, 0.016, 0.011, palette.YARD_LINE)
        sheet.oval(x, y, 0.014, 0.009, palette.YARD_LIGHT)


def _add_cobbles(sheet: Sheet, dice: Random) -> None:
    """Add a round patch of paving, worn at its edge."""
    for row in range(-3, 4):
        for column in range(-3, 4):
            x = (column + row % 2 / 2) * 0.095
            y = row * 0.08
            if x * x + y * y < 0.075 * dice.uniform(0.5, 1.1):
                sheet.oval(x, y, 0.041, 0.034, palette.YARD_LINE)
                sheet.oval(x - 0.003, y - 0.004, 0.035, 0.028, palette.YARD_DARK)


def _add_well(sheet: Sheet, dice: Random) -> None:
    x = dice.uniform(-0.06, 0.06)
    y = dice.uniform(-0.06, 0.06)
    sheet.disc(x + 0.045, y + 0.045, 0.135, palette.YARD_LINE)
    sheet.disc(x, y, 0.135, palette.LINE)
    for step in range(10):
        start = 2 * pi * (step + 0.06) / 10
        end = 2 * pi * (step + 0.94) / 10
        ring = [
            (x + 0.122 * cos(angle), y + 0.122 * sin(angle))
            for angle in (start, (start + end) / 2, end)
        ]
        sheet.shape([*ring, (x, y)], palette.STONE_PALE if step % 2 else palette.STONE)
    sheet.disc(x, y, 0.078, palette.LINE)
    sheet.disc(x, y, 0.066, WATER)
    sheet.oval(x - 0.018, y - 0.018, 0.026, 0.018, WATER_LIGHT)
    sheet.line([(x - 0.15, y), (x + 0.15, y)], palette.LINE, 0.034)
    sheet.line([(x - 0.14, y), (x + 0.14, y)], DOOR, 0.016)


def _add_cart(sheet: Sheet, dice: Random) -> None:
    """Add a hay cart with its shafts to the east."""
    x = dice.uniform(-0.1, 0.0)
    y = dice.uniform(-0.08, 0.08)
    sheet.box(x - 0.12, y - 0.07, x + 0.2, y + 0.13, palette.YARD_LINE)
    for side in (-1, 1):
        sheet.line([(x, y + side * 0.06), (x + 0.3, y + side * 0.035)], palette.LINE, 0.026)
        for wheel in (-0.09, 0.09):
            wheel_y = y + side * 0.105
            sheet.box(
                x + wheel - 0.045, wheel_y - 0.02, x + wheel + 0.045, wheel_y + 0.02, palette.LINE
            )
    sheet.box(x - 0.16, y - 0.09, x + 0.16, y + 0.09, palette.LINE)
    sheet.box(x - 0.147, y - 0.077, x + 0.147, y + 0.077, DOOR)
    sheet.box(x - 0.147, y - 0.006, x + 0.147, y + 0.006, DOOR_DARK)
    _draw_hay(sheet, x - 0.03, y, 0.085)


def _draw_hay(sheet: Sheet, x: float, y: float, radius: float) -> None:
    sheet.oval(x, y, radius * 1.15, radius, palette.STRAW_DARK)
    sheet.oval(x - 0.1 * radius, y - 0.12 * radius, radius * 0.95, radius * 0.8, palette.STRAW)
    for angle in (0.3, 1.5, 2.6, 4.0, 5.2):
        stalk_x = 0.75 * radius * cos(angle)
        stalk_y = 0.6 * radius * sin(angle)
        sheet.line(
            [(x + stalk_x * 0.3, y + stalk_y * 0.3), (x + stalk_x, y + stalk_y)],
            palette.STRAW_DARK,
            0.008,
        )


def _add_haystack(sheet: Sheet, dice: Random) -> None:
    x, y = random_place(dice, 0.25)
    sheet.oval(x + 0.04, y + 0.04, 0.125, 0.11, palette.YARD_LINE)
    _draw_hay(sheet, x, y, 0.11)


def _add_barrels(sheet: Sheet, dice: Random) -> None:
    x, y = random_place(dice, 0.3)
    for dx, dy in ((0.0, 0.0), (0.12, 0.02), (0.05, 0.12)):
        sheet.disc(x + dx + 0.025, y + dy + 0.025, 0.06, palette.YARD_LINE)
        rings = ((0.06, palette.LINE), (0.048, DOOR), (0.034, DOOR_DARK), (0.026, DOOR))
        for radius, colour in rings:
            sheet.disc(x + dx, y + dy, radius, colour)


# The decorations of each look of a courtyard.
YARDS: tuple[tuple[Decoration, ...], ...] = (
    (),
    (_add_pebbles,),
    (),
    (_add_pebbles,),
    (_add_pebbles,),
    (),
    (),
    (_add_pebbles,),
    (_add_cobbles,),
    (_add_well,),
    (_add_cart,),
    (_add_haystack, _add_pebbles),
    (_add_barrels,),
    (_add_cobbles,),
    (_add_haystack,),
    (_add_cart, _add_pebbles),
)
