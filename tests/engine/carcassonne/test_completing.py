"""What is scored immediately (C8 to C15)."""

import pytest

from engine.carcassonne.events import FeatureScored, FollowersReturned
from engine.carcassonne.moves import Reason
from engine.carcassonne.rules import carcassonne
from tests.engine.carcassonne.kit.boards import legal, play, refusal, scorings, table

ROAD = """
    ffrff fcccf
    ffrff fffff
    rr+rr rr0rr
    ffrff fffff
    ffrff fffff
    """


@pytest.mark.parametrize(("tile", "end"), [("W", "r0"), ("A", "r1"), ("T", "r1")])
def test_c8_road_completes_between_junction_cloister_and_city(tile: str, end: str) -> None:
    after, events = play(table(ROAD, draws=tile), f"1,0 {end}")
    assert scorings(events) == [("road", 3, (1, 0), (0,), 3)]
    assert after.scores == (3, 0)


def test_c8_a_road_that_goes_on_is_not_complete() -> None:
    after, events = play(table(ROAD, draws="U"), "1,0 r1")
    assert scorings(events) == []
    assert after.supply == (6, 7)


RING = """
    fcccf .....
    fffff .....
    rrrrr .....
    fffff .....
    fffff .....

    fffff fffff
    fffff fffff
    ff0rr rrrff
    ffrff ffrff
    ffrff ffrff

    ffrff .....
    ffrff .....
    ffrrr .....
    fffff .....
    fffff .....
    """


def test_c8_a_ring_is_complete() -> None:
    _, events = play(table(RING, draws="V"), "1,-2 r1")
    assert scorings(events) == [("road", 4, (1, 0), (0,), 4)]


def test_c11_a_tile_counts_once_where_a_road_ends_on_it_twice() -> None:
    """From the junction round and back to it."""
    state = table(
        """
            fcccf ffrff fffff
            fffff ffrff fffff
            rrrrr rr+rr rr0ff
            fffff ffrff ffrff
            fffff ffrff ffrff

            ..... ffrff .....
            ..... ffrff .....
            ..... ffrrr .....
            ..... fffff .....
            ..... fffff .....
            """,
        draws="V",
    )
    _, events = play(state, "2,-1 r1")
    assert scorings(events) == [("road", 4, (1, 0), (0,), 4)]


@pytest.mark.parametrize(("options", "points"), [("classic", 2), ("current", 4)])
def test_c9_a_city_of_two_tiles(options: str, points: int) -> None:
    state = table(
        """
            fc0cf
            fffff
            rrrrr
            fffff
            fffff
            """,
        draws="E",
        options=options,
    )
    _, events = play(state, "0,1 r2")
    assert scorings(events) == [("city", 2, (1, 0), (0,), points)]


def test_c9_two_points_a_tile_and_two_a_pennant() -> None:
    state = table(
        """
            fcccf
            fc0cf
            fcPcf
            fcccf
            fcccf

            fcccf
            fffff
            rrrrr
            fffff
            fffff
            """,
        draws="E",
    )
    _, events = play(state, "0,2 r2")
    assert scorings(events) == [("city", 3, (1, 0), (0,), 8)]


def test_c9_a_city_with_a_gap_is_not_complete() -> None:
    """Its wall is closed all around, but a tile is missing in its middle."""
    state = table(
        """
            ..... fcccf .....
            ..... fffff .....
            ..... rrrrr .....
            ..... fffff .....
            ..... fffff .....

            fffff fffff fffff
            ffffc ccccc cffff
            fffcc cc0cc ccfff
            ffccc ccccc cccff
            fcccc ccccc ccccf

            fcccc ..... ccccf
            fcccc ..... ccccf
            fcccc ..... ccccf
            fcccc ..... ccccf
            fcccc ..... ccccf

            fcccc ccccc .....
            ffccc ccccc .....
            fffcc ccccc .....
            ffffc ccccc .....
            fffff fffff .....
            """,
        draws="N",
        then=["C"],
    )
    state, events = play(state, "1,-3 r3")
    assert scorings(events) == []
    _, events = play(state, "0,-2 r0")
    assert scorings(events) == [("city", 9, (1, 0), (0,), 20)]


CONTESTED = """
    fcccf
    fc0cf
    fcPcf
    fcccf
    fcccf

    fcccf
    fcccf
    fc0cf
    fcccf
    fcccf

    fcccf
    fc1cf
    fcPcf
    fcccf
    fcccf

    fcccf
    fffff
    rrrrr
    fffff
    fffff
    """


