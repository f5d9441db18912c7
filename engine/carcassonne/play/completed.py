"""The features that a tile completes, and what they are worth (C8 to C12, C14)."""

from typing import Literal, NamedTuple

from engine.carcassonne.play.cloisters import completed_cloisters, tiles_around
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.moves import Spot, naming_port
from engine.carcassonne.vocabulary.options import Options
from engine.carcassonne.vocabulary.players import Counts
from engine.tiles.board import Closed, Meeting
from engine.tiles.grid import bits
from engine.tiles.ports import PORTS

ScoringKind = Literal["city", "road", "cloister"]
SCORING_KINDS: dict[str, ScoringKind] = {"city": "city", "road": "road", "cloister": "cloister"}
"""C14: in the order in which completed features are listed; C15: fields are not among them."""
A_CITY_TILE = 2
SMALL_CITY = 2
"""C9: the number of tiles in a small city, and of points it gives."""


class Completed(NamedTuple):
    kind: ScoringKind
    spot: Spot
    cells: tuple[int, ...]
    pennants: int
    standing: tuple[int, ...]
    """The cells on which its followers stand."""


def completed_features(state: State, meeting: Meeting) -> list[Completed]:
    """C14: cities, roads, cloisters; within a kind the larger first, then in reading order. The
    tile is already laid, with this turn's follower."""
    features = [
        _closed(state, meeting, kind, closed)
        for closed in meeting.closed
        if (kind := SCORING_KINDS.get(closed.region.kind)) is not None
    ]
    features += [
        _surrounded(state, cell)
        for cell in completed_cloisters(state.board, state.cloisters, meeting.cell)
    ]
    if len(features) > 1:
        features.sort(key=lambda feature: _rank(state, feature))
    return features


def _closed(state: State, meeting: Meeting, kind: ScoringKind, closed: Closed) -> Completed:
    region = closed.region
    owner = meeting.tile.owners[closed.spot % PORTS]
    assert owner is not None
    port = naming_port(meeting.tile.segments[owner].ports)
    return Completed(
        kind,
        Spot(state.board.grid.cells[meeting.cell], port),
        tuple(bits(region.cells)),
        region.marks,
        tuple([follower.spot // PORTS for follower in region.followers]),
    )


def _surrounded(state: State, cell: int) -> Completed:
    standing = (cell,) if _is_monk(state, cell) else ()
    return Completed("cloister", Spot(state.board.grid.cells[cell], None), (cell,), 0, standing)


def _is_monk(state: State, cell: int) -> bool:
    one = state.standing.get(cell)
    return one is not None and not state.board.laid[cell].segments[one.segment].ports


def _rank(state: State, feature: Completed) -> tuple[object, ...]:
    cells = [state.board.grid.cells[cell] for cell in feature.cells]
    first = min((y, x) for x, y in cells)
    return list(SCORING_KINDS).index(feature.kind), -len(cells), first, feature.spot


def counted(state: State, standing: tuple[int, ...]) -> Counts:
    """How many of each seat's followers are on these cells."""
    counts = [0] * state.setup.seats
    for cell in standing:
        counts[state.standing[cell].seat] += 1
    return tuple(counts)


def is_small_city(options: Options, kind: ScoringKind, tiles: int) -> bool:
    """C9: whether it gives a point for each of its two tiles, and none for pennants."""
    return kind == "city" and tiles == SMALL_CITY and options.small_city == "two"


def points_for(options: Options, kind: ScoringKind, tiles: int, pennants: int) -> int:
    """C8 to C10: the points of a completed feature."""
    match kind:
        case "road":
            return tiles
        case "cloister":
            return 9
        case "city":
            small = is_small_city(options, kind, tiles)
            return tiles if small else A_CITY_TILE * (tiles + pennants)


def points_incomplete(state: State, kind: str, cells: tuple[int, ...], pennants: int) -> int:
    """C17: the points of an incomplete feature at the end."""
    if kind == "cloister":
        return 1 + tiles_around(state.board, cells[0])
    return len(cells) + pennants
