"""A game as a seat, or a spectator, may see it. Pictures and messages are made from a view only.

The order of the deck and the seed never leave the state through here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.carcassonne import scoring
from engine.carcassonne.catalogue import Catalogue, Thing
from engine.carcassonne.events import Cells, FarmersScored
from engine.carcassonne.farms import Farm, cities_among, cities_at, field_points, score_farms
from engine.carcassonne.features import Lying, majority_of, missing_cells, segments_of
from engine.carcassonne.imagining import closing_tiles, dead_cells, find_rooms
from engine.carcassonne.moves import ROLES, Options, Role, Spot
from engine.carcassonne.placing import placements
from engine.carcassonne.state import Phase, State, large_supply, spot_of, unseen_tiles
from engine.counts import Counts
from engine.tiles.board import Board, LaidTile
from engine.tiles.draws import tiles_left
from engine.tiles.feature import Feature as LaidFeature
from engine.tiles.feature import oldest_first
from engine.tiles.grid import Cell, Placement
from engine.tiles.tile import PORTS


@dataclass(frozen=True, slots=True)
class BoardFollower:
    seat: int
    role: Role
    spot: Spot
    segment: int
    """Its index on the tile."""
    large: bool = False
    """IC2: it is the large one."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A city, road or cloister on the table, complete or not."""

    kind: str
    segments: tuple[tuple[Cell, int], ...]
    """Its cells, each with the index of the segment there."""
    cells: Cells
    pennants: int
    complete: bool
    open: tuple[Spot, ...]
    """The spots where it faces an empty cell: the cell of the tile, and the port."""
    counts: Counts
    leaders: tuple[int, ...]
    """The seats with the most followers on it."""
    closing: int
    """The number of remaining tiles that would complete it if laid next, on one cell."""
    gives: int
    """C17: the points for each of its leaders if the game ended now; 0 once it is complete."""
    missing: Cells
    """The empty cells that keep it incomplete."""
    gives_complete: int
    """C8 to C10: the points for each of its leaders once it is complete, at least: each cell that
    it lacks takes one more tile."""
    thing: Thing | None = None
    """What is on it and changes its worth (IC3, IC4)."""
    large: Counts = ()
    """The number of large followers of each seat among `counts`; empty if there are none."""


@dataclass(frozen=True, slots=True)
class Field:
    segments: tuple[tuple[Cell, int], ...]
    """Its cells, each with the index of the segment there."""
    cells: Cells
    counts: Counts
    """The farmers of each seat."""
    owners: tuple[int, ...]
    """The seats with the most farmers in it."""
    feeds: tuple[Cells, ...]
    """The completed cities that it touches."""
    incomplete: tuple[Cells, ...]
    """The cities that it touches and that are not complete yet."""
    gives: Counts
    """The points for each seat with farmers here, now, for the cities that it feeds. If farmers are
    counted by city (C18), those in other fields of the city count too. A seat that serves a city
    from two fields gets its points once, but they are listed with each of the fields."""
    large: Counts = ()
    """The large ones among the farmers."""


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
    drawn: str | None
    discarded: tuple[str, ...]
    tiles_left: int
    unseen: Mapping[str, int]
    """The number of tiles of each type not drawn yet."""
    river_left: int
    """RV7: how many tiles of the river are left to draw; they come before all others."""
    laid: tuple[LaidTile, ...]
    """In the order of placing, the start tile first."""
    followers: tuple[BoardFollower, ...]
    features: tuple[Feature, ...]
    fields: tuple[Field, ...]
    farms: tuple[FarmersScored, ...]
    """The farmers' points if the game ended now."""
    dead: Cells
    """The empty cells next to a tile where neither the drawn tile nor any of the remaining ones
    fits."""
    scores: Counts
    leaders: tuple[int, ...]
    """The seats that lead, or have won (C20, C21)."""
    supply: Counts
    """The followers of each seat that are not on the table, without the large one."""
    large_supply: Counts
    """IC2: the large followers of each seat that are not on the table."""
    gone: tuple[int, ...]
    """The seats whose players left the game."""
    placements: tuple[Placement, ...]
    """The legal placements of the drawn tile."""


