"""A castle on its meadow: grass and grid, walls below towers, courtyards with keeps, and the
numbers on all of it.

Looks depend on the place alone, so a castle looks the same in every picture.
"""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import replace
from itertools import count, product
from math import ceil
from string import ascii_uppercase

from engine.castellan.pieces import Cell, Heading, Piece, cells_around, cells_beside
from engine.castellan.plan import Courtyard, Plan
from render.board.labels import seat_badge, seat_colours
from render.castellan.art import sprites as art
from render.castellan.board.emblems import SMALL
from render.castellan.board.hearts import Place
from render.castellan.board.layout import CastellanBoard, PlanLayout
from render.picture.palette import CREAM, INK, SEATS
from render.picture.scene import (
    TOP_LEFT,
    Badge,
    Box,
    Colour,
    Disc,
    Items,
    Line,
    Name,
    Point,
    SpritePicture,
    Text,
)

# A piece of the meadow is at least this wide: if stretches are shorter, it covers several.
SMALLEST = 60
# The look with nothing but grass.
PLAIN = 0
# The opacity of the grid's lines.
FAINT = 0.13
# The width of the grid's lines, in stretches.
THIN = 0.022


def look_at(x: int, y: int, looks: int) -> int:
    """Choose one of this many looks, as if by chance."""
    bits = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    bits = (bits ^ bits >> 13) * 1274126177 & 0xFFFFFFFF
    return (bits ^ bits >> 16) % looks


