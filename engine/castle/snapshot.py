"""A state as it is stored: with its regions, since laying the tiles again takes
five times as long."""

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import options_from, options_to_dict
from engine.castle.state import Keep, Phase, Setup, State
from engine.errors import SnapshotError
from engine.texts.stored import Snapshots
from engine.tiles.board import Board, Region


class Snapshot(Struct, kw_only=True, forbid_unknown_fields=True):
    """The format of a stored state."""

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
    regions: tuple[Region, ...]
    """The regions that are not closed."""
    spots: tuple[int, ...]
    """Every spot that faces an empty cell, in the order in which the board has them."""
    frontier: int
    barred: tuple[int, ...]
    closed_courts: tuple[Region, ...]
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


def store(state: State) -> Snapshot:
    setup, board = state.setup, state.board
    inside = len(board.grid.cells)
    return Snapshot(
        catalogue=setup.catalogue.fingerprint,
        options=options_to_dict(setup.options),
        seed=setup.seed,
        commitment=setup.commitment,
        deck=setup.deck,
        wall_tiles=dict(setup.wall_tiles),
        first=setup.first,
        unknown=setup.unknown,
        laid=tuple(
            (cell, lying.tile.id, lying.rotation)
            for cell, lying in board.laid.items()
            if cell < inside
        ),
        regions=tuple(board.open_regions()),
        spots=tuple(board.regions),
        frontier=board.frontier,
        barred=board.barred,
        closed_courts=state.closed_courts,
        phase=state.phase,
        seat=state.seat,
        extra=state.extra,
        drawn=state.drawn,
        discarded=state.discarded,
        dealt=state.dealt,
        scores=state.scores,
        supply=state.supply,
        wall=tuple(state.wall),
        held=state.held,
        keeps=state.keeps,
    )


def restore(data: Snapshot, catalogue: Catalogue) -> State:
    if data.catalogue != catalogue.fingerprint:
        raise SnapshotError("the state was stored with another catalogue")
    return State(
        setup=Setup(
            catalogue=catalogue,
            options=options_from(data.options),
            seed=data.seed,
            commitment=data.commitment,
            deck=data.deck,
            wall_tiles=data.wall_tiles,
            first=data.first,
            unknown=data.unknown,
        ),
        board=_board(data, catalogue),
        closed_courts=data.closed_courts,
        phase=data.phase,
        seat=data.seat,
        extra=data.extra,
        drawn=data.drawn,
        discarded=data.discarded,
        dealt=data.dealt,
        scores=data.scores,
        supply=data.supply,
        wall={tower: data.wall_tiles[tower] for tower in data.wall},
        held=data.held,
        keeps=data.keeps,
    )


def _board(data: Snapshot, catalogue: Catalogue) -> Board:
    lying = {cell: catalogue.turned[tile][rotation] for cell, tile, rotation in data.laid}
    region_of = {spot: region for region in data.regions for spot in region.open}
    return replace(
        catalogue.board,
        laid={**catalogue.board.laid, **lying},
        regions={spot: region_of[spot] for spot in data.spots},
        frontier=data.frontier,
        barred=data.barred,
    )


SNAPSHOTS = Snapshots(Snapshot, store, restore, standard_catalogue)
