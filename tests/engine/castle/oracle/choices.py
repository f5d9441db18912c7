"""What a player may choose in a turn: placement, follower, wall tiles, order.

Deliberately naive. Changes nothing: every answer is worked out on a copy of the board.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from .features import (
    Anchor,
    Board,
    Cell,
    beyond,
    completed_by,
    facing,
    features_of_tile,
    followers_on,
    turned,
)
from .scoring import (
    Scoring,
    Track,
    WallPlays,
    all_orders,
    order_matters,
    reading_key,
    scorings,
)

TARGET_KIND = {2: "tower", 3: "house"}


class Choice(NamedTuple):
    """Everything that is chosen with a placement."""

    follower: int | None
    wall: WallPlays
    order: tuple[Anchor, ...]


class Position(NamedTuple):
    """What the choices of the player to act depend on, besides the board."""

    rules: Mapping[str, str]
    seat: int
    supply: int
    held: Sequence[int]
    track: Track


def has_path(board: Board, cell: Cell, side: int) -> bool:
    """Whether the tile or start space in a cell has a path at the middle of a side."""
    middle = 3 * side + 1
    if cell not in board.placed:
        return any(p.kind == "path" and (*cell, middle) in p.spots for p in board.start_pieces)
    tile, rotation = board.placed[cell]
    paths = [segment for segment in board.tiles[tile] if segment["kind"] == "path"]
    return any(turned(port, rotation) == middle for path in paths for port in path["ports"])


def touched_sides(board: Board, cell: Cell) -> list[int]:
    """Which sides of a cell are next to a placed tile or a start space (R8)."""
    return [
        side
        for side in range(4)
        if beyond(cell, side) in board.placed or (cell, side) in board.start_sides
    ]


def can_place(board: Board, tile: str, cell: Cell, rotation: int) -> bool:
    """R8 and R9 for one cell and rotation."""
    if not board.is_empty(cell):
        return False
    sides = touched_sides(board, cell)
    if not sides:
        return False  # R8: no full side
    after = board.with_tile(cell, tile, rotation)
    for side in sides:
        facing_side = facing((*cell, 3 * side + 1))[2] // 3
        if has_path(after, cell, side) != has_path(after, beyond(cell, side), facing_side):
            return False  # R9
    return True


def placements(board: Board, tile: str) -> set[tuple[int, int, int]]:
    """Every legal (x, y, rotation) of a tile; rotations that look the same count separately."""
    return {
        (*cell, rotation)
        for cell in board.inside
        for rotation in range(4)
        if can_place(board, tile, cell, rotation)
    }


def follower_options(board: Board, cell: Cell, supply: int) -> list[int | None]:
    """R11, on the board with the new tile on a cell."""
    options: list[int | None] = [None]
    for index, feature in enumerate(features_of_tile(board, cell)):
        if supply > 0 and followers_on(board, feature) == (0, 0):
            options.append(index)
    return options


def wall_key(play: tuple[int, Anchor | None]) -> tuple[int, ...]:
    """Sorts wall plays by (kind, y, x, port), or (kind,) when spent for nothing."""
    kind, anchor = play
    if anchor is None:
        return (kind,)
    x, y, port = anchor
    return kind, y, x, port


def largest(targets: Sequence[Scoring]) -> Scoring:
    """What `bonus_target: largest` doubles."""
    return min(targets, key=lambda s: (-s.feature.size, reading_key(s.feature, s.anchor)))


def kind_options(position: Position, listed: Sequence[Scoring], kind: int) -> list[WallPlays]:
    """Every way to play the held wall tiles of kind 2 or 3 (R20, R21)."""
    held = position.held.count(kind)
    targets = [
        scoring
        for scoring in listed
        if scoring.feature.kind == TARGET_KIND[kind] and scoring.seat == position.seat
    ]
    anchors: list[Anchor | None] = [scoring.anchor for scoring in targets]
    if targets and position.rules["bonus_target"] == "largest":
        anchors = [largest(targets).anchor]
    if not targets and position.rules["unusable_wall_tile"] == "spent":
        anchors = [None]
    return [
        tuple((kind, anchor) for anchor in chosen)
        for number in range(held + 1)
        for chosen in combinations_with_replacement(anchors, number)
    ]


def wall_options(position: Position, listed: Sequence[Scoring]) -> list[WallPlays]:
    """Every way to play kinds 2 and 3 together."""
    return [
        tuple(sorted([*twos, *threes], key=wall_key))
        for twos in kind_options(position, listed, 2)
        for threes in kind_options(position, listed, 3)
    ]


def order_options(position: Position, listed: Sequence[Scoring]) -> list[tuple[Anchor, ...]]:
    """Every order to choose from (R17), or only () when the automatic one is used (R29)."""
    if position.rules["scoring_order"] != "chosen":
        return [()]
    if position.rules["wall_tile_pickup"] != "every_stop":
        return [()]
    if not order_matters(position.track, position.seat, listed):
        return [()]
    orders = all_orders(position.seat, listed)
    return [tuple(scoring.anchor for scoring in order) for order in orders]


def completions(board: Board, position: Position, cell: Cell) -> set[Choice]:
    """Every complete choice, on the board with the new tile on a cell."""
    choices = set()
    completed = completed_by(board, cell)
    for follower in follower_options(board, cell, position.supply):
        after = board
        if follower is not None:
            after = board.with_follower(position.seat, cell, follower)
        for wall in wall_options(position, scorings(after, cell, completed, ())):
            for order in order_options(position, scorings(after, cell, completed, wall)):
                choices.add(Choice(follower, wall, order))
    return choices
