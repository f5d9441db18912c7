"""Houses and towers on tiles."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.castle.art import palette
from render.castle.art.drawing.ground import Thing
from render.castle.art.edges import EAVE, EAVES, FACE
from render.drawing.ground import mottle, patches, tint
from render.drawing.lines import outlines, places_along
from render.drawing.tile_sheet import TileSheet
from render.picture import palette as materials
from render.picture.masks import Point, around, shift, shrink, soften
from render.picture.scene import Colour

HALVING = 2
SPAN = 0.25
"""From an eave to its ridge."""
ROWS = 7
# Pillow turns a kernel upside down.
_LIGHT = ImageFilter.Kernel((3, 3), (0, 6, 5, -4, 0, 4, -5, -6, 0), 5, 128)


def paint_house(canvas: TileSheet, area: Image.Image, chimneys: Sequence[Thing]) -> None:
    roof = ImageChops.multiply(area, shift(area, 0, -canvas.long(EAVES)))
    _front(canvas, ImageChops.subtract(area, roof))
    heights = _heights(canvas, roof)
    tones = soften(heights.filter(_LIGHT), 0.8).resize(canvas.size, Image.Resampling.BILINEAR)
    tones = ImageChops.add(tones, patches(canvas.size, "tiles", 8), 1, -128)
    tiles = Image.merge("RGB", [tones.point(lut) for lut in _tones()])
    rows = heights.resize(canvas.size, Image.Resampling.BICUBIC).point(_row_lines())
    tint(tiles, palette.ROOF_LINE, rows, 0.3)
    canvas.image.paste(tiles, (0, 0), roof)
    rim = ImageChops.subtract(roof, shrink(roof, canvas.tile * EAVE))
    tint(canvas.image, palette.ROOF_LINE, rim, 0.9)
    for chimney in chimneys:
        if roof.getpixel(canvas.pixel(chimney.place)):
            _chimney(canvas, *canvas.pixel(chimney.place))


def _heights(canvas: TileSheet, roof: Image.Image) -> Image.Image:
    """The height of the roof: it rises from every eave, up to the ridges at most."""
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


def _front(canvas: TileSheet, wall: Image.Image) -> None:
    """Plaster and timber under the eaves."""
    canvas.image.paste(palette.PLASTER, (0, 0), wall)
    posts = canvas.mask()
    draw = ImageDraw.Draw(posts)
    for number in range(-2, 20):
        x = canvas.at(((number + 0.5) / 16, 0))[0]
        draw.rectangle((x - 2, 0, x + 2, canvas.size[1]), 255)
    tint(canvas.image, palette.TIMBER, ImageChops.multiply(posts, wall), 0.85)
    under = ImageChops.multiply(wall, shift(ImageChops.invert(wall), 0, canvas.long(0.018)))
    tint(canvas.image, palette.ROOF_LINE, under, 0.6)


def _chimney(canvas: TileSheet, x: int, y: int) -> None:
    draw, unit = canvas.draw, canvas.long(0.026)
    dark: Colour = (84, 50, 44)
    draw.polygon(
        [(x + unit, y - unit), (x + 2 * unit, y), (x + 2 * unit, y + 2 * unit), (x, y + unit)],
        palette.ROOF_DARK,
    )
    draw.rectangle(around(x, y, unit), (176, 132, 112), dark, 2)
    draw.rectangle(around(x, y, unit * 0.4), (52, 36, 34))


PARAPET = 0.075
MERLON = 0.034
SPACING = 0.082
COARSE = 5


def paint_tower(canvas: TileSheet, area: Image.Image) -> None:
    top = ImageChops.multiply(area, shift(area, 0, -canvas.long(FACE)))
    _face(canvas, ImageChops.subtract(area, top))
    walk = shrink(top, canvas.tile * PARAPET)
    stone = mottle(palette.STONE, patches(canvas.size, "stone", 10), 0.8)
    canvas.image.paste(stone, (0, 0), top)
    flags = mottle(palette.WALKWAY, patches(canvas.size, "stone", 10), 0.9)
    tint(flags, materials.STONE_LINE, _joints(canvas.size[0], canvas.room, 12, 6), 0.35)
    canvas.image.paste(flags, (0, 0), walk)
    wall = ImageChops.subtract(top, walk)
    inner_shade = ImageChops.multiply(walk, shift(wall, canvas.long(0.02), canvas.long(0.02)))
    tint(canvas.image, (30, 32, 44), inner_shade, 0.4)
    edge = ImageChops.subtract(top, shrink(top, canvas.tile * 0.011))
    tint(canvas.image, materials.STONE_LINE, edge, 0.8)
    _merlons(canvas, top)


def _merlons(canvas: TileSheet, top: Image.Image) -> None:
    half = canvas.long(MERLON)
    low, high = canvas.room, canvas.room + canvas.tile
    draw = canvas.draw
    for line in outlines(top, COARSE):
        for (x, y), (dx, dy) in places_along(line, canvas.tile * SPACING):
            cx, cy = x - dy * half * 0.95, y + dx * half * 0.95
            if (
                low + half * 0.6 < cx < high - half * 0.6
                and low + half * 0.6 < cy < high - half * 0.6
            ):
                _merlon(draw, (cx, cy), (dx, dy), half)


def _merlon(draw: ImageDraw.ImageDraw, centre: Point, along: Point, half: int) -> None:
    """A block of stone with its shadow, a dark line around it and light on its top."""

    def block(dx: float, dy: float, long: float, deep: float) -> list[Point]:
        return [
            (
                centre[0] + dx + along[0] * half * a * long - along[1] * half * b * deep,
                centre[1] + dy + along[1] * half * a * long + along[0] * half * b * deep,
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]

    draw.polygon(block(half * 0.5, half * 0.6, 0.85, 1), materials.STONE_LINE)
    draw.polygon(block(0, 0, 0.85, 1), materials.STONE_LINE)
    draw.polygon(block(0, 0, 0.6, 0.75), materials.STONE_LIGHT)


def _face(canvas: TileSheet, wall: Image.Image) -> None:
    stone = mottle(palette.STONE_DARK, patches(canvas.size, "stone", 10), 0.8)
    tint(stone, materials.STONE_LINE, _joints(canvas.size[0], canvas.room, 18, 36), 0.5)
    canvas.image.paste(stone, (0, 0), wall)


@lru_cache(maxsize=8)
def _joints(size: int, room: int, across: int, down: int) -> Image.Image:
    """Courses of stone, every second one offset by half a stone, repeating in every cell."""
    tile = size - 2 * room
    mask = Image.new("L", (size, size))
    draw = ImageDraw.Draw(mask)
    for row in range(-down // 2, down + down // 2):
        y = room + row * tile / down
        draw.line([(0, y), (size, y)], 255, 2)
        for column in range(-across // 2, across + across // 2):
            x = room + (column + row % 2 / 2) * tile / across
            draw.line([(x, y), (x, y + tile / down)], 255, 2)
    return mask
