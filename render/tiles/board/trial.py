"""A turn that is being chosen, on a board: the names of cells, the new tile in a thin frame, what
it joins, and the followers that could be placed on it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.board.coordinates import Coordinates
from render.board.labels import LABEL, Labels
from render.picture.palette import CREAM, INK, SEATS
from render.picture.scene import (
    Area,
    Badge,
    Box,
    Colour,
    Disc,
    Inset,
    Item,
    Items,
    Layers,
    Name,
    Point,
    Rect,
    Scene,
    ShapePicture,
    SpritePicture,
    Text,
    overlap,
)
from render.subject import Mark
from render.tiles.board.board import LOW, TALL
from render.tiles.board.features import PlacedSegment, joined_features
from render.tiles.board.marking import AnyBoard, brackets, offer_cells, tint_feature
from render.tiles.places import segment_of
from render.tiles.sprites import framed_tile, tile_on_tray
from render.tiles.turnings import turns_of

# The height of the name of a cell, in cells, where that is large enough.
NAME = LABEL + 0.06
# The least height of that name, as a share of the width of the picture: its digits are 14 pixels
# high on a phone.
LEGIBLE = 0.058
# The greatest height with which a name of one letter, or of two, fills its cell.
LARGEST = (1.35, 0.96)
# The width of the drawn tile, as a share of the width of the picture.
DRAWN = 0.145
# The width of the tray around it, as a share of the tile's.
TRAY = 0.11
# The distance of the drawn tile from the border, as a share of the width of the picture.
BESIDE = 0.025
# The largest size in which the tiles of every game ship.
FINEST = 200
# The height of the number of a follower, as a share of the width of the picture.
NUMBER = 0.058
# The most followers on a tile in a usual close-up.
MANY = 3
# The most places for followers that are shown by ghosts.
MOST_GHOSTS = 4
# The radius of a disc, as a share of the height of its number.
DISC = 0.68
# The opacity of a follower that could be placed.
GHOST = 0.55
# The places of its number, as shares of its height from its middle.
ASIDE = tuple((x * 0.34, y * 0.34) for y in (1, -1) for x in (1, -1))
# The places of the name of a move in its cell, as shares of a cell from the middle.
CORNERS = ((-0.3, -0.3), (0.3, -0.3), (-0.3, 0.3), (0.3, 0.3))
# The frame and the rounding of the tile of a move, in pixels.
EDGE_OF_MOVE = (3, 3)
# The length of the corners of a thin frame, in cells.
CORNER = 0.14
# The width of its line, in cells.
THIN = 0.012
# The width of its dark rim, in cells.
RIM = 0.02
# The opacity of the tint of a feature that a tile joins.
JOINED = 0.28

# The radius of what can be tapped around a follower that could be placed, in cells.
TAPPED = 0.2

# A follower, and its height in cells.
Figure = tuple[Name, float]


def marked_cells(marks: Iterable[Mark], parse_cell: Callable[[str], Cell]) -> list[Cell]:
    """List the cells of marks: those to choose from, and those of whole moves."""
    return [parse_cell(token) for mark in marks for step, token in mark.parts if step == "cell"]


def asks_for_cell(marks: Iterable[Mark]) -> bool:
    """Tell whether the marks are cells, and no whole moves."""
    return any(mark.parts[-1][0] == "cell" for mark in marks)


def is_crowded(marks: Iterable[Mark]) -> bool:
    """Tell whether many followers could be placed on the tile, so that it is shown closer."""
    return sum(parts[0][0] == "follower" for _, parts in marks) > MANY


def tallest_of(marks: Iterable[Mark]) -> float:
    """Find the greatest height of a picture of these choices, as a share of its width: moves that
    are suggested leave more room below."""
    return LOW if any("rotation" in dict(parts) for _, parts in marks) else TALL


def name_cells(board: AnyBoard, parse_cell: Callable[[str], Cell]) -> Layers:
    """Name each marked cell on a plate."""
    left, _, right, _ = board.window
    marks = board.subject.marks
    cells = [(parse_cell(parts[-1][1]), name) for name, parts in marks if parts[-1][0] == "cell"]
    largest = min((LARGEST[len(name) > 1] for _, name in cells), default=NAME)
    return offer_cells(board, cells, min(largest, max(NAME, LEGIBLE * (right - left) / board.cell)))


def show_drawn_tile(
    board: AnyBoard,
    part: Inset,
    coordinates: Coordinates | None,
    tile: str,
    occupied: Collection[Cell],
) -> Scene:
    """Show the drawn tile in a corner of the board where it covers none of these cells; below the
    board if there is no such corner."""
    left, top, right, bottom = board.window
    width = right - left
    height = bottom - top
    size = min(FINEST, round(DRAWN * width))
    beside = round(BESIDE * width)
    corner = _free_corner(board, size, beside, occupied)
    at = ((width - size) // 2, height + beside) if corner is None else corner
    items: list[Item] = [part]
    if coordinates is not None:
        items += coordinates.items(part.source, board.theme)
    items += tile_on_tray((tile, 0), at, size, round(TRAY * size))
    below = size + 2 * beside if corner is None else 0
    return Scene((width, height + below), part.scene.paper, tuple(items))


def _free_corner(
    board: AnyBoard, size: int, beside: int, occupied: Collection[Cell]
) -> Point | None:
    """Find a corner of the window with room for a square that covers none of these cells."""
    left, top, right, bottom = board.clear
    rects = [board.rect(cell) for cell in occupied]
    for y in (bottom - beside - size, top + beside):
        for x in (right - beside - size, left + beside):
            clear = (x - beside, y - beside, x + size + beside, y + size + beside)
            if not any(overlap(clear, rect) for rect in rects):
                return x - board.window[0], y - board.window[1]
    return None


def draw_moves(
    board: AnyBoard,
    rotations: Sequence[TurnedTile],
    parse_cell: Callable[[str], Cell],
    figure: Callable[[str], Figure],
) -> Layers:
    """Draw the moves that are marked, each with the drawn tile as it would lie, its follower and
    its name. Of several on one cell, the first shows its tile. `rotations` are those of the tile,
    by quarter turns."""
    below: list[Item] = []
    above: list[Item] = []
    names: list[Item] = []
    left, _, right, _ = board.window
    labels = Labels(board)
    size = round(NUMBER * (right - left))
    seen = set[Cell]()
    for name, parts in board.subject.marks:
        steps = dict(parts)
        if not {"cell", "rotation"} <= steps.keys():
            continue
        cell = parse_cell(steps["cell"])
        turned = rotations[turns_of(steps["rotation"])]
        origin = x, y = board.layout.cell_origin(cell)
        if cell not in seen:
            seen.add(cell)
            below += framed_tile(
                (turned.tile.id, turned.rotation), origin, board.cell, *EDGE_OF_MOVE
            )
        token = steps.get("follower", "none")
        near = board.middle(cell)
        if token != "none":
            sprite, height = figure(token.partition("@")[0])
            across, down = board.spot(turned, segment_of(turned, token))
            at = (x + board.pixels(across), y + board.pixels(down))
            above.append(SpritePicture(sprite, at, board.mark_pixels(height)))
            labels.keep_clear(at, size / board.cell)
        around = [(near[0] + board.pixels(dx), near[1] + board.pixels(dy)) for dx, dy in CORNERS]
        (free,) = labels.place_within([name], [*around, near], size) or [near]
        names.append(Badge(name, free, size, INK, CREAM, INK))
    return below, [*above, *names]


def frame_new_tile(board: AnyBoard, cell: Cell, seat: int | None) -> Iterator[Item]:
    """Draw a thin line around a tile, stronger at its corners, so that its seams stay visible."""
    colour = board.theme.accent if seat is None else SEATS[seat].main
    thin = max(2, board.pixels(THIN))
    rim = max(2, board.pixels(RIM))
    long = max(2, board.pixels(CORNER))
    yield Box(board.rect(cell, -rim), outline=INK, width=rim - thin or 1)
    yield Box(board.rect(cell, -thin), outline=colour, width=thin)
    yield from brackets(board.rect(cell), colour, long, (5 * thin, 4 * thin, 3 * thin))


def tint_joined(board: AnyBoard, cell: Cell, kinds: Collection[str]) -> Iterator[ShapePicture]:
    """Tint each feature of these kinds that the tile on this cell makes of several."""
    for pieces in joined_features(board.tiles, cell, kinds):
        yield from tint_feature(board, pieces, CREAM, JOINED)


def offer_followers(
    board: AnyBoard,
    cell: Cell,
    figure: Callable[[str], Figure],
    kind_colours: Mapping[str, tuple[Colour, Colour]],
) -> list[Item]:
    """Number the places of followers on the tile on this cell. A few have ghosts; more would cover
    each other, so that they have discs in the colours of what they would stand on. The chosen one
    stands there."""
    chosen = dict(board.subject.parts).get("follower")
    figures: Items = []
    numbers: Items = []
    left, _, right, _ = board.window
    labels = Labels(board)
    size = round(NUMBER * (right - left))
    places = [
        (name, token, PlacedSegment(cell, segment_of(board.tiles[cell], token)))
        for name, ((step, token), *_) in board.subject.marks
        if step == "follower"
    ]
    has_ghosts = len(places) <= MOST_GHOSTS
    for _, token, piece in places:
        if has_ghosts or token == chosen:
            labels.keep_clear(board.follower_point(piece), size / board.cell)
    for name, token, piece in sorted(places, key=lambda place: place[1] == chosen):
        (x, y) = board.follower_point(piece)
        if not has_ghosts and token != chosen:
            (at,) = labels.place_within([name], [(x, y)], size) or [(x, y)]
            numbers += _numbered_disc(
                name, at, size, kind_colours[board.tiles[cell].segments[piece.segment].kind]
            )
            continue
        sprite, height = figure(token.partition("@")[0])
        high = board.mark_pixels(height)
        if token != chosen:
            figures.append(SpritePicture(sprite, (x, y), high, GHOST))
        if not name:
            continue
        around = [(x + round(dx * high), y + round(dy * high)) for dx, dy in ASIDE]
        (free,) = labels.place_within([name], [*around, (x, y)], size) or [(x, y)]
        numbers.append(Badge(name, free, size, INK, CREAM, INK))
    return [*figures, *numbers]


def _numbered_disc(
    name: str, at: Point, size: int, colours: tuple[Colour, Colour]
) -> Iterator[Disc | Text]:
    (colour, ink) = colours
    radius = round(DISC * size)
    rim = max(2, size // 14)
    yield Disc(at, radius, colour, ink, rim)
    if name:
        yield Text(name, at, size, ink, bold=True, align="middle")


def areas_of(board: AnyBoard, newest: Cell, parse_cell: Callable[[str], Cell]) -> tuple[Area, ...]:
    """Find where the marks lie that are one choice: cells, followers on the newest tile, and its
    rotations, which are all of that tile."""
    areas: list[Area] = []
    for _, parts in board.subject.marks:
        step, token = parts[0]
        if len(parts) > 1:
            continue
        if step == "follower":
            segment = segment_of(board.tiles[newest], token)
            x, y = board.follower_point(PlacedSegment(newest, segment))
            radius = board.pixels(TAPPED)
            rect = (x - radius, y - radius, x + radius, y + radius)
            areas.append(Area(parts, _within(board, rect), is_round=True))
        elif step in ("cell", "rotation"):
            cell = parse_cell(token) if step == "cell" else newest
            areas.append(Area(parts, _within(board, board.rect(cell))))
    return tuple(areas)


def _within(board: AnyBoard, rect: Rect) -> Rect:
    """Move a rectangle of the board to where the picture shows it."""
    left, top, _, _ = board.window
    west, north, east, south = rect
    return west - left, north - top, east - left, south - top
