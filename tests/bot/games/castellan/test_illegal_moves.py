"""Why a turn is refused, in words."""

from random import Random

import pytest

from bot.games.castellan import CASTELLAN_FACE
from bot.locale import languages, words_of
from engine.castellan.moves import Reason
from engine.castellan.rules import castellan
from engine.errors import IllegalMove, NotationError
from tests.bot.games.castellan.kit import plies
from tests.bot.games.kit import ENGLISH, NAMES

refusal = CASTELLAN_FACE.texts.refusal
syntax_refusal = CASTELLAN_FACE.texts.syntax_refusal

DECKS_LEFT = {"wall": 1, "tower": 0}
# Facts for every reason.
REFUSALS: dict[Reason, dict[str, object]] = {
    Reason.GAME_OVER: {},
    Reason.NOT_YOUR_TURN: {"seat": 2},
    Reason.NO_CARD: {"hand": ["W1", "T2"]},
    Reason.NOT_IN_HAND: {"card": "T1", "hand": ["W1", "W5", "T2"]},
    Reason.CARD_TWICE: {"card": "T1"},
    Reason.NO_TOWER_SHOWN: {"cards": ["W5"]},
    Reason.NOT_TO_PLACE: {"piece": "s1,0E", "left": {"tower": 2, "short": 0, "long": 1}},
    Reason.NOT_THE_START: {"piece": "t1,0"},
    Reason.TOWER_STANDS: {"at": "3,1"},
    Reason.ON_A_MIDDLE: {"at": "3,1", "wall": "l2,1E"},
    Reason.NO_OPEN_END: {"at": "9,9"},
    Reason.NO_TOWER: {"piece": "s8,9E", "at": "8,9", "to": "9,9"},
    Reason.WALL_STANDS: {"piece": "s3,1E", "wall": "l2,1E"},
    Reason.END_ON_MIDDLE: {"piece": "s3,0N", "at": "3,1", "wall": "l2,1E"},
    Reason.MIDDLE_ON_TOWER: {"piece": "l3,0N", "at": "3,1"},
    Reason.MIDDLE_ON_END: {"piece": "l3,0N", "at": "3,1", "wall": "s3,1E"},
    Reason.MIDDLE_ON_MIDDLE: {"piece": "l3,0N", "at": "3,1", "wall": "l2,1E"},
    Reason.COURTYARD_TAKEN: {"piece": "t3,1", "seat": 1},
    Reason.PIECE_LEFT: {
        "kind": "tower",
        "places": [f"{x},1" for x in range(9)],
        "left": {"tower": 1, "short": 0, "long": 0},
    },
    Reason.NO_DOUBLE_HERE: {"cell": "9,9", "cells": ["3,1", "4,4"]},
    Reason.DOUBLE_USED: {"cell": "3,1"},
    Reason.DOUBLE_STAYS: {"cells": ["3,1", "4,1"]},
    Reason.DRAW_COUNT: {"draws": 3, "due": 2, "left": {"wall": 3, "tower": 2}},
    Reason.DECK_EMPTY: {"deck": "tower", "left": DECKS_LEFT},
}


# Why a move is refused, and what to do next.
TOLD = [
    (
        Reason.NOT_YOUR_TURN,
        "It is **Carla**'s turn.",
        "Plan yours meanwhile: `/castellan board` shows the castle.",
    ),
    (
        Reason.NO_CARD,
        "No card is played, and nobody may pass.",
        "Play at least one of `W1` and `T2`.",
    ),
    (
        Reason.NOT_TO_PLACE,
        "`sN50E`: you have no such piece left to build (Short wall).",
        "Left to build: 2 towers and 1 long wall.",
    ),
    (
        Reason.ON_A_MIDDLE,
        "At P51 lies the middle of the long wall `lO51E`; no tower can stand there.",
        "Choose an open wall end.",
    ),
    (
        Reason.COURTYARD_TAKEN,
        "`tP51` would stand in a courtyard of **Ben**.",
        "Build outside it, or on the other side of its border.",
    ),
    (
        Reason.PIECE_LEFT,
        "A turn ends only when nothing left has a place. Left to build: 1 tower.",
        "Tower: there is a place at `tM51`, `tN51`, `tO51`, `tP51`, `tQ51`, `tR51` and 3 more.",
    ),
    (
        Reason.NO_DOUBLE_HERE,
        "The courtyard with the cell V59 cannot get the double keep: only one that came into "
        "being in this turn can.",
        "Possible: `2xP51` and `2xQ54`.",
    ),
    (
        Reason.DRAW_COUNT,
        "You draw 2 cards, but named 3 decks.",
        "In your decks: 3 wall cards and 2 tower cards. Name a deck for each card, such as `w` "
        "or `wt`.",
    ),
]


