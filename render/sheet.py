"""The sheet of the tiles not seen yet, grouped by what decides where they fit: their paths."""

import re

from engine.castle.catalogue import Catalogue
from engine.castle.view import View
from engine.tiles.ports import CHANNELS
from render.findings import tiles_to_come
from render.locale import Words
from render.palette import INK, THEMES
from render.scene import Box, Item, Scene, Text, ThemeName, TilePicture

WIDTH, EDGE = 1240, 36
TILE, STEP, COLUMNS = 124, 146, 8
TITLE, HEADER = 96, 78


def sheet_scene(words: Words, view: View, theme: ThemeName = "light") -> Scene:
    colours = THEMES[theme]
    groups = unseen_groups(view)
    count = sum(len(tiles) for _, tiles in groups)
    title = words("castle.picture.not_seen", count=count)
    items: list[Item] = [Text(title, (EDGE, TITLE // 2 + 6), 54, colours.text, bold=True)]
    top = TITLE
    for sides, tiles in groups:
        name = group_named(words, sides)
        number = words("words.tiles", count=len(tiles))
        y = top + HEADER // 2
        items += [
            Box((EDGE, top, WIDTH - EDGE, top + 3), colours.card_edge),
            Text(name, (EDGE, y), 44, colours.text, bold=True),
            Text(number, (WIDTH - EDGE, y), 44, colours.faint, align="right"),
        ]
        top += HEADER
        for index, tile in enumerate(tiles):
            x = EDGE + index % COLUMNS * STEP
            y = top + index // COLUMNS * STEP
            items.append(Box((x - 3, y - 3, x + TILE + 3, y + TILE + 3), INK, radius=4))
            items.append(TilePicture((tile, 0), (x, y), TILE))
        top += -(-len(tiles) // COLUMNS) * STEP
    return Scene((WIDTH, top + EDGE // 2), colours.background, tuple(items))


def unseen_groups(view: View) -> list[tuple[int, list[str]]]:
    """The tiles that were not drawn yet, by the number of their sides that carry a path."""
    groups: dict[int, list[str]] = {}
    for tile in tiles_to_come(view):
        if tile != view.drawn:
            groups.setdefault(path_sides(view.catalogue, tile), []).append(tile)
    return [(sides, sorted(groups[sides], key=_family)) for sides in sorted(groups)]


def group_named(words: Words, sides: int) -> str:
    return words(f"castle.picture.path_sides.{sides}")


def path_sides(catalogue: Catalogue, tile: str) -> int:
    owners = catalogue.turned[tile][0].owners
    return sum(owners[port] is not None for port in CHANNELS)


def _family(tile: str) -> tuple[str, int]:
    """Tiles of a family carry the same name and a number: `bend-9` comes before `bend-10`."""
    found = re.fullmatch(r"(.*?)-?(\d*)", tile)
    name, number = (found[1], found[2]) if found else (tile, "")
    return name, int(number or 0)
