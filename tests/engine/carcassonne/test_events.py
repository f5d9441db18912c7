"""Events: their text, what they reveal, and their points."""

from random import Random

import pytest

from engine.carcassonne.events import (
    FarmersScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    GameEnded,
    LeadChanged,
    TilePassed,
)
from engine.carcassonne.moves import ROLES
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.seats import PlayerLeft
from engine.selfplay.carcassonne import play_greedily
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from tests.engine.carcassonne.kit.boards import play, table


@pytest.mark.parametrize(("seats", "preset"), [(2, "classic"), (3, "current"), (5, "classic")])
def test_events_read_back_and_their_points_sum_to_the_scores(seats: int, preset: str) -> None:
    state, events = carcassonne.begin("events", carcassonne.presets[preset], seats=seats)
    chance = Random(seats)
    sums = [0] * seats
    positions = [(state, events)]
    while state.phase != "over":
        before = state.scores
        state, events = carcassonne.apply(state, state.seat, play_greedily(state, chance))
        positions.append((state, events))
        assert carcassonne.event_log.parse(carcassonne.event_log.text(events)) == events
        gained = carcassonne.points(events)
        sums = [total + points for total, points in zip(sums, gained, strict=True)]
        if state.phase != "over":
            assert state.scores == tuple(map(sum, zip(before, gained, strict=True)))
            assert carcassonne.reveals(events)
        assert not carcassonne.turn_order_leaks(events)
        assert carcassonne.events_for(events, None) == carcassonne.events_for(events, 0) == events
    assert tuple(sums) == state.scores
    tally = carcassonne.tally(positions)
    for seat, counted in enumerate(tally):
        points = [value for name, value in counted.items() if name.startswith("points.")]
        assert sum(points) == state.scores[seat]
        placed = [
            event.role
            for _, events in positions
            for event in events
            if isinstance(event, FollowerPlaced) and event.seat == seat
        ]
        roles = {name: count for name, count in counted.items() if name.startswith("role.")}
        assert roles == {f"role.{role}": placed.count(role) for role in ROLES.values()}
        assert counted["farmers"] == counted["role.farmer"]
    assert max(counted["most.city"] for counted in tally) > 2


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
    assert carcassonne.event_log.parse(carcassonne.event_log.text(events)) == events


TWO_ROADS = """
    fffff fcccf ..... fffff
    fffff fffff ..... fffff
    rr0rr rrrrr ..... rr1rr
    fffff fffff ..... fffff
    fffff fffff ..... fffff

    ..... fffff fffff fffff
    ..... fffff fffff fffff
    ..... ffkff ffkff ffkff
    ..... fffff fffff fffff
    ..... fffff fffff fffff
    """


def test_roads_of_two_players_becoming_one_are_told() -> None:
    _, events = play(table(TWO_ROADS, draws="U"), "1,0 r1")
    cells = ((-1, 0), (0, 0), (1, 0), (2, 0))
    [joined] = [event for event in events if isinstance(event, FeaturesJoined)]
    assert (joined.kind, sorted(joined.cells)) == ("road", list(cells))
    assert (joined.followers, joined.owners, joined.former) == ((1, 1), (0, 1), ())


def test_losing_a_road_to_somebody_with_more_followers_is_told() -> None:
    drawn = TWO_ROADS.replace("rrrrr", "rr0rr")
    _, events = play(table(drawn, draws="U"), "1,0 r1")
    [joined] = [event for event in events if isinstance(event, FeaturesJoined)]
    assert (joined.followers, joined.owners, joined.former) == ((2, 1), (0,), (1,))


def test_a_players_own_roads_may_become_one_unnoticed() -> None:
    _, events = play(table(TWO_ROADS.replace("1", "0"), draws="U"), "1,0 r1")
    assert not any(isinstance(event, FeaturesJoined) for event in events)


ROAD = """
    ffrff fcccf
    ffrff fffff
    rr+rr rr0rr
    ffrff fffff
    ffrff fffff
    """


@pytest.mark.parametrize(
    ("scores", "leaders"), [((0, 0), (0,)), ((4, 7), (0, 1)), ((4, 8), None), ((9, 0), None)]
)
def test_a_change_of_the_lead_is_told(
    scores: tuple[int, int], leaders: tuple[int, ...] | None
) -> None:
    state = table(ROAD, draws="W")._replace(scores=scores)
    after, events = play(state, "1,0 r0")
    changes = [event for event in events if isinstance(event, LeadChanged)]
    assert changes == ([] if leaders is None else [LeadChanged(leaders, after.scores)])


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("left", range(1, 5))
def test_the_last_round_begins_when_each_has_one_tile(seats: int, left: int) -> None:
    state = table(ROAD, draws="W", then="U" * left, seats=seats)
    _, events = play(state, "1,0 r0")
    assert (LastRoundBegan(seats) in events) is (left == seats)
