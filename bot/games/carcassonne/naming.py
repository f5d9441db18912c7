"""Names of features and of parts of a tile."""

from collections import Counter
from collections.abc import Sequence

from bot.games import tiles
from bot.locale import Words
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, TurnedTile
from render.carcassonne.tiles import cell_alias
from render.tiles.places import directions


def list_cells(words: Words, cells: Sequence[Cell]) -> str:
    return tiles.list_cells(words, "carcassonne", [cell_alias(cell) for cell in cells])


def name_feature(words: Words, kind: str, cells: Sequence[Cell]) -> str:
    """`city on M51 and N51`."""
    return words(f"carcassonne.feature.{kind}", cells=list_cells(words, cells))


def size(words: Words, count: int, pennants: int) -> str:
    """`5 tiles and 2 pennants`."""
    parts = [words("carcassonne.tiles", count=count)]
    if pennants:
        parts.append(words("carcassonne.pennants", count=pennants))
    return words.join(parts)


def name_segment(words: Words, tile: TurnedTile, segment: int) -> str:
    """`north city`: a part of a tile, named as no other part of the tile is."""
    kind = tile.segments[segment].kind
    alike = [index for index, other in enumerate(tile.segments) if other.kind == kind]
    if len(alike) == 1:
        return words(f"carcassonne.kind.{kind}")
    names = {index: _part(words, tile, index) for index in alike}
    if Counter(names.values())[names[segment]] == 1:
        return names[segment]
    port = PORT_NAMES[tile.segments[segment].ports[0]]
    return words(f"carcassonne.part.{kind}", place=port)


def _part(words: Words, tile: TurnedTile, index: int) -> str:
    """Two fields on the same side of a tile are told apart by the city that one of them touches."""
    segment = tile.segments[index]
    place = "–".join(
        words(f"carcassonne.direction.{direction}") for direction in directions(segment)
    )
    has_twin = any(
        other.kind == segment.kind and directions(other) == directions(segment)
        for number, other in enumerate(tile.segments)
        if number != index
    )
    if has_twin and tile.tile.beside[index]:
        return words("carcassonne.part.field_by_city", place=place)
    return words(f"carcassonne.part.{segment.kind}", place=place)
