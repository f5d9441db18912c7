"""Background of the board: castle wall, track, corner towers, start spaces, inner ground, and the
surroundings."""

from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from engine.castle.catalogue import SPACES, Catalogue, StartSpace
from engine.tiles.tile import STEPS, TurnedTile, opposite
from render.castle.art import palette
from render.castle.art.drawing.tiles import LEDGE, draw_start_space
from render.castle.art.layout import TRACK, CastleLayout
from render.castle.art.palette import SURROUNDINGS, Surroundings
from render.castle.art.sprites import CELL
from render.drawing.ground import SHADE, chance, draw_crown, mottle, tint
from render.drawing.lines import points_along
from render.picture.lettering import typeface
from render.picture.masks import Bounds, Point, around, shift, soften, spread
from render.picture.palette import CREAM, INK, Theme, mix
from render.tiles.geometry import turn_box

# Everything but writing is drawn this many times larger than it is shown.
SCALE = 2
# The size of a cell that the widths of lines are given for.
USUAL = SCALE * CELL
# The number of pebbles on a cell.
PEBBLES = 16
# The height of the numbers of corner towers, in cells.
TOWER_NUMBER = 0.23
# Half the height of the plates under them, in cells.
PLATE = 0.125
# The room beside a number on its plate, in cells.
BESIDE = 0.05
# The height of the numbers of every fifth space, in cells.
FIFTH = 0.3


@lru_cache(maxsize=1)
def draw_castle(catalogue: Catalogue, cell: int) -> tuple[Image.Image, Image.Image]:
    """Draw everything that is there before the first tile, independent of the theme: the castle
    alone, at the size of the board, and a mask of where it is."""
    wall = catalogue.wall
    layout = CastleLayout(wall, cell * SCALE)
    whole = _fill(layout, 0.5)
    inside = _fill(layout, -0.5)
    image = mottle(whole.size, palette.WALL, "wall", 7, 0.9).copy()
    _ground(image, layout, inside)
    draw = ImageDraw.Draw(image)
    _slabs(draw, layout)
    _parapets(draw, layout)
    for number, start in enumerate(catalogue.start_spaces, len(wall.inside)):
        _start_space(image, layout, start, catalogue.board.laid[number])
    for index in range(len(wall.ring)):
        if wall.tower_at[2 * index] is not None:
            _corner_tower(image, whole, layout, index)
    picture = image.reduce(SCALE)
    _write_spaces(picture, CastleLayout(wall, cell))
    return picture, whole.reduce(SCALE)


def draw_board(catalogue: Catalogue, cell: int, theme: Theme) -> Image.Image:
    (castle, outline) = draw_castle(catalogue, cell)
    layout = CastleLayout(catalogue.wall, cell)
    board = _surroundings(CastleLayout(layout.wall, cell * SCALE), theme).reduce(SCALE)
    length = cell * 0.1
    near = shift(outline, round(length / 2), round(length / 2))
    far = shift(outline, round(length), round(length))
    tint(board, SHADE, soften(ImageChops.lighter(near, far), length / 3), 0.42)
    board.paste(castle, (0, 0), outline)
    _write_coordinates(board, layout, theme)
    return board


def _width(layout: CastleLayout, width: float) -> int:
    """Convert the width of a line on a board of the usual size to the width on this one."""
    return max(1, round(width * layout.cell / USUAL))


def _ring(layout: CastleLayout, outwards: float) -> list[Point]:
    """Shift the whole ring outwards by so many cells."""
    return [layout.at(*layout.offset(index, outwards)) for index in range(len(layout.wall.ring))]


def _fill(layout: CastleLayout, outwards: float) -> Image.Image:
    mask = Image.new("L", layout.size)
    ImageDraw.Draw(mask).polygon(_ring(layout, outwards), 255)
    return mask


def _ground(image: Image.Image, layout: CastleLayout, inside: Image.Image) -> None:
    """Draw trodden earth within the wall, its cells just distinguishable."""
    earth = Image.new("RGB", image.size, palette.EARTH)
    draw = ImageDraw.Draw(earth)
    size = layout.cell
    line = _width(layout, 2)
    inset = size * 0.06
    faint = mix(palette.EARTH, palette.EARTH_LINE, 0.45)
    for cell in layout.wall.inside:
        left, top = layout.at(*cell)
        box = (left, top, left + size, top + size)
        draw.rectangle(box, outline=palette.EARTH_LINE, width=line)
        box = (left + inset, top + inset, left + size - inset, top + size - inset)
        draw.rounded_rectangle(box, size * 0.08, outline=faint, width=line)
    _pebbles(draw, layout)
    length = size * 0.08
    wall = ImageChops.invert(inside)
    cast = soften(shift(wall, round(length), round(length)), length / 2)
    tint(earth, SHADE, cast, 0.45)
    image.paste(earth, (0, 0), inside)


