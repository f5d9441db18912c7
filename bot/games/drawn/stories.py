"""The pictures of a whole game: how scores and winning chances developed, and the replay."""

from collections.abc import Callable
from functools import partial
from typing import Any

from bot.games.drawn.drawings import THEME, drawing
from bot.games.moment import Names
from bot.games.pictures import Drawing
from bot.locale import Words
from engine.players.review import Review
from render.picture.paint import Painter
from render.tables.chances import Chances, Marked, chances_alt, chances_scene
from render.tables.chart import Course, chart_scene

Paint = Callable[[], Painter]


def chart_drawing(words: Words, names: Names, painter: Paint, course: Course, alt: str) -> Drawing:
    return drawing("chart.png", alt, painter, chart_scene, words, course, tuple(names), THEME)


def chances_drawing(words: Words, names: Names, painter: Paint, review: Review) -> Drawing:
    marked = [Marked(one.ply, one.seat, one.mark) for one in review.moves if one.mark is not None]
    chances, players = Chances(review.chances, marked), tuple(names)
    alt = chances_alt(words, chances, players)
    return drawing("chances.png", alt, painter, chances_scene, words, chances, players, THEME)


def replay_drawing(alt: str, painter: Paint, animated: Callable[..., bytes], *args: Any) -> Drawing:
    """A drawing of what this function of `render` makes from these arguments, which it gets after
    the painter of its process."""
    return Drawing("replay.gif", alt, partial(_animated, painter, animated, *args))


def _animated(painter: Paint, animated: Callable[..., bytes], *args: Any) -> bytes:
    return animated(painter(), *args)
