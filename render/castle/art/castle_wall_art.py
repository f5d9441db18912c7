"""The background of the board: castle wall, track, corner towers, start spaces, inner ground."""

from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from engine.castle.material.castle_wall import SPACES
from engine.castle.material.catalogue import Catalogue
from engine.tiles.ports import STEPS, opposite
from render.art.outlines import spaced
from render.art.texture import SHADE, chance, mottled, moved, patches, soft, tint
from render.castle.art.buildings.corner_towers import draw_corner_tower
from render.castle.art.colours import palette
from render.castle.art.layout import TRACK, Layout, Point
from render.castle.art.surroundings import draw_surroundings, write_coordinates
from render.castle.art.tile_art import LEDGE, draw_start_space
from render.picture.colours.palette import CREAM, INK, Theme, mixed
from render.picture.type_case import typeface

SCALE = 2
PEBBLES = 16
"""How many pebbles there are on a cell."""
TOWER_NUMBER, FIFTH = 0.2, 0.28
"""How high the numbers of spaces are, in cells."""
Line = list[Point]


@dataclass(frozen=True)
class Castle:
    """The castle alone, at the size of the board, and a mask of where it is."""

    picture: Image.Image
    outline: Image.Image


def draw_castle(catalogue: Catalogue, layout: Layout) -> Castle:
    """Everything that is there before the first tile, independent of the theme."""
    whole, inside = _filled(layout, 0.5), _filled(layout, -0.5)
    image = mottled(palette.WALL, patches(whole.size, "wall", 7), 0.9)
    _ground(image, layout, inside)
    _slabs(image, layout)
    _parapets(image, layout)
    for number in range(len(catalogue.start_spaces)):
        _start_space(image, catalogue, layout, number)
    for index in range(len(layout.wall.ring)):
        if layout.wall.tower_at[2 * index] is not None:
            draw_corner_tower(image, whole, layout, index, SCALE)
    picture = image.reduce(SCALE)
    _write_spaces(picture, layout)
    return Castle(picture, whole.reduce(SCALE))


def draw_board(castle: Castle, layout: Layout, theme: Theme) -> Image.Image:
    """The castle in its surroundings."""
    board = draw_surroundings(layout, theme, SCALE).reduce(SCALE)
    length = layout.cell * 0.1
    near, far = (moved(castle.outline, round(part), round(part)) for part in (length / 2, length))
    tint(board, SHADE, soft(ImageChops.lighter(near, far), length / 3), 0.42)
    board.paste(castle.picture, (0, 0), castle.outline)
    write_coordinates(board, layout, theme)
    return board


def _pixels(layout: Layout, line: list[Point] | tuple[Point, ...]) -> Line:
    return [(x * SCALE, y * SCALE) for x, y in (layout.at(*point) for point in line)]


def _filled(layout: Layout, outwards: float) -> Image.Image:
    mask = Image.new("L", (layout.size[0] * SCALE, layout.size[1] * SCALE))
    ImageDraw.Draw(mask).polygon(_pixels(layout, layout.ring_line(outwards)), 255)
    return mask


def _ground(image: Image.Image, layout: Layout, inside: Image.Image) -> None:
    """Trodden earth within the wall, its cells just distinguishable."""
    earth = Image.new("RGB", image.size, palette.EARTH)
    draw = ImageDraw.Draw(earth)
    for x, y in layout.wall.inside:
        left, top = layout.at(x, y)
        size = layout.cell * SCALE
        box = (left * SCALE, top * SCALE, left * SCALE + size, top * SCALE + size)
        draw.rectangle(box, outline=palette.EARTH_LINE, width=2)
        inset = size * 0.06
        box = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
        draw.rounded_rectangle(
            box, size * 0.08, outline=mixed(palette.EARTH, palette.EARTH_LINE, 0.45), width=2
        )
    _pebbles(draw, layout)
    wall = ImageChops.invert(inside)
    length = layout.cell * SCALE * 0.08
    cast = soft(moved(wall, round(length), round(length)), length / 2)
    tint(earth, SHADE, cast, 0.45)
    image.paste(earth, (0, 0), inside)


def _pebbles(draw: ImageDraw.ImageDraw, layout: Layout) -> None:
    """Small stones trodden into the ground, each with its shadow, and dents without a stone."""
    dice, unit = chance("pebbles"), layout.cell * SCALE
    light, dark = (mixed(palette.EARTH, end, 0.5) for end in (CREAM, palette.EARTH_LINE))
    for x, y in layout.wall.inside:
        for _ in range(PEBBLES):
            at = layout.at(x + dice.uniform(0.08, 0.92), y + dice.uniform(0.08, 0.92))
            (px, py), wide = (part * SCALE for part in at), dice.uniform(0.008, 0.016) * unit
            stone, high = dice.random() < 0.5, wide * 0.7
            shade = 0.5 * high if stone else 0
            draw.ellipse((px - wide, py - high + shade, px + wide, py + high + shade), dark)
            if stone:
                draw.ellipse((px - wide, py - high, px + wide, py + high), light)


