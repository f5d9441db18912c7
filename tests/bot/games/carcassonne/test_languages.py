"""The face keeps within its limits in every language."""

import re

import pytest

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.games.carcassonne.moves import prompt
from bot.locale import Words, languages, words_of
from bot.match.results import Statistics
from engine.carcassonne.game import carcassonne
from render.board.aliases import alias, notation
from tests.bot.games.carcassonne.kit import describe_move, endless_turn, plies
from tests.bot.games.kit import WIDE_NAMES

rules = CARCASSONNE_FACE.texts.rules
describe_tally = CARCASSONNE_FACE.texts.describe_tally

ROOM_IN_A_POST = 3800


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def test_what_a_move_did_fits_into_a_post(words: Words) -> None:
    assert len(describe_move(words, WIDE_NAMES, endless_turn())) <= ROOM_IN_A_POST
    for ply in list(plies())[::9]:
        names = WIDE_NAMES[: ply.before.setup.seats]
        assert 0 < len(describe_move(words, names, ply.events)) <= ROOM_IN_A_POST


def test_the_notation_rules_contain_only_readable_moves(words: Words) -> None:
    moves = re.findall(r"`(J62 [^`\n]*)`", rules(words, "notation"))
    assert len(moves) == 5
    read = [carcassonne.parse_move(notation(move)) for move in moves]
    assert [alias(carcassonne.move_text(move)) for move in read] == moves


@pytest.mark.parametrize("preset", carcassonne.presets)
def test_the_rules_say_what_applies_in_this_game(words: Words, preset: str) -> None:
    """C9, C18, C19: where editions differ."""
    held = carcassonne.presets[preset]
    for topic, option in (("city", "small_city"), ("field", "farms")):
        value = words(f"carcassonne.option.{option}.value.{held[option]}")
        *_, blank, said = rules(words, topic, held).splitlines()
        assert (blank, value in said) == ("", True)
        assert "\n\n\n" not in rules(words, topic, held)
        assert value not in rules(words, topic)


def test_what_is_to_be_laid_is_said_in_a_line(words: Words) -> None:
    assert max(len(prompt(words, ply.seen)) for ply in list(plies())[::7]) <= 300


def test_the_counts_of_a_player_are_told(words: Words) -> None:
    tally = {"most.city": 8, "most.road": 5, "farmers": 7}
    lines = describe_tally(words, Statistics(games=2, tally=tally))
    for line, figure in zip(lines, ("**8 ", "**5 ", "3"), strict=True):
        assert figure in line
