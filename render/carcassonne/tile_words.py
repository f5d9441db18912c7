"""A tile's name and description in words. Knows the tile, but no board and no game."""

from collections.abc import Iterator

from engine.tiles.tile import SIDES, Segment, TurnedTile
from render.locale import Words


def tile_named(words: Words, tile: str) -> str:
    """`city side`; tiles of other sets keep their own ids."""
    key = f"carcassonne.tile_name.{tile}"
    return words(key) if key in words else tile


def tile_described(words: Words, tile: TurnedTile, *, pennants: bool = True) -> str:
    """`city north with a pennant, road east–south`: everything on it and where it is, but fields
    only if there is nothing else at the sides. Its name mentions pennants as well, and may appear
    next to it."""
    return ", ".join(_parts(words, tile, pennants=pennants))


def _parts(words: Words, tile: TurnedTile, *, pennants: bool) -> Iterator[str]:
    for city in _of(tile, "city"):
        kind, sides = words("carcassonne.kind.city"), words.listed(sides_of(words, city))
        told = words("carcassonne.described.area", kind=kind, sides=sides)
        told_too = city.marks and pennants
        yield words("carcassonne.described.pennant", area=told) if told_too else told
    roads = _of(tile, "road")
    ends = [road for road in roads if len(road.ports) == 1]
    for road in roads:
        if road not in ends:
            yield words("carcassonne.described.road", sides="–".join(sides_of(words, road)))
    if ends:
        sides = words.listed([side for road in ends for side in sides_of(words, road)])
        yield words("carcassonne.described.end", count=len(ends), sides=sides)
    if _of(tile, "cloister"):
        yield words("carcassonne.described.cloister")
    if not _of(tile, "city") and not roads:
        yield words("carcassonne.described.plain")


def _of(tile: TurnedTile, kind: str) -> list[Segment]:
    return [segment for segment in tile.segments if segment.kind == kind]


def sides_of(words: Words, segment: Segment) -> list[str]:
    """The sides that a city or road lies on."""
    sides = dict.fromkeys(port // 3 for port in segment.ports)
    return [words(f"carcassonne.direction.{SIDES[side]}") for side in sides]
