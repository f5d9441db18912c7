"""Supposing that a player has drawn a certain tile, so that a move can be chosen in advance.

The supposed state holds nothing hidden: it is the same whatever the order of the deck. A kind is
the type of a tile in lower-case letters.
"""

from dataclasses import replace

from engine.carcassonne.state import State, unseen


def kinds(state: State) -> tuple[str, ...]:
    """The types that a player could draw next."""
    return tuple(dict.fromkeys(tile.lower() for tile in unseen(state)))


def in_hand(state: State) -> str | None:
    """The type of the tile that the player to act has drawn."""
    return None if state.drawn is None else state.drawn.lower()


def suppose(state: State, seat: int, kind: str) -> State:
    """The current table with this seat to act and a tile of this type drawn; the tiles after it are
    in the order of the catalogue."""
    left = list(unseen(state))
    tile = next(tile for tile in left if tile.lower() == kind)
    left.remove(tile)
    setup, dealt = state.setup, state.dealt
    deck = (*setup.deck[:dealt], tile, *left)
    return state._replace(
        setup=replace(setup, seed="", deck=deck, unknown=0),
        phase="place",
        seat=seat,
        drawn=tile,
        discarded=(),
        dealt=dealt + 1,
    )
