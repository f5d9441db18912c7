"""The farming player that the levels are measured against."""

import json
from random import Random

import pytest

from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.selfplay.match import play_game
from tools.farmer import Farmer, first_farmer, main

# The ply until which it has put down a farmer in any game.
EARLY = 12


def opening(number: int) -> State:
    state, _ = carcassonne.begin(f"farmer/{number}", carcassonne.settle_options({}), 0, 2)
    return state


def test_the_farmer_farms_early() -> None:
    farmer = Farmer(playouts=0)
    rng = Random(1)
    for preset in carcassonne.presets:
        options = carcassonne.settle_options({}, preset)
        played = play_game(
            "carcassonne", options, "early", ["a", "b"], lambda seat, state: farmer(state, rng)
        )
        for seat in (0, 1):
            farmed = first_farmer(played.plies, seat)
            assert farmed is not None
            assert farmed <= EARLY


def test_the_farmer_plays_the_same_with_as_many_playouts() -> None:
    state = opening(1)
    moves = {Farmer(playouts=16)(state, Random(1)) for _ in range(2)}
    assert len(moves) == 1
    assert moves <= set(legal_moves(state))


def test_the_farmer_sees_nothing_hidden() -> None:
    state = opening(2)
    worlds = [carcassonne.resample(state, state.seat, str(number)) for number in range(2)]
    farmer = Farmer(playouts=16)
    assert farmer(worlds[0], Random(1)) == farmer(worlds[1], Random(1))


def test_a_match_is_played_in_both_seats(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--against", "easy", "--decks", "1", "--playouts", "0"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == len(figures["first_farmers_against"]) == 2
    assert figures["fields"] == "0.00 ± 0.00"
