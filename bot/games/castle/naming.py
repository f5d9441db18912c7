"""Names of features and of parts of a tile."""

from collections import Counter
from collections.abc import Sequence

from bot.games import tiles
from bot.locale import Words
from engine.castle.moves import cell_name
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, Segment, TurnedTile
from render.tiles.places import directions, segment_at


def list_cells(words: Words, cells: Sequence[Cell]) -> str:
    return tiles.list_cells(words, "castle", [cell_name(cell) for cell in cells])


def name_feature(words: Words, kind: str, cells: Sequence[Cell]) -> str:
    """`tower on D5 and E5`; start spaces are left out, as they have no names."""
    return words(f"castle.feature.{kind}", cells=list_cells(words, cells))


def size(words: Words, count: int, starts: int) -> str:
    """`2 tiles and a start space`."""
    parts = [words("castle.tiles", count=count)]
    if starts:
        parts.append(words("castle.size.starts", count=starts))
    return words.join(parts)


def name_segment(words: Words, tile: TurnedTile, segment: Segment) -> str:
    """`north tower`: a part of a tile by its position; the name is unique on the tile."""
    alike = [other for other in tile.segments if other.kind == segment.kind]
    shared = Counter(_place(words, other) for other in alike)
    place = _place(words, segment)
    if shared[place] > 1:
        place = PORT_NAMES[segment.ports[0]]
    return words(f"castle.part.{segment.kind}", place=place)


def name_spot(words: Words, tile: TurnedTile, cell: Cell, port: int) -> str:
    """`tower E5`, or `north tower E5` if its tile has more than one."""
    segment = segment_at(tile, port)
    alone = sum(other.kind == segment.kind for other in tile.segments) == 1
    kind = words(f"castle.kind.{segment.kind}")
    named = kind if alone else name_segment(words, tile, segment)
    return words("castle.choice.feature", feature=named, cell=cell_name(cell))


def _place(words: Words, segment: Segment) -> str:
    return "–".join(words(f"castle.direction.{direction}") for direction in directions(segment))
