"""The chart of winning chances: a line for each player, and a mark where one gave chances away."""

import pytest

from render.carcassonne.tables import ADORNMENT
from render.picture.palette import SEATS
from render.picture.scene import Badge, Disc, Line, Scene, Text
from render.tables.adornment import TableStyle
from render.tables.chances import (
    DOT,
    SIGNS,
    MarkedMove,
    MarkedTurn,
    WinningChances,
    chances_alt,
    chances_scene,
)
from render.tables.chart import LINE, Axes
from tests.render.castle.games import ENGLISH
from tests.render.lettered import check_that_no_badge_covers_another

ANNA = 0
BEN = 1
NAMES = ("Anna", "Ben", "Carla")
GAME = WinningChances(
    [(0.5, 0.5), (0.5, 0.5), (0.62, 0.38), (0.56, 0.44), (0.75, 0.25), (1.0, 0.0)],
    [
        MarkedMove(2, BEN, "mistake"),
        MarkedMove(3, ANNA, "inaccuracy"),
        MarkedMove(4, BEN, "blunder"),
    ],
)


def marks(scene: Scene) -> dict[str, Badge]:
    badges = (item for item in scene.items if isinstance(item, Badge))
    return {badge.text: badge for badge in badges if badge.text in SIGNS.values()}


def curves(scene: Scene, turns: int = len(GAME.by_turn)) -> list[tuple[tuple[int, int], ...]]:
    """Each player's line, the last player's first."""
    lines = (item for item in scene.items if isinstance(item, Line) and item.width == LINE)
    return [line.points for line in lines if len(line.points) == turns]


def test_the_chart_spans_0_to_100_percent_even_for_close_games() -> None:
    close = WinningChances([(0.5, 0.5), (0.52, 0.48)])
    for game in (GAME, close):
        texts = {
            item.text
            for item in chances_scene(TableStyle(ENGLISH, ADORNMENT), game, NAMES[:2]).items
            if isinstance(item, Text)
        }
        assert {"0", "100", "winning chance in percent"} <= texts


def test_a_sure_winner_is_at_the_top_and_the_loser_at_the_bottom() -> None:
    ben, anna = curves(chances_scene(TableStyle(ENGLISH, ADORNMENT), GAME, NAMES[:2]))
    assert anna[0] == ben[0]
    axes = Axes(GAME.course)
    assert (anna[-1][1], ben[-1][1]) == (axes.ceiling, axes.bottom)


def test_marks_stand_on_their_players_line_where_the_move_led() -> None:
    scene = chances_scene(TableStyle(ENGLISH, ADORNMENT), GAME, NAMES[:2])
    ben, anna = curves(scene)
    by_sign = marks(scene)
    assert set(by_sign) == {"?", "?!", "??"}
    assert by_sign["?"].centre == ben[2]
    assert by_sign["?!"].centre == anna[3]
    assert by_sign["??"].centre == ben[4]
    assert by_sign["?!"].fill == SEATS[ANNA].main
    assert by_sign["??"].fill == SEATS[BEN].main


def test_no_mark_covers_another_and_blunders_go_first() -> None:
    every = [MarkedMove(turn, ANNA, "inaccuracy") for turn in range(30, 41)]
    every[5] = MarkedMove(35, ANNA, "blunder")
    scene = chances_scene(
        TableStyle(ENGLISH, ADORNMENT), WinningChances([(0.5, 0.5)] * 71, every), NAMES[:2]
    )
    check_that_no_badge_covers_another(scene.items)
    ben, anna = curves(scene, 71)
    assert marks(scene)["??"].centre == anna[35]
    dots = [item.centre for item in scene.items if isinstance(item, Disc) and item.radius == DOT]
    badges = [item for item in scene.items if isinstance(item, Badge)]
    assert dots
    assert len(dots) + len(badges) == len(every)
    assert set(dots) < set(ben)


def test_turning_points_have_their_numbers_at_the_top() -> None:
    turning = [MarkedTurn(70, BEN), MarkedTurn(69, ANNA), MarkedTurn(70, ANNA)]
    game = WinningChances([(0.5, 0.5)] * 71, (), turning)
    scene = chances_scene(TableStyle(ENGLISH, ADORNMENT), game, NAMES[:2])
    numbers = [item for item in scene.items if isinstance(item, Badge)]
    assert [badge.text for badge in numbers] == ["69", "70", "70"]
    assert [badge.fill for badge in numbers] == [SEATS[seat].main for seat in (ANNA, ANNA, BEN)]
    check_that_no_badge_covers_another(scene.items)
    assert "Turning point: Ben on turn 70." in chances_alt(ENGLISH, game, NAMES[:2])
    assert ENGLISH("chart.turning") in [item.text for item in scene.items if isinstance(item, Text)]


def test_the_chart_of_three_has_three_lines() -> None:
    three = WinningChances([(0.4, 0.3, 0.3)] * len(GAME.by_turn))
    assert len(curves(chances_scene(TableStyle(ENGLISH, ADORNMENT), three, NAMES))) == 3


def test_the_alt_text_gives_the_chances_and_the_marks() -> None:
    assert chances_alt(ENGLISH, GAME, NAMES[:2]) == (
        "Winning chances of Anna–Ben in percent by turn: "
        "0: 50–50; 1: 50–50; 2: 62–38; 3: 56–44; 4: 75–25; 5: 100–0. "
        "Mistake of Ben on turn 2. Inaccuracy of Anna on turn 3. Blunder of Ben on turn 4."
    )


@pytest.mark.parametrize("length", [1, 40])
def test_a_game_of_any_length_is_drawn_and_told(length: int) -> None:
    game = WinningChances([(0.5, 0.5)] * (length + 1))
    assert chances_scene(TableStyle(ENGLISH, ADORNMENT), game, NAMES[:2]).items
    assert chances_alt(ENGLISH, game, NAMES[:2]).startswith("Winning chances of Anna–Ben")


def test_marks_are_explained_below_the_chart_that_has_any() -> None:
    text = ENGLISH("chart.signs")
    assert all(sign in text.split() for sign in SIGNS.values())
    for game, explained in ((GAME, True), (WinningChances([(0.5, 0.5)] * 2), False)):
        texts = [
            item.text
            for item in chances_scene(TableStyle(ENGLISH, ADORNMENT), game, NAMES[:2]).items
            if isinstance(item, Text)
        ]
        assert (text in texts) == explained
