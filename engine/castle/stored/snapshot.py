"""A state as text and back, to avoid replaying. The moves are the truth; this is only a cache.

Everything is stored as it is, regions too: laying the tiles again takes five times as long.
"""

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

from engine.castle.material.catalogue import Catalogue, standard_catalogue
from engine.castle.state import Keep, Phase, Setup, State
from engine.castle.vocabulary.options import options_from, options_to_dict
from engine.errors import SnapshotError
from engine.texts.stored import snapshot_errors
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


_ENCODER, _DECODER = Encoder(), Decoder(Snapshot)


def encode(state: State) -> str:
    setup, board = state.setup, state.board
    inside = len(board.grid.cells)
    stored = Snapshot(
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
    return _ENCODER.encode(stored).decode()


def decode(text: str, catalogue: Catalogue | None = None) -> State:
    """The state; a damaged text, or one written with another catalogue, is refused."""
    catalogue = catalogue or standard_catalogue()
    with snapshot_errors():
        data = _DECODER.decode(text)
        if data.catalogue != catalogue.fingerprint:
            raise SnapshotError("the state was stored with another catalogue")
        return _state(data, catalogue)


def _state(data: Snapshot, catalogue: Catalogue) -> State:
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