def _slabs(image: Image.Image, layout: Layout) -> None:
    """Two paving stones on every wall cell, every fifth in a warmer tone."""
    draw = ImageDraw.Draw(image)
    outer, inner = TRACK
    for space in range(SPACES):
        corners = _pixels(layout, layout.space_outline(space, outer, inner))
        colour = palette.SLAB_FIFTH if space % 5 == 0 else palette.SLAB
        if space % 2:
            colour = mixed(colour, palette.WALL_DARK, 0.1)
        draw.polygon(corners, colour)
        draw.line([*corners, corners[0]], palette.WALL_LINE, 3, "curve")
        light = _pixels(layout, layout.space_outline(space, outer - 0.03, inner + 0.03))
        draw.line(light[:2], mixed(palette.SLAB, (255, 255, 255), 0.4), 2)


def _parapets(image: Image.Image, layout: Layout) -> None:
    draw = ImageDraw.Draw(image)
    for outwards, width, colour in (
        (0.5, 5, palette.WALL_LINE),
        (0.3, 3, palette.WALL_DARK),
        (-0.25, 3, palette.WALL_LINE),
        (-0.36, 4, palette.WALL_LINE),
        (-0.5, 5, palette.WALL_LINE),
    ):
        line = _pixels(layout, layout.ring_line(outwards))
        draw.line([*line, line[0], line[1]], colour, width, "curve")
    low = _pixels(layout, layout.ring_line(-0.305))
    draw.line([*low, low[0], low[1]], palette.WALL_LIGHT, round(layout.cell * SCALE * 0.07))
    step = _pixels(layout, layout.ring_line(-0.43))
    draw.line([*step, step[0], step[1]], palette.WALL_DARK, round(layout.cell * SCALE * 0.1))
    _merlons(draw, layout)


def _merlons(draw: ImageDraw.ImageDraw, layout: Layout) -> None:
    """Blocks of stone all along the outer edge, four to a cell."""
    ring = layout.ring_line(0.42)
    unit = layout.cell * SCALE
    for a, b in pairwise([*ring, ring[0]]):
        ends = _pixels(layout, [a, b])
        length = abs(ends[1][0] - ends[0][0]) + abs(ends[1][1] - ends[0][1])
        count = max(1, round(length / unit * 4))
        for (x, y), (dx, dy) in spaced(ends, length / count - 0.001):
            along, deep = unit * 0.075, unit * 0.065
            wide, high = (along, deep) if abs(dx) > abs(dy) else (deep, along)
            drop = unit * 0.03
            draw.rectangle(
                (x - wide + drop, y - high + drop, x + wide + drop, y + high + drop),
                mixed(palette.WALL_DARK, palette.WALL_LINE, 0.4),
            )
            draw.rectangle(
                (x - wide, y - high, x + wide, y + high), palette.WALL_LIGHT, palette.WALL_LINE, 3
            )


def _start_space(image: Image.Image, catalogue: Catalogue, layout: Layout, number: int) -> None:
    """The feature of a start space on the ledge of its wall cell, framed in stone."""
    start = catalogue.start_spaces[number]
    turned = catalogue.board.laid[len(layout.wall.inside) + number]
    (dx, dy), side = STEPS[start.side], opposite(start.side)
    picture = draw_start_space(turned, side, layout.cell * SCALE)
    left, top = layout.cell_origin((start.cell[0] + dx, start.cell[1] + dy))
    unit = layout.cell * SCALE
    deep = round(unit * LEDGE)
    box = (
        (0, 0, unit, deep),
        (unit - deep, 0, unit, unit),
        (0, unit - deep, unit, unit),
        (0, 0, deep, unit),
    )[side]
    x, y = left * SCALE + box[0], top * SCALE + box[1]
    image.paste(picture.crop(box), (x, y))
    frame = (x, y, x + box[2] - box[0], y + box[3] - box[1])
    draw = ImageDraw.Draw(image)
    edges = [
        ((frame[0], frame[1]), (frame[2], frame[1])),
        ((frame[2], frame[1]), (frame[2], frame[3])),
        ((frame[2], frame[3]), (frame[0], frame[3])),
        ((frame[0], frame[3]), (frame[0], frame[1])),
    ]
    for other, edge in enumerate(edges):
        if other != side:
            draw.line(edge, palette.WALL_LINE, 9)
            draw.line(edge, palette.WALL_LIGHT, 4)


def _write_spaces(board: Image.Image, layout: Layout) -> None:
    """The numbers of the corner towers, and between them of every fifth space: numbering them all
    would be too small to read on a phone."""
    draw = ImageDraw.Draw(board)
    in_tower, fifth = (
        typeface(round(layout.cell * high), bold=True) for high in (TOWER_NUMBER, FIFTH)
    )
    for space in range(SPACES):
        if layout.wall.tower_at[space] is not None:
            draw.text(layout.number_spot(space), str(space), INK, in_tower, "mm")
        elif space % 5 == 0:
            draw.text(layout.space_centre(space), str(space), INK, fifth, "mm")
