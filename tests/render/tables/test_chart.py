"""Up to five lines of the chart can be told apart, whoever looks at it."""

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from render.picture.paint import Painter
from render.picture.palette import SEATS, exact_colours
from render.picture.scene import Badge, Line, Scene, Text, ThemeName
from render.picture.shared_palette import SharedPalette
from render.picture.sprites import Sprites
from render.tables.chart import TOP, WIDTH, Course, chart_scene
from tests.render.castle.games import ENGLISH
from tests.render.picture.colour_vision import MATRICES, Sight, difference

NAMES = ("Anna", "Ben", "Carla", "Dora", "W" * 100)
CLOSE: Sequence[int] = (50, 51, 52, 50, 20)
APART = 20
"""Two colours this far apart in CIELAB are not mistaken for each other."""


def chart(seats: int, theme: ThemeName = "light", last: Sequence[int] = CLOSE) -> Scene:
    """A game of twenty turns that ends with these scores."""
    scores = [tuple(score * turn // 20 for score in last[:seats]) for turn in range(21)]
    return chart_scene(ENGLISH, Course(scores), NAMES[:seats], theme)


def lines(scene: Scene) -> list[Line]:
    """The lines of the seats, without the background around them."""
    return [item for item in scene.items if isinstance(item, Line) and item.width == WIDTH]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_seat_has_its_line_score_and_name(seats: int) -> None:
    scene = chart(seats)
    course = [line for line in lines(scene) if len(line.points) == 21]
    assert len({line.colour for line in course}) == seats
    badges = [item.text for item in scene.items if isinstance(item, Badge)]
    assert badges == [str(score) for score in CLOSE[:seats]]
    texts = {item.text for item in scene.items if isinstance(item, Text)}
    assert set(NAMES[: min(seats, 4)]) <= texts


def test_with_more_than_two_lines_each_name_is_beside_its_score() -> None:
    scene = chart(5)
    badges = [item for item in scene.items if isinstance(item, Badge)]
    names = [item for item in scene.items if isinstance(item, Text) and item.bold and item.fit]
    assert [badge.centre[1] for badge in badges] == [name.at[1] for name in names]
    assert all(badge.centre[0] < name.at[0] for badge, name in zip(badges, names, strict=True))


@pytest.mark.parametrize("last", [CLOSE, (0, 0, 0, 0, 0), (9, 9, 9, 90, 90), (90, 80, 70, 60, 50)])
def test_no_score_lies_on_another_or_out_of_the_picture(last: Sequence[int]) -> None:
    scene = chart(5, last=last)
    badges = [item for item in scene.items if isinstance(item, Badge)]
    heights = sorted(badge.centre[1] for badge in badges)
    assert all(below - above > badges[0].size for above, below in pairwise(heights))
    assert badges[0].size // 2 < heights[0]
    assert heights[-1] < scene.size[1] - badges[0].size // 2


def test_points_lost_again_stay_below_the_top_of_the_picture() -> None:
    scene = chart_scene(ENGLISH, Course([(0, 0), (61, 5), (30, 20)]), NAMES[:2])
    courses = [line.points for line in lines(scene) if len(line.points) == 3]
    assert len(courses) == 2
    assert all(y >= TOP for points in courses for _, y in points)


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
def test_five_lines_come_out_in_their_own_colours(theme: ThemeName) -> None:
    shared = SharedPalette(exact_colours(len(SEATS)))
    picture = Painter(Sprites({}), shared).picture(chart(5, theme))
    used = {number for number, count in enumerate(picture.histogram()) if count}
    assert {shared.number(seat.on(theme)) for seat in SEATS} <= used
    assert {shared.colours[shared.number(seat.on(theme))] for seat in SEATS} == {
        seat.on(theme) for seat in SEATS
    }
