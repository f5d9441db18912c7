"""A whole game as a record: played through, written as `castle-record/1`, and read back.

A record read back was replayed: every turn in it is legal and every point is what the rules give.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from json import dumps
from typing import Any, Literal

from engine.bag import commitment
from engine.castle.material.catalogue import Catalogue, segment_data
from engine.castle.play.turn import apply
from engine.castle.setup import order_text, start
from engine.castle.state import Setup, State
from engine.castle.stored.record_turns import turn_data
from engine.castle.vocabulary.events import Event, FinalScored
from engine.castle.vocabulary.moves import AnotherTurn, Move, Turn
from engine.castle.vocabulary.options import options_to_dict
from engine.tiles.ports import SIDES

FORMAT = "castle-record/1"


@dataclass(frozen=True, slots=True)
class Ply:
    """A move, what happened, and the state after it; the first ply is the start, without a move."""

    seat: int
    move: Move | None
    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended before its last tile."""

    result: Literal["resigned", "agreed", "timeout"]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it was played."""

    players: tuple[str, str]
    plies: tuple[Ply, ...]
    ended: Ended | None = None

    @property
    def setup(self) -> Setup:
        return self.state.setup

    @property
    def state(self) -> State:
        return self.plies[-1].state

    @property
    def result(self) -> str | None:
        """None while the game runs."""
        if self.ended is not None:
            return self.ended.result
        if self.state.phase != "over":
            return None
        return "shared" if self.winner is None else "win"

    @property
    def winner(self) -> int | None:
        if self.ended is not None:
            return self.ended.winner
        first, second = self.state.scores
        if self.state.phase != "over" or first == second:
            return None
        return int(second > first)


def play(
    setup: Setup,
    moves: Iterable[Move],
    players: tuple[str, str] = ("first", "second"),
    ended: Ended | None = None,
) -> Played:
    """Play the moves from the set-up. An illegal one raises IllegalMove."""
    state, events = start(setup)
    plies = [Ply(state.seat, None, events, state)]
    for move in moves:
        seat = state.seat
        state, events = apply(state, seat, move)
        plies.append(Ply(seat, move, events, state))
    return Played(players, tuple(plies), ended)


def commitment_holds(setup: Setup) -> bool:
    """Whether the commitment published at the start belongs to the order that was played."""
    order = order_text(setup.deck, setup.wall_tiles)
    return setup.commitment == commitment(setup.seed, order)


def write_record(played: Played) -> str:
    """The record as one line of JSON. While the game runs, it holds nothing hidden."""
    setup, catalogue = played.setup, played.setup.catalogue
    return dumps(
        {
            "format": FORMAT,
            "rules": options_to_dict(setup.options),
            **_pieces(catalogue),
            "players": list(played.players),
            "first": setup.first,
            **(_secrets(setup) if played.result is not None and not setup.unknown else {}),
            "commitment": setup.commitment,
            "turns": _turns(played),
            "final": final_data(played),
            "scores": list(played.state.scores),
            "result": played.result,
            "winner": played.winner,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _pieces(catalogue: Catalogue) -> Mapping[str, Any]:
    return {
        "tiles": {
            tile.id: [segment_data(segment) for segment in tile.segments]
            for tile in catalogue.tiles
        },
        "start_spaces": [
            {
                "cell": list(space.cell),
                "side": SIDES[space.side],
                "segments": [segment_data(segment) for segment in space.tile.segments],
            }
            for space in catalogue.start_spaces
        ],
        "inside": [list(cell) for cell in catalogue.wall.inside],
        "corner_towers": list(catalogue.wall.corner_towers),
    }


def _secrets(setup: Setup) -> Mapping[str, Any]:
    return {
        "deck": list(setup.deck),
        "wall_tiles": {str(tower): kind for tower, kind in setup.wall_tiles.items()},
        "seed": setup.seed,
    }


def _turns(played: Played) -> list[Mapping[str, Any]]:
    turns = []
    for index, ply in enumerate(played.plies):
        if isinstance(ply.move, Turn):
            before = played.plies[index - 1].state
            after = played.plies[index + 1 : index + 2]
            extra = any(later.move == AnotherTurn(True) for later in after)
            turns.append(turn_data(before, ply.move, ply.events, extra))
    return turns


def final_data(played: Played) -> list[Mapping[str, Any]]:
    """The final scoring in the form of a record."""
    entries: list[Mapping[str, Any]] = []
    for event in played.plies[-1].events:
        if isinstance(event, FinalScored):
            cells = {"cells": [list(cell) for cell in event.cells]} if event.what != "wall9" else {}
            entries.append(
                {"what": event.what, "seat": event.seat, "points": event.points, **cells}
            )
    return entries
