"""The names of places as people read them: one for each place, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.board.aliases import alias, column_alias, notation, place_of, row_alias

# The furthest that a place can be named in notation.
FURTHEST = 999

steps = st.integers(-FURTHEST, FURTHEST)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0,0", "M50"),
        ("-1,-3", "L47"),
        ("13,49", "Z99"),
        ("-12,-50", "A00"),
        ("14,50", "ZA100"),
        ("-13,-51", "AZ001"),
        ("3,1E", "P51E"),
        ("T1 W3: t0,0 s-1,0E; 2x3,1; wt", "T1 W3: tM50 sL50E; 2xP51; wt"),
        ("0,2 r1 knight@N", "M52 r1 knight@N"),
    ],
)
def test_places_in_a_text_become_aliases_and_back(text: str, expected: str) -> None:
    assert alias(text) == expected
    assert notation(expected) == text


def test_columns_go_on_beyond_the_alphabet() -> None:
    west = [column_alias(east) for east in (-12, -13, -14, -38, -39)]
    east = [column_alias(east) for east in (13, 14, 15, 39, 40)]
    assert west == ["A", "AZ", "AY", "AA", "AAZ"]
    assert east == ["Z", "ZA", "ZB", "ZZ", "ZZA"]


def test_rows_go_on_beyond_two_digits() -> None:
    assert [row_alias(north) for north in (49, 50, -50, -51, -150)] == [
        "99",
        "100",
        "00",
        "001",
        "0100",
    ]


@given(steps, steps)
def test_an_alias_leads_back_to_its_place(east: int, north: int) -> None:
    named = alias(f"{east},{north}")
    assert place_of(named) == place_of(named.lower()) == f"{east},{north}"


@given(
    st.from_regex(r"([A-Z]|A[A-Z]|Z[A-Z]|AAZ|ZZA)([0-9]{2}|[1-9][0-9]{2}|00[1-9])", fullmatch=True)
)
def test_a_place_has_one_alias(text: str) -> None:
    place = place_of(text)
    assert place is not None
    assert alias(place) == text


@pytest.mark.parametrize(
    "text",
    ["r1", "T1", "", "M", "50", "M5", "BA50", "000", "M000", "M0010", "M٥٠", "2x", "wt", "M50E"],
)
def test_other_texts_are_no_alias(text: str) -> None:
    assert place_of(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("m50 R1", "0,0 R1"),
        ("Tm50 sl47e 2Xp51", "T0,0 s-1,-3e 2X3,1"),
        ("tl50 sa50n az50 saz50n", "t-1,0 s-12,0n -13,0 s-13,0n"),
        ("0,0 farmer@ssw t-1,2", "0,0 farmer@ssw t-1,2"),
        ("s77,7E t12 , -3 2x10,4", "s77,7E t12 , -3 2x10,4"),
        ("tM50,sM50E", "t0,0,s0,0E"),
        ("tower M50, short wall N50E", "tower 0,0, short wall 1,0E"),
    ],
)
def test_aliases_in_any_case_become_notation(text: str, expected: str) -> None:
    assert notation(text) == expected


def test_a_long_text_is_no_alias() -> None:
    assert place_of("A" * 5000 + "50") is None
    assert place_of("M" + "9" * 5000) is None
