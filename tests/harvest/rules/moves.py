"""Moves and their text: the fields sown in one turn, each with its card, in order.

barley 7                        the 7 on the barley field
barley 7 pumpkins 3             and then the 3 on the pumpkin field
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.errors import NotationError
from engine.questions import Part

FIELDS = ("barley", "buckwheat", "sunflowers", "pumpkins")
NUMBERS = range(1, 13)
HAND = 5
"""The cards in a full hand; nobody sows more in a turn."""
DONE = "done"
LONGEST = 200

_BLANKS = re.compile(r"[\s\u180e\u200b-\u200d\u2060\ufeff]+")


class Expected(StrEnum):
    """What a text needs at the place where it stops being a move."""

    SOWING = "a field and a card such as barley 7"
    FIELD = f"one of {', '.join(FIELDS)}"
    CARD = "a card from 1 to 12"
    LENGTH = f"at most {LONGEST} characters"


class Sowing(NamedTuple):
    field: str
    card: int


class Turn(NamedTuple):
    sowings: tuple[Sowing, ...]


def step(kind: str, number: int) -> str:
    """The name of the question for the field or the card of a sowing, counted from 1."""
    return kind if number == 1 else f"{kind}{number}"


def move_text(move: Turn) -> str:
    return " ".join(f"{field} {card}" for field, card in move.sowings)


def parts(move: Turn) -> tuple[Part, ...]:
    chosen = [
        part
        for number, (field, card) in enumerate(move.sowings, 1)
        for part in ((step("field", number), field), (step("card", number), str(card)))
    ]
    if len(move.sowings) < HAND:
        chosen.append((step("field", len(move.sowings) + 1), DONE))
    return tuple(chosen)


def assemble(chosen: Sequence[Part]) -> Turn:
    return Turn(sowings_of(chosen))


def sowings_of(chosen: Sequence[Part]) -> tuple[Sowing, ...]:
    """The pairs that are complete."""
    tokens = [token for _, token in chosen]
    pairs = zip(tokens[::2], tokens[1::2], strict=False)
    return tuple(Sowing(field, int(card)) for field, card in pairs)


def parse_move(text: str) -> Turn:
    """The move that a text means; capitals and the kind and number of blanks do not matter."""
    if len(text) > LONGEST:
        raise NotationError(text, "", Expected.LENGTH)
    plain = _BLANKS.sub(" ", text)
    words = plain.lower().split() if plain.isascii() else []
    if not words:
        raise NotationError(text, "", Expected.SOWING)
    pairs = zip(words[::2], [*words[1::2], ""], strict=False)
    return Turn(tuple(_sowing(text, field, card) for field, card in pairs))


def _sowing(text: str, field: str, card: str) -> Sowing:
    if field not in FIELDS:
        raise NotationError(text, field, Expected.FIELD)
    if card not in map(str, NUMBERS):
        raise NotationError(text, card, Expected.CARD)
    return Sowing(field, int(card))
