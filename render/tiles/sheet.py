"""Sheet of the tiles not seen yet, in groups, each tile with its number."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from render.picture.palette import CREAM, INK, THEMES
from render.picture.scene import Badge, Box, Item, Scene, Text, ThemeName
from render.tiles.sprites import tile_picture

WIDTH = 1240
EDGE = 36
TILE = 124
# The distance from the left of one tile to that of the next.
STEP = 146
COLUMNS = 8
# The height of the line below a tile, where it has only its number.
NUMBER = 44
# The height of that line where it also has how many there are of the tile.
NUMBER_AND_COUNT = 52
# The height of the title.
TITLE = 96
# The height of a group's name.
HEADER = 78
# The height of the letters of a count.
COUNT = 36


class SheetGroup(NamedTuple):
    name: str
    size: str
    """The number of its tiles, in words."""
    tiles: Iterable[tuple[int, str]]
    """The number shown for each tile, and its id."""


def tile_sheet(
    title: str,
    groups: Iterable[SheetGroup],
    theme: ThemeName,
    counts: Mapping[str, int] | None = None,
) -> Scene:
    """`counts` says how many there are of each tile, if there can be several."""
    colours = THEMES[theme]
    items: list[Item] = [Text(title, (EDGE, TITLE // 2 + 6), 54, colours.text, bold=True)]
    top = TITLE
    line = NUMBER if counts is None else NUMBER_AND_COUNT
    for group in groups:
        y = top + HEADER // 2
        tiles = [*group.tiles]
        items += [
            Box((EDGE, top, WIDTH - EDGE, top + 3), colours.card_edge),
            Text(group.name, (EDGE, y), 44, colours.text, bold=True),
            Text(group.size, (WIDTH - EDGE, y), 44, colours.faint, align="right"),
        ]
        top += HEADER
        for index, (number, tile) in enumerate(tiles):
            x = EDGE + index % COLUMNS * STEP
            y = top + index // COLUMNS * (STEP + line)
            items += [
                Box((x - 3, y - 3, x + TILE + 3, y + TILE + 3), INK, radius=4),
                tile_picture((tile, 0), (x, y), TILE),
            ]
            if counts is None:
                below = (x + TILE // 2, y + TILE + line // 2)
                items.append(Text(str(number), below, 38, colours.text, align="middle"))
            else:
                base = y + TILE + line // 2 + 2
                items += [
                    Text(str(number), (x + 4, base), 38, colours.text),
                    Badge(f"×{counts[tile]}", (x + TILE - 28, base), COUNT, INK, CREAM, INK),
                ]
        top += -(-len(tiles) // COLUMNS) * (STEP + line)
    return Scene((WIDTH, top + EDGE // 2), colours.background, tuple(items))
