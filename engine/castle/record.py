"""Public records of games, `castle-record/1`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from engine.castle import moves
from engine.castle.catalogue import (
    COPIES,
    WALL_TILE_KINDS,
    Catalogue,
    Kind,
    StartSpacesData,
    TileId,
    TilesData,
    build_catalogue,
    segment_data,
    standard_catalogue,
)
from engine.castle.events import Event, FeatureScored, FinalKind, FinalScored
from engine.castle.placing import meeting_at
from engine.castle.scoring import Completed, completed_features, followers_of, points_for
from engine.castle.state import Setup, State, spot_of
from engine.castle.track import RAISES, order_matters, scorings
from engine.castle.turn import start
from engine.errors import RecordError
from engine.recorded import Ply
from engine.records import AnyRecord, Name, OpenData, PlayedGame, RecordFormat, values_of
from engine.tiles.grid import NOWHERE, Placement, bits
from engine.tiles.tile import SIDES

Step = Ply[State, moves.Move, Event]
Played = PlayedGame[State, moves.Move, Event]

# What a record looks like

MOST_TURNS = 100

Coordinate = Annotated[int, Field(ge=-20, le=20)]
CellData = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Cells = Annotated[list[CellData], Field(max_length=100)]
Seat = Annotated[int, Field(ge=0, le=1)]
Space = Annotated[int, Field(ge=0, le=99)]
WallKind = Annotated[int, Field(ge=1, le=9)]
Points = Annotated[int, Field(ge=0, le=10_000)]
PairData = Annotated[list[Points], Field(min_length=2, max_length=2)]


class WallTileData(OpenData):
    part = "turns.wall"

    kind: Annotated[int, Field(ge=2, le=3)]
    cells: Cells


class ScoredData(OpenData):
    part = "turns.scored"

    kind: Kind
    cells: Cells
    starts: Annotated[list[Annotated[int, Field(ge=0, le=6)]], Field(max_length=7)]
    followers: PairData
    seat: Seat | None
    points: Points
    space: Space | None
    took: WallKind | None


class TurnData(OpenData):
    part = "turns"

    seat: Seat
    discarded: Annotated[list[TileId], Field(max_length=60)]
    tile: TileId
    cell: CellData
    rotation: Annotated[int, Field(ge=0, le=3)]
    follower: Annotated[int, Field(ge=0, le=11)] | None
    wall: Annotated[list[WallTileData], Field(max_length=4)]
    scored: Annotated[list[ScoredData], Field(max_length=24)]
    extra: bool


class FinalData(OpenData):
    part = "final"

    what: FinalKind
    seat: Seat
    points: Points
    cells: Cells | None = None


class RecordData(AnyRecord):
    format: Literal["castle-record/1"]
    tiles: TilesData
    start_spaces: StartSpacesData
    inside: Cells
    corner_towers: Annotated[list[Space], Field(max_length=50)]
    players: Annotated[list[Name], Field(min_length=2, max_length=2)]
    first: Seat
    deck: Annotated[list[TileId], Field(max_length=60)] | None = None
    wall_tiles: Annotated[dict[str, WallKind], Field(max_length=50)] | None = None
    turns: Annotated[list[TurnData], Field(max_length=MOST_TURNS)]
    final: Annotated[list[FinalData], Field(max_length=100)]
    scores: PairData
    winner: Seat | None

    @property
    def won(self) -> list[int]:
        return [] if self.winner is None else [self.winner]


# What is written and read


class CastleRecords(RecordFormat[State, moves.Move, Event, RecordData, TurnData]):
    name = "castle-record/1"
    model = RecordData
    entries: ClassVar[Mapping[str, Sequence[str]]] = {
        "scored": ("followers", "seat", "points", "space", "took"),
        "final": ("seat", "points"),
    }
    box_place = "tiles, start_spaces"
    order_fault = "it does not give this deck and these wall tiles with the tiles"

    def start(self, setup: Setup) -> tuple[State, tuple[Event, ...]]:
        return start(setup)

    def box(self, setup: Setup) -> Mapping[str, Any]:
        catalogue = setup.catalogue
        return {
            "tiles": {
                tile.id: [segment_data(segment) for segment in tile.segments]
                for tile in catalogue.tiles
            },
            "start_spaces": [
                {
                    "cell": space.cell,
                    "side": SIDES[space.side],
                    "segments": [segment_data(segment) for segment in space.tile.segments],
                }
                for space in catalogue.start_spaces
            ],
            **values_of(catalogue.wall, ("inside", "corner_towers")),
        }

    def secrets(self, setup: Setup) -> Mapping[str, Any]:
        return {} if setup.unknown else values_of(setup, ("deck", "wall_tiles", "seed"))

    def turn_data(
        self, before: State, ply: Step, later: Sequence[Step]
    ) -> Mapping[str, Any] | None:
        """A turn, with the answer to "another turn?" if it follows."""
        turn = ply.done
        if not isinstance(turn, moves.Turn):
            return None
        assert before.drawn is not None
        tile = before.setup.catalogue.turned[before.drawn][turn.placement.rotation]
        scored = [event for event in ply.events if isinstance(event, FeatureScored)]
        cells = {event.spot: event.cells for event in scored}
        return {
            "seat": before.seat,
            "discarded": before.discarded,
            "tile": before.drawn,
            "cell": turn.placement.cell,
            "rotation": turn.placement.rotation,
            "follower": None if turn.follower is None else tile.owners[turn.follower.port],
            "wall": [
                {"kind": kind, "cells": cells[target] if target else ()}
                for kind, target in turn.wall_tiles
            ],
            "scored": [values_of(event, ScoredData.model_fields) for event in scored],
            "extra": any(next_ply.done == moves.AnotherTurn(True) for next_ply in later[:1]),
        }

    def end_data(self, played: Played, read: RecordData | None) -> Mapping[str, Any]:
        """Final scoring, and who won: nobody when the win is shared (R28), or while the game is
        running."""
        return {
            "final": [
                _final_data(event)
                for event in played.plies[-1].events
                if isinstance(event, FinalScored)
            ],
            "scores": played.state.scores,
            "result": played.result,
            "winner": played.winners[0] if len(played.winners) == 1 else None,
        }

    def read_setup(self, data: RecordData, options: moves.Options) -> Setup:
        catalogue = build_catalogue("recorded", data.tiles, data.start_spaces)
        if sorted(map(tuple, data.inside)) != sorted(catalogue.wall.inside):
            raise RecordError("inside", "these are not the cells within the castle wall")
        if sorted(data.corner_towers) != sorted(catalogue.wall.corner_towers):
            raise RecordError("corner_towers", "these are not the corner towers of the castle wall")
        if catalogue.fingerprint == standard_catalogue().fingerprint:
            catalogue = standard_catalogue()
        data.check_secrets("deck", "wall_tiles", "seed")
        deck = _deck(data, catalogue)
        return Setup(
            catalogue=catalogue,
            options=options,
            seed=data.seed or "",
            commitment=data.commitment,
            deck=deck,
            wall_tiles=_wall_tiles(data, catalogue),
            first=data.first,
            unknown=len(catalogue.tiles) - len(deck),
        )

    def check_turn(self, state: State, data: TurnData, place: str) -> None:
        if (data.tile, list(state.discarded)) != (state.drawn, data.discarded):
            drawn = f"{', '.join(state.discarded) or 'nothing'} discarded, {state.drawn} drawn"
            raise RecordError(f"{place}, tile", f"the deck and the rules give: {drawn}")

    def turn_move(self, state: State, data: TurnData, place: str) -> moves.Turn:
        x, y = data.cell
        placement = Placement((x, y), data.rotation)
        meeting = meeting_at(state, placement)
        deployment = None
        if data.follower is not None:
            if data.follower >= len(meeting.tile.segments):
                raise RecordError(f"{place}, follower", f"tile {data.tile} has no such segment")
            segment = meeting.tile.segments[data.follower]
            deployment = moves.Deployment(moves.ROLES[segment.kind], segment.ports[0])
            meeting = meeting.with_follower(state.seat, data.follower)
        features = completed_features(meeting.closed, state.board.grid)
        plays = _wall_tile_plays(state, data, features, place)
        own, theirs = scorings(state, features, plays)
        order = _order(state, data, features, place) if order_matters(state, own, theirs) else ()
        return moves.Turn(placement, deployment, plays, order)

    def following(self, ply: Step, data: TurnData, place: str, *, last: bool) -> list[moves.Move]:
        """Find the answer to "another turn?"; after the last turn of a running game, it may be
        still to come."""
        if ply.state.phase == "again":
            return [moves.AnotherTurn(data.extra)] if data.extra or not last else []
        if data.extra:
            raise RecordError(f"{place}, extra", "no wall tile 1 can be played")
        return []


# Parts of what is written


def _final_data(event: FinalScored) -> Mapping[str, Any]:
    data = values_of(event, FinalData.model_fields)
    if event.what == "wall9":
        del data["cells"]
    return data


# Parts of what is read


def _deck(data: RecordData, catalogue: Catalogue) -> tuple[str, ...]:
    """List the tiles in draw order; for an unfinished game, those drawn in its turns."""
    ids = {tile.id for tile in catalogue.tiles}
    if data.deck is not None:
        if set(data.deck) != ids or len(data.deck) != len(ids):
            raise RecordError("deck", f"every one of the {len(ids)} tiles must stand in it once")
        return tuple(data.deck)
    drawn: list[str] = []
    for turn in data.turns:
        drawn += turn.discarded
        drawn.append(turn.tile)
    for tile, count in Counter(drawn).items():
        if tile not in ids or count > 1:
            fault = "drawn twice" if count > 1 else "unknown"
            raise RecordError("turns", f"tile {tile} is {fault}")
    return tuple(drawn)


def _wall_tiles(data: RecordData, catalogue: Catalogue) -> Mapping[int, int]:
    """Kind by corner tower; for an unfinished game, those that its turns show, the others 0."""
    towers = [space for space in catalogue.wall.corner_towers if space]
    if data.wall_tiles is not None:
        if sorted(data.wall_tiles) != sorted(map(str, towers)):
            raise RecordError("wall_tiles", "one is needed for each corner tower but 0")
        lying = {tower: data.wall_tiles[str(tower)] for tower in towers}
    else:
        lying = dict.fromkeys(towers, 0)
        for turn in data.turns:
            for scored in turn.scored:
                tower = catalogue.wall.tower_at[scored.space or 0]
                if scored.took is not None and tower:
                    lying[tower] = scored.took
    for kind in WALL_TILE_KINDS:
        if list(lying.values()).count(kind) > COPIES:
            raise RecordError("wall_tiles", f"kind {kind} lies there more than {COPIES} times")
    return lying


def _wall_tile_plays(
    state: State, data: TurnData, features: Sequence[Completed], place: str
) -> tuple[moves.WallTilePlay, ...]:
    plays: list[tuple[int, int]] = []
    for index, played in enumerate(data.wall):
        spot = NOWHERE
        if played.cells:
            kind = RAISES[played.kind]
            possible = _find_completed(state, features, kind, state.seat, played.cells)
            if not possible:
                raise RecordError(f"{place}, wall, {index}", f"no {kind} of this player there")
            spots = [other for _, other in plays]
            raised = next(
                (
                    completed
                    for completed in possible
                    if spots.count(completed.spot) < _count_raises(state, data, completed)
                ),
                possible[0],
            )
            spot = raised.spot
        plays.append((played.kind, spot))
    return tuple(
        moves.WallTilePlay(kind, None if spot == NOWHERE else spot_of(state, spot))
        for kind, spot in sorted(plays)
    )


def _count_raises(state: State, data: TurnData, completed: Completed) -> int:
    """Count the wall tiles by which the points of a feature are raised in a turn: they tell which
    of two features on the same cells a wall tile was played on."""
    plain = points_for(completed.feature)
    for scored in data.scored:
        if _is_scored(state, completed, scored):
            return scored.points // plain - 1
    return 0


def _order(
    state: State, data: TurnData, features: Sequence[Completed], place: str
) -> tuple[moves.Spot, ...]:
    left = list(features)
    order = []
    for index, scored in enumerate(data.scored):
        if scored.seat is not None:
            completed = next((other for other in left if _is_scored(state, other, scored)), None)
            if completed is None:
                raise RecordError(f"{place}, scored, {index}", f"no such {scored.kind} completed")
            left.remove(completed)
            order.append(spot_of(state, completed.spot))
    return tuple(order)


def _is_scored(state: State, completed: Completed, scored: ScoredData) -> bool:
    """True if this entry is about a completed feature. Two features may lie on the same cells, and
    differ in their start spaces or followers."""
    grid = state.board.grid
    feature = completed.feature
    starts = list(bits(feature.cells >> len(grid.cells)))
    return (
        scored.seat is not None
        and bool(_find_completed(state, [completed], scored.kind, scored.seat, scored.cells))
        and sorted(scored.starts) == starts
        and scored.followers == list(followers_of(feature))
    )


def _find_completed(
    state: State, features: Sequence[Completed], kind: str, winner: int, cells: list[list[int]]
) -> list[Completed]:
    """Find the features of this kind that this winner has on just these cells."""
    grid = state.board.grid
    wanted = sorted(map(tuple, cells))
    found = []
    for completed in features:
        feature = completed.feature
        lying = sorted(grid.cells[cell] for cell in bits(feature.cells & grid.inside))
        if (feature.kind, completed.winner, lying) == (kind, winner, wanted):
            found.append(completed)
    return found
