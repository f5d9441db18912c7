"""Houses: long roofs of red tiles, hipped where the house ends.

The ridges belong to the tile and are turned with it; the light does not turn.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.art.texture import moved, patches, shrunk, soft, tint
from render.castle.art.buildings.dressing import Thing
from render.castle.art.colours import palette
from render.picture.scene import Colour
from render.tiles.art.canvas import Canvas

HALVING = 2
SPAN = 0.25
"""From an eave to its ridge."""
EAVES = 0.05
"""The height of the wall visible under the southern eaves."""
ROWS = 7
EAVE = 0.022
"""The width of the dark line around a roof, which distinguishes it from a court by lightness
alone."""
# Pillow turns a kernel upside down.
_LIGHT = ImageFilter.Kernel((3, 3), (0, 6, 5, -4, 0, 4, -5, -6, 0), 5, 128)


def paint_house(canvas: Canvas, area: Image.Image, chimneys: Sequence[Thing]) -> None:
    roof = ImageChops.multiply(area, moved(area, 0, -canvas.long(EAVES)))
    _front(canvas, ImageChops.subtract(area, roof))
    heights = _heights(canvas, roof)
    tones = soft(heights.filter(_LIGHT), 0.8).resize(canvas.size, Image.Resampling.BILINEAR)
    tones = ImageChops.add(tones, patches(canvas.size, "tiles", 8), 1, -128)
    tiles = Image.merge("RGB", [tones.point(lut) for lut in _tones()])
    rows = heights.resize(canvas.size, Image.Resampling.BICUBIC).point(_row_lines())
    tint(tiles, palette.ROOF_LINE, rows, 0.3)
    canvas.image.paste(tiles, (0, 0), roof)
    rim = ImageChops.subtract(roof, shrunk(roof, canvas.tile * EAVE))
    tint(canvas.image, palette.ROOF_LINE, rim, 0.9)
    for chimney in chimneys:
        if roof.getpixel(canvas.pixel(chimney.place)):
            _chimney(canvas, *canvas.pixel(chimney.place))


def _heights(canvas: Canvas, roof: Image.Image) -> Image.Image:
    """How high the roof is: it rises from every eave, up to the ridges at most."""
    small = roof.resize((roof.width // HALVING, roof.height // HALVING), Image.Resampling.BOX)
    steps = round(canvas.tile * SPAN / HALVING)
    layer = [round(255 / steps) if v > 127 else 0 for v in range(256)]
    heights = Image.new("L", small.size)
    for _ in range(steps):
        heights = ImageChops.add(heights, small.point(layer))
        small = small.filter(ImageFilter.MinFilter(3))
        if small.getbbox() is None:
            break
    ridges = _ridges(canvas.size[0] // HALVING, canvas.room // HALVING)
    if canvas.rotation % 2:
        ridges = ridges.transpose(Image.Transpose.TRANSPOSE)
    return ImageChops.darker(heights, ridges)


@lru_cache(maxsize=4)
def _ridges(size: int, room: int) -> Image.Image:
    """The long roofs of an unturned tile: valleys at its borders and in its middle."""
    tile = size - 2 * room
    column = Image.new("L", (1, size))
    for y in range(size):
        way = ((y + 0.5 - room) / tile / SPAN) % 2
        column.putpixel((0, y), round(255 * min(way, 2 - way)))
    return column.resize((size, size))


@lru_cache(maxsize=1)
def _tones() -> list[list[int]]:
    """From the light on a slope to its colour."""
    return [
        [_between(dark, middle, light, v) for v in range(256)]
        for dark, middle, light in zip(
            palette.ROOF_DARK, palette.ROOF, palette.ROOF_LIGHT, strict=True
        )
    ]


def _between(dark: int, middle: int, light: int, value: int) -> int:
    share = max(-1.0, min(1.0, (value - 128) / 30))
    return round(
        middle + (light - middle) * share if share > 0 else middle + (middle - dark) * share
    )


@lru_cache(maxsize=1)
def _row_lines() -> list[int]:
    spacing = 255 / ROWS
    return [
        round(255 * max(0.0, 1 - abs(v % spacing - spacing / 2) / (spacing * 0.22)))
        for v in range(256)
    ]


def _front(canvas: Canvas, wall: Image.Image) -> None:
    """Plaster and timber under the eaves."""
    canvas.image.paste(palette.PLASTER, (0, 0), wall)
    posts = canvas.mask()
    draw = ImageDraw.Draw(posts)
    for number in range(-2, 20):
        x = canvas.at(((number + 0.5) / 16, 0))[0]
        draw.rectangle((x - 2, 0, x + 2, canvas.size[1]), 255)
    tint(canvas.image, palette.TIMBER, ImageChops.multiply(posts, wall), 0.85)
    under = ImageChops.multiply(wall, moved(ImageChops.invert(wall), 0, canvas.long(0.018)))
    tint(canvas.image, palette.ROOF_LINE, under, 0.6)


def _chimney(canvas: Canvas, x: int, y: int) -> None:
    draw, unit = canvas.draw, canvas.long(0.026)
    dark: Colour = (84, 50, 44)
    draw.polygon(
        [(x + unit, y - unit), (x + 2 * unit, y), (x + 2 * unit, y + 2 * unit), (x, y + unit)],
        palette.ROOF_DARK,
    )
    draw.rectangle((x - unit, y - unit, x + unit, y + unit), (176, 132, 112), dark, 2)
    draw.rectangle((x - unit * 0.4, y - unit * 0.4, x + unit * 0.4, y + unit * 0.4), (52, 36, 34))
