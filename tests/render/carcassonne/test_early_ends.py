"""A game that ended early shows who won and how: nobody is to play, and no tile is drawn."""

import pytest

from engine.recorded import Ending
from render.carcassonne import alt_text
from render.carcassonne.board.board import board_scene
from render.carcassonne.text_board import text_board
from render.picture.scene import Badge, Scene
from render.subject import Subject, subjects_of
from render.tables.replay import Frame
from render.tiles.sprites import TileSprite
from tests.render.carcassonne.games import ENGLISH, NAMES, PICTURES, frames, seen
from tests.render.sprites import sprites_of

THREE = NAMES[:3]
POSITION, EVENTS = seen("goldens", 20, seats=3)
ENDS = {
    Ending("resigned", (1,)): (["resigned", "winner", "resigned"], "Bartholomew wins"),
    Ending("resigned", (0, 2)): (
        ["winner", "resigned", "winner"],
        "Anna and Cleo win, as everybody else resigned",
    ),
    Ending("timeout", (0,)): (["winner", "did not move", "did not move"], "Anna wins"),
    Ending("agreed"): (["ended by agreement"] * 3, "agreed to end the game"),
    Ending("timeout"): (["abandoned"] * 3, "abandoned, without a winner"),
}


def badges(scene: Scene) -> list[str]:
    """The texts of the panel."""
    return [item.text for item in scene.items if isinstance(item, Badge)]


@pytest.mark.parametrize("ending", ENDS)
def test_the_panel_says_who_won_and_how(ending: Ending) -> None:
    said, _ = ENDS[ending]
    scene = board_scene(Subject(POSITION, THREE, EVENTS, ending=ending))
    assert badges(scene) == said
    assert sprites_of(TileSprite, scene.items) == [], "no tile is drawn"


def test_text_board_explains_how_to_play_only_during_the_game() -> None:
    playing, over = (
        text_board(ENGLISH, Subject(POSITION, THREE, ending=end))
        for end in (None, Ending("agreed"))
    )
    assert "To play: /carcassonne move" in playing
    assert "To play" not in over
    assert "In sentences: /carcassonne text aloud." in over


@pytest.mark.parametrize("ending", ENDS)
def test_alt_text_and_text_board_report_an_early_end_too(ending: Ending) -> None:
    _, said = ENDS[ending]
    alt = alt_text.board_alt(ENGLISH, Subject(POSITION, THREE, EVENTS, ending=ending))
    text = text_board(ENGLISH, Subject(POSITION, THREE, ending=ending))
    for description in (alt, text):
        assert said in description
        assert "to play" not in description
    assert "Drawn" not in text


def test_the_last_frame_of_a_replay_says_so() -> None:
    past = frames("goldens", 3)[:5]
    ending = Ending("resigned", (1,))
    scenes = [*PICTURES.replay_scenes(ENGLISH, subjects_of(past, THREE, ending))]
    assert ["winner" in badges(scene) for scene in scenes] == [False] * 4 + [True]
    [playing] = PICTURES.replay_scenes(ENGLISH, subjects_of([Frame(POSITION, EVENTS)], THREE))
    assert "to play" in badges(playing)
