"""Descriptions for people who do not see pictures: how much they say, and how. Knows no game."""

from collections.abc import Iterable, Sequence

from render.locale import Words, separated
from render.picture.names import LONGEST_ALT, shorten

MOST_CELLS = 24
LONGEST_BOARD = 1900
"""How long a board of text may be, so that it fits into a message."""
MOST_TURNS = 6
"""For how many turns the scores are given."""


def joined(lines: Iterable[str]) -> str:
    """One paragraph, as long as the description of a picture may be."""
    return shorten(" ".join(line for line in lines if line), LONGEST_ALT)


def described_cells(words: Words, names: Sequence[str]) -> str:
    """The names of cells; if there are many, the first ones and how many more."""
    more = len(names) - MOST_CELLS
    if more > 0:
        return words("words.more_cells", cells=separated(names[:MOST_CELLS]), count=more)
    return words.listed(names)


def standing_told(words: Words, names: Sequence[str], scores: Sequence[int]) -> str:
    """`Anna 51, Ben 48 and Cleo 30`."""
    pairs = zip(names, scores, strict=True)
    return words.listed([f"{name} {score}" for name, score in pairs])


def described_turns(turns: int) -> range:
    """A few of this many turns, evenly spaced."""
    every = max(1, turns // MOST_TURNS)
    return range(every, turns + 1, every)


def first_that_fits(texts: Iterable[str]) -> str:
    """The first board of text that is short enough; otherwise the last one, cut off."""
    text = ""
    for text in texts:
        if len(text) < LONGEST_BOARD:
            return text
    return shorten(text, LONGEST_BOARD - 1)
