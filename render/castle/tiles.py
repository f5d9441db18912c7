"""Tiles: what each is called, what is on it, which of its rotations are alike, and those not seen
yet, in groups."""

import re
from collections.abc import Iterator, Sequence
from itertools import count

from engine.castle.catalogue import Catalogue
from engine.castle.view import View
from engine.tiles.tile import CHANNELS, SIDES, Segment, TurnedTile
from render.locale import Words
from render.picture.scene import Scene, ThemeName
from render.tiles.sheet import SheetGroup, tile_sheet
from render.tiles.turnings import Turning, count_fits

# The least paths that end on one tile where they meet at a square.
SQUARE = 3


def tile_name(words: Words, tile: str) -> str:
    """`great tower`, `street 3`; tiles of other catalogues keep their own ids."""
    name, number = family(tile)
    key = f"castle.tile_name.{name}"
    return words(key, number=number) if key in words else tile


def family(tile: str) -> tuple[str, int]:
    """Divide the id of a tile into the name of its family and a number: `bend-9` comes before
    `bend-10`."""
    match = re.fullmatch(r"(.*?)-?(\d*)", tile)
    name, number = (match[1], match[2]) if match else (tile, "")
    return name, int(number or 0)


def describe_tile(words: Words, tile: TurnedTile) -> str:
    """`path east–south with a fountain, house north and west, court south-east with a market`:
    everything that can be claimed on it, and where it is."""
    parts = [*_paths(words, tile)]
    for area in tile.segments:
        if area.kind != "path":
            kind = words(f"castle.kind.{area.kind}")
            places = words.join([*_places(words, tile, area)])
            text = words("castle.described.area", kind=kind, places=places)
            if area.marks:
                markets = words("castle.described.market", count=area.marks)
                text = words("castle.described.with", area=text, marks=markets)
            parts.append(text)
    return ", ".join(parts)


def _paths(words: Words, tile: TurnedTile) -> Iterator[str]:
    """Describe the paths that continue, and those that end on the tile; three that end meet at a
    square."""
    paths = [segment for segment in tile.segments if segment.kind == "path"]
    ends = [path for path in paths if len(path.ports) == 1]
    for path in paths:
        if path not in ends:
            text = words("castle.described.path", sides=_list_sides(words, path))
            yield _add_fountain(words, text, [path])
    if ends:
        key = "castle.described.square" if len(ends) >= SQUARE else "castle.described.end"
        sides = words.join([_list_sides(words, path) for path in ends])
        yield _add_fountain(words, words(key, count=len(ends), sides=sides), ends)


# The corner after each side, clockwise.
CORNERS = ("NE", "SE", "SW", "NW")


def _places(words: Words, tile: TurnedTile, area: Segment) -> Iterator[str]:
    """Name the sides that an area fills, the corners that it takes, and halves of sides. Parts next
    to a path are left out unless there are no others."""
    count = len(SIDES)
    first = [3 * side in area.ports for side in range(count)]
    last = [3 * side + 2 in area.ports for side in range(count)]
    full = [side for side in range(count) if first[side] and last[side]]
    corners = [
        side
        for side in range(count)
        if last[side] and first[(side + 1) % count] and not {side, (side + 1) % count} & {*full}
    ]
    covered = {*full, *corners, *((side + 1) % count for side in corners)}
    rest = [side for side in range(count) if (first[side] or last[side]) and side not in covered]
    if full or corners:
        rest = [side for side in rest if tile.owners[3 * side + 1] is None]
    yield from (words(f"tiles.direction.{SIDES[side]}") for side in full)
    yield from (words(f"tiles.direction.{CORNERS[side]}") for side in corners)
    for side in rest:
        yield words("castle.described.half", side=words(f"tiles.direction.{SIDES[side]}"))


def _add_fountain(words: Words, text: str, paths: Sequence[Segment]) -> str:
    fountain = any(path.marks for path in paths)
    return words("castle.described.fountain", path=text) if fountain else text


def _list_sides(words: Words, path: Segment) -> str:
    """Name the sides that are joined by a path."""
    return "–".join(words(f"tiles.direction.{SIDES[port // 3]}") for port in path.ports)


def turnings(view: View) -> tuple[Turning, ...]:
    if view.drawn is None:
        return ()
    return count_fits(first_alike(view.catalogue, view.drawn), view.placements)


def first_alike(catalogue: Catalogue, tile: str) -> tuple[int, ...]:
    """Find for each rotation of a tile the first one that looks and acts like it."""
    looks = [
        {(segment.kind, frozenset(segment.ports), segment.marks) for segment in turned.segments}
        for turned in catalogue.turned[tile]
    ]
    return tuple(map(looks.index, looks))


def sheet_scene(words: Words, view: View, theme: ThemeName = "light") -> Scene:
    groups = unseen_groups(view)
    title = words("castle.picture.not_seen", count=sum(len(tiles) for _, tiles in groups))
    sheet_groups = (
        SheetGroup(group_name(words, sides), words("tiles.count", count=len(tiles)), tiles)
        for sides, tiles in groups
    )
    return tile_sheet(title, sheet_groups, theme)


def unseen_groups(view: View) -> list[tuple[int, list[tuple[int, str]]]]:
    """Group the tiles not drawn yet by how many of their sides carry a path, which decides where
    they fit. They are numbered throughout, so that a list next to the picture can name each."""
    groups: dict[int, list[str]] = {}
    for tile in view.to_come:
        owners = view.catalogue.turned[tile][0].owners
        sides = sum(owners[port] is not None for port in CHANNELS)
        groups.setdefault(sides, []).append(tile)
    numbers = count(1)
    return [
        (sides, [(next(numbers), tile) for tile in sorted(groups[sides], key=family)])
        for sides in sorted(groups)
    ]


def group_name(words: Words, sides: int) -> str:
    return words(f"castle.picture.path_sides.{sides}")
