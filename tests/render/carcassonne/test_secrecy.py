"""Pictures are made from views alone, so nothing hidden can be seen in them."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import render
from engine.carcassonne.state import State
from engine.carcassonne.view import view
from render.carcassonne import alt_text
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.text_board import text_board
from render.carcassonne.tiles import sheet_scene
from tests.render.carcassonne.games import ENGLISH, NAMES, rotations_scene, states
from tests.render.castle.test_secrecy import imported

FOLDER = Path(render.__file__).parent
COMMAND_LINES = ("__main__.py", "command.py")
SECRET = re.compile(r"engine\.carcassonne(\.state|\.setup|\.play\.turn|\.stored(\.\w+)?)?")


def reshuffled(state: State) -> State:
    """The state with the tiles still to be drawn in another order."""
    setup = state.setup
    rest = list(setup.deck[state.dealt :])
    Random(5).shuffle(rest)
    other = replace(setup, seed="another", deck=(*setup.deck[: state.dealt], *rest))
    return state._replace(setup=other)


def test_pictures_do_not_change_when_hidden_state_is_shuffled() -> None:
    look, overlays = Look(overlays=tuple(Overlay)), tuple(Overlay)
    for state, events in states("secrecy")[:-1:9]:
        here, there = (view(one, None) for one in (state, reshuffled(state)))
        for make in (
            lambda seen, events=events: board_scene(seen, NAMES[:2], events=events, look=look),
            lambda seen: sheet_scene(ENGLISH, seen),
            lambda seen: rotations_scene(ENGLISH, seen),
            lambda seen: text_board(ENGLISH, seen, NAMES[:2]),
            lambda seen: alt_text.board_alt(ENGLISH, seen, NAMES[:2], overlays=overlays),
        ):
            assert make(here) == make(there)


def test_only_the_command_line_holds_states() -> None:
    for path in FOLDER.rglob("*.py"):
        if path.name not in COMMAND_LINES:
            assert [name for name in imported(path) if SECRET.fullmatch(name)] == [], path.name
