"""The pictures of a whole game: how the scores developed, and the replay."""

from collections.abc import Callable
from functools import partial
from typing import Any

from bot.games.drawn.drawings import THEME, drawing
from bot.games.moment import Names
from bot.games.pictures import Drawing
from bot.locale import Words
from render.picture.paint import Painter
from render.tables.chart import Course, chart_scene

Paint = Callable[[], Painter]


def chart_drawing(words: Words, names: Names, painter: Paint, course: Course, alt: str) -> Drawing:
    return drawing("chart.png", alt, painter, chart_scene, words, course, tuple(names), THEME)


def replay_drawing(alt: str, painter: Paint, animated: Callable[..., bytes], *args: Any) -> Drawing:
    """What this function of `render` makes of these arguments, with the painter of the process that
    paints it first."""
    return Drawing("replay.gif", alt, partial(_animated, painter, animated, *args))


def _animated(painter: Paint, animated: Callable[..., bytes], *args: Any) -> bytes:
    return animated(painter(), *args)