def meadow(layout: PlanLayout, mown_cells: Set[Cell] = frozenset()) -> Items:
    """Cover the picture with grass; on some cells there is nothing else."""
    across = -(-SMALLEST // layout.stretch)
    span = layout.span
    side = across * layout.stretch
    beyond = -(-layout.margin // layout.stretch)
    west = span.west - beyond
    east = span.east + beyond
    north = span.north + beyond
    south = span.south - beyond
    lefts = {x: layout.at(x, north)[0] for x in range(west, east, across)}
    looks = [art.MeadowSprite(look) for look in range(art.MEADOW_LOOKS)]
    items: Items = []
    for y in range(north, south, -across):
        top = layout.at(west, y)[1]
        for x, left in lefts.items():
            cells = product(range(x, x + across), range(y - across, y))
            is_mown = not mown_cells.isdisjoint(cells)
            look = looks[PLAIN if is_mown else look_at(x, y, art.MEADOW_LOOKS)]
            items.append(SpritePicture(look, (left, top), side, anchor=TOP_LEFT))
    return items


def beside_the_castle(plan: Plan) -> set[Cell]:
    """Find the cells next to walls and towers, where the grass is mown: identical ground below
    identical pieces is painted only once."""
    mown = {cell for stretch in plan.stretches for cell in cells_beside(stretch)}
    return mown.union(*map(cells_around, plan.towers))


def grid(board: CastellanBoard) -> Items:
    """Draw a faint line through the points of every row and column."""
    layout = board.layout
    span = board.layout.span
    width, height = layout.size
    thick = max(1, board.pixels(THIN))
    items: Items = []
    for x in range(span.west, span.east + 1):
        left = layout.at(x, 0)[0] - thick // 2
        items.append(Box((left, 0, left + thick, height), INK, opacity=FAINT))
    for y in range(span.south, span.north + 1):
        top = layout.at(0, y)[1] - thick // 2
        items.append(Box((0, top, width, top + thick), INK, opacity=FAINT))
    return items


# The extent of a wall to both sides of its line, in stretches.
WALL = 0.14
# The radius of a tower, in stretches.
TOWER = 0.25
# The width of the rim around a piece, in stretches.
RIM = 0.085
# The radius of the mark of an open wall end, in stretches.
OPEN_END = 0.13
# The opacity of that mark.
OPEN = 0.5


def buildings(board: CastellanBoard, outlined: Sequence[Piece], seat: int | None) -> Items:
    """Draw every piece; some with a rim in the colour of a seat."""
    walls = sorted(board.plan.walls, key=_from_the_north)
    towers = sorted((Piece("tower", at) for at in board.plan.towers), key=_from_the_north)
    colour, _ = seat_colours(seat)
    with_rim = set(outlined)
    items: Items = [rim(board, piece, colour) for piece in outlined if piece.kind != "tower"]
    items += [piece_picture(board, wall) for wall in walls]
    for tower in towers:
        if tower in with_rim:
            items.append(rim(board, tower, colour))
        items.append(piece_picture(board, tower))
    return items


def _from_the_north(piece: Piece) -> tuple[int, int, Heading]:
    x, y = piece.at
    return -y, x, piece.heading


def piece_picture(board: CastellanBoard, piece: Piece, opacity: float = 1.0) -> SpritePicture:
    name: Name = art.TowerSprite(look_at(*piece.at, art.TOWER_LOOKS))
    if piece.kind != "tower":
        name = art.WallSprite(piece.kind, piece.heading, look_at(*piece.at, art.WALL_LOOKS))
    return SpritePicture(name, board.middle(piece), board.layout.stretch, opacity)


def rim(board: CastellanBoard, piece: Piece, colour: Colour) -> Box | Disc:
    """Draw a plate that is a little larger than a piece, to lie below it."""
    return plate(board, piece, RIM, colour, edge=max(1, board.pixels(0.02)))


def plate(
    board: CastellanBoard,
    piece: Piece,
    beyond: float,
    fill: Colour,
    *,
    line: Colour = INK,
    edge: int,
    opacity: float = 1.0,
) -> Box | Disc:
    """Draw a plate that reaches this far beyond the sides of a piece."""
    layout = board.layout
    if piece.kind == "tower":
        return Disc(board.middle(piece), board.pixels(TOWER + beyond), fill, line, edge, opacity)
    (x, y) = piece.at
    (u, v) = piece.to
    wide = WALL + beyond
    dx, dy = (RIM, wide) if piece.heading == "E" else (wide, RIM)
    rect = (*layout.at(x - dx, v + dy), *layout.at(u + dx, y - dy))
    return Box(rect, fill, line, edge, board.pixels(0.1), opacity)


def open_ends(board: CastellanBoard) -> Items:
    """Draw a ring on every point where walls end without a tower."""
    radius = board.pixels(OPEN_END)
    width = max(2, board.pixels(0.045))
    return [
        Disc(board.layout.at(*at), radius, INK, CREAM, width, OPEN)
        for at in sorted(board.plan.open_ends)
    ]


# The opacity of a courtyard's tint.
TINT = 0.5
# The opacity of its pattern.
MARKS = 0.8
# One in this many cells has something on its ground.
ADORNED = 3
# Where the line along the walls of a courtyard begins and ends, beside the middle of a wall. It has
# the dark colour of the owner, and tells everybody that this is no meadow.
EDGE = (0.0, WALL + 0.06)
# The colour of the lining of what was just enclosed.
LIGHT: Colour = (255, 248, 208)
# Where that lining begins and ends.
LINING = (WALL + 0.06, WALL + 0.12)


def yards(board: CastellanBoard) -> Items:
    items: Items = []
    for courtyard in board.plan.courtyards:
        keep = board.hearts[courtyard.name]
        cells = sorted(courtyard.cells)
        for x, y in cells:
            near_keep = abs(x + 0.5 - keep.x) < 1 and abs(y + 0.5 - keep.y) < 1
            corner = board.layout.at(x, y + 1)
            look = look_at(y, x, art.PLAIN_YARDS)
            if not near_keep and not look_at(x, y, ADORNED):
                look = art.PLAIN_YARDS + look_at(y, x, art.YARD_LOOKS - art.PLAIN_YARDS)
            yard = SpritePicture(
                art.YardSprite(look), corner, board.layout.stretch, anchor=TOP_LEFT
            )
            items.append(yard)
        items += tint_cells(board, courtyard.cells, SEATS[courtyard.seat].main, TINT)
        items += [_mark(board, cell, courtyard.seat) for cell in cells]
        items += edge_of(board, courtyard.cells, SEATS[courtyard.seat].dark, EDGE, 1.0)
    return items


def tint_cells(
    board: CastellanBoard, cells: Collection[Cell], colour: Colour, opacity: float
) -> Items:
    items: Items = []
    for x, y in sorted(cells):
        if (x - 1, y) not in cells:
            end = next(end for end in count(x) if (end, y) not in cells)
            rect = (*board.layout.at(x, y + 1), *board.layout.at(end, y))
            items.append(Box(rect, colour, opacity=opacity))
    return items


def _mark(board: CastellanBoard, cell: Cell, seat: int) -> Disc | Box | Line:
    """Draw the pattern of a seat in the middle of a cell; stripes continue in the next."""
    (x, y) = cell
    colour = SEATS[seat].main
    at = board.layout.at

    def patch(half: float, high: float) -> Box:
        u = x + 0.5
        v = y + 0.5
        return Box((*at(u - half, v + high), *at(u + half, v - high)), colour, opacity=MARKS)

    match SEATS[seat].pattern:
        case "stripes":
            return Line((at(x, y), at(x + 1, y + 1)), colour, max(2, board.pixels(0.08)))
        case "dots":
            radius = max(2, board.pixels(0.1))
            return Disc(at(x + 0.5, y + 0.5), radius, colour, opacity=MARKS)
        case "squares":
            return patch(0.1, 0.1)
        case "dashes" | "crosses" | "zigzags":
            return patch(0.2, 0.05)


def keeps(board: CastellanBoard) -> Items:
    """Draw a keep in every courtyard, without what it is worth."""
    items: Items = []
    for courtyard in board.plan.courtyards:
        heart = board.hearts[courtyard.name]
        items.append(_keep(board, courtyard, heart.keep, 1.0 if heart.large else SMALL))
    return items


def _keep(board: CastellanBoard, courtyard: Courtyard, place: Place, scale: float) -> SpritePicture:
    name = art.KeepSprite(courtyard.seat, courtyard.double)
    return SpritePicture(name, board.layout.at(*place), board.pixels(scale))


def emblems(board: CastellanBoard) -> Items:
    """Draw the keep of every courtyard, unless a letter is in its place, and a shield with what it
    is worth. A shield that would be cut off is left out."""
    keeps: Items = []
    shields: Items = []
    size = board.worth_height
    for courtyard in board.plan.courtyards:
        emblem = board.emblems[courtyard.name]
        if emblem.has_keep and not board.has_letters:
            keeps.append(_keep(board, courtyard, emblem.keep, emblem.keep_scale))
        if board.shows(board.shield_rect(emblem)):
            at = board.layout.at(*emblem.text_at)
            shield = seat_badge(emblem.worth, at, size, courtyard.seat)
            shields.append(replace(shield, backing="shield"))
    return keeps + shields


def edge_of(
    board: CastellanBoard,
    cells: frozenset[Cell],
    colour: Colour,
    line: tuple[float, float],
    opacity: float,
) -> Items:
    """Draw a line inside the walls of a courtyard, from so far to so far beside the middle of a
    wall."""
    at = board.layout.at
    (near, far) = line
    items: Items = []
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        side = {(x, y) for x, y in cells if (x + dx, y + dy) not in cells}
        for x, y in sorted(side):
            if (x - abs(dy), y - abs(dx)) in side:
                continue
            long = next(n for n in count(1) if (x + n * abs(dy), y + n * abs(dx)) not in side)
            if dx:
                left, right = (near, far) if dx < 0 else (1 - far, 1 - near)
                rect = (*at(x + left, y + long), *at(x + right, y))
            else:
                upper, lower = (far, near) if dy < 0 else (1 - near, 1 - far)
                rect = (*at(x, y + upper), *at(x + long, y + lower))
            items.append(Box(rect, colour, opacity=opacity))
    return items


# The height of a piece's number, in stretches.
NUMBER = 0.3
# The outline of such a number, relative to its height.
OUTLINE = 0.08
# The radius of a keep that labels leave visible, relative to its width.
VISIBLE_KEEP = 0.48
LETTERS = len(ascii_uppercase)
# The width of the line from a label to what had no room for it, in stretches.
LEADER = 0.05


def keep_clear_of_buildings(board: CastellanBoard) -> None:
    """Make labels cover no shield, and those that are placed clear of obstacles no tower and no
    keep."""
    tower = ceil(TOWER * board.layout.stretch)
    board.labels.obstacles += [(board.layout.at(*at), tower) for at in sorted(board.plan.towers)]
    for courtyard in board.plan.courtyards:
        emblem = board.emblems[courtyard.name]
        board.labels.placed.append(board.shield_rect(emblem))
        if emblem.has_keep and not board.has_letters:
            at = board.layout.at(*emblem.keep)
            width = emblem.keep_width
            board.labels.obstacles.append((at, board.pixels(VISIBLE_KEEP * width)))
            board.labels.keep_clear(at, width)


def courtyard_letters(plan: Plan) -> Mapping[Cell, str]:
    """Give each courtyard a letter, by its name: from north to south, and from west to east. It has
    room where the name has none."""
    names = sorted(
        (courtyard.name for courtyard in plan.courtyards), key=lambda cell: (-cell[1], cell[0])
    )
    return {
        cell: (ascii_uppercase[number // LETTERS - 1] if number >= LETTERS else "")
        + ascii_uppercase[number % LETTERS]
        for number, cell in enumerate(names)
    }


def courtyard_badge(board: CastellanBoard, courtyard: Courtyard, badge: Badge) -> Items:
    """Label a courtyard near this place in it: on its ground and clear of keep, towers and other
    labels; if there is no room, outside, with a line to it. Nothing is said of a courtyard whose
    place is not in the picture."""
    if not board.sees(badge.centre):
        return []
    layout = board.layout
    reach = board.pixels(0.28)
    middles = [layout.at(x + 0.5, y + 0.5) for x, y in sorted(courtyard.cells)]

    def end_of(pixel: Point) -> Point:
        u, v = pixel
        near = [
            (min(max(u, x - reach), x + reach), min(max(v, y - reach), y + reach))
            for x, y in middles
        ]
        return min(near, key=lambda point: (point[0] - u) ** 2 + (point[1] - v) ** 2)

    xs, ys = zip(*courtyard.cells, strict=True)
    ground = *layout.at(min(xs), max(ys) + 1), *layout.at(max(xs) + 1, min(ys))
    at, end = board.labels.place_clear_of(
        badge.text,
        badge.centre,
        badge.size,
        inside=lambda pixel: layout.cell_at(pixel) in courtyard.cells,
        end_of=end_of,
        ground=ground,
    )
    badge = replace(badge, centre=at)
    if end is None:
        return [badge]
    return [*leader(board, end, badge), badge]


def leader(board: CastellanBoard, end: Point, badge: Badge) -> list[Line]:
    """Draw the line that leads from a badge to what it is about."""
    width = max(3, board.pixels(LEADER))
    ends = (end, badge.centre)
    return [Line(ends, INK, width + 4), Line(ends, badge.fill, width)]


def order_digits(board: CastellanBoard, pieces: Sequence[Piece]) -> Items:
    """Number the pieces in the order in which they were built: small, and on nothing, so that no
    number is taken for a choice or for what something is worth."""
    size = board.letter_height(NUMBER)
    edge = max(1, round(OUTLINE * size))
    items: Items = []
    for number, piece in enumerate(pieces, 1):
        x, y = board.labels.place_upon(str(number), board.along(piece), size)
        for dx, dy in ((-edge, 0), (edge, 0), (0, -edge), (0, edge), (0, 0)):
            colour = CREAM if dx or dy else INK
            at = (x + dx, y + dy)
            items.append(Text(str(number), at, size, colour, bold=True, align="middle"))
    return items
