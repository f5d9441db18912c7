"""Fields: mown grass, hedges along roads, trees and sheep."""

from PIL import Image, ImageChops, ImageDraw

from render.carcassonne.art.colours import palette
from render.tiles.art.canvas import Canvas
from render.tiles.art.paths import Point
from render.tiles.art.texture import shrunk

STRIP = 0.075
"""The width of a strip of mown grass."""


def paint_mown(canvas: Canvas, area: Image.Image, number: int) -> None:
    """Strips over the inside of a field, in another direction for each field of the tile."""
    size = canvas.size[0]
    stripes = Image.new("L", (2 * size, 2 * size))
    draw = ImageDraw.Draw(stripes)
    step = canvas.long(STRIP)
    for y in range(0, 2 * size, 2 * step):
        draw.rectangle((0, y, 2 * size, y + step - 1), 255)
    angle = (25, -40, 75, 110)[number % 4] - 90 * canvas.rotation
    stripes = stripes.rotate(angle, Image.Resampling.BICUBIC)
    half = size // 2
    stripes = stripes.crop((half, half, half + size, half + size))
    room = canvas.room
    inner = canvas.mask()
    margin = canvas.long(0.05)
    inner.paste(
        area.crop((room + margin, room + margin, size - room - margin, size - room - margin)),
        (room + margin, room + margin),
    )
    inner = shrunk(inner, canvas.tile * 0.035)
    canvas.image.paste(palette.MOWN[number % 3], (0, 0), ImageChops.multiply(inner, stripes))


def paint_tree(canvas: Canvas, place: Point, size: float) -> None:
    draw, (x, y) = canvas.draw, canvas.on_tile(place)
    r = canvas.tile * size
    draw.ellipse((x - r * 0.5, y - r * 0.4, x + r * 1.6, y + r * 1.5), palette.TUFT)
    for dx, dy, share, colour in (
        (0.0, 0.0, 1.0, palette.LEAF_DARK),
        (-0.1, -0.1, 0.82, palette.LEAF),
        (-0.28, -0.3, 0.42, palette.LEAF_LIGHT),
    ):
        cx, cy, s = x + dx * r, y + dy * r, r * share
        draw.ellipse((cx - s, cy - s, cx + s, cy + s), colour)


def paint_sheep(canvas: Canvas, place: Point, facing: float) -> None:
    draw, (x, y) = canvas.draw, canvas.on_tile(place)
    w, h = canvas.tile * 0.026, canvas.tile * 0.019
    draw.ellipse((x - w * 0.8, y - h * 0.3, x + w * 1.1, y + h * 1.7), palette.TUFT)
    draw.ellipse((x - w, y - h, x + w, y + h), palette.WOOL, palette.STONE_DARK, 1)
    s = 1 if facing < 0.5 else -1
    hx, hw, hh = x + s * w * 1.05, w * 0.4, h * 0.55
    draw.ellipse((hx - hw, y - hh, hx + hw, y + hh), palette.STONE_LINE)
