"""A move above a better one of the same position: both pictures show the same part of the board."""

from typing import Any

import pytest

from bot.games.faces import FACES
from engine.games import GAMES
from engine.players.players import EXPERTS
from render.locale import english
from render.picture.scene import Inset, Scene
from render.subject import Subject
from tests.render.castle.games import NAMES

ENGLISH = english()
BEGUN = 12


def two_moves(kind: str) -> tuple[Subject[Any, Any], Subject[Any, Any]]:
    """Return the first and the last of the moves that come to mind in the same position."""
    rules = GAMES[kind]
    state, _ = rules.begin("compared", rules.settle_options({}), 0, 2)
    for _ in range(BEGUN):
        seat = rules.to_act(state)
        assert seat is not None
        state, _ = rules.apply(state, seat, EXPERTS[kind].candidates(state)[0].move)
    seat = rules.to_act(state)
    assert seat is not None
    candidates = EXPERTS[kind].candidates(state)
    view = rules.view(state, seat)
    first, last = (
        Subject(
            view,
            NAMES,
            rules.events_for(rules.apply(state, seat, move)[1], seat),
            rules.parts(move),
        )
        for move in (candidates[0].move, candidates[-1].move)
    )
    return first, last


def compared_pictures(kind: str) -> list[Inset]:
    """Return the upper and the lower picture."""
    drawing = FACES[kind].pictures.comparison(ENGLISH, *two_moves(kind))
    assert drawing.scene is not None
    return insets_of(drawing.scene())


def insets_of(scene: Scene) -> list[Inset]:
    return [item for item in scene.items if isinstance(item, Inset)]


@pytest.mark.parametrize("kind", GAMES)
def test_the_better_move_stands_below_the_one_that_was_played(kind: str) -> None:
    above, below = compared_pictures(kind)
    assert above.at[0] == below.at[0]
    assert above.at[1] + above.scene.size[1] < below.at[1]


@pytest.mark.parametrize("kind", GAMES)
def test_both_show_the_same_part_of_the_board(kind: str) -> None:
    above, below = compared_pictures(kind)
    assert above.scene.size == below.scene.size
    [first] = insets_of(above.scene)
    [second] = insets_of(below.scene)
    assert first.source == second.source
    assert first.scene.size == second.scene.size
    assert first.scene != second.scene


@pytest.mark.parametrize("kind", GAMES)
def test_neither_has_a_footer_with_the_scores(kind: str) -> None:
    for picture in compared_pictures(kind):
        [board] = insets_of(picture.scene)
        left, top, right, bottom = board.source
        assert picture.scene.size == (right - left, bottom - top)
