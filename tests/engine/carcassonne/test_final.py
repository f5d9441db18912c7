"""The end: incomplete features and fields (C17 to C20)."""

from functools import partial

import pytest

from engine.carcassonne.events import FarmersScored, GameEnded
from engine.carcassonne.rules import carcassonne
from tests.engine.carcassonne.kit.boards import play, scorings, table

# The table before the last turn.
ending = partial(table, then=())


def test_c17_an_incomplete_road_gives_a_point_a_tile() -> None:
    state = ending(
        """
            fffff fcccf
            fffff fffff
            rr0rr rrrrr
            fffff fffff
            fffff fffff
            """
    )
    _, events = play(state, "1,0 r1")
    assert scorings(events) == [("road", 3, (1, 0), (0,), 3)]


def test_c17_incomplete_city_scores_1_a_tile_and_1_a_pennant() -> None:
    state = ending(
        """
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
    )
    _, events = play(state, "1,0 r1")
    assert scorings(events) == [("city", 2, (0, 1), (1,), 3)]


def test_c17_incomplete_cloister_scores_1_and_1_a_tile_around_it() -> None:
    state = ending(
        """
            fcccf .....
            fffff .....
            rrrrr .....
            fffff .....
            fffff .....

            fffff fffff
            fffff fffff
            ff0ff ffkff
            fffff fffff
            fffff fffff
            """
    )
    _, events = play(state, "1,0 r1")
    assert scorings(events) == [("cloister", 1, (1, 0), (0,), 4)]


def test_c17_the_majority_counts_as_ever() -> None:
    state = ending(
        """
            fffff fcccf fffff fffff
            fffff fffff fffff fffff
            rr0rr rr1rr rr1rr rr2rr
            fffff fffff fffff fffff
            fffff fffff fffff fffff
            """,
        seats=3,
    )
    after, events = play(state, "3,0 r1")
    assert scorings(events) == [("road", 5, (1, 2, 1), (1,), 5)]
    assert after.scores == (0, 5, 0)


# A city of three tiles with three fields: in the east, in the west round to the north, and the
# strip on the start tile. Blue, seat 0, has two farmers, red has one.
THREE_FIELDS = """
    fffff fffff
    fffff fffff
    ffkff ff0ff
    fffff fffff
    fffff fcccf

    fffff fcccf
    fffff fcccf
    ffkff fccc1
    fffff fcccf
    fffff fcccf

    ..... fcccf
    ..... ff0ff
    ..... rrrrr
    ..... fffff
    ..... fffff
    """


def test_c18_example_1_farmers_of_three_fields_count_at_one_city() -> None:
    after, events = play(ending(THREE_FIELDS, draws="U"), "1,0 r1")
    [city] = [event for event in events if isinstance(event, FarmersScored)]
    assert (len(city.cities), len(city.cities[0]), len(city.fields)) == (1, 3, 3)
    assert (city.followers, city.seats, city.points) == ((2, 1), (0,), 4)
    assert after.scores == (4, 0)


def test_c19_later_editions_score_each_of_the_three_fields_alone() -> None:
    after, events = play(ending(THREE_FIELDS, draws="U", options="current"), "1,0 r1")
    assert sorted(scorings(events)) == [
        ("field", 1, (0, 1), (1,), 3),
        ("field", 1, (1, 0), (0,), 3),
        ("field", 1, (1, 0), (0,), 3),
    ]
    assert after.scores == (6, 3)


def test_c18_example_2_two_fields_at_each_of_two_cities() -> None:
    """At the small city a red farmer and a blue one stand in two fields: both get 4. At the large
    one a blue farmer stands in each of two fields: blue gets 4, not twice."""
    state = ending(
        """
            ..... ..... fffff
            ..... ..... fffff
            ..... ..... ff0ff
            ..... ..... fffff
            ..... ..... fcccf

            fffff ..... fcccf
            fffff ..... fcccf
            ff1ff ..... fcccf
            fffff ..... fcccf
            fcccf ..... fcccf

            fcccf ffrff fcccf
            ff0ff ffrff ff0ff
            rrrrr rr+rr rrrrr
            fffff ffrff fffff
            fffff ffrff fffff
            """
    )
    after, events = play(state, "-1,0 r1")
    farms = [event for event in events if isinstance(event, FarmersScored)]
    assert [(len(farm.cities[0]), farm.followers, farm.seats) for farm in farms] == [
        (2, (1, 1), (0, 1)),
        (3, (2, 0), (0,)),
    ]
    assert after.scores == (8, 4)


def test_c18_a_farmer_serves_every_city_the_field_touches() -> None:
    state = ending(
        """
            fffff fffff
            fffff fffff
            fffff ff0ff
            fffff fffff
            fcccf fcccf

            fcccf fcccf
            fffff fffff
            rrrrr rrrrr
            fffff fffff
            fffff fffff
            """
    )
    after, events = play(state, "2,0 r1")
    assert scorings(events) == [("field", 1, (1, 0), (0,), 4), ("field", 1, (1, 0), (0,), 4)]
    assert after.scores == (8, 0)


def test_c18_a_city_that_is_not_complete_is_not_served() -> None:
    state = ending(
        """
            fcccf
            fcccf
            fcccf
            fcccf
            fcccf

            fcccf
            ff0ff
            rrrrr
            fffff
            fffff
            """
    )
    _, events = play(state, "1,0 r1")
    assert scorings(events) == []


def test_c18_a_field_not_touching_the_city_does_not_serve_it() -> None:
    """The road divides it from the city's side of the tile."""
    state = ending(
        """
            fffff
            fffff
            fffff
            fffff
            fcccf

            fcccf
            fffff
            rrrrr
            ff0ff
            fffff
            """
    )
    _, events = play(state, "1,0 r1")
    assert scorings(events) == []


@pytest.mark.parametrize(("options", "points"), [("classic", [4, 4]), ("current", [6])])
def test_c19_fields_score_3_for_every_city_they_touch(options: str, points: list[int]) -> None:
    state = ending(
        """
            fffff fffff
            fffff fffff
            fffff ff0ff
            fffff fffff
            fcccf fcccf

            fcccf fcccf
            fffff fffff
            rrrrr rrrrr
            fffff fffff
            fffff fffff
            """,
        options=options,
    )
    _, events = play(state, "2,0 r1")
    assert [entry[-1] for entry in scorings(events)] == points


def test_c19_tied_players_each_score_the_field() -> None:
    state = ending(
        """
            fffff fffff
            fffff fffff
            ff1ff ff0ff
            fffff fffff
            fcccf fcccf

            fcccf fcccf
            fffff fffff
            rrrrr rrrrr
            fffff fffff
            fffff fffff
            """,
        options="current",
    )
    after, events = play(state, "2,0 r1")
    assert scorings(events) == [("field", 2, (1, 1), (0, 1), 6)]
    assert after.scores == (6, 6)


def test_c20_most_points_win() -> None:
    state = ending(
        """
            fffff fcccf
            fffff fffff
            rr0rr rrrrr
            fffff fffff
            fffff fffff
            """
    )
    after, events = play(state, "1,0 r1")
    assert events[-1] == GameEnded((3, 0), (0,))
    assert (carcassonne.winners(after), carcassonne.places(after)) == ((0,), (1, 2))


def test_c20_equals_share_the_win() -> None:
    state = ending(
        """
            fffff fcccf
            fffff fffff
            rr0rr rr2rr
            fffff fffff
            fffff fffff
            """,
        seats=3,
    )
    after, _ = play(state, "1,0 r1")
    assert after.scores == (3, 0, 3)
    assert carcassonne.winners(after) == (0, 2)
    assert carcassonne.places(after) == (1, 3, 1)
