"""Playing on from a position."""

from engine.players.castellan.candidates import rollout
from engine.players.castellan.prospects import prospects
from tests.engine.castellan.kit.tables import table
from tests.engine.players.castellan.positions import positions


def test_playing_on_ends_with_the_game() -> None:
    state = table("O---O", ("W1", ""), ("T1", ""), last=[1])
    points, weighed = rollout(state, 9)
    assert points == (0.0, 0.0)
    assert weighed > 0


def test_playing_on_by_no_turn_leaves_the_prospects_as_they_are() -> None:
    state = positions()[5]
    assert rollout(state, 0) == (prospects(state), 0)
