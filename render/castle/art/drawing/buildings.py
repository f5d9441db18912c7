"""Houses and towers on tiles."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.castle.art import palette
from render.castle.art.edges import EAVE, EAVES, FACE
from render.drawing.ground import mottle, patches, tint
from render.drawing.lines import oblong, outlines, points_along
from render.drawing.tile_sheet import Thing, TileSheet
from render.picture import palette as materials
from render.picture.masks import around, erode, shift, shrink, soften
from render.picture.scene import Colour, Size

# The pixels of a tile at which the heights of roofs are worked out, whatever its size.
SLOPES = 138
# The distance from an eave to its ridge, in tiles.
SPAN = 0.25
# The rows of roof tiles on a slope.
ROWS = 7
# Turns the heights of a roof into light on its slopes. Pillow turns a kernel upside down.
_LIGHT = ImageFilter.Kernel((3, 3), (0, 6, 5, -4, 0, 4, -5, -6, 0), 5, 128)


def paint_house(canvas: TileSheet, area: Image.Image, chimneys: Sequence[Thing]) -> None:
    roof = ImageChops.multiply(area, shift(area, 0, -canvas.long(EAVES)))
    _front(canvas, ImageChops.subtract(area, roof))
    heights = _heights(canvas, roof)
    tones = soften(heights.filter(_LIGHT), 0.8).resize(canvas.size, Image.Resampling.BILINEAR)
    tones = ImageChops.add(tones, patches(canvas.size, "tiles", 8), 1, -128)
    tiles = Image.merge("RGB", [tones.point(table) for table in TONES])
    rows = heights.resize(canvas.size, Image.Resampling.BICUBIC).point(ROW_LINES)
    tint(tiles, palette.ROOF_LINE, rows, 0.3)
    canvas.image.paste(tiles, (0, 0), roof)
    rim = ImageChops.subtract(roof, shrink(roof, canvas.tile * EAVE))
    tint(canvas.image, palette.ROOF_LINE, rim, 0.9)
    for chimney in chimneys:
        x, y = canvas.pixel(chimney.spot)
        if roof.getpixel((x, y)):
            _chimney(canvas, x, y)


def _heights(canvas: TileSheet, roof: Image.Image) -> Image.Image:
    """Work out the height of a roof: it rises from every eave, up to the ridges at most."""
    share = SLOPES / canvas.tile
    side = int(roof.width * share)
    room = int(canvas.room * share)
    small = roof.resize((side, side), Image.Resampling.BOX)
    steps = round(SLOPES * SPAN)
    layer = [round(255 / steps) if v > 127 else 0 for v in range(256)]
    heights = Image.new("L", small.size)
    for _ in range(steps):
        heights = ImageChops.add(heights, small.point(layer))
        small = erode(small)
        if small.getbbox() is None:
            break
    ridges = _ridges(side, room)
    if canvas.rotation % 2:
        ridges = ridges.transpose(Image.Transpose.TRANSPOSE)
    return ImageChops.darker(heights, ridges)


@lru_cache(maxsize=4)
def _ridges(size: int, room: int) -> Image.Image:
    """Shape the long roofs of an unturned tile: valleys at its borders and in its middle."""
    tile = size - 2 * room
    column = Image.new("L", (1, size))
    for y in range(size):
        slope = ((y + 0.5 - room) / tile / SPAN) % 2
        column.putpixel((0, y), round(255 * min(slope, 2 - slope)))
    return column.resize((size, size))


# The share of light on a slope, from darkest to lightest, for each value of a mask.
SHARES = [max(-1.0, min(1.0, (v - 128) / 30)) for v in range(256)]
# Tables from the light on a slope to each part of its colour.
TONES = [
    [round(middle + (light - middle if share > 0 else middle - dark) * share) for share in SHARES]
    for dark, middle, light in zip(palette.ROOF_DARK, palette.ROOF, palette.ROOF_LIGHT, strict=True)
]
# The height of a row of roof tiles.
SPACING = 255 / ROWS
# A table from the height of a roof to the line between two rows of its tiles.
ROW_LINES = [
    round(255 * max(0.0, 1 - abs(v % SPACING - SPACING / 2) / (SPACING * 0.22))) for v in range(256)
]


def _front(canvas: TileSheet, wall: Image.Image) -> None:
    canvas.image.paste(palette.PLASTER, (0, 0), wall)
    posts = canvas.mask()
    half = canvas.width(2)
    draw = ImageDraw.Draw(posts)
    for number in range(-2, 20):
        x = canvas.at(((number + 0.5) / 16, 0))[0]
        draw.rectangle((x - half, 0, x + half, canvas.size[1]), 255)
    tint(canvas.image, palette.TIMBER, ImageChops.multiply(posts, wall), 0.85)
    under = ImageChops.multiply(wall, shift(ImageChops.invert(wall), 0, canvas.long(0.018)))
    tint(canvas.image, palette.ROOF_LINE, under, 0.6)


def _chimney(canvas: TileSheet, x: int, y: int) -> None:
    draw = canvas.draw
    unit = canvas.long(0.026)
    dark: Colour = (84, 50, 44)
    draw.polygon(
        [(x + unit, y - unit), (x + 2 * unit, y), (x + 2 * unit, y + 2 * unit), (x, y + unit)],
        palette.ROOF_DARK,
    )
    draw.rectangle(around(x, y, unit), (176, 132, 112), dark, canvas.width(2))
    draw.rectangle(around(x, y, unit * 0.4), (52, 36, 34))


# The width of a tower's parapet, in tiles.
PARAPET = 0.075
# Half the size of a merlon, in tiles.
MERLON = 0.034
# The distance from one merlon to the next, in tiles.
MERLONS = 0.082
# The factor by which outlines are traced more coarsely.
COARSE = 5


def paint_tower(canvas: TileSheet, area: Image.Image) -> None:
    top = ImageChops.multiply(area, shift(area, 0, -canvas.long(FACE)))
    canvas.image.paste(_masonry(canvas, FACING), (0, 0), ImageChops.subtract(area, top))
    walk = shrink(top, canvas.tile * PARAPET)
    canvas.image.paste(mottle(canvas.size, palette.STONE, "stone", 10, 0.8), (0, 0), top)
    canvas.image.paste(_masonry(canvas, FLAGS), (0, 0), walk)
    wall = ImageChops.subtract(top, walk)
    inner_shade = ImageChops.multiply(walk, shift(wall, canvas.long(0.02), canvas.long(0.02)))
    tint(canvas.image, (30, 32, 44), inner_shade, 0.4)
    edge = ImageChops.subtract(top, shrink(top, canvas.tile * 0.011))
    tint(canvas.image, materials.STONE_LINE, edge, 0.8)
    _merlons(canvas, top)


def _merlons(canvas: TileSheet, top: Image.Image) -> None:
    """Paint blocks of stone with their shadows, a dark line around each and light on its top."""
    half = canvas.long(MERLON)
    low = canvas.room + half * 0.6
    high = canvas.room + canvas.tile - half * 0.6
    draw = canvas.draw
    for line in outlines(top, canvas.width(COARSE)):
        for (x, y), (dx, dy) in points_along(line, canvas.tile * MERLONS):
            cx = x - dy * half * 0.95
            cy = y + dx * half * 0.95
            if low < cx < high and low < cy < high:
                shadow = (cx + half * 0.5, cy + half * 0.6)
                rim = (half * 0.85, half)
                for middle, size, colour in (
                    (shadow, rim, materials.STONE_LINE),
                    ((cx, cy), rim, materials.STONE_LINE),
                    ((cx, cy), (half * 0.6, half * 0.75), materials.STONE_LIGHT),
                ):
                    draw.polygon(oblong(middle, (dx, dy), size), colour)


class Masonry(NamedTuple):
    colour: Colour
    strength: float
    """Of its mottling."""
    across: int
    """The number of stones side by side on a tile."""
    down: int
    """The number of courses on a tile."""
    joints: float
    """The opacity of the joints."""


# The masonry of the faces of walls.
FACING = Masonry(palette.STONE_DARK, 0.8, 18, 36, 0.5)
# The masonry of the tops of walls, which people walk on.
FLAGS = Masonry(palette.WALKWAY, 0.9, 12, 6, 0.35)


def _masonry(canvas: TileSheet, masonry: Masonry) -> Image.Image:
    return _courses(canvas.size, canvas.room, canvas.width(2), masonry)


@lru_cache(maxsize=8)
def _courses(sheet: Size, room: int, joint: int, masonry: Masonry) -> Image.Image:
    """Paint courses of stone, every second one offset by half a stone, repeating in every cell.
    Shared: not to be modified."""
    (size, _) = sheet
    (colour, strength, across, down, joints) = masonry
    stone = mottle(sheet, colour, "stone", 10, strength).copy()
    tile = size - 2 * room
    mask = Image.new("L", sheet)
    draw = ImageDraw.Draw(mask)
    for row in range(-down // 2, down + down // 2):
        y = room + row * tile / down
        draw.line([(0, y), (size, y)], 255, joint)
        for column in range(-across // 2, across + across // 2):
            x = room + (column + row % 2 / 2) * tile / across
            draw.line([(x, y), (x, y + tile / down)], 255, joint)
    tint(stone, materials.STONE_LINE, mask, joints)
    return stone
