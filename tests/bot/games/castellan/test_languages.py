"""The face keeps within its limits in every language."""

import re

import pytest

from bot.games.castellan import CASTELLAN_FACE
from bot.games.castellan.moves import describe_preview, prompt
from bot.games.texts import LONGEST_TEXT
from bot.locale import Words, languages, words_of
from bot.match.results import Statistics
from engine.castellan.game import castellan
from render.board.aliases import alias
from tests.bot.games.castellan.kit import describe_move, endless_turn, plies
from tests.bot.games.kit import WIDE_NAMES

rules = CASTELLAN_FACE.texts.rules
describe_tally = CASTELLAN_FACE.texts.describe_tally
choices = CASTELLAN_FACE.choices


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def test_what_a_turn_did_fits_into_a_post(words: Words) -> None:
    assert len(describe_move(words, WIDE_NAMES, endless_turn())) <= LONGEST_TEXT
    for ply in plies():
        names = WIDE_NAMES[: ply.before.setup.seats]
        assert 0 < len(describe_move(words, names, ply.events)) <= LONGEST_TEXT


def test_what_a_turn_will_do_fits_onto_a_panel(words: Words) -> None:
    for ply in plies():
        names = WIDE_NAMES[: ply.before.setup.seats]
        expected = castellan.known_in_advance(ply.events)
        assert 0 < len(describe_preview(words, ply.seen, names, expected)) <= LONGEST_TEXT


def test_the_notation_rules_contain_only_readable_turns(words: Words) -> None:
    moves = re.findall(r"`(T\d[^`\n]*)`", rules(words, "notation"))
    *written, in_words = moves
    assert len(written) == 4
    assert [shown_again(move) for move in written] == written
    seen = next(iter(plies())).seen
    assert choices.split_typed(seen, in_words) == choices.split_typed(seen, "T5: t0,0 s0,0E")


def test_the_example_turn_of_a_refusal_is_readable(words: Words) -> None:
    [move] = re.findall(r"`([^`]*)`", words("castellan.unreadable.whole.next"))
    assert shown_again(move) == move


def shown_again(move: str) -> str:
    return alias(castellan.move_text(castellan.parse_move(choices.in_notation(move))))


def test_what_is_to_be_decided_is_said_in_a_line(words: Words) -> None:
    assert max(len(prompt(words, ply.seen)) for ply in plies()) <= 300


def test_the_counts_of_a_player_are_told(words: Words) -> None:
    tally = {"most.courtyard": 14, "courtyards": 7, "towers": 26}
    lines = describe_tally(words, Statistics(games=2, tally=tally))
    for line, figure in zip(lines, ("**14 ", "**3", "**13"), strict=True):
        assert figure in line
