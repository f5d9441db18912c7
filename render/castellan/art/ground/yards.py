"""Cells of a courtyard: trodden earth, here and there with things that people left on it. All have
the same plain earth along their borders, so that any joins any."""

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from PIL import Image

from render.art.palette import DOOR, DOOR_DARK, WATER, WATER_LIGHT
from render.art.texture import chance
from render.castellan.art.colours import palette
from render.castellan.art.extents import proportions
from render.castellan.art.ground.patches import paint_patch, somewhere
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import YardSprite

Dress = Callable[[Sheet, Random], None]


def draw_yard(name: YardSprite, stretch: int) -> Image.Image:
    sheet = Sheet(proportions(name), stretch)
    sheet.box(-0.5, -0.5, 0.5, 0.5, palette.YARD)
    dice = chance("yard", name.look)
    tone = palette.YARD_DARK if name.look % 2 else palette.YARD_LIGHT
    paint_patch(sheet, dice, tone, dice.uniform(0.3, 0.45))
    for dress in LOOKS[name.look]:
        dress(sheet, dice)
    return sheet.finished().convert("RGB")


def _pebbles(sheet: Sheet, dice: Random) -> None:
    """Small stones trodden into the ground."""
    for _ in range(7):
        x, y = somewhere(dice, 0.02)
        sheet.oval(x, y + 0.006, 0.016, 0.011, palette.YARD_LINE)
        sheet.oval(x, y, 0.014, 0.009, palette.YARD_LIGHT)


def _cobbles(sheet: Sheet, dice: Random) -> None:
    """A round patch of paving, worn at its edge."""
    for row in range(-3, 4):
        for column in range(-3, 4):
            x, y = (column + row % 2 / 2) * 0.095, row * 0.08
            if x * x + y * y < 0.075 * dice.uniform(0.5, 1.1):
                sheet.oval(x, y, 0.041, 0.034, palette.YARD_LINE)
                sheet.oval(x - 0.003, y - 0.004, 0.035, 0.028, palette.YARD_DARK)


def _well(sheet: Sheet, dice: Random) -> None:
    x, y = dice.uniform(-0.06, 0.06), dice.uniform(-0.06, 0.06)
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
    x, y = dice.uniform(-0.1, 0.0), dice.uniform(-0.08, 0.08)
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
        ax, ay = 0.75 * r * cos(angle), 0.6 * r * sin(angle)
        sheet.line([(x + ax * 0.3, y + ay * 0.3), (x + ax, y + ay)], palette.STRAW_DARK, 0.008)


def _haystack(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.25)
    sheet.oval(x + 0.04, y + 0.04, 0.125, 0.11, palette.YARD_LINE)
    _hay(sheet, x, y, 0.11)


def _barrels(sheet: Sheet, dice: Random) -> None:
    x, y = somewhere(dice, 0.3)
    for dx, dy in ((0.0, 0.0), (0.12, 0.02), (0.05, 0.12)):
        sheet.disc(x + dx + 0.025, y + dy + 0.025, 0.06, palette.YARD_LINE)
        sheet.disc(x + dx, y + dy, 0.06, palette.LINE)
        sheet.disc(x + dx, y + dy, 0.048, DOOR)
        sheet.disc(x + dx, y + dy, 0.034, DOOR_DARK)
        sheet.disc(x + dx, y + dy, 0.026, DOOR)


LOOKS: tuple[tuple[Dress, ...], ...] = (
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
