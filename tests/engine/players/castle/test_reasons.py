"""What speaks for a turn in The Castle."""

import pytest

from engine.castle.game import castle
from engine.castle.moves import AnotherTurn, Turn, parse_move
from engine.players.castle.candidates import candidates
from engine.players.castle.reasons import NAMES, considerations, reasons
from tests.engine.castle.kit.boards import game
from tests.engine.players.castle.games import steps

ONE_GAP = """
         D     E     F     G
       ..... .ccc. ..... .....
             ccccc
     6       ccccc
             cchcc
       ..... .hhh. ..... .....
       .ccc. ..... .ccc. .ccc.
       ccctt       ttttt ttccc
     5 ccctt       ttttt ttccc
       ccctt       ttttt ttccc
       .ccc. ..... .ccc. .ccc.
"""
TOWER, LARGE_TOWER = "knight D5.E", "knight F5.W"


def told(followers: str, **more: object) -> dict[str, dict[str, str | int]]:
    """The reasons for laying a court tile on E5, which completes a house and two towers."""
    state = game(ONE_GAP, followers=followers, **more)  # type: ignore[arg-type]
    return {one.name: dict(one.facts) for one in reasons(state, parse_move("E5 r0"))}


def test_own_features_are_told_with_their_points() -> None:
    found = told(f"0 {LARGE_TOWER}")
    assert found["scores"] == {"kind": "tower", "tiles": 2, "points": 4}
    assert found["brings-home"] == {"followers": 1}


def test_features_of_the_opponent_are_told_with_the_opponents_points() -> None:
    assert told(f"1 {TOWER}")["closes-theirs"] == {"kind": "tower", "seat": 1, "points": 2}


def test_a_marker_that_stops_on_a_corner_tower_takes_a_wall_tile_of_unknown_kind() -> None:
    found = told(f"0 {LARGE_TOWER}", scores=(12, 0), wall={16: 9})
    assert found["takes-wall-tile"] == {"space": 16}


def test_the_reasons_add_up_to_the_worth_at_first_sight() -> None:
    for step in steps("sums"):
        state = step.state
        for one in candidates(state):
            assert isinstance(one.move, Turn)
            if not one.move.wall_tiles and not one.move.order and not any(state.held):
                total = sum(reason.points for reason in considerations(state, one.move))
                assert total == pytest.approx(one.worth, abs=1e-9)


def test_every_reason_is_listed_with_its_facts() -> None:
    for step in steps("names"):
        for one in candidates(step.state)[:20]:
            assert isinstance(one.move, Turn)
            for reason in considerations(step.state, one.move):
                assert tuple(reason.facts) == NAMES[reason.name]


def test_nothing_hidden_is_named() -> None:
    for number, step in enumerate(steps("hidden")):
        state, seat = step.state, step.state.seat
        other = castle.resample(state, seat, f"another/{number}")
        for one in candidates(state)[:5]:
            assert isinstance(one.move, Turn)
            assert reasons(state, one.move) == reasons(other, one.move)


def test_another_turn_has_a_reason() -> None:
    state = game(held=([1], []))._replace(phase="again", drawn=None)
    for taken, name in ((True, "another-turn"), (False, "keeps-turn")):
        assert [one.name for one in reasons(state, AnotherTurn(taken))] == [name]
