"""Cells and tiles by name: what is on a tile, which of its rotations look alike, and those not seen
yet, in groups."""

from collections.abc import Iterable, Iterator
from itertools import count

from engine.carcassonne.catalogue import Catalogue
from engine.carcassonne.moves import cell_name
from engine.carcassonne.view import View
from engine.tiles.grid import Cell
from engine.tiles.tile import SIDES, Segment, TurnedTile
from render.board.aliases import alias
from render.carcassonne.art.courses import courses, is_split_by_wall
from render.locale import Words
from render.picture.scene import Scene, ThemeName
from render.tiles.sheet import SheetGroup, tile_sheet
from render.tiles.turnings import Turning, count_fits

GROUPS = ("river", "cloister", "road", "city", "city_road", "field")

# A group of tiles: what is on them, and their types with the numbers shown for them.
Group = tuple[str, tuple[tuple[int, str], ...]]


def cell_alias(cell: Cell) -> str:
    return alias(cell_name(cell))


def tile_name(words: Words, tile: str) -> str:
    """`city side`; tiles of other sets keep their own ids."""
    key = f"carcassonne.tile_name.{tile}"
    return words(key) if key in words else tile


def describe_tile(words: Words, tile: TurnedTile, *, pennants: bool = True) -> str:
    """`city north with a pennant, road east–south`: everything on it and where it is, but fields
    only if there is nothing else at the sides, or if they are unlike others. Its name mentions
    pennants, inns and cathedrals as well, and may appear next to it."""
    return ", ".join(_parts(words, tile, pennants=pennants))


def _parts(words: Words, tile: TurnedTile, *, pennants: bool) -> Iterator[str]:
    cathedrals = _segments_with(tile, "cathedral") if pennants else []
    inns = _segments_with(tile, "inn") if pennants else []
    for city in _segments_of(tile, "city"):
        kind = words("carcassonne.kind.city")
        sides = words.join(sides_of(words, city))
        area = words("carcassonne.described.area", kind=kind, sides=sides)
        if city in cathedrals:
            area = words("carcassonne.described.cathedral", area=area)
        with_pennant = city.marks and pennants
        yield words("carcassonne.described.pennant", area=area) if with_pennant else area
    if is_split_by_wall(tile.tile.segments):
        yield words("carcassonne.described.wall")
    if any(not field.ports for field in _segments_of(tile, "field")):
        yield words("carcassonne.described.middle")
    rivers = _segments_of(tile, "river")
    for river in rivers:
        sides = "–".join(sides_of(words, river))
        yield words(f"carcassonne.described.{river_end(tile) or 'river'}", sides=sides)
    roads = _segments_of(tile, "road")
    ends = [road for road in roads if len(road.ports) == 1]
    for road in roads:
        if road not in ends:
            text = words("carcassonne.described.road", sides="–".join(sides_of(words, road)))
            yield words("carcassonne.described.inn", road=text) if road in inns else text
    for some, with_inn in (
        ([road for road in ends if road not in inns], False),
        ([road for road in ends if road in inns], True),
    ):
        if some:
            sides = words.join([side for road in some for side in sides_of(words, road)])
            text = words("carcassonne.described.end", count=len(some), sides=sides)
            yield words("carcassonne.described.inn", road=text) if with_inn else text
    if _segments_of(tile, "cloister"):
        yield words("carcassonne.described.cloister")
    if not _segments_of(tile, "city") and not roads and not rivers:
        yield words("carcassonne.described.plain")


def river_end(tile: TurnedTile) -> str | None:
    """Name what is at the end of the river on a tile: a spring, a lake, or nothing."""
    river = courses(tile.tile.segments).river
    return None if river is None else river.end


def _segments_with(tile: TurnedTile, thing: str) -> list[Segment]:
    return [
        segment
        for segment, things in zip(tile.segments, tile.tile.things, strict=False)
        if thing in things
    ]


def _segments_of(tile: TurnedTile, kind: str) -> list[Segment]:
    return [segment for segment in tile.segments if segment.kind == kind]


def sides_of(words: Words, segment: Segment) -> list[str]:
    """Name the sides that a city or road lies on."""
    sides = dict.fromkeys(port // 3 for port in segment.ports)
    return [words(f"tiles.direction.{SIDES[side]}") for side in sides]


def turnings(view: View) -> tuple[Turning, ...]:
    if view.drawn is None:
        return ()
    return count_fits(view.catalogue.rotations[view.drawn], view.placements)


def first_alike(catalogue: Catalogue, tile: str) -> tuple[int, ...]:
    """Find for each rotation of a tile the first one that looks like it (C5): a tile looks the same
    after one quarter turn, after two, or only after four."""
    distinct = catalogue.rotations[tile]
    return tuple(distinct[turns % len(distinct)] for turns in range(4))


def sheet_scene(words: Words, view: View, theme: ThemeName = "light") -> Scene:
    title = words("carcassonne.picture.not_seen", count=sum(view.unseen.values()))
    groups = (
        SheetGroup(
            group_name(words, group),
            words("tiles.count", count=tiles_in(view, types)),
            types,
        )
        for group, types in unseen_groups(view)
    )
    return tile_sheet(title, groups, theme, view.unseen)


def unseen_groups(view: View) -> list[Group]:
    """Group the types of the tiles not drawn yet by what is on them. They are numbered throughout,
    so that a list next to the picture can name each."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for tile in sorted(view.unseen):
        groups[group_of(view.catalogue.turned[tile][0])].append(tile)
    numbers = count(1)
    return [
        (group, tuple((next(numbers), tile) for tile in types))
        for group, types in groups.items()
        if types
    ]


def tiles_in(view: View, types: Iterable[tuple[int, str]]) -> int:
    return sum(view.unseen[tile] for _, tile in types)


def group_of(tile: TurnedTile) -> str:
    kinds = {segment.kind for segment in tile.segments}
    if "river" in kinds:
        return "river"
    if "cloister" in kinds:
        return "cloister"
    if "city" in kinds:
        return "city_road" if "road" in kinds else "city"
    return "road" if "road" in kinds else "field"


def group_name(words: Words, group: str) -> str:
    return words(f"carcassonne.picture.group.{group}")
