"""The face keeps within its limits in every language."""

import re

import pytest

from bot.games.castellan import CASTELLAN_FACE
from bot.games.castellan.moves import describe_move, describe_preview, prompt
from bot.games.texts import LONGEST_TEXT
from bot.locale import Words, languages, words_of
from bot.match.results import Statistics
from engine.castellan.game import castellan
from tests.bot.games.castellan.kit import WIDE_NAMES, endless_turn, plies

TOPICS = CASTELLAN_FACE.texts.topics
rules = CASTELLAN_FACE.texts.rules
describe_tally = CASTELLAN_FACE.texts.describe_tally

LONGEST_TEXT_RULES, LONGEST_TEXT_TITLE, LONGEST_TEXT_CHOICE, LONGEST_TEXT_COMMAND = (
    3500,
    100,
    100,
    32,
)


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


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_fits_into_a_message(words: Words, topic: str) -> None:
    assert 0 < len(words(f"castellan.topic.{topic}.title")) <= LONGEST_TEXT_TITLE
    text = rules(words, topic, {})
    assert 100 < len(text) <= LONGEST_TEXT_RULES
    assert "{" not in text


def test_every_turn_in_the_rules_of_the_notation_can_be_read(words: Words) -> None:
    moves = re.findall(r"`(T\d[^`\n]*)`", rules(words, "notation"))
    assert len(moves) == 4
    assert [castellan.move_text(castellan.parse_move(move)) for move in moves] == moves


def test_the_turn_that_a_refusal_gives_as_an_example_can_be_read(words: Words) -> None:
    [move] = re.findall(r"`([^`]*)`", words("castellan.unreadable.whole.next"))
    assert castellan.move_text(castellan.parse_move(move)) == move


def test_what_is_to_be_decided_is_said_in_a_line(words: Words) -> None:
    assert max(len(prompt(words, ply.seen)) for ply in plies()) <= 300


def test_the_command_for_what_is_left_has_a_name_that_discord_takes(words: Words) -> None:
    name, about = (words(f"castellan.commands.supply.{part}") for part in ("name", "description"))
    assert re.fullmatch(rf"[a-zà-ÿ-]{{1,{LONGEST_TEXT_COMMAND}}}", name)
    assert len(about) <= LONGEST_TEXT_CHOICE


def test_the_counts_of_a_player_are_told(words: Words) -> None:
    tally = {"most.courtyard": 14, "courtyards": 7, "towers": 26}
    lines = describe_tally(words, Statistics(games=2, tally=tally))
    for line, figure in zip(lines, ("**14 ", "**3", "**13"), strict=True):
        assert figure in line