@pytest.mark.parametrize(
    ("reason", "facts", "expected"),
    [
        (Reason.DRAW_COUNT, {"draws": 0, "due": 1, "left": DECKS_LEFT}, "You draw one card, but"),
        (Reason.NO_DOUBLE_HERE, {"cell": "9,9", "cells": []}, "Possible: nowhere."),
        (
            Reason.NOT_TO_PLACE,
            {"piece": "t1,0", "left": {"tower": 0, "short": 0, "long": 0}},
            "Left to build: nothing.",
        ),
    ],
)
def test_what_is_legal_is_told_where_there_is_little(
    reason: Reason, facts: dict[str, object], expected: str
) -> None:
    assert expected in str(refusal(ENGLISH, NAMES, reason.value, facts))


CHANGES = ("t0,0", "t99,0", "s0,0E", "l0,0N", "t1,0", "l0,0E")


@pytest.mark.parametrize("language", languages())
def test_every_refusal_has_a_text_in_every_language(language: str) -> None:
    words = words_of(language)
    chance = Random(3)
    reasons = set[str]()
    for ply in plies():
        for move in _spoil(castellan.move_text(ply.move), chance):
            try:
                castellan.apply(ply.before, ply.before.seat, castellan.parse_move(move))
            except IllegalMove as error:
                answer = refusal(words, ply.names, error.reason, error.facts)
                assert "{" not in str(answer)
                assert len(str(answer)) < 500
                reasons.add(error.reason)
    assert len(reasons) > 12


def _spoil(move: str, chance: Random) -> list[str]:
    """A turn with one thing changed in it."""
    cards, rest = move.split(":")
    pieces, *ending = rest.split(";")
    built = pieces.split()
    end = "".join(f";{part}" for part in ending)
    at = chance.randrange(len(built) + 1)
    return [
        f"{cards}: {' '.join([*built[:at], chance.choice(CHANGES), *built[at:]])}{end}",
        f"{cards}: {' '.join(built[:at])}{end}",
        f"{cards}: {' '.join(reversed(built))}{end}",
        f"{cards} {cards}:{pieces}{end}",
        f"T1 W5:{pieces}{end}",
        f"{cards}:{pieces}; 2x77,7; t",
        f"{cards}:{pieces}; ttttttt",
        f"{cards}:{pieces}",
    ]


def unread(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        castellan.parse_move(text)
    return str(syntax_refusal(ENGLISH, caught.value))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t0,0", "`t0,0` cannot be read here; expected: a card such as T1."),
        (
            "T1 t0,0",
            "`t0,0` cannot be read here; expected: another card, or : and then the pieces.",
        ),
        ("T1: t0,0N", "`t0,0N` cannot be read here; expected: a tower such as tM50."),
        ("T1: s0,0", "`s0,0` cannot be read here; expected: a wall such as sM50E."),
        ("T1: x0,0", "`x0,0` cannot be read here; expected: a piece such as tM50 or sM50E"),
        ("T1: t0,0; 3,1", "`3,1` cannot be read here; expected: 2x and a cell such as 2xP51,"),
        (
            "T1: t0,0; 2x3,1; 3",
            "`3` cannot be read here; expected: the decks to draw from such as wt.",
        ),
        ("T1: t0,0; wt w", "`w` cannot be read here; expected: the end."),
        ("", "That is not a turn: expected a card such as T1."),
        ("T1 " * 400, "That is not a turn: expected at most 1000 characters."),
    ],
)
def test_unreadable_turns_are_refused_where_they_go_wrong(text: str, expected: str) -> None:
    answer = unread(text)
    assert answer.startswith(expected)
    assert answer.endswith("Write a whole turn, such as `T1 W1: tM50 sM50E tN50; t`.")
