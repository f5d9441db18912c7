"""The background of the board: castle wall, track, corner towers, start spaces, inner ground, and
the surroundings.
"""

from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.castle.catalogue import SPACES, Catalogue
from engine.tiles.tile import STEPS, opposite
from render.castle.art import palette
from render.castle.art.drawing.tiles import LEDGE, draw_start_space
from render.castle.art.layout import TRACK, CastleLayout, Point
from render.castle.art.palette import SURROUNDINGS, Surroundings
from render.drawing.ground import SHADE, chance, mottle, patches, tint
from render.drawing.lines import places_along
from render.picture.lettering import typeface
from render.picture.masks import around, shift, soften
from render.picture.palette import CREAM, INK, Theme, mix
from render.picture.scene import Colour

SCALE = 2
PEBBLES = 16
"""The number of pebbles on a cell."""
TOWER_NUMBER, FIFTH = 0.2, 0.28
"""The height of the numbers of spaces, in cells."""
Polyline = list[Point]


@dataclass(frozen=True)
class Castle:
    """The castle alone, at the size of the board, and a mask of where it is."""

    picture: Image.Image
    outline: Image.Image


def draw_castle(catalogue: Catalogue, layout: CastleLayout) -> Castle:
    """Everything that is there before the first tile, independent of the theme."""
    whole, inside = _fill(layout, 0.5), _fill(layout, -0.5)
    image = mottle(palette.WALL, patches(whole.size, "wall", 7), 0.9)
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


def draw_board(castle: Castle, layout: CastleLayout, theme: Theme) -> Image.Image:
    """The castle in its surroundings."""
    board = draw_surroundings(layout, theme, SCALE).reduce(SCALE)
    length = layout.cell * 0.1
    near, far = (shift(castle.outline, round(part), round(part)) for part in (length / 2, length))
    tint(board, SHADE, soften(ImageChops.lighter(near, far), length / 3), 0.42)
    board.paste(castle.picture, (0, 0), castle.outline)
    write_coordinates(board, layout, theme)
    return board


def _pixels(layout: CastleLayout, line: list[Point] | tuple[Point, ...]) -> Polyline:
    return [(x * SCALE, y * SCALE) for x, y in (layout.at(*point) for point in line)]


def _fill(layout: CastleLayout, outwards: float) -> Image.Image:
    mask = Image.new("L", (layout.size[0] * SCALE, layout.size[1] * SCALE))
    ImageDraw.Draw(mask).polygon(_pixels(layout, layout.ring_line(outwards)), 255)
    return mask


def _ground(image: Image.Image, layout: CastleLayout, inside: Image.Image) -> None:
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
            box, size * 0.08, outline=mix(palette.EARTH, palette.EARTH_LINE, 0.45), width=2
        )
    _pebbles(draw, layout)
    wall = ImageChops.invert(inside)
    length = layout.cell * SCALE * 0.08
    cast = soften(shift(wall, round(length), round(length)), length / 2)
    tint(earth, SHADE, cast, 0.45)
    image.paste(earth, (0, 0), inside)


def _pebbles(draw: ImageDraw.ImageDraw, layout: CastleLayout) -> None:
    """Small stones trodden into the ground, each with its shadow, and dents without a stone."""
    dice, unit = chance("pebbles"), layout.cell * SCALE
    light, dark = (mix(palette.EARTH, end, 0.5) for end in (CREAM, palette.EARTH_LINE))
    for x, y in layout.wall.inside:
        for _ in range(PEBBLES):
            at = layout.at(x + dice.uniform(0.08, 0.92), y + dice.uniform(0.08, 0.92))
            (px, py), wide = (part * SCALE for part in at), dice.uniform(0.008, 0.016) * unit
            stone, high = dice.random() < 0.5, wide * 0.7
            shade = 0.5 * high if stone else 0
            draw.ellipse((px - wide, py - high + shade, px + wide, py + high + shade), dark)
            if stone:
                draw.ellipse(around(px, py, wide, high), light)


