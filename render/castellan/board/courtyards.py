"""Courtyards: their ground in the colour and pattern of who owns them, keeps, and what they are
worth."""

from collections.abc import Collection
from itertools import count

from engine.castellan.vocabulary.pieces import Cell
from render.castellan.art.sprite_names import PLAIN_YARDS, YARD_LOOKS, KeepSprite, YardSprite
from render.castellan.board.castle import WALL
from render.castellan.board.ground import Ground
from render.castellan.board.meadow import look_at
from render.picture.colours.palette import SEATS
from render.picture.scene import TOP_LEFT, Box, Colour, Disc, Items, Line, SpritePicture

TINT, MARKS = 0.5, 0.8
"""How strongly a courtyard is tinted, and how visible its pattern is."""
ADORNED = 3
"""One in this many cells has something on its ground."""
LIGHT: Colour = (255, 248, 208)
"""The colour of the lining of what was just enclosed."""


def yards(ground: Ground) -> Items:
    """The ground of every courtyard."""
    items: Items = []
    for courtyard in ground.plan.courtyards:
        keep = ground.hearts[courtyard.name]
        cells = sorted(courtyard.cells)
        for x, y in cells:
            near = abs(x + 0.5 - keep.x) < 1 and abs(y + 0.5 - keep.y) < 1
            corner = ground.layout.at(x, y + 1)
            sprite = YardSprite(_paved(x, y, plain=near))
            items.append(SpritePicture(sprite, corner, ground.layout.stretch, anchor=TOP_LEFT))
        items += tinted(ground, courtyard.cells, SEATS[courtyard.seat].main, TINT)
        items += [_mark(ground, cell, courtyard.seat) for cell in cells]
    return items


def _paved(x: int, y: int, *, plain: bool) -> int:
    if plain or look_at(x, y, ADORNED):
        return look_at(y, x, PLAIN_YARDS)
    return PLAIN_YARDS + look_at(y, x, YARD_LOOKS - PLAIN_YARDS)


def tinted(ground: Ground, cells: Collection[Cell], colour: Colour, opacity: float) -> Items:
    """Rows of cells at a time."""
    items: Items = []
    for x, y in sorted(cells):
        if (x - 1, y) not in cells:
            end = next(end for end in count(x) if (end, y) not in cells)
            rect = (*ground.layout.at(x, y + 1), *ground.layout.at(end, y))
            items.append(Box(rect, colour, opacity=opacity))
    return items


def _mark(ground: Ground, cell: Cell, seat: int) -> Disc | Box | Line:
    """The pattern of a seat in the middle of a cell; stripes continue in the next."""
    x, y = cell
    colour, at = SEATS[seat].main, ground.layout.at
    match SEATS[seat].pattern:
        case "stripes":
            return Line((at(x, y), at(x + 1, y + 1)), colour, max(2, ground.scaled(0.08)))
        case "dots":
            radius = max(2, ground.scaled(0.1))
            return Disc(at(x + 0.5, y + 0.5), radius, colour, opacity=MARKS)
        case "squares":
            return _patch(ground, cell, 0.1, 0.1, colour)
        case "dashes" | "crosses":
            return _patch(ground, cell, 0.2, 0.05, colour)


def _patch(ground: Ground, cell: Cell, half: float, high: float, colour: Colour) -> Box:
    x, y = cell[0] + 0.5, cell[1] + 0.5
    rect = (*ground.layout.at(x - half, y + high), *ground.layout.at(x + half, y - high))
    return Box(rect, colour, opacity=MARKS)


def keeps(ground: Ground) -> Items:
    """A keep in every courtyard, and what it is worth at present."""
    items: Items = []
    for courtyard in ground.plan.courtyards:
        place = ground.hearts[courtyard.name]
        at, size = ground.layout.at(*place.keep), ground.scaled(1.0 if place.large else 0.72)
        items.append(SpritePicture(KeepSprite(courtyard.seat, courtyard.double), at, size))
    return items


def lined(ground: Ground, cells: frozenset[Cell]) -> Items:
    """A line of light inside the walls of a courtyard."""
    near, wide = WALL + 0.02, 0.06
    items: Items = []
    for x, y in sorted(cells):
        left, bottom, right, top = x + near, y + near, x + 1 - near, y + 1 - near
        sides = {
            (x, y - 1): (x, bottom + wide, x + 1, bottom),
            (x, y + 1): (x, top, x + 1, top - wide),
            (x - 1, y): (left, y + 1, left + wide, y),
            (x + 1, y): (right - wide, y + 1, right, y),
        }
        items += [
            Box((*ground.layout.at(*side[:2]), *ground.layout.at(*side[2:])), LIGHT, opacity=0.8)
            for beyond, side in sides.items()
            if beyond not in cells
        ]
    return items
