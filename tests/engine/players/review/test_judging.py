"""How a move is judged: planted blunders are found, and nobody is blamed for what they could not
know."""

from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.review import JudgedMove
from engine.players.reviewer import compare_with_best, is_forced
from tests.engine.carcassonne.kit.boards import table as carcassonne_table
from tests.engine.castellan.kit.tables import table as castellan_table
from tests.engine.castle.kit.boards import game as castle_game
from tests.engine.players.castle.test_reasons import LARGE_TOWER, ONE_GAP
from tests.engine.players.review.games import Told, played

CITY = """
    fc0cf
    fffff
    rrrrr
    fffff
    fffff
    """
GAP = """
    O   O
    |   |
    O---O
    """
PLANTED = {
    "castle": (
        castle_game(ONE_GAP, followers=f"0 {LARGE_TOWER}", left=0, scores=(0, 2)),
        "H5 r0",
        "E5 ",
    ),
    "carcassonne": (carcassonne_table(CITY, "E", then=("U", "V")), "0,-1 r1", "0,1 r2"),
    "castellan": (castellan_table(GAP, ("W1 T1", ""), ("W1 T1", "")), "T1:", "W1: s0,1E"),
}
"""For each game: a position in which the player can complete a tower, city or courtyard, a move
that fails to do so, and the beginning of one that does."""


def judged(kind: str, state: Any, text: str, positions: int = 500) -> JudgedMove:
    told = Told(kind, [state])
    told.play(GAMES[kind].parse_move(text))
    return told.reviewed(positions=positions).moves[0]


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_blunder_is_found(kind: str) -> None:
    state, blunder, best = PLANTED[kind]
    found = judged(kind, state, blunder)
    assert found.mark == "blunder"
    assert found.best.startswith(best)
    assert judged(kind, state, found.best).mark is None


@pytest.mark.parametrize("kind", GAMES)
def test_a_move_is_judged_by_what_its_player_could_know(kind: str) -> None:
    game = GAMES[kind]
    for number, state in enumerate(played(kind, 1).states[3:-1:14]):
        seat = game.to_act(state)
        assert seat is not None
        move = EXPERTS[kind].candidates(state)[-1].move
        other = game.resample(state, seat, f"other/{number}")
        first, second = (
            compare_with_best(kind, one, move, Random(number), 40) for one in (state, other)
        )
        assert first == second


@pytest.mark.parametrize("kind", GAMES)
def test_a_played_move_that_no_candidate_is_like_is_judged_as_well(kind: str) -> None:
    for state in played(kind, 1).states[5:-1:14]:
        worst = EXPERTS[kind].candidates(state)[-1].move
        found = compare_with_best(kind, state, worst, Random(1), 40)
        assert found.best_lead >= found.played_lead


def test_a_move_is_forced_where_nothing_can_be_chosen() -> None:
    """A tile that is all city fits in one way here, and one with a single city side in several."""
    assert is_forced("carcassonne", carcassonne_table(CITY, "C", supply=(0, 7)))
    assert not is_forced("carcassonne", carcassonne_table(CITY, "E", supply=(0, 7)))
