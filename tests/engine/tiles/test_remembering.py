"""A board that was stored is the one that was played: what is not stored follows from the tiles."""

from dataclasses import dataclass
from random import Random

import pytest
from msgspec import convert

from engine.tiles.board import Board
from engine.tiles.feature import Feature
from engine.tiles.grid import ClosedGrid, bits
from engine.tiles.tile import PORTS, Segment, Tile, turn_tile

GRID = ClosedGrid(tuple((x, y) for y in range(7) for x in range(7)))
# The share of the tiles that a follower is placed on.
SHARE = 0.5


@dataclass(frozen=True)
class Stored:
    regions: tuple[Feature, ...]
    spots: tuple[int, ...]
    frontier: int
    barred: tuple[int, ...]


def any_tile(chance: Random) -> Tile:
    """Every port belongs to one of a few segments; a segment in the middle belongs to no port."""
    owners = [chance.randrange(4) for _ in range(PORTS)]
    segments = [Segment("green", ())]
    for owner in sorted(set(owners)):
        ports = tuple(port for port in range(PORTS) if owners[port] == owner)
        segments.append(Segment(chance.choice(("red", "blue")), ports, chance.randrange(3)))
    everything = range(1 << len(segments))
    return Tile(
        "tile",
        tuple(segments),
        beside=tuple(chance.choice(everything) & ~(1 << at) for at in range(len(segments))),
        things=tuple(
            frozenset(["well"]) if chance.random() < 0.1 else frozenset() for _ in segments
        ),
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_stored_board_is_the_one_that_was_played(seed: int) -> None:
    chance = Random(seed)
    board = Board.empty(GRID, 1)
    followers = dict[int, tuple[int, int]]()
    closed = 0
    while board.frontier or not board.laid:
        tile = turn_tile(any_tile(chance), chance.randrange(4), lambda kinds: 0)
        cell = chance.choice(bits(board.frontier)) if board.laid else 24
        meeting = board.meet(cell, tile)
        if chance.random() < SHARE:
            followers[cell] = (chance.randrange(3), chance.randrange(len(tile.segments)))
            meeting = meeting.with_follower(*followers[cell])
        board = board.lay(meeting)
        stored = board.dump()
        stored["regions"] = convert(stored["regions"], tuple[Feature, ...])
        back = Board.empty(GRID, 1).restore(GRID, dict(board.laid), Stored(**stored), followers)
        assert back == board
        assert [*back.facing.items()] == [*board.facing.items()]
        closed += len(board.closed)
    assert closed > 1000
    assert board.open_features() == []
