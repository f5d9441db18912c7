"""The sheet of the tiles not seen yet, grouped by what decides where they fit: their paths."""

from itertools import count

from engine.castle.catalogue import Catalogue
from engine.castle.view import View
from engine.tiles.tile import CHANNELS
from render.castle.tile_words import family
from render.locale import Words
from render.picture.palette import INK, THEMES
from render.picture.scene import Box, Item, Scene, Text, ThemeName
from render.tiles.sprites import tile_picture

WIDTH, EDGE = 1240, 36
TILE, STEP, COLUMNS = 124, 146, 8
NUMBER = 44
"""The height of the number below a tile."""
TITLE, HEADER = 96, 78


def sheet_scene(words: Words, view: View, theme: ThemeName = "light") -> Scene:
    colours = THEMES[theme]
    groups = unseen_groups(view)
    title = words("castle.picture.not_seen", count=sum(len(tiles) for _, tiles in groups))
    items: list[Item] = [Text(title, (EDGE, TITLE // 2 + 6), 54, colours.text, bold=True)]
    top = TITLE
    for sides, tiles in groups:
        name = group_named(words, sides)
        size = words("castle.tiles", count=len(tiles))
        y = top + HEADER // 2
        items += [
            Box((EDGE, top, WIDTH - EDGE, top + 3), colours.card_edge),
            Text(name, (EDGE, y), 44, colours.text, bold=True),
            Text(size, (WIDTH - EDGE, y), 44, colours.faint, align="right"),
        ]
        top += HEADER
        for index, (number, tile) in enumerate(tiles):
            x = EDGE + index % COLUMNS * STEP
            y = top + index // COLUMNS * (STEP + NUMBER)
            below = x + TILE // 2, y + TILE + NUMBER // 2
            items += [
                Box((x - 3, y - 3, x + TILE + 3, y + TILE + 3), INK, radius=4),
                tile_picture((tile, 0), (x, y), TILE),
                Text(str(number), below, 38, colours.text, align="middle"),
            ]
        top += -(-len(tiles) // COLUMNS) * (STEP + NUMBER)
    return Scene((WIDTH, top + EDGE // 2), colours.background, tuple(items))


def unseen_groups(view: View) -> list[tuple[int, list[tuple[int, str]]]]:
    """The tiles not drawn yet, by how many of their sides carry a path. They are numbered
    throughout, so that a list next to the picture can name each."""
    groups: dict[int, list[str]] = {}
    for tile in view.to_come:
        groups.setdefault(path_sides(view.catalogue, tile), []).append(tile)
    numbers = count(1)
    return [
        (sides, [(next(numbers), tile) for tile in sorted(groups[sides], key=family)])
        for sides in sorted(groups)
    ]


def group_named(words: Words, sides: int) -> str:
    return words(f"castle.picture.path_sides.{sides}")


def path_sides(catalogue: Catalogue, tile: str) -> int:
    owners = catalogue.turned[tile][0].owners
    return sum(owners[port] is not None for port in CHANNELS)
