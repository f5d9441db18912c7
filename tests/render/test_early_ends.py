"""A game that ended early shows who won and how: nobody is to play, and no tile is drawn."""

from typing import Any

import pytest

from bot.games.faces import FACES
from engine.recorded import Ending
from render.locale import english
from render.picture.scene import Badge, Scene
from render.subject import Subject, subjects_of
from render.tables.replay import Frame
from render.tiles.sprites import TileSprite
from tests.render.carcassonne import games as carcassonne
from tests.render.castellan import games as castellan
from tests.render.castle import games as castle
from tests.render.sprites import sprites_of

ENGLISH = english()
NAMES = ("Anna", "Bartholomew", "Cleo")
# What the footer says of each of three players, and what is said in words.
ENDS = {
    Ending("resigned", (1,)): (["resigned", "winner", "resigned"], "Bartholomew wins"),
    Ending("resigned", (0, 2)): (
        ["shared win", "resigned", "shared win"],
        "Anna and Cleo win, as everybody else resigned",
    ),
    Ending("timeout", (0,)): (["winner", "did not move", "did not move"], "Anna wins"),
    Ending("agreed"): (["ended by agreement"] * 3, "agreed to end the game"),
    Ending("timeout"): (["abandoned"] * 3, "abandoned, without a winner"),
}
POSITIONS: dict[str, tuple[Any, Any]] = {
    "castle": castle.seen("goldens", 20),
    "carcassonne": carcassonne.seen("goldens", 20, 3),
    "castellan": castellan.seen("goldens", 12, 3),
}


def subject(kind: str, ending: Ending | None) -> Subject[Any, Any]:
    view, events = POSITIONS[kind]
    return Subject(view, NAMES[: len(view.scores)], events, ending=ending)


def badges(scene: Scene) -> list[str]:
    """The texts of the footer."""
    return [item.text for item in scene.items if isinstance(item, Badge) and item.text[0] != "×"]


@pytest.mark.parametrize(
    ("kind", "ending"),
    [
        (kind, ending)
        for kind in FACES
        for ending in ENDS
        if {*ending.winners} <= {*range(len(POSITIONS[kind][0].scores))}
    ],
)
def test_an_early_end_is_shown_and_told(kind: str, ending: Ending) -> None:
    badge_texts, told = ENDS[ending]
    over = subject(kind, ending)
    drawing = FACES[kind].pictures.board(ENGLISH, over)
    assert drawing.scene is not None
    scene = drawing.scene()
    assert badges(scene) == badge_texts[: len(over.names)]
    assert sprites_of(TileSprite, scene.items) == [], "no tile is drawn"
    text = FACES[kind].pictures.text_board(ENGLISH, over)
    for description in (drawing.alt, text):
        assert told in description
        assert "to play" not in description


@pytest.mark.parametrize("kind", FACES)
def test_how_to_play_is_told_only_during_the_game(kind: str) -> None:
    pictures = FACES[kind].pictures
    playing = pictures.text_board(ENGLISH, subject(kind, None))
    over = pictures.text_board(ENGLISH, subject(kind, Ending("agreed")))
    assert f"To play: /{kind} move" in playing
    assert "To play" not in over
    assert f"In sentences: /{kind} text aloud." in over


@pytest.mark.parametrize("kind", FACES)
def test_only_the_last_frame_of_a_replay_says_who_won(kind: str) -> None:
    view, events = POSITIONS[kind]
    names = NAMES[: len(view.scores)]
    frames = [Frame(view, events)] * 3
    subjects = subjects_of(frames, names, Ending("resigned", (1,)))
    scenes = [*FACES[kind].pictures.replay_scenes(ENGLISH, subjects)]
    assert ["winner" in badges(scene) for scene in scenes] == [False, False, True]
    assert ["to play" in badges(scene) for scene in scenes] == [True, True, False]