def _pebbles(draw: ImageDraw.ImageDraw, layout: CastleLayout) -> None:
    """Draw small stones trodden into the ground, each with its shadow, and dents without a
    stone."""
    dice = chance("pebbles")
    light = mix(palette.EARTH, CREAM, 0.5)
    dark = mix(palette.EARTH, palette.EARTH_LINE, 0.5)
    for x, y in layout.wall.inside:
        for _ in range(PEBBLES):
            px, py = layout.at(x + dice.uniform(0.08, 0.92), y + dice.uniform(0.08, 0.92))
            wide = dice.uniform(0.008, 0.016) * layout.cell
            stone = dice.random() < 0.5
            high = wide * 0.7
            draw.ellipse(around(px, py + 0.5 * high * stone, wide, high), dark)
            if stone:
                draw.ellipse(around(px, py, wide, high), light)


def _slabs(draw: ImageDraw.ImageDraw, layout: CastleLayout) -> None:
    """Draw two paving stones on every wall cell, every fifth in a warmer tone."""
    (outer, inner) = TRACK
    line = _width(layout, 3)
    thin = _width(layout, 2)
    for space in range(SPACES):
        corners = [layout.at(*at) for at in layout.space_outline(space, outer, inner)]
        colour = palette.SLAB_FIFTH if space % 5 == 0 else palette.SLAB
        if space % 2:
            colour = mix(colour, palette.WALL_DARK, 0.1)
        draw.polygon(corners, colour)
        draw.line([*corners, corners[0]], palette.WALL_LINE, line, "curve")
        light = layout.space_outline(space, outer - 0.03, inner + 0.03)[:2]
        draw.line([layout.at(*at) for at in light], mix(palette.SLAB, (255, 255, 255), 0.4), thin)


def _parapets(draw: ImageDraw.ImageDraw, layout: CastleLayout) -> None:
    for outwards, width, colour, joint in (
        (0.5, 5, palette.WALL_LINE, "curve"),
        (0.3, 3, palette.WALL_DARK, "curve"),
        (-0.25, 3, palette.WALL_LINE, "curve"),
        (-0.36, 4, palette.WALL_LINE, "curve"),
        (-0.5, 5, palette.WALL_LINE, "curve"),
        (-0.305, 0.07 * USUAL, palette.WALL_LIGHT, None),
        (-0.43, 0.1 * USUAL, palette.WALL_DARK, None),
    ):
        line = _ring(layout, outwards)
        draw.line([*line, line[0], line[1]], colour, _width(layout, width), joint)
    _merlons(draw, layout)


def _merlons(draw: ImageDraw.ImageDraw, layout: CastleLayout) -> None:
    """Draw blocks of stone all along the outer edge, four to a cell."""
    ring = _ring(layout, 0.42)
    unit = layout.cell
    line = _width(layout, 3)
    shade = mix(palette.WALL_DARK, palette.WALL_LINE, 0.4)
    drop = unit * 0.03
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        length = abs(bx - ax) + abs(by - ay)
        count = max(1, round(length / unit * 4))
        for (x, y), (dx, dy) in points_along([(ax, ay), (bx, by)], length / count - 0.001):
            along = unit * 0.075
            deep = unit * 0.065
            wide, high = (along, deep) if abs(dx) > abs(dy) else (deep, along)
            draw.rectangle(around(x + drop, y + drop, wide, high), shade)
            draw.rectangle(around(x, y, wide, high), palette.WALL_LIGHT, palette.WALL_LINE, line)


def _start_space(
    image: Image.Image, layout: CastleLayout, start: StartSpace, turned: TurnedTile
) -> None:
    """Draw the feature of a start space on the ledge of its wall cell, framed in stone."""
    (dx, dy) = STEPS[start.side]
    side = opposite(start.side)
    unit = layout.cell
    left, top = layout.cell_origin((start.cell[0] + dx, start.cell[1] + dy))
    box = turn_box((0, 0, unit, round(unit * LEDGE)), side, unit)
    west = left + box[0]
    north = top + box[1]
    east = left + box[2]
    south = top + box[3]
    image.paste(draw_start_space(turned, side, unit).crop(box), (west, north))
    draw = ImageDraw.Draw(image)
    corners = [(west, north), (east, north), (east, south), (west, south), (west, north)]
    for border, edge in enumerate(pairwise(corners)):
        if border != side:
            draw.line(edge, palette.WALL_LINE, _width(layout, 9))
            draw.line(edge, palette.WALL_LIGHT, _width(layout, 4))


