"""A name is shown as it is, except for anything harmful in it."""

import pytest

from render.picture.names import LONGEST, clean_name, in_monospace, shown_names
from tests.render.castle.games import ENGLISH


@pytest.mark.parametrize("name", ["Anna", "Bartholomäus", "Žofie", "名前", "a b"])
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


def test_what_cannot_be_seen_is_left_out() -> None:
    assert clean_name("A\u202en\u200bna\n\x00 B") == "Anna B"


def test_towers_of_accents_are_cut_down() -> None:
    assert len(clean_name("e" + "\u0301" * 50)) <= 3


def test_a_long_name_is_shortened() -> None:
    assert len(clean_name("x" * 500)) == LONGEST


def test_a_name_of_nothing_becomes_that_of_its_seat() -> None:
    assert shown_names(ENGLISH, ("\u200b", "  ")) == ("Player 1", "Player 2")


def test_a_name_cannot_leave_its_code_block_or_ping() -> None:
    assert in_monospace("```@everyone", 40) == "'''(at)everyone"
