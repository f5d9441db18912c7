"""The final scoring (R23 to R27): keep, courts, wall tiles 4 to 9. Deliberately naive.

Returns entries and changes nothing. Markers take no wall tile here (R26).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .features import (
    Board,
    Cell,
    Feature,
    all_features,
    beyond,
    followers_on,
    is_complete,
    majority,
)
from .scoring import tile_value

Entry = dict[str, Any]
Held = Sequence[Sequence[int]]  # per seat the kinds of the wall tiles it holds

INCOMPLETE_KIND = {4: "path", 5: "tower", 6: "house"}


def entry(what: str, seat: int, points: int, cells: Sequence[Cell]) -> Entry:
    return {"what": what, "seat": seat, "points": points, "cells": [list(cell) for cell in cells]}


def empty_regions(board: Board) -> list[list[Cell]]:
    """Regions of side-connected empty cells, each in reading order, the first one first."""
    left = {cell for cell in board.inside if board.is_empty(cell)}
    regions = []
    while left:
        region: set[Cell] = set()
        waiting = [min(left, key=lambda cell: (cell[1], cell[0]))]
        while waiting:
            cell = waiting.pop()
            region.add(cell)
            for side in range(4):
                neighbour = beyond(cell, side)
                if neighbour in left and neighbour not in region:
                    waiting.append(neighbour)
        left -= region
        regions.append(sorted(region, key=lambda cell: (cell[1], cell[0])))
    return regions


def region_size(board: Board, rules: Mapping[str, str], region: Sequence[Cell]) -> int:
    """R27: its cells, and with the option the untouched start spaces next to them."""
    size = len(region)
    if rules["empty_starts_count"] == "on":
        for start in board.start_spaces:
            if (start["cell"][0], start["cell"][1]) in region:
                size += 1
    return size


def keep_size(keeps: Sequence[int], held: Held, seat: int) -> int:
    """R25: kind 8 needs a keep on the board."""
    if keeps[seat] == 0:
        return 0
    return keeps[seat] + 2 * held[seat].count(8)


def keep_entries(
    board: Board, rules: Mapping[str, str], keeps: Sequence[int], held: Held
) -> list[Entry]:
    """R27: the larger keep scores the largest empty region."""
    sizes = [keep_size(keeps, held, seat) for seat in (0, 1)]
    regions = empty_regions(board)
    if sizes[0] == sizes[1] or not regions:
        return []
    best = regions[0]
    for region in regions:
        if region_size(board, rules, region) > region_size(board, rules, best):
            best = region
    seat = 0 if sizes[0] > sizes[1] else 1
    return [entry("keep", seat, region_size(board, rules, best), best)]


def courts(board: Board) -> list[Feature]:
    """Every court, in reading order of its first cell."""
    courts = [feature for feature in all_features(board) if feature.kind == "court"]
    return sorted(courts, key=lambda court: (court.first_cell, court.first_port))


def court_entries(board: Board) -> list[Entry]:
    """R27: 3 a market for the strict majority of merchants."""
    entries = []
    for court in courts(board):
        seat = majority(followers_on(board, court))
        if seat is not None:
            entries.append(entry("court", seat, 3 * court.markets, court.cells))
    return entries


def incomplete_points(rules: Mapping[str, str], feature: Feature) -> int:
    """Kinds 4 to 6: points of one incomplete feature."""
    if feature.kind == "path" and rules["incomplete_path_fountain"] == "off":
        return feature.size
    return tile_value(feature) * feature.size


def incomplete_entry(
    board: Board, rules: Mapping[str, str], held: Held, seat: int, kind: int
) -> list[Entry]:
    """R23: the best incomplete feature, twice when both tiles of the kind are held."""
    times = held[seat].count(kind)
    candidates = [
        feature
        for feature in all_features(board)
        if feature.kind == INCOMPLETE_KIND[kind]
        and not is_complete(board, feature)
        and majority(followers_on(board, feature)) == seat  # R20
    ]
    if times == 0 or not candidates:
        return []
    best = min(
        candidates,
        key=lambda f: (-incomplete_points(rules, f), -f.size, f.first_cell, f.first_port),
    )
    return [entry(f"wall{kind}", seat, times * incomplete_points(rules, best), best.cells)]


def market_entry(board: Board, rules: Mapping[str, str], held: Held, seat: int) -> list[Entry]:
    """R24: what kind 7 adds to the 3 a market of the best court."""
    times = held[seat].count(7)
    own = [court for court in courts(board) if majority(followers_on(board, court)) == seat]
    if times == 0 or not own:
        return []
    extra = 1
    if times == 2:
        extra = 5 if rules["double_market"] == "eight" else 2
    best = min(own, key=lambda court: (-court.markets, court.first_cell, court.first_port))
    return [entry("wall7", seat, extra * best.markets, best.cells)]


def five_points_entry(held: Held, seat: int) -> list[Entry]:
    """Kind 9: 5 points each, for no feature."""
    return [{"what": "wall9", "seat": seat, "points": 5 * held[seat].count(9)}]


def final_entries(
    board: Board, rules: Mapping[str, str], keeps: Sequence[int], held: Held
) -> list[Entry]:
    """Everything scored at the end, in order, but for entries without points."""
    entries = keep_entries(board, rules, keeps, held) + court_entries(board)
    for seat in (0, 1):
        for kind in (4, 5, 6):
            entries += incomplete_entry(board, rules, held, seat, kind)
        entries += market_entry(board, rules, held, seat)
        entries += five_points_entry(held, seat)
    return [entry for entry in entries if entry["points"] > 0]
