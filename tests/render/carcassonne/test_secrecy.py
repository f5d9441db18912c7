"""Pictures are made from views alone, so nothing hidden can be seen in them."""

from dataclasses import replace
from random import Random

from engine.carcassonne.state import State
from engine.carcassonne.view import view
from render.carcassonne import alt_text
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.text_board import text_board
from render.carcassonne.tiles import sheet_scene
from render.subject import Subject
from tests.render.carcassonne.games import ENGLISH, NAMES, rotations_scene, states


def reshuffled(state: State) -> State:
    """The state with the tiles still to be drawn in another order."""
    setup = state.setup
    rest = list(setup.deck[state.dealt :])
    Random(5).shuffle(rest)
    other = replace(setup, seed="another", deck=(*setup.deck[: state.dealt], *rest))
    return state._replace(setup=other)


def test_pictures_do_not_change_when_hidden_state_is_shuffled() -> None:
    look = Look(overlays=tuple(Overlay))
    overlays = tuple(Overlay)
    for state, events in states("goldens")[:-1:9]:
        here, there = (view(one, None) for one in (state, reshuffled(state)))
        for make in (
            lambda seen, events=events: board_scene(Subject(seen, NAMES[:2], events), look),
            lambda seen: sheet_scene(ENGLISH, seen),
            lambda seen: rotations_scene(ENGLISH, seen),
            lambda seen: text_board(ENGLISH, Subject(seen, NAMES[:2])),
            lambda seen: alt_text.board_alt(ENGLISH, Subject(seen, NAMES[:2]), overlays=overlays),
        ):
            assert make(here) == make(there)
