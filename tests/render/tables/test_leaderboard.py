"""The leaderboard shows every player of its page, whatever their names are."""

from dataclasses import replace

import pytest

from render.castle.tables import ADORNMENT
from render.picture.names import LONGEST_ALT
from render.picture.paint import Painter
from render.picture.scene import Scene, Shield, SpritePicture, Text
from render.tables.adornment import TableStyle
from render.tables.leaderboard import Leaderboard, leaderboard_alt, leaderboard_scene
from tests.render.castle.games import ENGLISH, leaderboards

FIRST, LATE, WHOLE = leaderboards()


def texts(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


@pytest.mark.parametrize("board", [FIRST, LATE, WHOLE])
def test_every_line_has_its_place_name_results_and_rating(board: Leaderboard) -> None:
    labels = texts(leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), board))
    for line in board.lines:
        assert {str(line.place), line.name, str(line.rating)} <= set(labels)
        assert any(text.startswith(f"{line.played} games") for text in labels if line.played > 1)


def test_ones_own_line_from_another_page_is_placed_by_rank() -> None:
    labels = texts(leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), FIRST))
    assert labels.index("27") > labels.index("10")
    labels = texts(leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), LATE))
    assert labels.index("27") < labels.index("9991")


@pytest.mark.parametrize("board", [FIRST, LATE, WHOLE])
def test_ones_own_line_is_marked_by_a_figure_not_just_by_colour(board: Leaderboard) -> None:
    nobody = replace(board, own=None, lines=tuple(replace(line, own=False) for line in board.lines))
    assert len(figures(board)) == len(figures(nobody)) + 1


def figures(board: Leaderboard) -> list[SpritePicture]:
    items = leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), board).items
    return [item for item in items if isinstance(item, SpritePicture)]


def test_the_first_three_places_have_shields_of_their_own() -> None:
    items = leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), FIRST).items
    fills = [item.fill for item in items if isinstance(item, Shield)]
    assert len(set(fills[:3])) == 3
    assert len(set(fills[3:])) == 1


def test_it_says_which_places_it_shows() -> None:
    assert "Leaderboard · places 1–10 of 29" in texts(
        leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), FIRST)
    )
    assert "Leaderboard · 3 players" in texts(
        leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), WHOLE)
    )


def test_a_server_without_a_displayable_name_shows_the_title() -> None:
    assert "Leaderboard" in texts(leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), WHOLE))


@pytest.mark.parametrize("name", ["名前", "محمد", "\u202e", "", "W" * 100, "e" + "\u0301" * 99])
def test_any_name_can_be_painted(painter: Painter, name: str) -> None:
    board = leaderboards((name, "Anna"))[0]
    assert painter.picture(leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), board)).width == 1240


def test_very_many_words_are_told_as_far_as_there_is_room() -> None:
    late = leaderboards(("W" * 40, "M" * 40))[1]
    alt = leaderboard_alt(ENGLISH, replace(late, lines=2 * late.lines))
    assert len(alt) == LONGEST_ALT
    assert alt.endswith("…")


def test_who_does_not_see_it_is_told_every_line() -> None:
    alt = leaderboard_alt(ENGLISH, FIRST)
    assert alt.startswith("Leaderboard of Friends, places 1–10 of 29. 1. Bartholomew: 1863 (")
    assert alt.endswith("27. Bartholomew: 1863 (3 games · 1 won · 1 shared).")
