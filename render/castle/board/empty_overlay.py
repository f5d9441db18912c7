"""The overlay that shows the largest empty region, and whose keep would score it."""

from collections.abc import Sequence

from engine.tiles.grid import Cell
from render.board.badges import seat_badge
from render.castle.art.sprite_names import KeepSprite
from render.castle.board.ground import Ground
from render.picture.colours.palette import NEUTRAL, SEATS
from render.picture.scene import Box, Colour, Items, Layers, SpritePicture
from render.tiles.board.features import beyond
from render.tiles.board.marking import central


def empty(ground: Ground) -> Layers:
    region = ground.view.empty
    if not region.cells:
        return [], []
    seat = region.seat
    colour = NEUTRAL if seat is None else SEATS[seat].main
    below: Items = [Box(ground.rect(cell), colour, opacity=0.22) for cell in region.cells]
    below += _outline(ground, region.cells, colour)
    x, y = ground.middle(central(region.cells))
    if seat is None:
        return below, [seat_badge(str(region.counted), (x, y), ground.scaled(0.5), seat)]
    above = (x, y - ground.scaled(0.14))
    keep = SpritePicture(KeepSprite(seat), above, ground.scaled(0.74))
    at = (x, y + ground.scaled(0.34))
    return below, [keep, seat_badge(str(region.counted), at, ground.scaled(0.44), seat)]


def _outline(ground: Ground, cells: Sequence[Cell], colour: Colour) -> Items:
    """Lines along the border of a region."""
    items: Items = []
    width = ground.scaled(0.08)
    for cell in cells:
        left, top, right, bottom = ground.rect(cell)
        bands = (
            (left, top, right, top + width),
            (right - width, top, right, bottom),
            (left, bottom - width, right, bottom),
            (left, top, left + width, bottom),
        )
        for side, band in enumerate(bands):
            if beyond(cell, side) not in cells:
                items.append(Box(band, colour))
    return items
