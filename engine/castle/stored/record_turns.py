"""One turn of a record: written from a move and its events, and turned back into a move when
read."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.castle.play.completed import Completed, completed_features
from engine.castle.play.placing import meeting_at, with_follower
from engine.castle.play.scoring_order import order_matters, scorings
from engine.castle.play.wall_tiles import raised_spots
from engine.castle.state import State, spot_of
from engine.castle.stored.record_format import TurnData
from engine.castle.vocabulary.events import Event, FeatureScored
from engine.castle.vocabulary.moves import ROLES, Placement, Posting, Spot, Turn, WallTilePlay
from engine.errors import RecordError
from engine.tiles.grid import bits


def turn_data(before: State, turn: Turn, events: Sequence[Event], extra: bool) -> Mapping[str, Any]:
    """The turn in the form of a record."""
    assert before.drawn is not None
    scored = [event for event in events if isinstance(event, FeatureScored)]
    cells = {event.spot: event.cells for event in scored}
    return {
        "seat": before.seat,
        "discarded": list(before.discarded),
        "tile": before.drawn,
        "cell": list(turn.placement.cell),
        "rotation": turn.placement.rotation,
        "follower": _segment_index(before, turn),
        "wall": [
            {"kind": kind, "cells": [list(cell) for cell in cells[target]] if target else []}
            for kind, target in turn.wall_tiles
        ],
        "scored": [_scored_data(event) for event in scored],
        "extra": extra,
    }


def _segment_index(before: State, turn: Turn) -> int | None:
    if turn.follower is None or before.drawn is None:
        return None
    tile = before.setup.catalogue.turned[before.drawn][turn.placement.rotation]
    return tile.owners[turn.follower.port]


def _scored_data(event: FeatureScored) -> Mapping[str, Any]:
    return {
        "kind": event.kind,
        "cells": [list(cell) for cell in event.cells],
        "starts": list(event.starts),
        "followers": list(event.followers),
        "seat": event.seat,
        "points": event.points,
        "space": event.space,
        "took": event.took,
    }


def turn_move(state: State, data: TurnData, place: str) -> Turn:
    """The move in a recorded turn. Whether it is legal is only checked when it is applied."""
    x, y = data.cell
    placement = Placement((x, y), data.rotation)
    meeting = meeting_at(state, placement)
    posting = None
    if data.follower is not None:
        if data.follower >= len(meeting.tile.segments):
            raise RecordError(f"{place}, follower", f"tile {data.tile} has no such segment")
        segment = meeting.tile.segments[data.follower]
        posting = Posting(ROLES[segment.kind], segment.ports[0])
        meeting = with_follower(state, meeting, data.follower)
    features = completed_features(meeting.closed, state.board.grid)
    plays = _wall_tile_plays(state, data, features, place)
    own, theirs = scorings(state.seat, features, raised_spots(state, plays))
    order = _order(state, data, features, place) if order_matters(state, own, theirs) else ()
    return Turn(placement, posting, plays, order)


def _wall_tile_plays(
    state: State, data: TurnData, features: Sequence[Completed], place: str
) -> tuple[WallTilePlay, ...]:
    plays = []
    for index, played in enumerate(data.wall):
        target = None
        if played.cells:
            kind = "tower" if played.kind == 2 else "house"
            named = [f for f in features if f.region.kind == kind and f.winner == state.seat]
            found = [f for f in named if _cells(state, f) == sorted(map(tuple, played.cells))]
            if not found:
                raise RecordError(f"{place}, wall, {index}", f"no {kind} of this player there")
            target = spot_of(state, found[0].spot)
        plays.append((played.kind, target))
    plays.sort(key=lambda play: (play[0], _number(state, play[1])))
    return tuple(WallTilePlay(kind, target) for kind, target in plays)


def _order(
    state: State, data: TurnData, features: Sequence[Completed], place: str
) -> tuple[Spot, ...]:
    left = list(features)
    order = []
    for index, scored in enumerate(data.scored):
        if scored.seat is not None:
            wanted = (scored.kind, scored.seat, sorted(map(tuple, scored.cells)))
            found = [f for f in left if (f.region.kind, f.winner, _cells(state, f)) == wanted]
            if not found:
                raise RecordError(f"{place}, scored, {index}", f"no such {scored.kind} completed")
            left.remove(found[0])
            order.append(spot_of(state, found[0].spot))
    return tuple(order)


def _cells(state: State, feature: Completed) -> list[tuple[int, ...]]:
    grid = state.board.grid
    return sorted(grid.cells[cell] for cell in bits(feature.region.cells & grid.inside))


def _number(state: State, spot: Spot | None) -> tuple[int, int]:
    return (-1, -1) if spot is None else (state.board.grid.numbers[spot.cell], spot.port)
