"""A typed turn, split into the tokens that it stands for. Knows no position."""

import re
from collections.abc import Iterator

from bot.games.wording.typing import plain
from engine.castellan.vocabulary.moves import DECKS
from engine.castellan.vocabulary.notation import BUILD, parse_piece, place_text
from engine.castellan.vocabulary.pieces import KINDS

KIND_OF: dict[str, str] = {kind[0]: kind for kind in KINDS}
DECK_OF: dict[str, str] = {deck[0]: deck for deck in DECKS}
WALLS = ("short", "long")
_WORD = re.compile(r"[^\W\d_][^\W_]*|-?\d+(?:,-?\d*)?[nesw]?|(?<!\S)-(?!\S)")
"""A card or another word, or a place, which may be typed incompletely."""
_KIND = re.compile(r"\b([tsl])(?=-?\d|-?$)")
_DOUBLE = re.compile(r"\b2x")
_FROM_THE_OTHER_END = re.compile(r"-?\d{1,3},-?\d{1,3}[sw]")
_DRAWS = re.compile(r"[wt]+")


def split_typed(view: object, text: str) -> tuple[str, ...]:
    """`T1: t0,0 l2,0W; 2x3,1; wt` is `t1 build tower 0,0 long 0,0e 3,1 wall tower`. A text without
    a colon, such as a token, is taken word by word."""
    joined = ",".join(part.strip() for part in plain(text).split(","))
    cards, colon, rest = joined.partition(":")
    found = _WORD.findall(cards)
    if colon:
        pieces, *ending = rest.split(";")
        found += [BUILD, *_pieces(pieces)]
        for part in ending:
            found += _last(part)
    return tuple(found)


def _pieces(text: str) -> Iterator[str]:
    """Each kind and each place. A wall named from its other end is the same wall."""
    wall = ""
    for word in _WORD.findall(_KIND.sub(r"\1 ", text)):
        if wall and _FROM_THE_OTHER_END.fullmatch(word):
            yield place_text(parse_piece(f"{wall}{word}")).casefold()
        else:
            named = KIND_OF.get(word, word)
            wall = named[0] if named in WALLS else ""
            yield named


def _last(text: str) -> Iterator[str]:
    """The cell of a double keep, or the decks to draw from."""
    for word in _WORD.findall(_DOUBLE.sub("", text)):
        if _DRAWS.fullmatch(word):
            yield from (DECK_OF[letter] for letter in word)
        else:
            yield word
