"""Imagining the hidden part of a game: other cards in the hands of others and in the decks. Also
the pieces that would close a courtyard, at most three.

A ring is closed by a chain of new pieces between two places of the castle where something can be
joined. At an existing tower the chain begins with a wall, at an open wall end with a tower:

    O===O  a wall                       >==T==<  a tower where two walls end
    O===T==<  a wall and a tower        O===T===O  two walls and a tower between them
                                        >==T===T==<  two towers and a wall between them

Only open ground is considered, where everybody may build, not what would divide a courtyard.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.bag import shuffle
from engine.castellan.cards import DECKS, Deck
from engine.castellan.moves import Reason
from engine.castellan.pieces import Cell, Kind, Piece, Point, walls_from
from engine.castellan.places import obstacle
from engine.castellan.plan import Plan, enclosed_areas
from engine.castellan.state import Decks, State

WALLS: tuple[Kind, ...] = ("short", "long")


def resample(state: State, seat: int, seed: str) -> State:
    """Reshuffle the others' hands and all decks by this seed: to a player it looks the same."""
    cards = state.setup.cards

    def order(other: int, deck: Deck) -> tuple[str, ...]:
        """List the cards of a deck: those that the seat has seen, which are its own drawn ones and
        the played ones of others, and then the rest."""
        if other == seat:
            dealt = state.drawn[seat].of(deck)
            seen = state.setup.decks[seat][DECKS.index(deck)][:dealt]
        else:
            seen = tuple(card for card in state.played[other] if cards.by_id[card].deck == deck)
        hidden = [card for card in cards.deck(deck) if card not in seen]
        return (*seen, *shuffle(hidden, seed, f"{deck} deck {other}"))

    decks = tuple(
        Decks(*(order(other, deck) for deck in DECKS)) for other in range(state.setup.seats)
    )
    return state._replace(setup=replace(state.setup, seed="", decks=decks))


class Closing(NamedTuple):
    """Pieces missing to enclose an area."""

    pieces: tuple[Piece, ...]
    """Each can be placed once those before it are there."""
    cells: frozenset[Cell]
    """The cells that they would enclose."""
    towers: int
    """The points for that with a single keep."""


@lru_cache(maxsize=64)
def closings(plan: Plan) -> tuple[Closing, ...]:
    """Find the courtyards that could be closed, the fewest pieces first, then the most points.
    Cached, since choices, pictures and players ask for the same plan again and again.

    Where closings overlap, one is left out if another needs no more pieces and is worth no less.
    """
    every = list[Closing]()
    for pieces in _chains(plan):
        after = plan
        for piece in pieces:
            after = after.with_piece(piece)
        for cells in enclosed_areas(after, pieces[-1]):
            every.append(Closing(pieces, cells, after.towers_around(cells)))
    every.sort(key=_rank_closing)
    best = list[Closing]()
    for closing in every:
        if not any(
            closing.towers <= better.towers and closing.cells & better.cells for better in best
        ):
            best.append(closing)
    return tuple(best)


def _rank_closing(closing: Closing) -> tuple[object, ...]:
    return len(closing.pieces), -closing.towers, len(closing.cells), closing.pieces


def _chains(plan: Plan) -> Iterator[tuple[Piece, ...]]:
    """Chains of pieces that join two places of the castle, in an order in which they can be
    built."""
    open_ends = {at for at in plan.open_ends if obstacle(plan, Piece("tower", at), None) is None}
    for at in open_ends:
        if plan.ends[at] > 1:
            yield (Piece("tower", at),)
    # The walls that can be joined to a tower, by where they end.
    joining = defaultdict[Point, list[Piece]](list)
    for at in plan.towers:
        for kind in WALLS:
            for wall in walls_from(kind, at):
                if obstacle(plan, wall, None) is None:
                    joining[wall.to if wall.at == at else wall.at].append(wall)
    for end, walls in joining.items():
        tower = Piece("tower", end)
        if end in plan.towers:
            yield from ((wall,) for wall in walls)
        elif end in open_ends:
            yield from ((tower, wall) for wall in walls)
        else:
            pairs = combinations(sorted(walls), 2)
            yield from ((first, tower, second) for first, second in pairs)
    for at in open_ends:
        for kind in WALLS:
            for wall in walls_from(kind, at):
                # Between two open ends a wall would fit but for the towers missing there.
                between = wall.at == at and wall.to in open_ends
                if between and obstacle(plan, wall, None) is Reason.NO_TOWER:
                    yield Piece("tower", at), wall, Piece("tower", wall.to)
