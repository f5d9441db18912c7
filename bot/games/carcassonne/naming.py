"""Names of features, of parts of a tile, and of players."""

from collections import Counter
from collections.abc import Sequence

from bot.locale import Words
from engine.carcassonne.catalogue import Catalogue
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, TurnedTile
from render.carcassonne.tiles import cell_alias
from render.pictures import Names
from render.tiles.places import directions

MOST_CELLS = 4


def list_cells(words: Words, cells: Sequence[Cell]) -> str:
    """`M51, N51, N52`; for a large feature, the first few and how many more."""
    names = [cell_alias(cell) for cell in cells]
    more = len(names) - MOST_CELLS
    if more <= 1:
        return ", ".join(names)
    shown = ", ".join(names[:MOST_CELLS])
    return words("carcassonne.feature.more_cells", cells=shown, count=more)


def name_feature(words: Words, kind: str, cells: Sequence[Cell]) -> str:
    """`city on M51, N51`."""
    return words(f"carcassonne.feature.{kind}", cells=list_cells(words, cells))


def size(words: Words, tiles: int, pennants: int) -> str:
    """`5 tiles and 2 pennants`."""
    parts = [words("carcassonne.tiles", count=tiles)]
    if pennants:
        parts.append(words("carcassonne.pennants", count=pennants))
    return words.join(parts)


def list_players(words: Words, names: Names, seats: Sequence[int]) -> str:
    """`**Anna** and **Ben**`."""
    return words.join([words("carcassonne.told.name", name=names[seat]) for seat in seats])


def name_segment(words: Words, catalogue: Catalogue, tile: TurnedTile, segment: int) -> str:
    """`north city`: a part of a tile, named as no other part of the tile is."""
    kind = tile.segments[segment].kind
    alike = [index for index, other in enumerate(tile.segments) if other.kind == kind]
    if len(alike) == 1:
        return words(f"carcassonne.kind.{kind}")
    names = {index: _part(words, catalogue, tile, index) for index in alike}
    if Counter(names.values())[names[segment]] == 1:
        return names[segment]
    port = PORT_NAMES[tile.segments[segment].ports[0]]
    return words(f"carcassonne.part.{kind}", place=port)


def _part(words: Words, catalogue: Catalogue, tile: TurnedTile, index: int) -> str:
    """Two fields on the same side of a tile are told apart by the city that one of them touches."""
    segment = tile.segments[index]
    place = "–".join(words(f"carcassonne.direction.{one}") for one in directions(segment))
    has_twin = any(
        other.kind == segment.kind and directions(other) == directions(segment)
        for number, other in enumerate(tile.segments)
        if number != index
    )
    if has_twin and catalogue.served[tile.tile.id][index]:
        return words("carcassonne.part.field_by_city", place=place)
    return words(f"carcassonne.part.{segment.kind}", place=place)