def _write_spaces(board: Image.Image, layout: CastleLayout) -> None:
    """Write the numbers of the corner towers, on plates of their own, and between them of every
    fifth space: numbering them all would be too small to read on a phone."""
    draw = ImageDraw.Draw(board)
    in_tower = typeface(round(layout.cell * TOWER_NUMBER), bold=True)
    fifth = typeface(round(layout.cell * FIFTH), bold=True)
    for space in range(SPACES):
        spot = layout.number_spot(space)
        if spot is None:
            continue
        number = str(space)
        if layout.wall.tower_at[space] is None:
            draw.text(spot, number, INK, fifth, "mm")
        else:
            high = layout.cell * PLATE
            wide = max(high, in_tower.getlength(number) / 2 + layout.cell * BESIDE)
            plate = around(*spot, wide, high)
            line = _width(layout, 4)
            draw.rounded_rectangle(plate, high * 0.5, CREAM, palette.WALL_LINE, line)
            draw.text(spot, number, INK, in_tower, "mm")


# The projection of a corner tower beyond its cell, in cells.
OVERHANG = 0.04
# The radius of a corner tower's corners, in cells.
ROUNDED = 0.1
# The number of merlons on each side of a corner tower.
BATTLEMENTS = 5


def _corner_tower(
    image: Image.Image, outline: Image.Image, layout: CastleLayout, index: int
) -> None:
    """Draw a tower on the picture of the castle, and what it adds to the castle's outline."""
    unit = layout.cell
    (u, v) = layout.wall.ring[index]
    x, y = layout.at(u + 0.5, v + 0.5)
    box = around(x, y, unit * (0.5 + OVERHANG))
    ImageDraw.Draw(outline).rounded_rectangle(box, unit * ROUNDED, 255)
    _shadow(image, box, unit)
    draw = ImageDraw.Draw(image)
    rim = _width(layout, 6)
    line = _width(layout, 4)
    draw.rounded_rectangle(box, unit * ROUNDED, palette.WALL, palette.WALL_LINE, rim)
    _battlements(draw, box, unit, line)
    draw.rectangle(around(x, y, unit * 0.38), palette.SLAB, palette.WALL_LINE, line)
    ends = [layout.at(*layout.offset(index, out)) for out in (0.38, -0.38)]
    dx, dy = layout.tower_corner(2 * index + 1)
    corner = (x + dx * unit * 0.38, y + dy * unit * 0.38)
    draw.polygon([*ends, corner], mix(palette.SLAB, palette.WALL_DARK, 0.32))
    draw.line(ends, palette.WALL_LINE, _width(layout, 5))
    if index == 0:
        _arrow(draw, layout, (x, y))


def _shadow(image: Image.Image, box: Bounds, unit: int) -> None:
    reach = round(unit * 0.3)
    drop = unit * 0.09
    left = round(box[0]) - reach
    top = round(box[1]) - reach
    size = round(box[2] - box[0]) + 2 * reach
    mask = Image.new("L", (size, size))
    near = reach + drop
    far = size - reach + drop
    ImageDraw.Draw(mask).rounded_rectangle((near, near, far, far), unit * ROUNDED, 255)
    part = image.crop((left, top, left + size, top + size))
    tint(part, SHADE, soften(mask, unit * 0.03), 0.5)
    image.paste(part, (left, top))


def _battlements(draw: ImageDraw.ImageDraw, box: Bounds, unit: int, line: int) -> None:
    wide = (box[2] - box[0]) / (2 * BATTLEMENTS - 1)
    deep = unit * 0.13
    for number in range(BATTLEMENTS):
        x = box[0] + 2 * number * wide
        y = box[1] + 2 * number * wide
        for block in (
            (x, box[1], x + wide, box[1] + deep),
            (x, box[3] - deep, x + wide, box[3]),
            (box[0], y, box[0] + deep, y + wide),
            (box[2] - deep, y, box[2], y + wide),
        ):
            draw.rounded_rectangle(block, unit * 0.02, palette.WALL_LIGHT, palette.WALL_LINE, line)


# The corners of the arrow: their distances ahead and aside, in cells.
ARROW: tuple[Point, ...] = (
    (0.17, 0.0),
    (0.0, 0.15),
    (0.0, 0.055),
    (-0.17, 0.055),
    (-0.17, -0.055),
    (0.0, -0.055),
    (0.0, -0.15),
)


def _arrow(draw: ImageDraw.ImageDraw, layout: CastleLayout, middle: Point) -> None:
    """Draw the beginning and the direction of the track."""
    (x, y) = middle
    unit = layout.cell
    _, (dx, dy) = layout.directions(0)
    shape = [
        (x + dx * unit * ahead - dy * unit * aside, y + dy * unit * ahead + dx * unit * aside)
        for ahead, aside in ARROW
    ]
    draw.polygon(shape, palette.ARROW)
    draw.line([*shape, shape[0]], CREAM, _width(layout, 4), "curve")


