"""Fields: mown grass, trees, hedges and sheep."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render.art.pasture import draw_sheep, draw_tree
from render.art.texture import shrunk
from render.carcassonne.art.colours import palette
from render.carcassonne.art.landscape.dressing import Thing
from render.tiles.art.canvas import Canvas

STRIP = 0.075
"""The width of a strip of mown grass."""
ANGLES = (25, -40, 75, 110)
"""The direction of the strips in each field of an unturned tile."""
MARGIN = 0.05
"""How far from the sides of the tile the mown grass ends, so that fields join there."""
VERGE = 0.035
"""How far from everything else it ends."""


def paint_mown(canvas: Canvas, area: Image.Image, number: int) -> None:
    """Strips over the inside of a field, in a different direction for each field of the tile."""
    inner = canvas.mask()
    inset = canvas.room + canvas.long(MARGIN)
    size = canvas.size[0]
    box = (inset, inset, size - inset, size - inset)
    inner.paste(area.crop(box), box)
    strips = _strips(size, canvas.long(STRIP), ANGLES[number % 4] - 90 * canvas.rotation)
    mown = ImageChops.multiply(shrunk(inner, canvas.tile * VERGE), strips)
    canvas.image.paste(palette.MOWN[number % len(palette.MOWN)], (0, 0), mown)


@lru_cache(maxsize=16)
def _strips(size: int, width: int, angle: int) -> Image.Image:
    whole = Image.new("L", (2 * size, 2 * size))
    draw = ImageDraw.Draw(whole)
    for top in range(0, 2 * size, 2 * width):
        draw.rectangle((0, top, 2 * size, top + width - 1), 255)
    turned = whole.rotate(angle, Image.Resampling.BICUBIC)
    return turned.crop((size // 2, size // 2, size // 2 + size, size // 2 + size))


def paint_things(canvas: Canvas, things: Sequence[Thing]) -> None:
    """Draw from north to south, so that nearer things cover those behind them."""
    for thing in sorted(things, key=lambda thing: canvas.on_tile(thing.place)[::-1]):
        match thing.what:
            case "tree":
                _tree(canvas, thing, 0.034 + 0.012 * thing.size)
            case "bush":
                _tree(canvas, thing, 0.019 + 0.005 * thing.size)
            case "sheep":
                _sheep(canvas, thing)


def _tree(canvas: Canvas, tree: Thing, radius: float) -> None:
    draw_tree(canvas.draw, *canvas.on_tile(tree.place), canvas.tile * radius)


def _sheep(canvas: Canvas, sheep: Thing) -> None:
    draw_sheep(canvas.draw, *canvas.on_tile(sheep.place), canvas.tile * 0.03, sheep.size < 0.5)
