"""Moves as text, on a table without edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.carcassonne.moves import Deployment, Turn, cell_name, parse_cell
from engine.carcassonne.rules import carcassonne
from engine.errors import NotationError
from engine.tiles.grid import Placement
from engine.tiles.tile import PORT_NAMES, PORTS

FOLLOWERS = st.none() | st.builds(
    lambda role, port, large: Deployment(role, None if role == "monk" else port, large),
    st.sampled_from(("knight", "highwayman", "farmer", "monk")),
    st.integers(0, PORTS - 1),
    st.booleans(),
)
CELLS = st.tuples(st.integers(-999, 999), st.integers(-999, 999))
TURNS = st.builds(Turn, st.builds(Placement, CELLS, st.integers(0, 3)), FOLLOWERS)


@given(TURNS)
def test_moves_survive_a_round_trip_through_text_and_parts(turn: Turn) -> None:
    assert carcassonne.parse_move(carcassonne.move_text(turn)) == turn
    assert carcassonne.assemble(carcassonne.parts(turn)) == turn


@given(CELLS)
def test_a_cell_reads_back_from_its_name(cell: tuple[int, int]) -> None:
    assert parse_cell(cell_name(cell)) == cell


def test_notation_counts_x_to_the_east_and_y_to_the_north() -> None:
    """As in a record; inside the engine y grows to the south."""
    assert carcassonne.parse_move("-3,12 r1 knight@N") == Turn(
        Placement((-3, -12), 1), Deployment("knight", PORT_NAMES.index("N"))
    )


@pytest.mark.parametrize(
    "text",
    [
        "-3,12 r1 knight@n",
        "  -3 , 12   R1  Knight@N ",
        "\u22123,12 r1 knight@N",
        "\u20133,12\u00a0r1 knight@N",
        "-03,012 r1 knight@N",
    ],
)
def test_what_a_phone_makes_of_it_is_understood(text: str) -> None:
    assert carcassonne.move_text(carcassonne.parse_move(text)) == "-3,12 r1 knight@N"


@pytest.mark.parametrize(
    ("text", "follower"),
    [
        ("0,1 r0 knight!@N", Deployment("knight", 1, large=True)),
        ("0,1 r0 monk!", Deployment("monk", None, large=True)),
        ("0,1 r0 farmer", Deployment("farmer", None)),
        ("0,1 r0 farmer!", Deployment("farmer", None, large=True)),
    ],
)
def test_ic2_the_large_follower_is_marked(text: str, follower: Deployment) -> None:
    """IC7: a farmer without a port stands in the field that touches no side."""
    move = carcassonne.parse_move(text.upper())
    assert move.follower == follower
    assert carcassonne.move_text(move) == text


@pytest.mark.parametrize("text", ["0,0 r0", "-0,0 r0", "0,-0 r0"])
def test_zero_has_no_sign(text: str) -> None:
    assert carcassonne.move_text(carcassonne.parse_move(text)) == "0,0 r0"


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", "", "a cell such as -3,12"),
        ("E5 r1", "E5", "a cell such as -3,12"),
        ("1000,0 r1", "1000,0", "a cell such as -3,12"),
        ("1,2,3 r1", "1,2,3", "a cell such as -3,12"),
        ("--1,2 r1", "--1,2", "a cell such as -3,12"),
        ("1,2", "", "a rotation r0, r1, r2 or r3"),
        ("1,2 r4", "r4", "a rotation r0, r1, r2 or r3"),
        ("1,2 r1 squire@N", "squire@N", "a follower such as knight@N, farmer@SSW or monk"),
        ("1,2 r1 monk@N", "monk@N", "a follower such as knight@N, farmer@SSW or monk"),
        ("1,2 r1 knight@EN", "EN", "one of NNW, N, NNE"),
        ("1,2 r1 knight!", "knight!", "a follower such as knight@N, farmer@SSW or monk"),
        ("1,2 r1 knight@N!", "knight@N!", "a follower such as knight@N, farmer@SSW or monk"),
        ("1,2 r1 knight@N monk", "monk", "a follower such as knight@N, farmer@SSW or monk"),
        ("\u0661,2 r1", "", "a cell such as -3,12"),
        ("1" * 201, "", "at most 200 characters"),
        (" " * 1_000_000 + ",", "", "at most 200 characters"),
    ],
)
def test_texts_that_are_no_move_are_refused_where_they_go_wrong(
    text: str, at: str, expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        carcassonne.parse_move(text)
    assert refused.value.at == at
    assert refused.value.expected.startswith(expected)


@given(st.text(max_size=40))
def test_any_other_text_is_refused_as_such(text: str) -> None:
    try:
        turn = carcassonne.parse_move(text)
    except NotationError:
        return
    assert carcassonne.parse_move(carcassonne.move_text(turn)) == turn
