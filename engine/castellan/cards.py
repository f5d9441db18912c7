"""Cards, the same for every player, and the data they come from.

Owners of a printed copy can enter its faces in the same format, and a record carries its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field

from engine.castellan.pieces import NOTHING, Pieces
from engine.errors import DataError
from engine.texts.strict import StrictData, read_file

# K1: the possible numbers of players, the usual number first.
SEATS = (2, 3, 4)

Deck = Literal["wall", "tower"]
DECKS: tuple[Deck, ...] = ("wall", "tower")
# K1.
IN_A_DECK = 7
CARDS = len(DECKS) * IN_A_DECK

Few = Annotated[int, Field(ge=0, le=9)]
CardId = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]{0,5}$")]


class CardData(StrictData):
    """One card as written in records."""

    deck: Deck
    towers: Few
    long_walls: Few
    short_walls: Few
    extra_cards: Few


class PrintedCardData(CardData):
    """One card as written in the data file."""

    certain: bool
    """The face is known, not reconstructed."""


CardsData = Annotated[dict[CardId, CardData], Field(min_length=CARDS, max_length=CARDS)]


class CardsFile(StrictData):
    about: Annotated[str, Field(max_length=2000)] = ""
    cards: Annotated[dict[CardId, PrintedCardData], Field(min_length=CARDS, max_length=CARDS)]


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    deck: Deck
    pieces: Pieces
    extra: int
    """The number of extra cards that it lets its player draw."""


@dataclass(frozen=True)
class Cards:
    """All 14 cards of one player."""

    by_id: Mapping[str, Card]
    fingerprint: str
    """A short hash of the faces."""

    def __repr__(self) -> str:
        return f"<Cards {self.fingerprint}>"

    def deck(self, deck: Deck) -> tuple[str, ...]:
        return tuple(card.id for card in self.by_id.values() if card.deck == deck)

    def pieces(self, ids: tuple[str, ...]) -> Pieces:
        by_card = [self.by_id[card_id].pieces for card_id in ids]
        return Pieces(*map(sum, zip(NOTHING, *by_card, strict=True)))

    def extra(self, ids: tuple[str, ...]) -> int:
        return sum(self.by_id[card_id].extra for card_id in ids)


def cards_from(data: Mapping[str, CardData]) -> Cards:
    """Cards that a game can be played with; others are refused."""
    cards = {
        name: Card(
            id=name,
            deck=card_data.deck,
            pieces=Pieces(card_data.towers, card_data.short_walls, card_data.long_walls),
            extra=card_data.extra_cards,
        )
        for name, card_data in data.items()
    }
    for card in cards.values():
        if card.deck == "tower" and not card.pieces.tower:
            raise DataError(f"card {card.id} of the tower deck shows no tower")
        if card.deck == "wall" and not card.pieces.short + card.pieces.long:
            raise DataError(f"card {card.id} of the wall deck shows no wall")
    for deck in DECKS:
        count = sum(card.deck == deck for card in cards.values())
        if count != IN_A_DECK:
            raise DataError(f"the {deck} deck has {count} cards instead of {IN_A_DECK}")
    lines = [f"{card.id} {card.deck} {tuple(card.pieces)} {card.extra}" for card in cards.values()]
    return Cards(cards, sha256("\n".join(lines).encode()).hexdigest()[:12])


def read_cards(text: str) -> Cards:
    """Read cards from the text of a file. Raises DataError."""
    return cards_from(read_file(CardsFile, text, "cards").cards)


@cache
def standard_cards() -> Cards:
    return read_cards(files(__package__).joinpath("data/cards.json").read_text("utf-8"))
