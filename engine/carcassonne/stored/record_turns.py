"""One turn of a record: written from a move and its events, and turned back into a move when read.

In a record y grows to the north, in the engine to the south.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.carcassonne.state import State
from engine.carcassonne.stored.record_format import TurnData
from engine.carcassonne.vocabulary.events import Event, FeatureScored
from engine.carcassonne.vocabulary.moves import Placement, Turn
from engine.errors import RecordError
from engine.tiles.grid import Cell


def cell_data(cell: Cell) -> list[int]:
    x, y = cell
    return [x, -y]


def cells_data(cells: Iterable[Cell]) -> list[list[int]]:
    return [cell_data(cell) for cell in cells]


def turn_data(before: State, turn: Turn, events: Sequence[Event]) -> Mapping[str, Any]:
    """The turn in the form of a record."""
    assert before.drawn is not None
    postings = before.setup.catalogue.postings[before.drawn][turn.placement.rotation]
    return {
        "seat": before.seat,
        "discarded": list(before.discarded),
        "tile": before.drawn,
        "cell": cell_data(turn.placement.cell),
        "rotation": turn.placement.rotation,
        "follower": None if turn.follower is None else postings.index(turn.follower),
        "scored": [_scored_data(event) for event in events if isinstance(event, FeatureScored)],
    }


def _scored_data(event: FeatureScored) -> Mapping[str, Any]:
    return {
        "kind": event.kind,
        "cells": cells_data(event.cells),
        "followers": list(event.followers),
        "seats": list(event.seats),
        "points": event.points,
    }


def turn_move(state: State, data: TurnData, place: str) -> Turn:
    """The move in a recorded turn. Whether it is legal is only checked when it is applied."""
    x, y = data.cell
    placement = Placement((x, -y), data.rotation)
    if data.follower is None:
        return Turn(placement)
    postings = state.setup.catalogue.postings[data.tile][data.rotation]
    if data.follower >= len(postings):
        raise RecordError(f"{place}, follower", f"tile {data.tile} has no such segment")
    return Turn(placement, postings[data.follower])
