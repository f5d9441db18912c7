"""A game that ended early shows who won and how: nobody is to play, and no tile is drawn."""

from collections.abc import Iterator

import pytest

from engine.recorded import Ending
from render.castle import alt_text
from render.castle.board.board import board_scene
from render.castle.text_board import text_board
from render.picture.scene import Badge, Inset, Scene
from render.subject import Subject, subjects_of
from render.tables.replay import Frame
from render.tiles.sprites import TileSprite
from tests.render.castle.games import ENGLISH, NAMES, PICTURES, frames, seen
from tests.render.sprites import sprites_of

POSITION, EVENTS = seen("goldens", 20)
ENDS = {
    Ending("resigned", (1,)): (["resigned", "winner"], "Bartholomew wins"),
    Ending("timeout", (0,)): (["winner", "did not move"], "Anna wins"),
    Ending("agreed"): (["ended by agreement"] * 2, "agreed to end the game"),
    Ending("timeout"): (["abandoned"] * 2, "abandoned, without a winner"),
}


def badges(scene: Scene) -> list[str]:
    """The texts of the panel."""
    return [item.text for item in scene.items if isinstance(item, Badge)]


def tiles(scene: Scene) -> Iterator[TileSprite]:
    yield from (name for _, name in sprites_of(TileSprite, scene.items))
    for item in scene.items:
        if isinstance(item, Inset):
            yield from tiles(item.scene)


@pytest.mark.parametrize("ending", ENDS)
def test_the_panel_says_who_won_and_how(ending: Ending) -> None:
    said, _ = ENDS[ending]
    scene = board_scene(Subject(POSITION, NAMES, EVENTS, ending=ending))
    assert [text for text in badges(scene) if not text.startswith("×")] == said
    assert len(list(tiles(scene))) == len(POSITION.laid), "no tile is drawn"


def test_text_board_explains_how_to_play_only_during_the_game() -> None:
    playing, over = (
        text_board(ENGLISH, Subject(POSITION, NAMES, ending=end))
        for end in (None, Ending("agreed"))
    )
    assert "To play: /castle move" in playing
    assert "To play" not in over
    assert "In sentences: /castle text aloud." in over


@pytest.mark.parametrize("ending", ENDS)
def test_alt_text_and_text_board_report_an_early_end_too(ending: Ending) -> None:
    _, said = ENDS[ending]
    alt = alt_text.board_alt(ENGLISH, Subject(POSITION, NAMES, EVENTS, ending=ending))
    text = text_board(ENGLISH, Subject(POSITION, NAMES, ending=ending))
    for description in (alt, text):
        assert said in description
        assert "to play" not in description
    assert "Drawn" not in text


def test_the_last_frame_of_a_replay_says_so() -> None:
    last = Frame(POSITION, EVENTS)
    [scene] = PICTURES.replay_scenes(ENGLISH, subjects_of([last], NAMES, Ending("resigned", (1,))))
    assert "winner" in badges(scene)
    [earlier] = PICTURES.replay_scenes(ENGLISH, subjects_of([frames("goldens")[19]], NAMES))
    assert "to play" in badges(earlier)
