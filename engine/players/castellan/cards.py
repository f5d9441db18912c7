"""Which cards are worth playing, and which project to begin with."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from engine.castellan.play.building import can_build
from engine.castellan.play.drawing import due
from engine.castellan.state import State, decks_left, hand
from engine.castellan.vocabulary.moves import DECKS, Deck
from engine.castellan.vocabulary.pieces import Pieces
from engine.players.castellan.projects import Project, enough

Ids = tuple[str, ...]


class Breadth(NamedTuple):
    """How many choices are considered."""

    single: int
    """How many of the best projects a single card is tried with."""
    several: int
    """For how many of the best projects a set of several cards is sought."""


MOST = 4
"""At most this many cards are played, unless it is the last turn."""


def choices(
    state: State, projects: Sequence[Project], breadth: Breadth
) -> Iterator[tuple[Ids, Project | None]]:
    """Choices of cards to play, each with a project to begin with, if any."""
    shown = _shown(state)
    for cards, pieces in shown.items():
        count = _begun(state, cards, breadth)
        able = islice((one for one in projects if enough(pieces, one.need)), count)
        begun = list[Project | None](able)
        yield from ((cards, one) for one in begun or [None] * min(count, 1))
    for one in projects[: breadth.several]:
        fewest = next((cards for cards, pieces in shown.items() if enough(pieces, one.need)), ())
        if len(fewest) > 1:
            yield fewest, one


def _begun(state: State, cards: Ids, breadth: Breadth) -> int:
    """How many projects these cards are tried with, apart from projects that need several cards."""
    if state.phase == "last" and cards == hand(state, state.seat):
        return breadth.several
    return breadth.single if len(cards) == 1 else 0


def _shown(state: State) -> Mapping[Ids, Pieces]:
    """The pieces to build for each choice of cards, fewest cards first. Among choices that show the
    same, only the first is kept."""
    held, faces = hand(state, state.seat), state.setup.cards.by_id
    counts = [*range(1, min(MOST, len(held)) + 1), *([len(held)] if len(held) > MOST else [])]
    shown = dict[tuple[tuple[object, ...], ...], Ids]()
    for cards in (cards for count in counts for cards in combinations(held, count)):
        if can_build(state, cards):
            same = tuple((faces[one].deck, faces[one].pieces, faces[one].extra) for one in cards)
            shown.setdefault(same, cards)
    return {cards: state.setup.cards.pieces(cards).plus(state.received) for cards in shown.values()}


def draws(state: State, cards: Ids) -> tuple[Deck, ...]:
    """The decks to draw from: each card from the deck with more cards left."""
    return tuple(_fuller_first(list(decks_left(state, state.seat)), due(state, cards)))


def _fuller_first(left: list[int], count: int) -> Iterator[Deck]:
    for _ in range(count):
        number = left.index(max(left))
        left[number] -= 1
        yield DECKS[number]
