"""Pictures are made from views alone, so nothing hidden can be seen in them."""

from dataclasses import replace
from random import Random

from engine.castle.state import State
from engine.castle.view import view
from render.castle import alt_text
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.text_board import text_board
from render.castle.tiles import sheet_scene
from render.subject import Subject
from tests.render.castle.games import ENGLISH, NAMES, played, rotations_scene


def reshuffled(state: State) -> State:
    """The state with everything in another order that nobody may see."""
    chance = Random(5)
    setup = state.setup
    rest = list(setup.deck[state.dealt :])
    chance.shuffle(rest)
    kinds = list(range(1, 10)) * 2
    chance.shuffle(kinds)
    wall = dict(zip(state.wall, kinds, strict=False))
    other = replace(
        setup, seed="another", deck=(*setup.deck[: state.dealt], *rest), wall_tiles=wall
    )
    return state._replace(setup=other, wall=wall)


def test_pictures_do_not_change_when_hidden_state_is_shuffled() -> None:
    look = Look(overlays=tuple(Overlay))
    for ply in played("goldens")[::6]:
        here, there = (view(state, None) for state in (ply.state, reshuffled(ply.state)))
        assert board_scene(Subject(here, NAMES, ply.events), look) == board_scene(
            Subject(there, NAMES, ply.events), look
        )
        assert sheet_scene(ENGLISH, here) == sheet_scene(ENGLISH, there)
        if here.drawn is not None:
            assert rotations_scene(ENGLISH, here) == rotations_scene(ENGLISH, there)
        assert text_board(ENGLISH, Subject(here, NAMES)) == text_board(
            ENGLISH, Subject(there, NAMES)
        )
        assert alt_text.board_alt(
            ENGLISH, Subject(here, NAMES), overlays=tuple(Overlay)
        ) == alt_text.board_alt(ENGLISH, Subject(there, NAMES), overlays=tuple(Overlay))
