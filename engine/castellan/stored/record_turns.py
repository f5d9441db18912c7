"""One turn of a record: written from a move and its events, and turned back into a move when
read."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.castellan.plan.places import START
from engine.castellan.state import State
from engine.castellan.stored.record_format import TowerData, TurnData, WallData
from engine.castellan.vocabulary.events import CardDrawn, CourtyardMade, Event, PiecesPassed
from engine.castellan.vocabulary.moves import Turn
from engine.castellan.vocabulary.pieces import NOTHING, Cell, Piece, Point, wall
from engine.errors import RecordError


def turn_data(before: State, turn: Turn, events: Sequence[Event]) -> Mapping[str, Any]:
    """The turn in the form of a record, with the cards drawn at its end."""
    made = [event for event in events if isinstance(event, CourtyardMade)]
    passed = [event.pieces for event in events if isinstance(event, PiecesPassed)]
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    seat, begins = before.seat, before.plan.is_empty
    return {
        "seat": seat,
        "cards": list(turn.cards),
        "received": before.received._asdict(),
        "build": [
            _piece_data(piece, begins and not number) for number, piece in enumerate(turn.build)
        ],
        "passed": (passed[0] if passed else NOTHING)._asdict(),
        "courtyards": [
            {"cells": points_data(event.cells), "double": event.double} for event in made
        ],
        "drawn": list(turn.draw),
        "cards_drawn": [event.card for event in drawn if event.seat == seat],
    }


def points_data(points: Sequence[Point]) -> list[list[int]]:
    return [list(point) for point in points]


def _piece_data(piece: Piece, begins: bool) -> Mapping[str, Any]:
    """The first piece of the game begins at 0, 0, in whichever direction it leads (K6)."""
    if piece.kind == "tower":
        return {"piece": "tower", "at": list(piece.at)}
    at, to = (piece.to, piece.at) if begins and piece.to == START else (piece.at, piece.to)
    return {"piece": piece.kind, "at": list(at), "to": list(to)}


def turn_move(state: State, data: TurnData, place: str) -> Turn:
    """The move in a recorded turn. Whether it is legal is only checked when it is applied."""
    build = tuple(
        _piece(one, f"{place}, build, {number}") for number, one in enumerate(data.build, 1)
    )
    if state.plan.is_empty and data.build and data.build[0].at != list(START):
        raise RecordError(f"{place}, build, 1", "the first piece of the game begins at 0, 0")
    return Turn(tuple(data.cards), build, _double(data, place), tuple(data.drawn))


def _piece(data: TowerData | WallData, place: str) -> Piece:
    at = _point(data.at)
    if isinstance(data, TowerData):
        return Piece("tower", at)
    piece = wall(data.piece, at, _point(data.to))
    if piece is None:
        raise RecordError(place, f"no {data.piece} wall leads from {data.at} to {data.to}")
    return piece


def _double(data: TurnData, place: str) -> Cell | None:
    """K12: a cell of the courtyard that gets, or keeps, the double keep."""
    double = [one for one in data.courtyards if one.double]
    if len(double) > 1:
        raise RecordError(f"{place}, courtyards", "only one keep can be double")
    return min(map(_point, double[0].cells)) if double else None


def _point(data: Sequence[int]) -> Point:
    x, y = data
    return x, y