def _slabs(image: Image.Image, layout: CastleLayout) -> None:
    """Two paving stones on every wall cell, every fifth in a warmer tone."""
    draw = ImageDraw.Draw(image)
    outer, inner = TRACK
    for space in range(SPACES):
        corners = _pixels(layout, layout.space_outline(space, outer, inner))
        colour = palette.SLAB_FIFTH if space % 5 == 0 else palette.SLAB
        if space % 2:
            colour = mix(colour, palette.WALL_DARK, 0.1)
        draw.polygon(corners, colour)
        draw.line([*corners, corners[0]], palette.WALL_LINE, 3, "curve")
        light = _pixels(layout, layout.space_outline(space, outer - 0.03, inner + 0.03))
        draw.line(light[:2], mix(palette.SLAB, (255, 255, 255), 0.4), 2)


def _parapets(image: Image.Image, layout: CastleLayout) -> None:
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


def _merlons(draw: ImageDraw.ImageDraw, layout: CastleLayout) -> None:
    """Blocks of stone all along the outer edge, four to a cell."""
    ring = layout.ring_line(0.42)
    unit = layout.cell * SCALE
    for a, b in pairwise([*ring, ring[0]]):
        ends = _pixels(layout, [a, b])
        length = abs(ends[1][0] - ends[0][0]) + abs(ends[1][1] - ends[0][1])
        count = max(1, round(length / unit * 4))
        for (x, y), (dx, dy) in places_along(ends, length / count - 0.001):
            along, deep = unit * 0.075, unit * 0.065
            wide, high = (along, deep) if abs(dx) > abs(dy) else (deep, along)
            drop = unit * 0.03
            draw.rectangle(
                (x - wide + drop, y - high + drop, x + wide + drop, y + high + drop),
                mix(palette.WALL_DARK, palette.WALL_LINE, 0.4),
            )
            draw.rectangle(around(x, y, wide, high), palette.WALL_LIGHT, palette.WALL_LINE, 3)


def _start_space(
    image: Image.Image, catalogue: Catalogue, layout: CastleLayout, number: int
) -> None:
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


def _write_spaces(board: Image.Image, layout: CastleLayout) -> None:
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


OVERHANG = 0.04


def draw_corner_tower(
    image: Image.Image, outline: Image.Image, layout: CastleLayout, index: int, scale: int
) -> None:
    """The tower on the picture of the castle, and what it adds to the castle's outline."""
    unit = layout.cell * scale
    left, top = (part * scale for part in layout.cell_origin(layout.wall.ring[index]))
    over = unit * OVERHANG
    box = (left - over, top - over, left + unit + over, top + unit + over)
    ImageDraw.Draw(outline).rounded_rectangle(box, unit * 0.1, 255)
    _shadow(image, box, unit)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(box, unit * 0.1, palette.WALL, palette.WALL_LINE, 6)
    floor = unit * 0.12
    inner = (left + floor, top + floor, left + unit - floor, top + unit - floor)
    _battlements(draw, box, unit)
    draw.rectangle(inner, palette.SLAB, palette.WALL_LINE, 4)
    start = layout.wall.ring[index]
    a, b = (layout.offset(index, out) for out in (0.38, -0.38))
    ends = [tuple(part * scale for part in layout.at(*point)) for point in (a, b)]
    half = layout.tower_corner(2 * index + 1)
    corner = (left + unit / 2 + half[0] * unit * 0.38, top + unit / 2 + half[1] * unit * 0.38)
    draw.polygon([ends[0], ends[1], corner], mix(palette.SLAB, palette.WALL_DARK, 0.32))
    draw.line(ends, palette.WALL_LINE, 5)
    if index == 0:
        _arrow(draw, layout, scale, start)


