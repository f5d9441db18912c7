"""A state as it is stored.

The regions are stored as they are, since laying the tiles again takes longer.
"""

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.carcassonne.catalogue import SEATS, Catalogue, standard_catalogue
from engine.carcassonne.moves import options_from, options_to_dict
from engine.carcassonne.state import Phase, Setup, Standing, State
from engine.errors import SnapshotError
from engine.texts.stored import Snapshots
from engine.tiles.board import Board, Region
from engine.tiles.grid import OpenGrid

Seat = Annotated[int, Meta(ge=0, lt=max(SEATS))]
Numbers = Annotated[tuple[int, ...], Meta(min_length=min(SEATS), max_length=max(SEATS))]


class Snapshot(Struct, kw_only=True, forbid_unknown_fields=True):
    """The format of a stored state."""

    format: Literal["carcassonne-state/1"] = "carcassonne-state/1"
    catalogue: str
    options: dict[str, str]
    seats: Annotated[int, Meta(ge=min(SEATS), le=max(SEATS))]
    seed: str
    commitment: str
    deck: tuple[str, ...]
    first: Seat
    unknown: int
    laid: tuple[tuple[int, int, str, int], ...]
    """x, y, type, rotation."""
    regions: tuple[Region, ...]
    """Those that are not closed."""
    spots: tuple[int, ...]
    """Every spot that faces an empty cell, in the order in which the board has them."""
    frontier: int
    barred: tuple[int, ...]
    standing: tuple[tuple[int, Seat, int], ...]
    """Cell number, seat, segment."""
    cloisters: int
    phase: Phase
    seat: Seat
    drawn: str | None
    discarded: tuple[str, ...]
    dealt: int
    scores: Numbers
    supply: Numbers
    gone: tuple[Seat, ...]


def store(state: State) -> Snapshot:
    setup, board = state.setup, state.board
    cells = board.grid.cells
    return Snapshot(
        catalogue=setup.catalogue.fingerprint,
        options=options_to_dict(setup.options),
        seats=setup.seats,
        seed=setup.seed,
        commitment=setup.commitment,
        deck=setup.deck,
        first=setup.first,
        unknown=setup.unknown,
        laid=tuple(
            (*cells[cell], lying.tile.id, lying.rotation) for cell, lying in board.laid.items()
        ),
        regions=tuple(board.open_regions()),
        spots=tuple(board.regions),
        frontier=board.frontier,
        barred=board.barred,
        standing=tuple((cell, *one) for cell, one in state.standing.items()),
        cloisters=state.cloisters,
        phase=state.phase,
        seat=state.seat,
        drawn=state.drawn,
        discarded=state.discarded,
        dealt=state.dealt,
        scores=state.scores,
        supply=state.supply,
        gone=state.gone,
    )


def restore(data: Snapshot, catalogue: Catalogue) -> State:
    if data.catalogue != catalogue.fingerprint:
        raise SnapshotError("the state was stored with another catalogue")
    return State(
        setup=Setup(
            catalogue=catalogue,
            options=options_from(data.options),
            seats=data.seats,
            seed=data.seed,
            commitment=data.commitment,
            deck=data.deck,
            first=data.first,
            unknown=data.unknown,
        ),
        board=_board(data, catalogue),
        standing={cell: Standing(seat, segment) for cell, seat, segment in data.standing},
        cloisters=data.cloisters,
        phase=data.phase,
        seat=data.seat,
        drawn=data.drawn,
        discarded=data.discarded,
        dealt=data.dealt,
        scores=data.scores,
        supply=data.supply,
        gone=data.gone,
    )


def _board(data: Snapshot, catalogue: Catalogue) -> Board:
    grid = OpenGrid.with_tiles_on((x, y) for x, y, _, _ in data.laid)
    region_of = {spot: region for region in data.regions for spot in region.open}
    return replace(
        catalogue.board,
        grid=grid,
        laid={
            grid.numbers[x, y]: catalogue.turned[tile][rotation]
            for x, y, tile, rotation in data.laid
        },
        regions={spot: region_of[spot] for spot in data.spots},
        frontier=data.frontier,
        barred=data.barred,
    )


SNAPSHOTS = Snapshots(Snapshot, store, restore, standard_catalogue)
