"""What people type as a turn: read in notation, whole or only begun, from either end of a wall."""

import pytest
from hypothesis import given
from hypothesis.strategies import text

from bot.discord.features.typed_moves import LONGEST_COMPLETION, TypedMoves
from bot.games.castellan import CASTELLAN_FACE
from bot.games.castellan.choices import CastellanChoices
from bot.locale import languages
from engine.castellan.rules import castellan
from engine.castellan.state import State
from render.board.aliases import alias
from tests.bot.games.castellan.kit import plies, table
from tests.bot.games.castellan.test_choices import OPEN_SQUARE
from tests.bot.games.typing import typed_moves

split_typed = CastellanChoices().split_typed
choices = CASTELLAN_FACE.choices


def at(state: State, language: str = "en") -> TypedMoves:
    return typed_moves("castellan", choices, state, language)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", ""),
        ("T1", "t1"),
        ("t1  w3", "t1 w3"),
        ("T1:", "t1 build"),
        ("T1: t0,0", "t1 build tower 0,0"),
        ("T1:t-1,0 s0,0e", "t1 build tower -1,0 short 0,0e"),
        ("T1: t0,0S", "t1 build tower 0,0s"),
        ("W1: t 0 , 0  S0,0E", "w1 build tower 0,0 short 0,0e"),
        ("W1: l2,0W s0,1S", "w1 build long 0,0e short 0,0n"),
        ("W1: t\u22121,0", "w1 build tower -1,0"),
        ("T1: t3", "t1 build tower 3"),
        ("T1: t3,", "t1 build tower 3,"),
        ("T1: t-", "t1 build tower -"),
        ("T1: s", "t1 build short"),
        ("T1: t0,0; 2x3,-1", "t1 build tower 0,0 3,-1"),
        ("T1: t0,0; 2x", "t1 build tower 0,0"),
        ("T1: t0,0; 2x3,1; wt", "t1 build tower 0,0 3,1 wall tower"),
        ("T1: t0,0; W", "t1 build tower 0,0 wall"),
        ("T1: tower 0,0 long 0,0N", "t1 build tower 0,0 long 0,0n"),
        ("T10 W12: tM50 sp51E; 2xP51", "t10 w12 build tower 0,0 short 3,1e 3,1"),
        ("T1: tower M50, short wall N50w", "t1 build tower 0,0 short 0,0e"),
        ("T1: kurze Mauer M50E, Turm N50", "t1 build short 0,0e tower 1,0"),
        ("T1: lange muur M50E; trekt muur, toren", "t1 build long 0,0e wall tower"),
        ("T1: toren M50; dubbele donjon P51", "t1 build tower 0,0 3,1"),
        ("T1: to", "t1 build tower"),
        ("T1: ku", "t1 build short"),
        ("T1: short w", "t1 build short w"),
        ("T1: short wa", "t1 build short"),
        ("T1: tower l5", "t1 build tower l5"),
        ("T1: tm", "t1 build tower m"),
        ("T1: sm5", "t1 build short m5"),
        ("T1: laz", "t1 build long az"),
        ("T1: tM50; Dop", "t1 build tower 0,0"),
        ("T1: tM50; zieht Ma", "t1 build tower 0,0 wall"),
    ],
)
def test_a_text_is_read_as_the_choices_it_stands_for(text: str, tokens: str) -> None:
    assert " ".join(split_typed(None, text)) == tokens


@given(text(alphabet="T1:;tsl2x,-0 9NSwé²\u2212", max_size=40))
def test_nothing_that_is_typed_is_a_failure(text: str) -> None:
    assert all(split_typed(None, text))


def test_every_choice_is_read_as_itself() -> None:
    for ply in plies():
        for _, token in ply.parts:
            assert split_typed(None, token) == (token.casefold(),)


def test_a_whole_turn_is_read_as_the_choices_that_make_it() -> None:
    for ply in plies():
        tokens = [token.casefold() for _, token in ply.parts if token != "no"]
        assert list(split_typed(None, castellan.move_text(ply.move))) == tokens


@pytest.mark.parametrize("typed", ["T2: tN", "T2: tower n5", "t2: tn51", "T2: Turm N51,"])
def test_a_place_is_offered_by_its_name_in_the_picture(typed: str) -> None:
    offered = at(table(OPEN_SQUARE)).completions(typed)
    assert offered
    assert all(name.startswith("T2: tower N51") for name, _ in offered)


def test_cards_are_offered_first() -> None:
    completions = at(table(OPEN_SQUARE)).completions("")
    assert [name for name, _ in completions] == ["W1 …", "W2 …", "T1 …", "T2 …"]


def test_a_wall_is_understood_from_either_end() -> None:
    state = table(f"{OPEN_SQUARE} s1,0E", hand="W1 W2 T4 T5")
    assert at(state).matches("t4: t1,1 t2,0 s0,2s; w") == ["T4: t1,1 t2,0 s0,1N; w"]


@pytest.mark.parametrize("language", languages())
def test_every_line_shown_for_a_begun_turn_can_be_gone_on_with(language: str) -> None:
    for ply in list(plies())[::20]:
        moves = at(ply.before, language)
        for count in range(1, len(ply.parts)):
            spelled = choices.spell_out(moves.words, ply.seen, ply.parts[:count])
            brief = choices.spell_briefly(moves.words, ply.seen, ply.parts[:count])
            for line in (spelled, alias(brief)):
                assert moves.completions(line) or len(line) > LONGEST_COMPLETION, line
        for line in moves.instead("T1: t99,99"):
            assert moves.completions(line), line