# The height of the letters and numbers around the board, in cells.
COORDINATE = 0.36
# The width of the moat, in cells.
MOAT = 0.2
# The width of the bank around the moat, in cells.
BANK = 0.03


def _surroundings(layout: CastleLayout, theme: Theme) -> Image.Image:
    size = layout.size
    unit = layout.cell
    tones = SURROUNDINGS[theme.name]
    meadow = mottle(size, tones.meadow, "meadow", 9, 0.8).copy()
    castle = _fill(layout, 0.5)
    bank = _grow(castle, unit * (MOAT + BANK), round(unit / 10))
    water = _grow(castle, unit * MOAT, round(unit / 10))
    _trees(meadow, layout, tones, bank)
    meadow.paste(mix(tones.meadow, (60, 56, 44), 0.45), (0, 0), bank)
    meadow.paste(mottle(size, tones.moat, "moat", 8, 1.0), (0, 0), water)
    _ripples(meadow, layout, tones, water)
    mask = Image.new("L", size)
    margin = layout.margin
    inset = round(margin * 0.42)
    box = (inset, inset, size[0] - inset, size[1] - inset)
    ImageDraw.Draw(mask).rounded_rectangle(box, margin, 255)
    soft_mask = soften(mask.reduce(4), margin / 18).resize(size, Image.Resampling.BILINEAR)
    result = Image.new("RGB", size, theme.background)
    result.paste(meadow, (0, 0), soft_mask)
    return result


def _grow(mask: Image.Image, by: float, rounding: int) -> Image.Image:
    small = spread(mask.reduce(4), 2 * round(by / 8))
    grown = soften(small, rounding / 4).point([255 * (v > 127) for v in range(256)])
    return soften(grown.resize(mask.size, Image.Resampling.BICUBIC), 1.5)


def _ripples(
    image: Image.Image, layout: CastleLayout, tones: Surroundings, water: Image.Image
) -> None:
    dice = chance("ripples")
    light = Image.new("L", image.size)
    draw = ImageDraw.Draw(light)
    long = layout.cell * 0.07
    wide = _width(layout, 2)
    for _ in range(900):
        x = dice.uniform(0, image.width)
        y = dice.uniform(0, image.height)
        draw.arc(around(x, y, long, long / 3), 200, 340, 255, wide)
    tint(image, tones.moat_light, ImageChops.multiply(light, water), 0.7)


def _trees(
    image: Image.Image, layout: CastleLayout, tones: Surroundings, bank: Image.Image
) -> None:
    dice = chance("trees")
    unit = layout.cell
    margin = layout.margin
    taken_by_bank = _grow(bank, unit * 0.14, _width(layout, 2))
    draw = ImageDraw.Draw(image)
    shade = mix(tones.meadow, (30, 36, 30), 0.4)
    crown = mix(tones.meadow, (64, 92, 52), 0.55)
    layers = (
        (0.0, 0.0, 1.0, mix(crown, (24, 34, 24), 0.25)),
        (-0.1, -0.12, 0.82, crown),
        (-0.28, -0.3, 0.4, mix(crown, tones.meadow, 0.3)),
    )
    spots = sorted(
        (dice.uniform(margin, image.height - margin), dice.uniform(margin, image.width - margin))
        for _ in range(260)
    )
    points: list[Point] = []
    for y, x in spots:
        apart = all((x - a) ** 2 + (y - b) ** 2 > (unit * 0.24) ** 2 for a, b in points)
        if apart and not taken_by_bank.getpixel((int(x), int(y))):
            points.append((x, y))
            radius = unit * dice.uniform(0.07, 0.12)
            draw_crown(draw, (x, y), radius, (shade, (-0.6, -0.4, 1.5, 1.4)), layers)


def _write_coordinates(image: Image.Image, layout: CastleLayout, theme: Theme) -> None:
    """Write letters for the columns and numbers for the rows, counted from the south, on all
    sides."""
    draw = ImageDraw.Draw(image)
    font = typeface(round(layout.cell * COORDINATE), bold=True)
    cells = layout.wall.inside
    columns = 1 + max(x for x, _ in cells)
    rows = 1 + max(y for _, y in cells)
    (width, height) = layout.size
    edge = layout.margin * 0.5
    for x in range(columns):
        across, _ = layout.at(x + 0.5, 0)
        for y_at in (edge, height - edge):
            draw.text((across, y_at), chr(ord("A") + x), theme.text, font, "mm")
    for y in range(rows):
        _, down = layout.at(0, y + 0.5)
        for x_at in (edge, width - edge):
            draw.text((x_at, down), str(rows - y), theme.text, font, "mm")
