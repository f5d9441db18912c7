"""The sheet of the tiles not seen yet, grouped by what is on them, each type once with its
number."""

from collections.abc import Iterable
from itertools import count

from engine.carcassonne.view import View
from engine.tiles.tile import TurnedTile
from render.locale import Words
from render.picture.palette import CREAM, INK, THEMES
from render.picture.scene import Badge, Box, Item, Scene, Text, ThemeName
from render.tiles.sprites import tile_picture

WIDTH, EDGE = 1240, 36
TILE, STEP, COLUMNS = 124, 146, 8
NAME = 52
"""The height of the line below a tile, with its number and how many there are."""
TITLE, HEADER = 96, 78
COUNT = 36
GROUPS = ("cloister", "road", "city", "city_road", "field")

Group = tuple[str, tuple[tuple[int, str], ...]]
"""What the tiles of a group have on them, and their types with the numbers shown for them."""


def sheet_scene(words: Words, view: View, theme: ThemeName = "light") -> Scene:
    colours = THEMES[theme]
    groups = unseen_groups(view)
    title = words("carcassonne.picture.not_seen", count=sum(view.unseen.values()))
    items: list[Item] = [Text(title, (EDGE, TITLE // 2 + 6), 54, colours.text, bold=True)]
    top = TITLE
    for group, types in groups:
        size = words("carcassonne.tiles", count=tiles_in(view, types))
        y = top + HEADER // 2
        items += [
            Box((EDGE, top, WIDTH - EDGE, top + 3), colours.card_edge),
            Text(group_named(words, group), (EDGE, y), 44, colours.text, bold=True),
            Text(size, (WIDTH - EDGE, y), 44, colours.faint, align="right"),
        ]
        top += HEADER
        for index, (number, tile) in enumerate(types):
            x = EDGE + index % COLUMNS * STEP
            y = top + index // COLUMNS * (STEP + NAME)
            below = y + TILE + NAME // 2 + 2
            items += [
                Box((x - 3, y - 3, x + TILE + 3, y + TILE + 3), INK, radius=4),
                tile_picture((tile, 0), (x, y), TILE),
                Text(str(number), (x + 4, below), 38, colours.text),
                Badge(f"×{view.unseen[tile]}", (x + TILE - 28, below), COUNT, INK, CREAM, INK),
            ]
        top += -(-len(types) // COLUMNS) * (STEP + NAME)
    return Scene((WIDTH, top + EDGE // 2), colours.background, tuple(items))


def unseen_groups(view: View) -> list[Group]:
    """The types of the tiles not drawn yet, by what is on them. They are numbered throughout, so
    that a list next to the picture can name each."""
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
    if "cloister" in kinds:
        return "cloister"
    if "city" in kinds:
        return "city_road" if "road" in kinds else "city"
    return "road" if "road" in kinds else "field"


def group_named(words: Words, group: str) -> str:
    return words(f"carcassonne.picture.group.{group}")
