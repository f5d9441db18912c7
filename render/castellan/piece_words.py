"""Pieces and cards in words. Knows no plan and no player."""

from collections.abc import Sequence

from engine.castellan.material.cards import Card
from engine.castellan.vocabulary.moves import DECKS
from engine.castellan.vocabulary.notation import point_text
from engine.castellan.vocabulary.pieces import Pieces, Point
from render.locale import Words
from render.tables.telling import described_cells


def pieces_told(words: Words, pieces: Pieces) -> str:
    """`2 towers and 1 long wall`."""
    return words.listed(_parts(words, pieces))


def card_told(words: Words, card: Card) -> str:
    """What a card shows: `2 towers and 1 extra card`."""
    extra = [words("castellan.extra_cards", count=card.extra)] if card.extra else []
    return words.listed([*_parts(words, card.pieces), *extra])


def decks_told(words: Words, counts: Sequence[int]) -> str:
    """How many cards of each deck: `2 wall cards and 1 tower card`."""
    counted = zip(DECKS, counts, strict=True)
    told = [words(f"castellan.deck.{deck}", count=count) for deck, count in counted if count]
    return words.listed(told) or words("castellan.no_cards")


def points_told(words: Words, points: Sequence[Point]) -> str:
    """The place of something; if it has many points, the first ones and how many more."""
    return described_cells(words, [point_text(point) for point in points])


def _parts(words: Words, pieces: Pieces) -> list[str]:
    return [words(f"castellan.piece.{kind}", count=pieces.of(kind)) for kind in pieces.kinds]
