"""Events: their text, what they reveal, and their points."""

from random import Random

import pytest

from engine.carcassonne.events import (
    FarmersScored,
    FinalScored,
    GameEnded,
    PlayerLeft,
    TileDiscarded,
    TileDrawn,
    TilePassed,
)
from engine.carcassonne.game import carcassonne
from engine.carcassonne.placing import legal_moves
from engine.selfplay.carcassonne import play_greedily


@pytest.mark.parametrize(("seats", "preset"), [(2, "classic"), (3, "current"), (5, "classic")])
def test_events_read_back_and_their_points_sum_to_the_scores(seats: int, preset: str) -> None:
    state, events = carcassonne.begin("events", carcassonne.presets[preset], seats=seats)
    chance, sums, told = Random(seats), [0] * seats, [(state, events)]
    while state.phase != "over":
        before = state.scores
        state, events = carcassonne.apply(state, state.seat, play_greedily(state, chance))
        told.append((state, events))
        assert carcassonne.parse_events(carcassonne.events_text(events)) == events
        gained = carcassonne.points(events)
        sums = [one + more for one, more in zip(sums, gained, strict=True)]
        if state.phase != "over":
            assert state.scores == tuple(map(sum, zip(before, gained, strict=True)))
            assert carcassonne.reveals(events)
        assert not carcassonne.turn_order_leaks(events)
        assert carcassonne.events_for(events, None) == carcassonne.events_for(events, 0) == events
    assert tuple(sums) == state.scores
    tally = carcassonne.tally(told)
    for seat, counted in enumerate(tally):
        points = [value for name, value in counted.items() if name.startswith("points.")]
        assert sum(points) == state.scores[seat]
    assert max(counted["most.city"] for counted in tally) > 2
    assert sum(counted["farmers"] for counted in tally) > 0


def test_what_is_foreseen_of_a_move_ends_before_the_draw() -> None:
    state, _ = carcassonne.begin("events", {})
    _, events = carcassonne.apply(state, state.seat, next(legal_moves(state)))
    hidden = TileDiscarded | TileDrawn | FinalScored | FarmersScored | GameEnded
    expected = carcassonne.known_in_advance(events)
    assert expected
    assert not any(isinstance(event, hidden) for event in expected)
    assert carcassonne.points(expected) == (0, 0)


def test_leaving_reveals_nothing_and_gives_no_points() -> None:
    events = (PlayerLeft(1, (3, 4, 5)), TilePassed(2, "U"))
    assert not carcassonne.reveals(events)
    assert carcassonne.points(events) == (0, 0, 0)
    assert carcassonne.parse_events(carcassonne.events_text(events)) == events
