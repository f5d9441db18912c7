"""Supposing that a player has drawn a certain tile: the position from which an order is chosen.

It holds nothing hidden: it is the same for any order of the deck, and wherever the wall tiles lie.
"""

from dataclasses import replace

from engine.castle.state import State, unseen


def kinds(state: State) -> tuple[str, ...]:
    """The tiles a player could draw next: every one not drawn yet."""
    return unseen(state)


def in_hand(state: State) -> str | None:
    """The tile that the player to act has drawn."""
    return state.drawn


def suppose(state: State, seat: int, kind: str) -> State:
    """The current board with this seat to act and this tile drawn; the tiles after it in
    alphabetical order, the face-down wall tiles of no known kind."""
    setup, dealt = state.setup, state.dealt
    others = [tile for tile in unseen(state) if tile != kind]
    lying = dict.fromkeys(state.wall, 0)
    supposed = replace(
        setup,
        seed="",
        deck=(*setup.deck[:dealt], kind, *others),
        wall_tiles={**setup.wall_tiles, **lying},
        unknown=0,
    )
    return state._replace(
        setup=supposed,
        phase="place",
        seat=seat,
        extra=False,
        drawn=kind,
        discarded=(),
        dealt=dealt + 1,
        wall=lying,
    )