def _shadow(image: Image.Image, box: tuple[float, float, float, float], unit: int) -> None:
    reach = round(unit * 0.3)
    x, y = round(box[0]) - reach, round(box[1]) - reach
    size = (round(box[2] - box[0]) + 2 * reach, round(box[3] - box[1]) + 2 * reach)
    mask = Image.new("L", size)
    drop = unit * 0.09
    ImageDraw.Draw(mask).rounded_rectangle(
        (reach + drop, reach + drop, size[0] - reach + drop, size[1] - reach + drop),
        unit * 0.1,
        255,
    )
    part = image.crop((x, y, x + size[0], y + size[1]))
    tint(part, SHADE, soften(mask, unit * 0.03), 0.5)
    image.paste(part, (x, y))


def _battlements(
    draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], unit: int
) -> None:
    count = 5
    wide = (box[2] - box[0]) / (2 * count - 1)
    deep = unit * 0.13
    for number in range(count):
        x, y = box[0] + 2 * number * wide, box[1] + 2 * number * wide
        for block in (
            (x, box[1], x + wide, box[1] + deep),
            (x, box[3] - deep, x + wide, box[3]),
            (box[0], y, box[0] + deep, y + wide),
            (box[2] - deep, y, box[2], y + wide),
        ):
            draw.rounded_rectangle(block, unit * 0.02, palette.WALL_LIGHT, palette.WALL_LINE, 4)


def _arrow(
    draw: ImageDraw.ImageDraw, layout: CastleLayout, scale: int, cell: tuple[int, int]
) -> None:
    """Where the track begins, and in which direction it runs."""
    _, (dx, dy) = layout.directions(0)
    unit = layout.cell * scale
    left, top = (part * scale for part in layout.cell_origin(cell))
    cx, cy = left + unit / 2, top + unit / 2
    long, wide = unit * 0.17, unit * 0.1

    def at(ahead: float, aside: float) -> tuple[float, float]:
        return cx + dx * ahead - dy * aside, cy + dy * ahead + dx * aside

    shape = [
        at(long, 0),
        at(0, wide * 1.5),
        at(0, wide * 0.55),
        at(-long, wide * 0.55),
        at(-long, -wide * 0.55),
        at(0, -wide * 0.55),
        at(0, -wide * 1.5),
    ]
    draw.polygon(shape, palette.ARROW)
    draw.line([*shape, shape[0]], CREAM, 4, "curve")


COORDINATE = 0.3
"""The height of the letters and numbers around the board, in cells."""
MOAT = 0.2
"""The width of the moat, in cells."""
BANK = 0.03


def draw_surroundings(layout: CastleLayout, theme: Theme, scale: int) -> Image.Image:
    """Meadow and moat, `scale` times as large as the board."""
    size, tones = (layout.size[0] * scale, layout.size[1] * scale), SURROUNDINGS[theme.name]
    meadow = mottle(tones.meadow, patches(size, "meadow", 9), 0.8)
    outline = [layout.at(*point) for point in layout.ring_line(0.5)]
    castle = Image.new("L", size)
    ImageDraw.Draw(castle).polygon([(x * scale, y * scale) for x, y in outline], 255)
    bank = _grow(castle, layout.cell * scale * (MOAT + BANK), round(layout.cell * scale / 10))
    water = _grow(castle, layout.cell * scale * MOAT, round(layout.cell * scale / 10))
    _trees(meadow, layout, tones, scale, bank)
    meadow.paste(mix(tones.meadow, (60, 56, 44), 0.45), (0, 0), bank)
    meadow.paste(mottle(tones.moat, patches(size, "moat", 8), 1.0), (0, 0), water)
    _ripples(meadow, layout, tones, scale, water)
    result = Image.new("RGB", size, theme.background)
    result.paste(meadow, (0, 0), _fading(size, layout.margin * scale))
    return result


