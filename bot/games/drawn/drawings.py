"""Drawings whose scenes are made and painted in a painter process."""

from collections.abc import Callable
from functools import partial
from typing import ParamSpec

from bot.games.pictures import Drawing
from render.picture.paint import Painter
from render.picture.scene import Scene, ThemeName

P = ParamSpec("P")

THEME: ThemeName = "dark"
"""Discord's default."""


def drawing(
    filename: str,
    alt: str,
    painter: Callable[[], Painter],
    scene: Callable[P, Scene | None],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Drawing:
    """A drawing of the scene that this function of `render` makes from these arguments, painted by
    the painter of its process."""
    return Drawing(filename, alt, partial(_painted, painter, partial(scene, *args, **kwargs)))


def _painted(painter: Callable[[], Painter], scene: Callable[[], Scene | None]) -> bytes:
    made = scene()
    assert made is not None
    return painter().png(made)
