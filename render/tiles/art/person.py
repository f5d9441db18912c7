"""The outline of a follower, upright, for the figures of all games with tiles."""

from PIL import Image, ImageChops

from render.art.figure import Figure
from render.art.geometry import Point

BODY: tuple[Point, ...] = (
    (0.37, 0.36),
    (0.63, 0.36),
    (0.85, 0.48),
    (0.84, 0.6),
    (0.67, 0.6),
    (0.8, 0.92),
    (0.58, 0.92),
    (0.5, 0.78),
    (0.42, 0.92),
    (0.2, 0.92),
    (0.33, 0.6),
    (0.16, 0.6),
    (0.15, 0.48),
)


def person(figure: Figure) -> Image.Image:
    return ImageChops.lighter(figure.polygon(*BODY), figure.disc(0.5, 0.25, 0.15))
