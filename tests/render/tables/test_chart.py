"""Up to six lines of the chart can be told apart, whoever looks at it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from render.carcassonne.tables import ADORNMENT
from render.picture.paint import Painter
from render.picture.palette import SEATS, exact_colours
from render.picture.scene import Box, Line, Scene, SpritePicture, Text, ThemeName
from render.picture.shared_palette import SharedPalette
from render.picture.sprites import Sprites
from render.tables.adornment import TableStyle
from render.tables.chart import APART as FIGURES_APART
from render.tables.chart import END, LINE, RIBBON, RIGHT, Axes, Course, chart_scene
from tests.render.castle.games import ENGLISH
from tests.render.picture.colour_vision import MATRICES, Sight, difference

NAMES = ("Anna", "Ben", "Carla", "Dora", "W" * 100, "Emil")
CLOSE: Sequence[int] = (50, 51, 52, 50, 20, 49)
# Two colours this far apart in CIELAB are not mistaken for each other.
APART = 20


def chart(seats: int, theme: ThemeName = "light", last: Sequence[int] = CLOSE) -> Scene:
    """A game of twenty turns that ends with these scores."""
    scores = [tuple(score * turn // 20 for score in last[:seats]) for turn in range(21)]
    return chart_scene(TableStyle(ENGLISH, ADORNMENT, theme), Course(scores), NAMES[:seats])


def lines(scene: Scene) -> list[Line]:
    """The lines of the seats, without the background around them."""
    return [item for item in scene.items if isinstance(item, Line) and item.width == LINE]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_has_its_line_score_name_and_figure(seats: int) -> None:
    scene = chart(seats)
    course = [line for line in lines(scene) if len(line.points) == 21]
    assert len({line.colour for line in course}) == seats
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    names = [name for name in NAMES[:seats] if len(name) < 32]
    assert {*names, *map(str, CLOSE[:seats])} <= set(texts)
    figures = [item.name for item in scene.items if isinstance(item, SpritePicture)]
    assert all(figures.count(figure) >= 2 for figure in ADORNMENT.figures[:seats])


@pytest.mark.parametrize("last", [CLOSE, (0,) * 6, (9, 9, 9, 90, 90, 90), (90, 80, 70, 60, 50, 40)])
def test_no_figure_stands_on_another_or_out_of_the_picture(last: Sequence[int]) -> None:
    scene = chart(6, last=last)
    figures = [item for item in scene.items if isinstance(item, SpritePicture)]
    ends = [item for item in figures if item.at[0] > RIGHT]
    heights = sorted(item.at[1] for item in ends)
    assert len(ends) == 6
    assert all(below - above >= FIGURES_APART for above, below in pairwise(heights))
    assert heights[-1] < scene.size[1] - END


def test_a_ribbon_shows_who_led_when_and_nobody_while_level() -> None:
    course = Course([(0, 0), (5, 0), (5, 5), (5, 9)], final=(20, 9))
    scene = chart_scene(TableStyle(ENGLISH, ADORNMENT), course, NAMES[:2])
    axes = Axes(course)
    ribbon = [
        item
        for item in scene.items
        if isinstance(item, Box) and item.rect[3] - item.rect[1] == RIBBON
    ]
    first, second, third = ([item.rect[0], item.rect[2]] for item in ribbon)
    assert [item.fill for item in ribbon] == [SEATS[seat].main for seat in (0, 1, 0)]
    assert first == [axes.at(turn, 0)[0] for turn in (0, 1)]
    assert second == [axes.at(turn, 0)[0] for turn in (2, 3)]
    assert third == [axes.end, RIGHT]


def test_points_lost_again_stay_below_the_top_of_the_picture() -> None:
    scene = chart_scene(
        TableStyle(ENGLISH, ADORNMENT), Course([(0, 0), (61, 5), (30, 20)]), NAMES[:2]
    )
    courses = [line.points for line in lines(scene) if len(line.points) == 3]
    assert len(courses) == 2
    ceiling = Axes(Course([(0, 0)])).ceiling
    assert all(y >= ceiling for points in courses for _, y in points)


def test_no_two_seats_have_the_same_pattern() -> None:
    assert len({seat.pattern for seat in SEATS}) == len(SEATS)


@pytest.mark.parametrize("sight", [None, *MATRICES])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colours_of_seats_are_told_apart_by_everybody(
    theme: ThemeName, sight: Sight | None
) -> None:
    for first, second in combinations([seat.on(theme) for seat in SEATS], 2):
        assert difference(sight, first, second) >= APART


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_six_lines_come_out_in_their_own_colours(theme: ThemeName) -> None:
    shared = SharedPalette(exact_colours(len(SEATS)))
    scene = chart(6, theme)
    plain = [item for item in scene.items if not isinstance(item, SpritePicture)]
    picture = Painter(Sprites({}), shared).picture(replace(scene, items=tuple(plain)))
    used = {number for number, count in enumerate(picture.histogram()) if count}
    assert {shared.number(seat.on(theme)) for seat in SEATS} <= used
    assert {shared.colours[shared.number(seat.on(theme))] for seat in SEATS} == {
        seat.on(theme) for seat in SEATS
    }
