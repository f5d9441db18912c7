"""The meadow that a castle stands on, with its faint grid, and which look a thing has where.

Looks depend on the place alone, so a castle looks the same in every picture.
"""

from collections.abc import Collection
from itertools import product

from engine.castellan.plan.plan import Plan
from engine.castellan.vocabulary.pieces import Cell, cells_around, cells_beside
from render.castellan.art.sprite_names import MEADOW_LOOKS, MeadowSprite
from render.castellan.board.ground import Ground
from render.castellan.board.layout import Layout
from render.picture.colours.palette import INK
from render.picture.scene import TOP_LEFT, Box, Items, SpritePicture

SMALLEST = 60
"""A piece of the meadow is at least this wide: if stretches are shorter, it covers several."""
PLAIN = 0
"""The look with nothing but grass."""
FAINT, THIN = 0.13, 0.022
"""How visible the lines of the grid are, and how wide in stretches."""


def look_at(x: int, y: int, looks: int) -> int:
    """One of this many looks, as if by chance."""
    mixed = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 13) * 1274126177 & 0xFFFFFFFF
    return (mixed ^ mixed >> 16) % looks


def meadow(layout: Layout, mown: Collection[Cell] = ()) -> Items:
    """Grass all over the picture; on some cells there is nothing else."""
    across, span = -(-SMALLEST // layout.stretch), layout.span
    side, beyond = across * layout.stretch, -(-layout.margin // layout.stretch)
    west, east = span.west - beyond, span.east + beyond
    north, south = span.north + beyond, span.south - beyond
    items: Items = []
    for y in range(north, south, -across):
        for x in range(west, east, across):
            cells = product(range(x, x + across), range(y - across, y))
            plain = any(cell in mown for cell in cells)
            sprite = MeadowSprite(PLAIN if plain else look_at(x, y, MEADOW_LOOKS))
            items.append(SpritePicture(sprite, layout.at(x, y), side, anchor=TOP_LEFT))
    return items


def beside_the_castle(plan: Plan) -> set[Cell]:
    """The cells next to walls and towers, where the grass is mown: identical ground below identical
    pieces is painted only once."""
    mown = {cell for stretch in plan.stretches for cell in cells_beside(stretch)}
    return mown.union(*map(cells_around, plan.towers))


def grid(ground: Ground) -> Items:
    """A faint line through the points of every row and column."""
    layout, span = ground.layout, ground.layout.span
    width, height = layout.size
    thick = max(1, ground.scaled(THIN))
    items: Items = []
    for x in range(span.west, span.east + 1):
        left = layout.at(x, 0)[0] - thick // 2
        items.append(Box((left, 0, left + thick, height), INK, opacity=FAINT))
    for y in range(span.south, span.north + 1):
        top = layout.at(0, y)[1] - thick // 2
        items.append(Box((0, top, width, top + thick), INK, opacity=FAINT))
    return items
