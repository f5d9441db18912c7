"""Cells of meadow. All have the same plain grass along their borders, so that any joins any."""

from collections.abc import Callable
from random import Random

from PIL import Image

from render.art.geometry import Point
from render.art.palette import GRASS, TUFT
from render.art.pasture import draw_sheep, draw_tree
from render.art.texture import chance
from render.castellan.art.colours import palette
from render.castellan.art.extents import proportions
from render.castellan.art.ground.patches import paint_patch, somewhere
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import MeadowSprite

Dress = Callable[[Sheet, Random], None]


def draw_meadow(name: MeadowSprite, stretch: int) -> Image.Image:
    sheet = Sheet(proportions(name), stretch)
    sheet.box(-0.5, -0.5, 0.5, 0.5, GRASS)
    dice = chance("meadow", name.look)
    for dress in LOOKS[name.look]:
        dress(sheet, dice)
    return sheet.finished().convert("RGB")


def _light(sheet: Sheet, dice: Random) -> None:
    paint_patch(sheet, dice, palette.GRASS_LIGHT, dice.uniform(0.25, 0.45))


def _dark(sheet: Sheet, dice: Random) -> None:
    paint_patch(sheet, dice, palette.GRASS_DARK, dice.uniform(0.25, 0.45))


def _tufts(sheet: Sheet, dice: Random) -> None:
    """A few blades of grass."""
    for _ in range(3):
        x, y = somewhere(dice, 0.06)
        for lean in (-0.024, 0.0, 0.024):
            top = 0.038 if lean else 0.054
            sheet.line([(x + lean * 0.4, y), (x + lean, y - top)], TUFT, 0.013)


def _flowers(sheet: Sheet, dice: Random) -> None:
    """A handful of one colour."""
    x, y = somewhere(dice, 0.18)
    colour = dice.choice(palette.BLOSSOMS)
    for _ in range(8):
        fx, fy = x + dice.uniform(-0.17, 0.17), y + dice.uniform(-0.12, 0.12)
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


LOOKS: tuple[tuple[Dress, ...], ...] = (
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
