"""A state as it is stored."""

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field

from engine.carcassonne.catalogue import (
    SEATS_WITH_INNS,
    Catalogue,
    read_catalogue,
)
from engine.carcassonne.moves import OPTIONS, Options
from engine.carcassonne.state import Phase, PlacedFollower, Setup, State
from engine.texts.stored import Snapshots
from engine.tiles.feature import Feature
from engine.tiles.grid import OpenGrid

FEWEST = min(SEATS_WITH_INNS)
MOST = max(SEATS_WITH_INNS)
Seat = Annotated[int, Meta(ge=0, lt=MOST)]
Numbers = Annotated[tuple[int, ...], Meta(min_length=FEWEST, max_length=MOST)]


class StoredFollower(NamedTuple):
    cell: int
    """Its number."""
    seat: Seat
    segment: int
    weight: int = 1
    """Left out where it is one."""


class Snapshot(Struct, kw_only=True, forbid_unknown_fields=True):
    format: Literal["carcassonne-state/1"] = "carcassonne-state/1"
    catalogue: str
    options: dict[str, str]
    seats: Annotated[int, Meta(ge=FEWEST, le=MOST)]
    seed: str
    commitment: str
    deck: tuple[str, ...]
    first: Seat
    unknown: int
    laid: tuple[tuple[int, int, str, int], ...]
    """x, y, type, rotation."""
    regions: tuple[Feature, ...]
    spots: tuple[int, ...]
    frontier: int
    barred: tuple[int, ...]
    followers: tuple[StoredFollower, ...] = field(name="standing")
    cloisters: int
    phase: Phase
    seat: Seat
    drawn: str | None
    discarded: tuple[str, ...]
    dealt: int
    scores: Numbers
    supply: Numbers
    gone: tuple[Seat, ...]


class CarcassonneSnapshots(Snapshots[State, Catalogue]):
    model = Snapshot
    state = State
    setup = Setup
    options = OPTIONS
    box = "catalogue"
    another_box = "another catalogue"

    def standard(self, options: Options) -> Catalogue:
        return read_catalogue(*options.expansions)

    def store(self, state: State) -> dict[str, Any]:
        board = state.board
        cells = board.grid.cells
        return {
            "laid": [
                (*cells[cell], tile.tile.id, tile.rotation) for cell, tile in board.laid.items()
            ],
            "followers": [
                (cell, *(follower if follower.large else follower[:2]))
                for cell, follower in state.followers.items()
            ],
            **board.dump(),
        }

    def restore(self, data: Snapshot, catalogue: Catalogue) -> dict[str, Any]:
        grid = OpenGrid.with_tiles_on((x, y) for x, y, _, _ in data.laid)
        laid = {
            grid.numbers[x, y]: catalogue.turned[tile][rotation]
            for x, y, tile, rotation in data.laid
        }
        followers = {cell: PlacedFollower(*follower) for cell, *follower in data.followers}
        board = catalogue.board.restore(grid, laid, data, followers)
        return {"board": board, "followers": followers}


SNAPSHOTS = CarcassonneSnapshots()
