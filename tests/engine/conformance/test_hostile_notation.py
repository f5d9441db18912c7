"""Whatever a player types is either a move that reads back from its own text, or a NotationError.

Nothing else is raised, and it never takes long. A move that was read is legal, or is refused with
an IllegalMove.
"""

import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalMove, NotationError
from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.playing import elaborately, play

EXAMPLES = 300
LONG = 100_000
SECONDS = 1.0
TRICKS: tuple[str, ...] = (
    *"１٣²①½𝟓",  # digits of other kinds
    *"\u0131\u0130\u017f\u212a\u212bß\ufb01",  # letters of unlike cases
    *"\0\x1b\x7f\u202e\u0301",  # control characters and invisible marks
    *"ЕВ＠․＞\ud800",  # what only looks like a sign of the notation
    "'",
    '"',
    "';",
    "--",
    "${}",
    "%s",
    "`",
    "<@1>",
)
BLANKS = (
    "   ",
    "\x1c",
    "\x85",
    "\r\n",
    "\t",
    "\v",
    "\u00a0",
    "\u2003",
    "\u3000",
    "\u200b",
    "\ufeff",
)


@cache
def states(candidate: Candidate) -> list[Any]:
    """States in which moves of many kinds are legal."""
    options = candidate.adapter.option_sets[0]
    return [
        state
        for beginning, _ in candidate.adapter.beginnings("hostile", options)
        for state in play(
            candidate.rules, beginning, elaborately(Random(candidate.name), 10), candidate.legal
        ).states[::6]
    ]


@cache
def checks(candidate: Candidate) -> list[tuple[Any, str, Callable[[Any], bool]]]:
    """Each state with its text and a check for legal moves."""
    rules = candidate.rules
    return [
        (state, rules.snapshots.encode(state), candidate.legality(state, candidate.legal(state)))
        for state in states(candidate)
    ]


@cache
def valid_texts(candidate: Candidate) -> list[str]:
    """Texts of legal moves, including the longest of each state."""
    rules = candidate.rules
    chance = Random(candidate.name)
    texts = []
    for state in states(candidate):
        moves = [rules.move_text(move) for move in candidate.legal(state)]
        texts += [*chance.sample(moves, min(len(moves), 3)), *sorted(moves, key=len)[-1:]]
    return texts


def read(candidate: Candidate, text: str) -> Any | None:
    """Read a move, or None where the text is refused."""
    try:
        return candidate.rules.parse_move(text)
    except NotationError:
        return None


def is_refused(candidate: Candidate, state: Any, move: Any) -> bool:
    seat = candidate.rules.to_act(state)
    try:
        candidate.rules.apply(state, 0 if seat is None else seat, move)
    except IllegalMove:
        return True
    return False


def check(candidate: Candidate, text: str) -> None:
    """Check the promise for one text."""
    rules = candidate.rules
    began = time.process_time()
    move = read(candidate, text)
    assert time.process_time() - began < SECONDS
    if move is None:
        return
    canonical = rules.move_text(move)
    assert rules.parse_move(canonical) == move
    for state, before, is_legal in checks(candidate)[len(text) % 7 :: 7]:
        assert is_refused(candidate, state, move) != is_legal(move)
        assert rules.snapshots.encode(state) == before


@settings(derandomize=True, max_examples=EXAMPLES)
@given(text=st.text(max_size=300))
def test_any_text(candidate: Candidate, text: str) -> None:
    check(candidate, text)


# Drawn from a seeded source, which takes a tenth of the time that Hypothesis takes.
def test_any_words_and_signs_of_the_notation(candidate: Candidate) -> None:
    chance = Random(candidate.name)
    parts = candidate.adapter.texts()
    for _ in range(EXAMPLES):
        drawn = chance.choices(parts, k=chance.randrange(15))
        check(candidate, chance.choice(("", " ")).join(drawn))


def test_any_text_that_nearly_is_a_move(candidate: Candidate) -> None:
    chance = Random(candidate.name)
    for _ in range(EXAMPLES):
        text = chance.choice(valid_texts(candidate))
        for _ in range(chance.randint(1, 3)):
            text = near(text, candidate, chance)
        check(candidate, text)


def near(text: str, candidate: Candidate, chance: Random) -> str:
    """A text that differs from this one in one place."""
    i, j = sorted(chance.randrange(max(len(text), 1)) for _ in range(2))
    pool = chance.choice((TRICKS, candidate.adapter.texts(), (chr(chance.randrange(0xD800)),)))
    new = chance.choice(pool)
    match chance.randrange(7):
        case 0:
            return text[:i] + new + text[i:]
        case 1:
            return text[:i] + new + text[i + 1 :]
        case 2:
            return text[:i] + text[i + 1 :]
        case 3:
            return text[:i] + text[i : i + 1].swapcase() + text[i + 1 :]
        case 4:
            return text[i:j] + text
        case 5:
            return f"{text[:i]} {chance.choice(valid_texts(candidate))[i:]}"
        case _:
            words = text.split(" ")
            return " ".join(chance.sample(words, len(words)))


def test_capitals_and_blanks_do_not_matter(candidate: Candidate) -> None:
    rules = candidate.rules
    for text in valid_texts(candidate):
        blanks = (text.replace(" ", blank) for blank in BLANKS)
        for spelling in (text.upper(), text.lower(), f"  {text} ", *blanks):
            assert rules.move_text(rules.parse_move(spelling)) == text


@pytest.mark.parametrize("trick", TRICKS)
def test_foreign_characters_are_never_accepted_as_notation(
    candidate: Candidate, trick: str
) -> None:
    for text in valid_texts(candidate)[::5]:
        for i in range(len(text) + 1):
            for spoiled in (text[:i] + trick + text[i:], text[:i] + trick + text[i + 1 :]):
                with pytest.raises(NotationError):
                    candidate.rules.parse_move(spoiled)


@pytest.mark.parametrize(
    "part", ["", " ", "x", "order ", ">", "(", "@", "9", "\0", "é", "A1 ", "a."]
)
def test_a_huge_text_is_refused_soon(candidate: Candidate, part: str) -> None:
    for text in valid_texts(candidate)[:3]:
        huge = part * (LONG // max(len(part), 1))
        for attempt in (huge, text + huge, huge + text, f"{text} {huge}", text * LONG):
            began = time.process_time()
            try:
                read = candidate.rules.move_text(candidate.rules.parse_move(attempt))
            except NotationError as error:
                read = str(error)
            assert len(read) < LONG
            assert time.process_time() - began < SECONDS


def test_a_text_is_refused_with_what_was_expected(candidate: Candidate) -> None:
    for text in ("", " ", "?", "again!", *(text[:-1] + "?" for text in valid_texts(candidate))):
        with pytest.raises(NotationError) as refusal:
            candidate.rules.parse_move(text)
        assert refusal.value.expected
        assert refusal.value.text == text
