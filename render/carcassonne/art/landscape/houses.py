"""Houses as they look from above: two slopes and a ridge, lit from the north-west."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import ImageDraw

from render.art.geometry import Box, Point, around
from render.art.texture import SHADE, soft, tint
from render.carcassonne.art.colours.palette import ROOFS, Roof
from render.tiles.art.canvas import Canvas

DROP = 0.016
"""How far the shadow of a house extends."""


@dataclass(frozen=True, slots=True)
class House:
    place: Point
    """Its middle, in the unturned tile."""
    half: Point
    """Half its size there."""
    roof: Roof = ROOFS[0]

    @property
    def upright(self) -> bool:
        """Whether the ridge runs north and south on the unturned tile."""
        return self.half[1] > self.half[0]


def paint_houses(canvas: Canvas, houses: Sequence[House]) -> None:
    boxes = [_box(canvas, house) for house in houses]
    _shadows(canvas, boxes)
    for house, box in zip(houses, boxes, strict=True):
        _house(canvas, house, box)


def _box(canvas: Canvas, house: House) -> Box:
    wide, high = house.half if canvas.rotation % 2 == 0 else house.half[::-1]
    return around(*canvas.on_tile(house.place), wide * canvas.tile, high * canvas.tile)


def _shadows(canvas: Canvas, boxes: Sequence[Box]) -> None:
    mask = canvas.mask()
    draw, drop = ImageDraw.Draw(mask), canvas.long(DROP)
    for left, top, right, bottom in boxes:
        draw.rectangle((left + drop, top + drop, right + drop, bottom + drop), 255)
    tint(canvas.image, SHADE, soft(mask, drop / 3), 0.45)


def _house(canvas: Canvas, house: House, box: Box) -> None:
    draw, roof = canvas.draw, house.roof
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    draw.rectangle(box, roof.shaded)
    upright = house.upright != bool(canvas.rotation % 2)
    draw.rectangle((left, top, x, bottom) if upright else (left, top, right, y), roof.lit)
    draw.rectangle(box, outline=roof.line, width=2)
