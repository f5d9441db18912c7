"""Fields in words: who owns each, which cities it feeds, and what it would score now."""

import re

import pytest

from bot.games.carcassonne.fields import LONGEST_NOTE, describe_fields, short_fields
from bot.locale import languages, words_of
from engine.carcassonne.rules import carcassonne
from render.carcassonne import alt_text
from render.carcassonne.board.overlays import Overlay
from render.subject import Subject
from tests.bot.games.carcassonne.kit import tables
from tests.bot.games.kit import ENGLISH, NAMES, WIDE_NAMES
from tests.engine.carcassonne.kit.boards import table
from tests.engine.carcassonne.test_fields import FIELDS

OPEN_CITY = """
    fcccf fcccf
    fffff ff0ff
    rrrrr rrrrr
    fffff fffff
    fffff fffff
"""


def describe(drawn: str, options: str = "classic", draws: str = "U") -> list[str]:
    seen = carcassonne.view(table(drawn, draws, options=options), None)
    return [re.sub(r"^- \d+ · ", "", line) for line in describe_fields(ENGLISH, seen, NAMES[:2])]


def test_how_fields_are_counted_in_this_game_comes_first() -> None:
    assert describe(FIELDS)[0].startswith("Each completed city gives 4 points ")
    assert describe(FIELDS, "current")[0].startswith("Each field gives 3 points ")


def test_fields_list_their_owner_the_fed_cities_and_their_value() -> None:
    assert (
        "field on M50 and N50: Anna has it (Anna 1 farmer); "
        "feeds 1 city: M50 and M51; now 4 points for Anna"
    ) in describe(FIELDS)
    assert (
        "field on M51: Ben has it (Ben 1 farmer); feeds 1 city: M50 and M51; now 4 points for Ben"
    ) in describe(FIELDS)


def test_by_field_each_field_gives_for_itself() -> None:
    assert (
        "field on M51: Ben has it (Ben 1 farmer); feeds 1 city: M50 and M51; now 3 points for Ben"
    ) in describe(FIELDS, "current")


def test_fields_on_a_single_tile_are_located_on_it_too() -> None:
    assert "east field on O51: no farmers; feeds 1 city: O50, O51 and O52" in describe(FIELDS)


def test_cities_that_are_not_complete_yet_are_told_apart() -> None:
    assert (
        "field on M50 and N50: Anna has it (Anna 1 farmer); "
        "2 cities not complete yet: (M50) and (N50); no points now"
    ) in describe(OPEN_CITY, draws="E")


def test_a_field_without_farmers_is_nobodys() -> None:
    assert "field on M50 and N50: no farmers" in describe(FIELDS)


def test_a_field_is_told_with_its_number_in_the_picture() -> None:
    seen = carcassonne.view(table(FIELDS), None)
    lines = list(describe_fields(ENGLISH, seen, NAMES[:2]))[1:]
    pictured = alt_text.board_alt(ENGLISH, Subject(seen, NAMES[:2]), overlays=[Overlay.FIELDS])
    assert lines[1].startswith("- 2 · field on M51: Ben ")
    assert "2 · field on M51: Ben has it; feeds 1 city; now 4 points for Ben." in pictured


def test_every_field_has_its_line() -> None:
    for state in tables():
        seen = carcassonne.view(state, None)
        assert len(list(describe_fields(ENGLISH, seen, NAMES))) == 1 + len(seen.fields)


@pytest.mark.parametrize("language", languages())
def test_fields_beside_a_picture_fit_the_room_there_is(language: str) -> None:
    words = words_of(language)
    for state in tables():
        names = WIDE_NAMES[: state.setup.seats]
        note = short_fields(words, carcassonne.view(state, None), names)
        assert len(note) <= LONGEST_NOTE + 100
        assert "/carcassonne" in note.splitlines()[-1]


def test_fields_beside_a_picture_omit_those_without_farmers() -> None:
    seen = carcassonne.view(table(FIELDS), None)
    short = short_fields(ENGLISH, seen, NAMES[:2]).splitlines()
    everything = list(describe_fields(ENGLISH, seen, NAMES[:2]))
    assert set(everything) - set(short) == {
        line for line in everything if line.endswith(": no farmers")
    }
