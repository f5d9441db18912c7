"""Inns & Cathedrals (IC1 to IC8)."""

import pytest

from engine.carcassonne.events import (
    FarmersScored,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
)
from engine.carcassonne.moves import Reason
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import large_supply
from engine.errors import DataError
from tests.engine.carcassonne.kit.boards import legal, play, refusal, scorings, table

WITH_INNS = {"inns": "on"}
START = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
    """
ROAD = """
    ffrff fcccf
    ffrff fffff
    rr+rr rr0rr
    ffrff fffff
    ffrff fffff
    """
# A city that lacks the tile in its middle, with a farmer beside it.
CITY = """
    ..... fffff fffff
    ..... fffff fffff
    ..... fffff ffkff
    ..... fffff fffff
    ..... fcccf fffff

    fffff ..... fffff
    ffffc ..... cffff
    ffffc ..... cffff
    ffffc ..... cffff
    fffff ..... fffff

    fffff fc0cf ff1ff
    fffff fffff fffff
    rrrrr rrrrr rrrrr
    fffff fffff fffff
    fffff fffff fffff
    """


def test_ic1_six_can_play() -> None:
    state, _ = carcassonne.begin("seed", WITH_INNS, seats=6)
    assert state.supply == (7,) * 6
    assert carcassonne.seat_counts_with(WITH_INNS) == (2, 3, 4, 5, 6)


def test_ic1_six_cannot_play_without_it() -> None:
    assert carcassonne.seat_counts_with({"river": "on"}) == (2, 3, 4, 5)
    with pytest.raises(DataError, match="for six with inns=on"):
        carcassonne.begin("seed", {"river": "on"}, seats=6)


def test_ic2_everybody_has_a_large_follower_besides_the_seven() -> None:
    state, _ = carcassonne.begin("seed", WITH_INNS, seats=3)
    view = carcassonne.view(state, None)
    assert (view.supply, view.large_supply) == ((7, 7, 7), (1, 1, 1))
    assert carcassonne.view(carcassonne.begin("seed", {})[0], None).large_supply == (0, 0)


# Two roads that the drawn tile unites.
ROADS = """
    ffrff fcccf ..... fffff
    ffrff fffff ..... fffff
    rr+rr rr0rr ..... r1rrr
    ffrff fffff ..... fffff
    ffrff fffff ..... fffff

    ..... fffff fffff fffff
    ..... fffff fffff fffff
    ..... ffkff ffkff ffkff
    ..... fffff fffff fffff
    ..... fffff fffff fffff
    """


def test_ic2_the_large_follower_counts_as_two() -> None:
    state = table(ROADS, draws="U", then=("X",), options=WITH_INNS, large=[(2, 0)])
    after, events = play(state, "1,0 r1")
    [joined] = [event for event in events if isinstance(event, FeaturesJoined)]
    assert (joined.followers, joined.large) == ((1, 1), (0, 1))
    assert (joined.owners, joined.former) == ((1,), (0,))
    after, events = play(after, "3,0 r0")
    assert scorings(events) == [("road", 5, (1, 1), (1,), 5)]


def test_ic2_two_small_followers_equal_a_large_one() -> None:
    state = table(ROADS, draws="U", options=WITH_INNS)
    after, _ = play(state, "1,0 r1")
    view = carcassonne.view(after, None)
    [road] = [feature for feature in view.features if feature.counts == (1, 1)]
    assert (road.leaders, road.large) == ((0, 1), ())


def test_ic2_it_is_placed_and_returned_like_a_follower() -> None:
    state = table(START, draws="E", then=("U",), options=WITH_INNS)
    after, events = play(state, "0,1 r2 knight!@S")
    [placed] = [event for event in events if isinstance(event, FollowerPlaced)]
    [returned] = [event for event in events if isinstance(event, FollowersReturned)]
    assert placed.large
    assert (returned.followers, returned.large) == ((1, 0), (1, 0))
    assert (after.supply, large_supply(after)) == ((7, 7), (1, 1))


def test_ic2_it_stays_on_the_table_until_then() -> None:
    after, _ = play(table(START, draws="B", options=WITH_INNS), "0,-1 r0 monk!")
    assert (after.supply, large_supply(after)) == ((7, 7), (0, 1))
    [monk] = carcassonne.view(after, None).followers
    assert (monk.role, monk.large) == ("monk", True)


def test_ic2_a_large_farmer_counts_as_two() -> None:
    """Two fields that the last tile unites, below the road."""
    state = table(
        """
            fc1cf fffff
            fffff fffff
            rrrrr rrrff
            fffff ffrff
            fffff ffrff
            """,
        draws="E",
        then=(),
        options=WITH_INNS,
    )
    after, events = play(state, "0,1 r2 farmer!@N")
    large = [event.large for event in events if isinstance(event, FarmersScored)]
    assert large == [(1, 0)]
    assert after.scores == (4, 2)


@pytest.mark.parametrize(("rotation", "points"), [("r2", 6), ("r0", 3)])
def test_ic3_a_road_with_an_inn_gives_two_a_tile(rotation: str, points: int) -> None:
    """IC5: turned the other way, the inn is beside another road of the junction."""
    after, events = play(table(ROAD, draws="ic-14", options=WITH_INNS), f"1,0 {rotation}")
    assert scorings(events) == [("road", 3, (1, 0), (0,), points)]
    [scored] = [event for event in events if isinstance(event, FeatureScored)]
    assert (scored.thing, scored.each) == (("inn", 2) if rotation == "r2" else (None, 1))
    assert after.scores == (points, 0)


def test_ic3_left_incomplete_it_gives_nothing() -> None:
    after, events = play(table(ROAD, draws="ic-15", then=(), options=WITH_INNS), "1,0 r0")
    [scored] = [event for event in events if isinstance(event, FinalScored)]
    assert (scored.thing, scored.each, scored.points) == ("inn", 0, 0)
    assert scored.seats == (0,)
    assert after.scores == (0, 0)


def test_ic4_a_city_with_a_cathedral_gives_three_a_tile_and_pennant() -> None:
    _, events = play(table(CITY, draws="ic-1", options=WITH_INNS), "0,1 r0")
    assert scorings(events) == [("city", 5, (1, 0), (0,), 15)]
    [scored] = [event for event in events if isinstance(event, FeatureScored)]
    assert (scored.thing, scored.each) == ("cathedral", 3)


def test_ic4_without_one_it_gives_two() -> None:
    _, events = play(table(CITY, draws="C", options=WITH_INNS), "0,1 r0")
    assert scorings(events) == [("city", 5, (1, 0), (0,), 12)]


def test_ic4_left_incomplete_it_gives_nothing_however_many_cathedrals_it_has() -> None:
    board = """
        ccccc
        ccccc
        ccDcc
        ccccc
        ccccc

        fc0cf
        fffff
        rrrrr
        fffff
        fffff
        """
    state = table(board, draws="ic-1", then=(), options=WITH_INNS)
    [city] = [feature for feature in carcassonne.view(state, None).features if feature.thing]
    assert (city.thing, city.gives, city.gives_complete) == ("cathedral", 0, 3 * (2 + 3))
    after, events = play(state, "0,2 r0")
    assert scorings(events) == [("city", 3, (1, 0), (0,), 0)]
    [city] = [feature for feature in carcassonne.view(after, None).features if feature.thing]
    assert city.gives_complete == 3 * (3 + 5)


def test_ic5_an_inn_belongs_to_one_road_of_a_junction() -> None:
    state, _ = carcassonne.begin("seed", WITH_INNS)
    [tile] = [tile for tile in state.setup.catalogue.tiles if tile.id == "ic-14"]
    things = [sorted(things) for things in tile.things]
    kinds = [segment.kind for segment in tile.segments]
    assert [*zip(kinds, things, strict=True)][:3] == [("road", ["inn"]), ("road", []), ("road", [])]


def test_ic6_a_city_with_a_cathedral_feeds_like_any_other() -> None:
    after, events = play(table(CITY, draws="ic-1", then=(), options=WITH_INNS), "0,1 r0")
    [fed] = [event for event in events if isinstance(event, FarmersScored)]
    assert (fed.seats, fed.points) == ((1,), 4)
    assert after.scores == (15, 4)


def test_ic7_a_farmer_can_stand_in_the_field_that_touches_no_side() -> None:
    """Of the four cities around it one is complete."""
    state = table(START, draws="ic-3", then=(), options=WITH_INNS)
    assert {"farmer", "farmer!"} <= legal(state, "0,1 r0")
    after, events = play(state, "0,1 r0 farmer")
    [fed] = [event for event in events if isinstance(event, FarmersScored)]
    assert (len(fed.cities), fed.followers, fed.points) == (1, (1, 0), 4)
    assert after.scores == (4, 0)


def test_ic7_that_farmer_survives_a_round_trip() -> None:
    after, _ = play(table(START, draws="ic-3", options=WITH_INNS), "0,1 r0 farmer!")
    back = carcassonne.snapshots.decode(carcassonne.snapshots.encode(after))
    assert back == after
    [farmer] = carcassonne.view(back, None).followers
    assert (farmer.role, farmer.spot.port, farmer.large) == ("farmer", None, True)


def test_ic8_who_has_both_chooses_between_them() -> None:
    moves = legal(table(START, draws="B", options=WITH_INNS), "0,-1 r0")
    assert moves == {"", "monk", "monk!", "farmer@N", "farmer!@N"}


def test_ic8_who_has_no_small_one_left_may_place_the_large_one() -> None:
    state = table(START, draws="B", supply=(0, 7), options=WITH_INNS)
    assert legal(state, "0,-1 r0") == {"", "monk!", "farmer!@N"}
    assert refusal(state, "0,-1 r0 monk").reason == Reason.NO_SMALL_FOLLOWER_LEFT


def test_ic8_who_has_placed_the_large_one_may_place_a_small_one() -> None:
    state, _ = play(table(START, draws="B", then=("B", "B"), options=WITH_INNS), "0,-1 r0 monk!")
    state, _ = play(state, "0,-2 r0")
    assert legal(state, "0,-3 r0") >= {"monk"}
    assert refusal(state, "0,-3 r0 monk!").reason == Reason.NO_LARGE_FOLLOWER_LEFT


def test_ic8_without_the_expansion_nobody_has_one() -> None:
    assert refusal(table(START, draws="B"), "0,-1 r0 monk!").reason == Reason.NO_LARGE_FOLLOWER_LEFT
