"""A game as a seat, or a spectator, may see it. Pictures and messages are made from a view only.

The order of the deck, the wall tiles lying face down or out of the game, and the seed never leave
the state through here.
"""

from dataclasses import dataclass

from engine.castle import scoring
from engine.castle.catalogue import Catalogue
from engine.castle.moves import ROLES, Options, Role, Spot
from engine.castle.placing import placements
from engine.castle.state import Phase, State, spot_of, unseen_tiles
from engine.counts import Pair
from engine.tiles.board import LaidTile
from engine.tiles.draws import tiles_left
from engine.tiles.feature import Feature as LaidFeature
from engine.tiles.grid import Cell, Placement, bits
from engine.tiles.tile import PORTS


@dataclass(frozen=True, slots=True)
class BoardFollower:
    seat: int
    role: Role
    spot: Spot


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that can still grow, or a closed court."""

    kind: str
    cells: tuple[Cell, ...]
    starts: tuple[int, ...]
    tiles: int
    marks: int
    """Fountains on a path, markets on a court."""
    open: tuple[Spot, ...]
    """The spots where it faces an empty cell; a start space's spots are given by the cell they
    face."""
    followers: tuple[BoardFollower, ...]
    counts: Pair
    leader: int | None


@dataclass(frozen=True, slots=True)
class BoardKeep:
    tiles: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    """The seat of the viewer; None for a spectator."""
    catalogue: Catalogue
    options: Options
    commitment: str
    first: int
    phase: Phase
    to_act: int | None
    extra: bool
    """This turn was won by wall tile 1."""
    drawn: str | None
    discarded: tuple[str, ...]
    tiles_left: int
    unseen: tuple[str, ...]
    """The ids of the tiles not drawn yet, sorted."""
    to_come: tuple[str, ...]
    """The ids of the tiles that can be laid after the drawn one."""
    laid: tuple[LaidTile, ...]
    """In the order of placing."""
    features: tuple[Feature, ...]
    scores: Pair
    leaders: tuple[int, ...]
    """The seats that lead, or have won (R28)."""
    supply: Pair
    held: tuple[tuple[int, ...], tuple[int, ...]]
    towers: tuple[int, ...]
    """The corner towers on which a wall tile lies face down."""
    keeps: tuple[BoardKeep | None, BoardKeep | None]
    keep_sizes: Pair
    """The number of tiles that each keep counts for, 0 without one."""
    placements: tuple[Placement, ...]
    """The legal placements of the drawn tile."""
    dead: tuple[Cell, ...]
    """The empty cells where neither the drawn tile nor any tile to come fits."""
    empty: scoring.EmptyRegion


def view(state: State, seat: int | None) -> View:
    """Show the game as this seat sees it. In The Castle both players see the same."""
    setup = state.setup
    cells = state.board.grid.cells
    features = [*state.board.open_features(), *state.closed_courts]
    first, second = (
        None if keep is None else BoardKeep(keep.tiles, cells[keep.cell]) for keep in state.keeps
    )
    return View(
        seat=seat,
        catalogue=setup.catalogue,
        options=setup.options,
        commitment=setup.commitment,
        first=setup.first,
        phase=state.phase,
        to_act=None if state.phase == "over" else state.seat,
        extra=state.extra,
        drawn=state.drawn,
        discarded=state.discarded,
        tiles_left=tiles_left(state),
        unseen=unseen_tiles(state),
        to_come=tiles_to_come(state),
        laid=state.board.laid_tiles(),
        features=tuple(
            _feature(state, feature)
            for feature in sorted(features, key=lambda feature: (feature.kind, bits(feature.cells)))
        ),
        scores=state.scores,
        leaders=scoring.leaders(state),
        supply=state.supply,
        held=state.held,
        towers=tuple(sorted(state.wall)),
        keeps=(first, second),
        keep_sizes=scoring.keep_sizes(state),
        placements=tuple(placements(state)),
        dead=dead_cells(state),
        empty=scoring.empty_region(state),
    )


def _feature(state: State, feature: LaidFeature) -> Feature:
    grid = state.board.grid
    inside = len(state.board.grid.cells) * PORTS
    return Feature(
        kind=feature.kind,
        cells=tuple(grid.cells[cell] for cell in bits(feature.cells & grid.inside)),
        starts=tuple(bits(feature.cells >> len(grid.cells))),
        tiles=feature.size,
        marks=feature.marks,
        open=tuple(
            spot_of(state, spot if spot < inside else grid.across[spot // PORTS][spot % PORTS])
            for spot in feature.open
        ),
        followers=tuple(
            BoardFollower(follower.seat, ROLES[feature.kind], spot_of(state, follower.spot))
            for follower in feature.followers
        ),
        counts=scoring.followers_of(feature),
        leader=scoring.majority(feature),
    )


def tiles_to_come(state: State) -> tuple[str, ...]:
    """List the ids of the tiles that can be laid after the drawn one. If the deck is not known (a
    game resumed from an unfinished record), every tile that is not on the board, discarded or
    drawn."""
    left = unseen_tiles(state)
    if len(left) == tiles_left(state):
        return left
    laid = [tile.tile.id for tile in state.board.laid.values()]
    gone = {*laid, *state.discarded, state.drawn}
    return tuple(tile.id for tile in state.setup.catalogue.tiles if tile.id not in gone)


def dead_cells(state: State) -> tuple[Cell, ...]:
    """List the empty cells where no tile, drawn or to come, fits in any rotation (R9)."""
    board = state.board
    turned = state.setup.catalogue.turned
    left = list(tiles_to_come(state))
    if state.drawn is not None:
        left.append(state.drawn)
    shapes = {tile.edges: tile for name in left for tile in turned[name]}
    if not shapes:
        return ()
    room = 0
    for tile in shapes.values():
        room |= board.room_for(tile)
    return tuple(board.grid.cells[cell] for cell in bits(board.frontier & ~room))
