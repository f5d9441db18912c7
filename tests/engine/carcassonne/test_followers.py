"""Where a follower may stand (C6), and what bounds a field (C7)."""

import pytest

from engine.carcassonne.moves import Deployment, Reason
from engine.carcassonne.rules import carcassonne
from engine.errors import IllegalMove
from tests.engine.carcassonne.kit.boards import legal, play, refusal, scorings, table

START = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
    """


def test_c6_all_four_kinds_can_be_placed() -> None:
    assert legal(table(START, draws="A"), "1,0 r1") == {"", "highwayman@W", "monk", "farmer@N"}
    assert legal(table(START, draws="J"), "0,1 r2") == {
        "",
        "knight@S",
        "highwayman@N",
        "farmer@E",
        "farmer@NNW",
    }


def test_c6_example_1_a_city_with_a_knight_leaves_only_the_field() -> None:
    state = table(
        """
            fc1cf
            fffff
            rrrrr
            fffff
            fffff
            """,
        draws="N",
    )
    assert legal(state, "0,1 r1") == {"", "farmer@N"}
    refused = refusal(state, "0,1 r1 knight@E")
    assert (refused.reason, refused.facts) == (Reason.FEATURE_TAKEN, {"kind": "city", "seats": [1]})


def test_c6_example_2_a_distant_farmer_takes_the_joined_field() -> None:
    """A knight, a highwayman, or a farmer in the field that is bounded apart are left."""
    state = table(
        """
            fcccf ..... ..... .....
            fffff ..... ..... .....
            rrrrr ..... ..... .....
            fffff ..... ..... .....
            fffff ..... ..... .....

            fffff fffff fffff .....
            ff0ff fffff fffff .....
            ffkff ffkff ffkff .....
            fffff fffff fffff .....
            fffff fffff fffff .....
            """,
        draws="J",
    )
    assert legal(state, "3,-1 r0") == {"", "knight@N", "highwayman@E", "farmer@ESE"}
    assert refusal(state, "3,-1 r0 farmer@W").reason == Reason.FEATURE_TAKEN


def test_c6_a_feature_can_be_occupied_and_completed_in_one_turn() -> None:
    """The source's second remark: the follower comes back in the same turn."""
    after, events = play(table(START, draws="E"), "0,1 r2 knight@S")
    assert scorings(events) == [("city", 2, (1, 0), (0,), 2)]
    assert after.supply == (7, 7)
    assert after.followers == {}


def test_c6_placing_a_follower_needs_one_in_the_supply() -> None:
    state = table(START, draws="B", supply=(0, 7))
    assert legal(state, "0,-1 r0") == {""}
    assert refusal(state, "0,-1 r0 monk").reason == Reason.NO_FOLLOWER_LEFT


def test_c6_a_follower_leaves_the_supply() -> None:
    after, _ = play(table(START, draws="B"), "0,-1 r0 monk")
    assert after.supply == (6, 7)


def test_c6_followers_are_named_by_role_and_port_of_the_segment() -> None:
    state = table(START, draws="J")
    refused = refusal(state, "0,1 r2 knight@N")
    assert refused.reason == Reason.WRONG_ROLE
    assert refused.facts == {"role": "knight", "kind": "road", "expected": "highwayman"}
    refused = refusal(state, "0,1 r2 knight@SSE")
    assert refused.reason == Reason.NO_SUCH_SEGMENT
    assert refused.facts == {
        "follower": "knight@SSE",
        "followers": ["knight@S", "highwayman@N", "farmer@E", "farmer@NNW"],
    }
    assert refusal(state, "0,1 r2 monk").reason == Reason.NO_SUCH_SEGMENT


def test_c6_a_port_that_does_not_exist_names_no_segment() -> None:
    state = table(START, draws="J")
    move = carcassonne.parse_move("0,1 r2")
    with pytest.raises(IllegalMove) as refused:
        carcassonne.apply(state, 0, move._replace(follower=Deployment("knight", 12)))
    assert refused.value.reason == Reason.NO_SUCH_SEGMENT


@pytest.mark.parametrize(
    ("tile", "placed", "farmers"),
    [
        ("X", "1,0 r0", {"NNW", "NNE", "ESE", "SSW"}),
        ("W", "1,0 r0", {"N", "ESE", "SSW"}),
        ("A", "1,0 r1", {"N"}),
        ("S", "1,0 r1", {"WSW", "WNW"}),
        ("U", "1,0 r1", {"N", "S"}),
    ],
)
def test_c7_a_road_also_divides_the_fields_at_its_end(
    tile: str, placed: str, farmers: set[str]
) -> None:
    """At junctions and at a city; only around a cloister does the field continue."""
    moves = legal(table(START, draws=tile), placed)
    assert {move for move in moves if move.startswith("farmer")} == {
        f"farmer@{port}" for port in farmers
    }


def test_c7_the_wall_of_a_city_divides_fields() -> None:
    """North and south of the band are two fields."""
    state = table(
        """
            fcccf
            fcccf
            fcccf
            fcccf
            fcccf

            fcccf
            fffff
            rrrrr
            fffff
            fffff
            """,
        draws="B",
    )
    before = [field.cells for field in carcassonne.view(state, None).fields]
    assert sum(cells == ((0, -1),) for cells in before) == 2


def test_c7_fields_join_round_the_end_of_a_road() -> None:
    """The cloister ends the road, and the fields north and south of it become one."""
    state = table(START, draws="A")
    assert len(carcassonne.view(state, None).fields) == 2
    after, _ = play(state, "1,0 r1")
    assert len(carcassonne.view(after, None).fields) == 1
