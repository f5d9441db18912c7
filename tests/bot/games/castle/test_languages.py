"""The face keeps within its limits in every language."""

import re
from functools import cache

import pytest

from bot.games.castle import CASTLE_FACE
from bot.games.castle.choices import LONGEST as LONGEST_LABEL
from bot.games.face import AnyFace
from bot.locale import Words, languages, words_of
from engine.castle.game import castle
from engine.castle.view import View
from tests.bot.games.castle.kit import WIDE_NAMES, Steps, describe_move, endless_turn, plies, steps

rules = CASTLE_FACE.texts.rules
label = CASTLE_FACE.choices.label

ROOM_IN_A_POST = 3800


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def test_what_a_move_did_fits_into_a_post(words: Words) -> None:
    turns = [ply.events for ply in list(plies())[::7]] + [endless_turn(), endless_turn([None])]
    assert max(len(describe_move(words, WIDE_NAMES, events)) for events in turns) <= ROOM_IN_A_POST


@cache
def some_steps() -> list[tuple[View, Steps]]:
    """Positions with everything that can be chosen in them, the same in every language."""
    return [(ply.seen, steps(ply.legal)) for ply in list(plies())[::50]]


def test_the_choices_of_a_step_fit_on_buttons_and_differ(words: Words) -> None:
    for seen, steps_of_it in some_steps():
        for before, choices in steps_of_it.items():
            for step, tokens in choices.items():
                labels = [label(words, seen, before, step, token) for token in tokens]
                assert len(set(labels)) == len(labels)
                assert max(map(len, labels)) <= LONGEST_LABEL


def test_the_notation_rules_contain_only_readable_moves(words: Words) -> None:
    text = rules(words, "notation")
    moves = [
        quoted for quoted in re.findall(r"`([^`\n]+)`", text) if re.match("E5|again|end", quoted)
    ]
    assert len(moves) == 7
    assert [castle.move_text(castle.parse_move(move)) for move in moves] == moves


def test_what_is_to_be_laid_is_said_in_a_line(face: AnyFace, words: Words) -> None:
    assert max(len(face.texts.prompt(words, ply.seen)) for ply in list(plies())[::7]) <= 300
