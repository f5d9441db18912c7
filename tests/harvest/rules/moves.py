"""A turn as a value and as text: the fields that are sown, each with its card, in order.

barley 7                        the 7 on the barley field
barley 7 pumpkins 3             and then the 3 on the pumpkin field
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.questions import Part
from engine.texts.words import Tokens, split

FIELDS = ("barley", "buckwheat", "sunflowers", "pumpkins")
NUMBERS = range(1, 13)
# The cards in a full hand; nobody sows more in a turn.
HAND = 5
DONE = "done"
LONGEST = 200

_FIELD = re.compile("|".join(FIELDS), re.IGNORECASE)
_CARD = re.compile("|".join(map(str, NUMBERS)))


class Expected(StrEnum):
    """What a text needs at the place where it stops being a move."""

    SOWING = "a field and a card such as barley 7"
    FIELD = f"one of {', '.join(FIELDS)}"
    CARD = "a card from 1 to 12"
    LENGTH = f"at most {LONGEST} characters"


class Sowing(NamedTuple):
    field: str
    card: int


Turn = tuple[Sowing, ...]


def move_text(turn: Turn) -> str:
    return " ".join(f"{field} {card}" for field, card in turn)


def parse_move(text: str) -> Turn:
    """Capitals and the kind and number of blanks do not matter."""
    tokens = Tokens(text, split(text, LONGEST, Expected.LENGTH))
    if not tokens.words:
        raise tokens.error(Expected.SOWING)
    turn: list[Sowing] = []
    while tokens.words:
        field = tokens.expect(_FIELD, Expected.FIELD)[0].lower()
        card = tokens.expect(_CARD, Expected.CARD)[0]
        turn.append(Sowing(field, int(card)))
    return tuple(turn)


def step(kind: str, number: int) -> str:
    """The name of the question for the field or the card of a sowing, counted from 1."""
    return kind if number == 1 else f"{kind}{number}"


def parts(turn: Turn) -> tuple[Part, ...]:
    chosen: list[Part] = []
    for number, (field, card) in enumerate(turn, 1):
        chosen.append((step("field", number), field))
        chosen.append((step("card", number), str(card)))
    if len(turn) < HAND:
        chosen.append((step("field", len(turn) + 1), DONE))
    return tuple(chosen)


def assemble(chosen: Sequence[Part]) -> Turn:
    """Only the sowings that are complete."""
    tokens = [token for _, token in chosen]
    pairs = zip(tokens[::2], tokens[1::2], strict=False)
    return tuple(Sowing(field, int(card)) for field, card in pairs)