def test_c12_most_followers_score_all_of_it() -> None:
    """A city of 5 tiles and 2 pennants: 14 for 2 knights against 1."""
    after, events = play(table(CONTESTED, draws="E", seat=1), "0,4 r2")
    [city] = [event for event in events if isinstance(event, FeatureScored)]
    assert (len(city.cells), city.pennants, city.followers) == (5, 2, (2, 1))
    assert (city.seats, city.points) == ((0,), 14)
    assert after.scores == (14, 0)


def test_c12_tied_players_each_score_the_full_points() -> None:
    state = table(
        """
            fffff fffff fcccf fffff fffff fffff
            fffff fffff fffff fffff fffff fffff
            rr+rr rr1rr rr0rr rr1rr rr0rr rr2rr
            ffrff fffff fffff fffff fffff fffff
            ffrff fffff fffff fffff fffff fffff
            """,
        draws="W",
        seats=3,
        seat=2,
    )
    after, events = play(state, "4,0 r0")
    assert scorings(events) == [("road", 7, (2, 2, 1), (0, 1), 7)]
    assert after.scores == (7, 7, 0)


def test_c12_without_followers_nobody_scores() -> None:
    state = table(
        """
            ffrff fcccf
            ffrff fffff
            rr+rr rrrrr
            ffrff fffff
            ffrff fffff
            """,
        draws="W",
    )
    after, events = play(state, "1,0 r0")
    assert scorings(events) == [("road", 3, (0, 0), (), 0)]
    assert not any(isinstance(event, FollowersReturned) for event in events)
    assert after.scores == (0, 0)


def test_c13_all_followers_on_it_go_back_to_their_supplies() -> None:
    after, events = play(table(CONTESTED, draws="E", seat=1), "0,4 r2")
    assert FollowersReturned((2, 1)) in events
    assert after.supply == (7, 7)
    assert after.followers == {}


def test_c13_returned_follower_cannot_be_placed_in_the_same_turn() -> None:
    state = table(ROAD, draws="W", supply=(0, 7))
    assert refusal(state, "1,0 r0 farmer@N").reason == Reason.NO_FOLLOWER_LEFT
    after, _ = play(state, "1,0 r0")
    assert after.supply == (1, 7)
    assert legal(after, "2,0") != set()


def test_c14_reports_list_cities_before_roads_before_cloisters() -> None:
    state = table(
        """
            ..... fffff fffff ffrff
            ..... fffff fffff ffrff
            ..... ff1ff fffff ffrff
            ..... fffff fffff ffrff
            ..... fcccf fcccf ffrff

            ffrff fcccf ..... ffrff
            ffrff fffff ..... ffrff
            rr+rr rrrrr ..... rr+rr
            ffrff fffff ..... ffrff
            ffrff fffff ..... ffrff
            """,
        draws="D",
    )
    _, events = play(state, "1,0 r0 knight@N")
    assert scorings(events) == [("city", 2, (1, 0), (0,), 2), ("road", 4, (0, 0), (), 0)]


def test_c15_enclosed_field_is_not_scored_and_keeps_its_farmer() -> None:
    state = table(
        """
            fcccf .....
            fffff .....
            rrrrr .....
            fffff .....
            fffff .....

            fffff fffff
            fffff fffff
            ffrrr rrrff
            ffr0f ffrff
            ffrff ffrff

            ffrff .....
            ffrff .....
            ffrrr .....
            fffff .....
            fffff .....
            """,
        draws="V",
    )
    after, events = play(state, "1,-2 r1")
    assert scorings(events) == [("road", 4, (0, 0), (), 0)]
    [field] = [field for field in carcassonne.view(after, None).fields if field.owners]
    assert (len(field.cells), field.counts) == (4, (1, 0))
    assert after.supply == (6, 7)


def test_c14_among_equals_the_northernmost_is_reported_first() -> None:
    """Although the other one is further west."""
    state = table(
        """
            fcccf .....
            fffff .....
            rrrrr .....
            fffff .....
            fffff .....

            fffff fffff
            fffff fffff
            ffkff fffff
            fffff fffff
            fffff fc0cf

            fffff .....
            ffffc .....
            ffff1 .....
            ffffc .....
            fffff .....
            """,
        draws="I",
    )
    _, events = play(state, "1,-2 r3")
    assert scorings(events) == [("city", 2, (1, 0), (0,), 2), ("city", 2, (0, 1), (1,), 2)]
