"""A state as text and back, to save replaying. The moves are the truth; this is only a cache.

Regions are not stored: they follow from the tiles and the followers, which are laid again.
"""

from collections import defaultdict
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.options import options_from, options_to_dict
from engine.castle.state import Keep, Phase, Setup, State
from engine.errors import EngineError, SnapshotError
from engine.tiles.board import Board
from engine.tiles.ports import PORTS
from engine.tiles.region import Follower, Region


class Snapshot(BaseModel):
    """The form of a stored state."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["castle-state/1"] = "castle-state/1"
    catalogue: str
    options: dict[str, str]
    seed: str
    commitment: str
    deck: tuple[str, ...]
    wall_tiles: dict[int, int]
    first: Annotated[int, Field(ge=0, le=1)]
    unknown: int
    laid: tuple[tuple[int, str, int], ...]
    """Cell number, tile, rotation."""
    followers: tuple[tuple[int, int], ...]
    """Seat, spot."""
    phase: Phase
    seat: Annotated[int, Field(ge=0, le=1)]
    extra: bool
    drawn: str | None
    discarded: tuple[str, ...]
    dealt: int
    scores: tuple[int, int]
    supply: tuple[int, int]
    wall: tuple[int, ...]
    """The corner towers whose wall tile still lies there."""
    held: tuple[tuple[int, ...], tuple[int, ...]]
    keeps: tuple[tuple[int, int] | None, tuple[int, int] | None]


def encode(state: State) -> str:
    setup, inside = state.setup, len(state.board.grid.cells)
    regions = [*state.board.open_regions(), *state.closed_courts]
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
            for cell, lying in state.board.laid.items()
            if cell < inside
        ),
        followers=tuple((f.seat, f.spot) for region in regions for f in region.followers),
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
    ).model_dump_json()


def decode(text: str, catalogue: Catalogue | None = None) -> State:
    """The state; a damaged text, or one made with another catalogue, is refused."""
    catalogue = catalogue or standard_catalogue()
    try:
        data = Snapshot.model_validate_json(text)
        if data.catalogue != catalogue.fingerprint:
            raise SnapshotError("the state was stored with another catalogue")
        return _state(data, catalogue)
    except ValidationError as error:
        raise SnapshotError(f"not a stored state: {error.error_count()} fields are wrong") from None
    except (KeyError, IndexError, EngineError) as error:
        raise SnapshotError(f"not a stored state: {error}") from error


def _state(data: Snapshot, catalogue: Catalogue) -> State:
    board, closed_courts = _board(data, catalogue)
    first, second = (None if keep is None else Keep(*keep) for keep in data.keeps)
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
        board=board,
        closed_courts=closed_courts,
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
        keeps=(first, second),
    )


def _board(data: Snapshot, catalogue: Catalogue) -> tuple[Board, tuple[Region, ...]]:
    standing = defaultdict(list)
    for seat, spot in data.followers:
        standing[spot // PORTS].append(Follower(seat, spot))
    board = catalogue.board
    courts: list[Region] = []
    for cell, tile, rotation in data.laid:
        turned = catalogue.turned[tile][rotation]
        meeting = board.meet(cell, turned)
        for follower in standing[cell]:
            segment = turned.owners[follower.spot % PORTS]
            if segment is None:
                raise SnapshotError(f"a follower stands nowhere on tile {tile}")
            meeting = meeting.posted(segment, follower)
        courts += [region for region, _ in meeting.closed if region.kind == "court"]
        board = board.lay(meeting)
    return board, tuple(courts)
