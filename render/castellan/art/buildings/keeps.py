"""Keeps, upright and in the colours of a seat; a double keep has a second storey and a flag."""

from PIL import Image, ImageChops

from render.art.battlements import battlements
from render.art.figure import Figure
from render.art.geometry import Point
from render.castellan.art.extents import extent
from render.castellan.art.sprite_names import KeepSprite
from render.picture.colours.palette import CREAM, GOLD, INK, SEATS

GAP = 0.6
"""How wide the gap between two merlons is, in merlons."""
FLAG = ((0.5, 0.03), (0.8, 0.1), (0.5, 0.17))
POLE = ((0.475, 0.03), (0.515, 0.03), (0.515, 0.3), (0.475, 0.3))
WINDOW = ((0.46, 0.4), (0.54, 0.4), (0.54, 0.5), (0.46, 0.5))


def draw_keep(name: KeepSprite, stretch: int) -> Image.Image:
    side, _ = extent(name, stretch)
    figure, colours = Figure(side), SEATS[name.seat]
    if name.double:
        figure.lay(figure.polygon(*FLAG), GOLD, 0.02)
        figure.lay(figure.polygon(*POLE), INK, 0.003)
        figure.wear(figure.polygon(*_storey((0.24, 0.2), (0.3, 0.65), 0.085, 3)), colours)
        figure.wear(figure.polygon(*_storey((0.07, 0.53), (0.12, 0.95), 0.085, 5)), colours)
        _gate(figure, 0.83, 0.085, 0.93)
        figure.lay(figure.polygon(*WINDOW), CREAM, 0.02)
    else:
        outline = _storey((0.1, 0.14), (0.18, 0.93), 0.13, 3)
        figure.wear(figure.polygon(*outline), colours, 0.035)
        _gate(figure, 0.7, 0.13, 0.91)
    return figure.finished()


def _storey(top: Point, foot: Point, deep: float, merlons: int) -> tuple[Point, ...]:
    """The outline of a storey from the top and the foot of its left side. Its battlements are this
    deep, and overhang."""
    (left, high), (inner, low) = top, foot
    sill = high + 2.3 * deep
    brim = sill + 0.65 * deep
    return (
        *battlements((left, 1 - left), high, deep, merlons, GAP),
        *((1 - left, sill), (1 - inner, brim), (1 - inner, low)),
        *((inner, low), (inner, brim), (left, sill)),
    )


def _gate(figure: Figure, top: float, half: float, foot: float) -> None:
    west, east = 0.5 - half, 0.5 + half
    below = figure.polygon((west, top), (east, top), (east, foot), (west, foot))
    figure.lay(ImageChops.lighter(figure.disc(0.5, top, half), below), INK, 0.012)