def view(state: State, seat: int | None) -> View:
    """Show the game as this seat sees it. In Carcassonne everybody sees the same."""
    setup = state.setup
    laid = oldest_first(state.board.features())
    scoring_features = [feature for feature in laid if feature.kind in scoring.SCORING_KINDS]
    unseen = Counter(unseen_tiles(state))
    rooms = find_rooms(state, unseen)
    closing = closing_tiles(state, unseen, rooms, scoring_features)
    features = {
        feature.first: _feature(state, feature, closing.get(feature.first, 0))
        for feature in scoring_features
    }
    farms = score_farms(state)
    cities = cities_among(laid)
    return View(
        seat=seat,
        catalogue=setup.catalogue,
        options=setup.options,
        commitment=setup.commitment,
        first=setup.first,
        phase=state.phase,
        to_act=None if state.phase == "over" else state.seat,
        drawn=state.drawn,
        discarded=state.discarded,
        tiles_left=tiles_left(state),
        unseen=unseen,
        river_left=_count_river(setup.catalogue, unseen),
        laid=state.board.laid_tiles(),
        followers=tuple(
            BoardFollower(
                seat,
                ROLES[state.board.laid[cell].segments[segment].kind],
                spot_of(state, cell, segment),
                segment,
                large=weight > 1,
            )
            for cell, (seat, segment, weight) in state.followers.items()
        ),
        features=tuple(features.values()),
        fields=tuple(
            _field(state, field, [features[city] for city in cities_at(field, cities)], farms)
            for field in laid
            if field.kind == "field"
        ),
        farms=tuple(scored for _, scored in farms),
        dead=dead_cells(state, rooms),
        scores=state.scores,
        leaders=scoring.leaders(state),
        supply=state.supply,
        large_supply=large_supply(state),
        gone=state.gone,
        placements=tuple(placements(state)),
    )


def _count_river(catalogue: Catalogue, tiles: Mapping[str, int]) -> int:
    if "river" not in catalogue.expansions:
        return 0
    return sum([count for tile, count in tiles.items() if catalogue.river_sides(tile)])


def _feature(state: State, feature: LaidFeature, closing: int) -> Feature:
    board = state.board
    cells = board.grid.cells
    segments = segments_of(board, feature)
    missing = missing_cells(board, feature)
    counts, large, leaders = majority_of(feature.followers, state.setup.seats)
    return Feature(
        kind=feature.kind,
        segments=tuple([(cells[cell], index) for cell, index in segments]),
        cells=tuple(dict.fromkeys([cells[cell] for cell, _ in segments])),
        pennants=feature.marks,
        complete=not missing,
        open=_open_spots(board, feature, segments) if feature.open else (),
        counts=counts,
        leaders=leaders,
        closing=closing,
        gives=scoring.points_now(state, feature) if missing else 0,
        missing=tuple([cells[cell] for cell in missing]),
        gives_complete=scoring.points_when_complete(state.setup.options, feature, len(missing)),
        thing=scoring.thing_on(feature),
        large=large,
    )


def _open_spots(board: Board, feature: LaidFeature, segments: Iterable[Lying]) -> tuple[Spot, ...]:
    """In the order of laying."""
    return tuple(
        Spot(board.grid.cells[cell], port)
        for cell, index in segments
        for port in board.laid[cell].segments[index].ports
        if cell * PORTS + port in feature.open
    )


def _field(
    state: State,
    field: LaidFeature,
    cities: Sequence[Feature],
    farms: Sequence[tuple[Farm, FarmersScored]],
) -> Field:
    """A field that touches these cities."""
    cells = state.board.grid.cells
    segments = segments_of(state.board, field)
    counts, large, owners = majority_of(field.followers, state.setup.seats)
    return Field(
        segments=tuple([(cells[cell], index) for cell, index in segments]),
        cells=tuple(dict.fromkeys([cells[cell] for cell, _ in segments])),
        counts=counts,
        owners=owners,
        feeds=tuple([city.cells for city in cities if city.complete]),
        incomplete=tuple([city.cells for city in cities if not city.complete]),
        gives=field_points(field, farms, state.setup.seats),
        large=large,
    )
