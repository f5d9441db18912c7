"""Towers: a walk of flagstones behind walls of dressed stone with merlons on top."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render.art import palette as art_palette
from render.art.geometry import Point
from render.art.outlines import outlines, spaced
from render.art.texture import mottled, moved, patches, shrunk, tint
from render.castle.art.colours import palette
from render.tiles.art.canvas import Canvas

FACE = 0.06
"""The height of the wall face visible in the south."""
PARAPET = 0.075
MERLON = 0.034
SPACING = 0.082
COARSE = 5


def paint_tower(canvas: Canvas, area: Image.Image) -> None:
    top = ImageChops.multiply(area, moved(area, 0, -canvas.long(FACE)))
    _face(canvas, ImageChops.subtract(area, top))
    walk = shrunk(top, canvas.tile * PARAPET)
    stone = mottled(palette.STONE, patches(canvas.size, "stone", 10), 0.8)
    canvas.image.paste(stone, (0, 0), top)
    flags = mottled(palette.WALKWAY, patches(canvas.size, "stone", 10), 0.9)
    tint(flags, art_palette.STONE_LINE, _joints(canvas.size[0], canvas.room, 12, 6), 0.35)
    canvas.image.paste(flags, (0, 0), walk)
    wall = ImageChops.subtract(top, walk)
    inner_shade = ImageChops.multiply(walk, moved(wall, canvas.long(0.02), canvas.long(0.02)))
    tint(canvas.image, (30, 32, 44), inner_shade, 0.4)
    edge = ImageChops.subtract(top, shrunk(top, canvas.tile * 0.011))
    tint(canvas.image, art_palette.STONE_LINE, edge, 0.8)
    _merlons(canvas, top)


def _merlons(canvas: Canvas, top: Image.Image) -> None:
    half = canvas.long(MERLON)
    low, high = canvas.room, canvas.room + canvas.tile
    draw = canvas.draw
    for line in outlines(top, COARSE):
        for (x, y), (dx, dy) in spaced(line, canvas.tile * SPACING):
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

    draw.polygon(block(half * 0.5, half * 0.6, 0.85, 1), art_palette.STONE_LINE)
    draw.polygon(block(0, 0, 0.85, 1), art_palette.STONE_LINE)
    draw.polygon(block(0, 0, 0.6, 0.75), art_palette.STONE_LIGHT)


def _face(canvas: Canvas, wall: Image.Image) -> None:
    stone = mottled(palette.STONE_DARK, patches(canvas.size, "stone", 10), 0.8)
    tint(stone, art_palette.STONE_LINE, _joints(canvas.size[0], canvas.room, 18, 36), 0.5)
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
