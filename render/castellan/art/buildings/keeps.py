"""Keeps, upright and in the colours of a seat; a double keep has a second storey and a flag."""

from PIL import Image, ImageChops

from render.art.figure import Figure
from render.art.geometry import Point
from render.castellan.art.extents import extent
from render.castellan.art.sprite_names import KeepSprite
from render.picture.colours.palette import CREAM, GOLD, INK, SEATS


def draw_keep(name: KeepSprite, stretch: int) -> Image.Image:
    side, _ = extent(name, stretch)
    figure = Figure(side)
    if name.double:
        _draw_double(figure, name.seat)
    else:
        _draw_single(figure, name.seat)
    return figure.finished()


def _draw_single(figure: Figure, seat: int) -> None:
    walls = (*_battlements(0.1, 0.9, 0.14, 0.13, 3), (0.9, 0.46), (0.82, 0.55), (0.82, 0.93))
    walls = (*walls, (0.18, 0.93), (0.18, 0.55), (0.1, 0.46))
    figure.wear(figure.polygon(*walls), SEATS[seat], 0.035)
    _gate(figure, 0.7, 0.13)


def _draw_double(figure: Figure, seat: int) -> None:
    figure.lay(figure.polygon((0.5, 0.03), (0.8, 0.1), (0.5, 0.17)), GOLD, 0.02)
    figure.lay(figure.polygon((0.475, 0.03), (0.515, 0.03), (0.515, 0.3), (0.475, 0.3)), INK, 0.003)
    upper = (*_battlements(0.24, 0.76, 0.2, 0.085, 3), (0.76, 0.4), (0.7, 0.46), (0.7, 0.65))
    upper = (*upper, (0.3, 0.65), (0.3, 0.46), (0.24, 0.4))
    figure.wear(figure.polygon(*upper), SEATS[seat])
    lower = (*_battlements(0.07, 0.93, 0.53, 0.085, 5), (0.93, 0.72), (0.88, 0.77), (0.88, 0.95))
    lower = (*lower, (0.12, 0.95), (0.12, 0.77), (0.07, 0.72))
    figure.wear(figure.polygon(*lower), SEATS[seat])
    _gate(figure, 0.83, 0.085)
    window = figure.polygon((0.46, 0.4), (0.54, 0.4), (0.54, 0.5), (0.46, 0.5))
    figure.lay(window, CREAM, 0.02)


def _battlements(left: float, right: float, top: float, deep: float, count: int) -> list[Point]:
    """The upper edge of a wall, from the west to the east; gaps are a little narrower."""
    gap = (right - left) / (count * 1.6 - 0.6) * 0.6
    wide = gap / 0.6
    points: list[Point] = []
    for number in range(count):
        x = left + number * (wide + gap)
        points += [(x, top + deep), (x, top), (x + wide, top), (x + wide, top + deep)]
    return points


def _gate(figure: Figure, top: float, half: float) -> None:
    below = figure.polygon(
        (0.5 - half, top), (0.5 + half, top), (0.5 + half, 0.93), (0.5 - half, 0.93)
    )
    figure.lay(ImageChops.lighter(figure.disc(0.5, top, half), below), INK, 0.012)