def _grow(mask: Image.Image, by: float, rounding: int) -> Image.Image:
    """A mask grown by this much all round, its corners rounded."""
    steps = round(by / 8)
    small = mask.reduce(4)
    for _ in range(steps):
        small = small.filter(ImageFilter.MaxFilter(5))
    grown = soften(small, rounding / 4).point([255 * (v > 127) for v in range(256)])
    return soften(grown.resize(mask.size, Image.Resampling.BICUBIC), 1.5)


def _fading(size: tuple[int, int], margin: int) -> Image.Image:
    mask = Image.new("L", size)
    inset = round(margin * 0.42)
    draw = ImageDraw.Draw(mask)
    box = (inset, inset, size[0] - inset, size[1] - inset)
    draw.rounded_rectangle(box, margin, 255)
    return soften(mask.reduce(4), margin / 18).resize(size, Image.Resampling.BILINEAR)


def _ripples(
    image: Image.Image, layout: CastleLayout, tones: Surroundings, scale: int, water: Image.Image
) -> None:
    dice, light = chance("ripples"), Image.new("L", image.size)
    draw = ImageDraw.Draw(light)
    long = layout.cell * scale * 0.07
    for _ in range(900):
        x, y = dice.uniform(0, image.width), dice.uniform(0, image.height)
        draw.arc((x - long, y - long / 3, x + long, y + long / 3), 200, 340, 255, 2)
    tint(image, tones.moat_light, ImageChops.multiply(light, water), 0.7)


def _trees(
    image: Image.Image,
    layout: CastleLayout,
    tones: Surroundings,
    scale: int,
    kept_free: Image.Image,
) -> None:
    dice, unit = chance("trees"), layout.cell * scale
    crowded = _grow(kept_free, unit * 0.14, 2)
    draw = ImageDraw.Draw(image)
    margin = layout.margin * scale
    spots = sorted(
        (dice.uniform(margin, image.height - margin), dice.uniform(margin, image.width - margin))
        for _ in range(260)
    )
    taken: list[tuple[float, float]] = []
    for y, x in spots:
        apart = all((x - a) ** 2 + (y - b) ** 2 > (unit * 0.24) ** 2 for a, b in taken)
        if apart and not crowded.getpixel((int(x), int(y))):
            taken.append((x, y))
            _tree(draw, x, y, unit * dice.uniform(0.07, 0.12), tones)


def _tree(
    draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, tones: Surroundings
) -> None:
    shade = mix(tones.meadow, (30, 36, 30), 0.4)
    crown: Colour = mix(tones.meadow, (64, 92, 52), 0.55)
    draw.ellipse((x - radius * 0.6, y - radius * 0.4, x + radius * 1.5, y + radius * 1.4), shade)
    for dx, dy, share, tone in (
        (0, 0, 1.0, -0.25),
        (-0.1, -0.12, 0.82, 0.0),
        (-0.28, -0.3, 0.4, 0.3),
    ):
        colour = mix(crown, (24, 34, 24) if tone < 0 else tones.meadow, abs(tone))
        r = radius * share
        cx, cy = x + dx * radius, y + dy * radius
        draw.ellipse(around(cx, cy, r), colour)


def write_coordinates(image: Image.Image, layout: CastleLayout, theme: Theme) -> None:
    """Letters for the columns and numbers for the rows, counted from the south, on all sides."""
    draw, font = ImageDraw.Draw(image), typeface(round(layout.cell * COORDINATE), bold=True)
    cells = layout.wall.inside
    columns, rows = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    width, height = layout.size
    edge = layout.margin * 0.5
    for x in range(columns):
        across = layout.at(x + 0.5, 0)[0]
        for y_at in (edge, height - edge):
            draw.text((across, y_at), chr(ord("A") + x), theme.faint, font, "mm")
    for y in range(rows):
        down = layout.at(0, y + 0.5)[1]
        for x_at in (edge, width - edge):
            draw.text((x_at, down), str(rows - y), theme.faint, font, "mm")
