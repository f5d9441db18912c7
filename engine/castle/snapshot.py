"""A state as it is stored."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import OPTIONS
from engine.castle.state import Keep, Phase, Setup, State
from engine.texts.stored import Snapshots
from engine.tiles.feature import Feature, stored


class Snapshot(Struct, kw_only=True, forbid_unknown_fields=True):
    format: Literal["castle-state/2"] = "castle-state/2"
    catalogue: str
    options: dict[str, str]
    seed: str
    commitment: str
    deck: tuple[str, ...]
    wall_tiles: dict[int, int]
    first: Annotated[int, Meta(ge=0, le=1)]
    unknown: int
    laid: tuple[tuple[int, str, int], ...]
    """Cell number, tile, rotation."""
    regions: tuple[Feature, ...]
    spots: tuple[int, ...]
    frontier: int
    barred: tuple[int, ...]
    closed_courts: tuple[Feature, ...]
    phase: Phase
    seat: Annotated[int, Meta(ge=0, le=1)]
    extra: bool
    drawn: str | None
    discarded: tuple[str, ...]
    dealt: int
    scores: tuple[int, int]
    supply: tuple[int, int]
    wall: tuple[int, ...]
    """The corner towers whose wall tile still lies there."""
    held: tuple[tuple[int, ...], tuple[int, ...]]
    keeps: tuple[Keep | None, Keep | None]


class CastleSnapshots(Snapshots[State, Catalogue]):
    model = Snapshot
    state = State
    setup = Setup
    options = OPTIONS
    box = "catalogue"
    another_box = "another catalogue"

    def standard(self, options: object) -> Catalogue:
        return standard_catalogue()

    def store(self, state: State) -> dict[str, Any]:
        board = state.board
        inside = len(state.board.grid.cells)
        return {
            "laid": [
                (cell, tile.tile.id, tile.rotation)
                for cell, tile in board.laid.items()
                if cell < inside
            ],
            "closed_courts": tuple(map(stored, state.closed_courts)),
            "wall": tuple(state.wall),
            **board.dump(),
        }

    def restore(self, data: Snapshot, catalogue: Catalogue) -> dict[str, Any]:
        empty = catalogue.board
        lying = {cell: catalogue.turned[tile][rotation] for cell, tile, rotation in data.laid}
        return {
            "board": empty.restore(empty.grid, {**empty.laid, **lying}, data),
            "wall": {tower: data.wall_tiles[tower] for tower in data.wall},
        }


SNAPSHOTS = CastleSnapshots()
