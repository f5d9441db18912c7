"""The winning chances of a game turn by turn as a chart, with the marks of moves that gave some
away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from render.locale import Words
from render.picture.names import shown_names
from render.picture.palette import SEATS, THEMES
from render.picture.scene import Badge, Scene, Text, ThemeName
from render.tables.alt_text import join_lines, sample_turns
from render.tables.chart import LEFT, Axes, Course, chart_scene

Mark = Literal["inaccuracy", "mistake", "blunder"]

SIGNS: Mapping[Mark, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The signs that chess players use, the least serious first."""
ABOVE = 38
"""The distance above the chart of the line that says what is shown."""
SIZE = 36
KEY, LETTERS = 60, 44
"""The height of the line below that explains the marks, and of its letters."""


class MarkedMove(NamedTuple):
    """A move that gave some of the chance away."""

    turn: int
    """Its number, from 1."""
    seat: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class WinningChances:
    """Each seat's chances of winning."""

    by_turn: Sequence[Sequence[float]]
    """Before the first turn, and after each."""
    marked: Sequence[MarkedMove] = ()

    @property
    def course(self) -> Course:
        """The chances in percent, for the chart."""
        percent = [tuple(round(100 * chance) for chance in each) for each in self.by_turn]
        return Course(percent, most=100)


def chances_scene(
    words: Words, chances: WinningChances, names: Sequence[str], theme: ThemeName = "light"
) -> Scene:
    axes = Axes(chances.course)
    chart = chart_scene(words, chances.course, names, theme)
    at = (LEFT, axes.ceiling - ABOVE)
    title = Text(words("chart.chances"), at, SIZE, THEMES[theme].faint)
    items = (*chart.items, title, *_marks(chances, axes))
    if not chances.marked:
        return replace(chart, items=items)
    width, height = chart.size
    below = Text(words("chart.signs"), (LEFT, height + KEY // 3), LETTERS, THEMES[theme].faint)
    return replace(chart, size=(width, height + KEY), items=(*items, below))


def chances_alt(words: Words, chances: WinningChances, names: Sequence[str]) -> str:
    """The chances after a few turns, and every mark."""
    shown, percent = shown_names(words, names), chances.course.scores
    turns = (
        words("chart.chances_at", turn=turn, chances="–".join(map(str, percent[turn])))
        for turn in (0, *sample_turns(len(percent) - 1))
    )
    told = words("chart.chances_alt", names="–".join(shown), turns="; ".join(turns))
    marks = (
        words(f"chart.mark.{mark}", name=shown[seat], turn=turn)
        for turn, seat, mark in chances.marked
    )
    return join_lines([told, *marks])


def _marks(chances: WinningChances, axes: Axes) -> Iterator[Badge]:
    """The marks on each player's line, where the move led; the most serious are on top."""
    gravity = list(SIGNS)
    for turn, seat, mark in sorted(chances.marked, key=lambda one: gravity.index(one.mark)):
        colours, at = SEATS[seat], axes.points(seat)[turn]
        yield Badge(SIGNS[mark], at, SIZE, colours.ink, colours.main, colours.ink)
