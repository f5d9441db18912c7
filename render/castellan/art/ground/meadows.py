"""Cells of meadow. All have the same plain grass along their borders, so that any joins any."""

from collections.abc import Callable
from random import Random

from PIL import Image, ImageDraw

from render.art.texture import chance, soft
from render.castellan.art.colours import palette
from render.castellan.art.extents import proportions
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import MeadowSprite
from render.picture.scene import Colour

MARGIN = 0.06
"""How far from the border everything keeps."""
Dress = Callable[[Sheet, Random], None]


def draw_meadow(name: MeadowSprite, stretch: int) -> Image.Image:
    sheet = Sheet(proportions(name), stretch)
    sheet.box(-0.5, -0.5, 0.5, 0.5, palette.GRASS)
    dice = chance("meadow", name.look)
    for colour in PATCHES[name.look % len(PATCHES)]:
        patch(sheet, dice, colour, 0.34)
    for dress in LOOKS[name.look]:
        dress(sheet, dice)
    return sheet.finished().convert("RGB")


def patch(sheet: Sheet, dice: Random, colour: Colour, reach: float) -> None:
    """A soft patch of another tone."""
    mask = Image.new("L", sheet.image.size)
    draw = ImageDraw.Draw(mask)
    far = 0.5 - MARGIN - reach / 2
    x, y = (dice.uniform(-far, far) for _ in range(2))
    for _ in range(5):
        wide, high = (reach * dice.uniform(0.22, 0.36) for _ in range(2))
        dx, dy = (dice.uniform(-0.16, 0.16) * reach for _ in range(2))
        draw.ellipse(
            (*sheet.at(x + dx - wide, y + dy - high), *sheet.at(x + dx + wide, y + dy + high)), 255
        )
    sheet.image.paste(colour, (0, 0), soft(mask, sheet.unit * 0.012))


def _place(dice: Random, room: float) -> tuple[float, float]:
    far = 0.5 - MARGIN - room
    return dice.uniform(-far, far), dice.uniform(-far, far)


def _tufts(sheet: Sheet, dice: Random) -> None:
    """A few blades of grass."""
    for _ in range(dice.randint(2, 3)):
        x, y = _place(dice, 0.06)
        for lean in (-0.022, 0.0, 0.022):
            top = 0.05 if not lean else 0.038
            sheet.line([(x + lean * 0.4, y), (x + lean, y - top)], palette.TUFT, 0.012)


def _flowers(sheet: Sheet, dice: Random) -> None:
    """A handful of one colour."""
    x, y = _place(dice, 0.15)
    colour = dice.choice(palette.BLOSSOMS)
    for _ in range(dice.randint(5, 7)):
        fx, fy = x + dice.uniform(-0.13, 0.13), y + dice.uniform(-0.1, 0.1)
        sheet.disc(fx + 0.006, fy + 0.009, 0.019, palette.TUFT)
        sheet.disc(fx, fy, 0.016, colour)


def _trees(sheet: Sheet, dice: Random) -> None:
    """One to three, each with its shadow."""
    x, y = _place(dice, 0.2)
    spots = [(x, y), (x + 0.13, y + 0.08), (x - 0.07, y + 0.14)][: dice.randint(1, 3)]
    for tx, ty in spots:
        _crown(sheet, tx, ty, dice.uniform(0.07, 0.095))


def _bushes(sheet: Sheet, dice: Random) -> None:
    x, y = _place(dice, 0.12)
    for dx, dy in ((0.0, 0.0), (0.085, 0.035))[: dice.randint(1, 2)]:
        _crown(sheet, x + dx, y + dy, dice.uniform(0.04, 0.052))


def _crown(sheet: Sheet, x: float, y: float, r: float) -> None:
    sheet.oval(x + 0.5 * r, y + 0.5 * r, 1.1 * r, 1.0 * r, palette.TUFT)
    for off, share, colour in (
        (0.0, 1.0, palette.LEAF_DARK),
        (-0.12, 0.8, palette.LEAF),
        (-0.34, 0.4, palette.LEAF_LIGHT),
    ):
        sheet.disc(x + off * r, y + off * r, r * share, colour)


def _stones(sheet: Sheet, dice: Random) -> None:
    x, y = _place(dice, 0.14)
    for dx, dy, r in ((0.0, 0.0, 0.045), (0.09, 0.03, 0.03), (0.03, 0.075, 0.024)):
        sheet.oval(x + dx + r * 0.4, y + dy + r * 0.4, r * 1.15, r * 0.95, palette.TUFT)
        sheet.oval(x + dx, y + dy, r * 1.1, r * 0.9, palette.LINE)
        sheet.oval(x + dx, y + dy, r * 1.1 - 0.01, r * 0.9 - 0.01, palette.STONE_SHADED)
        sheet.oval(x + dx - 0.2 * r, y + dy - 0.2 * r, r * 0.6, r * 0.45, palette.STONE)


PATCHES: tuple[tuple[Colour, ...], ...] = (
    (palette.GRASS_LIGHT,),
    (),
    (palette.GRASS_DARK,),
    (palette.GRASS_LIGHT, palette.GRASS_DARK),
    (),
)
LOOKS: tuple[tuple[Dress, ...], ...] = (
    (),
    (_tufts,),
    (),
    (_flowers,),
    (_tufts,),
    (),
    (_trees,),
    (_tufts,),
    (),
    (_bushes, _tufts),
    (_tufts,),
    (),
    (_flowers, _tufts),
    (),
    (_stones,),
    (_bushes,),
)
