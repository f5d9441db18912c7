"""What a picture can point out to players of a view: what a feature lacks and is worth as it is,
and where the next points would lead.

Draws nothing, uses nothing hidden, and asks the engine for every rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.castle.play.completed import plain_points
from engine.castle.play.final import MARKET
from engine.castle.play.scoring_order import stop_at
from engine.castle.seen.view import Feature, View
from engine.tiles.grid import Cell
from render.tiles.board.features import beyond

REACH = 20
"""The most points that one scoring can be expected to give."""


def missing_cells(feature: Feature) -> frozenset[Cell]:
    """The empty cells that a feature faces."""
    return frozenset(beyond(spot.cell, spot.port // 3) for spot in feature.open)


def unfinished_features(view: View) -> tuple[Feature, ...]:
    """The features that can still be completed: no courts, no start spaces on their own (R12)."""
    return tuple(
        feature
        for feature in view.features
        if feature.kind != "court" and feature.cells and feature.open
    )


def points_complete(feature: Feature) -> int:
    """What a path, tower or house would give at least once complete, without wall tiles (R14). A
    path goes on into each cell that it lacks (R8), while towers and houses may end there. What is
    not complete gives nothing at the end."""
    more = len(missing_cells(feature)) if feature.kind == "path" else 0
    return plain_points(feature.kind, feature.tiles + more, feature.marks)


def court_points(court: Feature) -> int:
    """What a court would give if the game ended now (R24)."""
    return MARKET * court.marks


@dataclass(frozen=True, slots=True)
class Landing:
    """Where the marker would stop after this many points, and the corner tower whose wall tile it
    would collect there."""

    points: int
    space: int
    tower: int | None


def in_reach(view: View) -> list[Landing]:
    """Where one scoring of the player to act would collect a wall tile."""
    if view.to_act is None:
        return []
    return [stop for stop in landings(view, view.to_act) if stop.tower is not None]


def landings(view: View, seat: int, points: Sequence[int] = range(1, REACH + 1)) -> list[Landing]:
    """Where one scoring of each of these amounts would lead this seat (R18)."""
    wall, score = view.catalogue.wall, view.scores[seat]
    return [Landing(gain, *stop_at(wall, view.towers, score + gain)) for gain in points]
