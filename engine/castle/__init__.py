"""Carcassonne: The Castle, for two players, as a game that `engine.game` knows."""

from collections.abc import Mapping, Sequence

from engine.castle.choices import completions, legal_moves
from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.notation import move_text, parse_move
from engine.castle.options import options_from
from engine.castle.placing import placements
from engine.castle.setup import new_setup, start
from engine.castle.snapshot import decode, encode
from engine.castle.state import Pair, State
from engine.castle.turn import apply
from engine.castle.view import view

__all__ = [
    "apply",
    "begin",
    "completions",
    "decode",
    "encode",
    "legal_moves",
    "move_text",
    "parse_move",
    "placements",
    "points",
    "scores",
    "to_act",
    "view",
]


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None
) -> tuple[State, tuple[Event, ...]]:
    """A new game with its first tile drawn; without a first seat, the seed decides."""
    return start(new_setup(seed, options_from(options), first))


def to_act(state: State) -> int | None:
    """The seat to act, or None when the game is over."""
    return None if state.phase == "over" else state.seat


def scores(state: State) -> Pair:
    return state.scores


def points(events: Sequence[Event]) -> Pair:
    """What the events gave to each seat."""
    given = [0, 0]
    for event in events:
        if isinstance(event, FeatureScored | FinalScored) and event.seat is not None:
            given[event.seat] += event.points
    return given[0], given[1]
