"""Why a turn is refused, for each reason of the engine, and what would be legal if it is known."""

from collections.abc import Mapping, Sequence

from bot.games.castellan.naming import kind_named, pieces_of
from bot.games.moment import Names
from bot.games.wording.refusing import Facts, InWords, Refusals, whose_turn
from bot.locale import Words
from engine.castellan.vocabulary.moves import DECKS
from engine.castellan.vocabulary.notation import LONGEST, parse_piece
from engine.castellan.vocabulary.pieces import KINDS
from engine.castellan.vocabulary.reasons import Reason
from render.castellan.piece_words import decks_told, pieces_told

MOST_PLACES = 6


def _cards(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    """The hand, or the cards that were to be played."""
    cards = facts.get("hand", facts.get("cards", ()))
    return {**facts, "cards": words.listed([f"`{card}`" for card in cards])}


def _not_left(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    kind = kind_named(words, parse_piece(facts["piece"]).kind)
    return {"piece": facts["piece"], "kind": kind, "left": _pieces(words, facts["left"])}


def _left(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    [kind] = [kind for kind in KINDS if kind == facts["kind"]]
    left = _pieces(words, facts["left"])
    places = _some(words, [f"{kind[0]}{place}" for place in facts["places"]])
    return {"kind": kind_named(words, kind), "left": left, "places": places}


def _pieces(words: Words, counts: Mapping[str, int]) -> str:
    return pieces_told(words, pieces_of(counts)) or words("castellan.refusal.no_piece")


def _some(words: Words, texts: Sequence[str]) -> str:
    """The first few texts as typed, and how many more there are."""
    shown = [f"`{text}`" for text in texts[:MOST_PLACES]]
    more = len(texts) - len(shown)
    if more:
        shown.append(words("castellan.refusal.more", count=more))
    return words.listed(shown)


def _taken(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {"piece": facts["piece"], "name": names[facts["seat"]]}


def _doubles(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    """The courtyards that may be chosen, as typed."""
    cells = _some(words, [f"2x{cell}" for cell in facts["cells"]])
    return {**facts, "cells": cells or words("castellan.refusal.no_cell")}


def _draws(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {**facts, "count": facts["due"], "left": _decks(words, facts["left"])}


def _empty(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    deck = words(f"castellan.refusal.deck.{facts['deck']}")
    return {"deck": deck, "left": _decks(words, facts["left"])}


def _decks(words: Words, left: Mapping[str, int]) -> str:
    return decks_told(words, [left[deck] for deck in DECKS])


IN_WORDS: Mapping[str, InWords] = {
    Reason.NOT_YOUR_TURN: whose_turn,
    Reason.NO_CARD: _cards,
    Reason.NOT_IN_HAND: _cards,
    Reason.NO_TOWER_SHOWN: _cards,
    Reason.NOT_TO_PLACE: _not_left,
    Reason.COURTYARD_TAKEN: _taken,
    Reason.PIECE_LEFT: _left,
    Reason.NO_DOUBLE_HERE: _doubles,
    Reason.DOUBLE_STAYS: _doubles,
    Reason.DRAW_COUNT: _draws,
    Reason.DECK_EMPTY: _empty,
}
_REFUSALS = Refusals("castellan", IN_WORDS, {"count": LONGEST})
refusal = _REFUSALS.refusal
syntax_refusal = _REFUSALS.syntax_refusal
