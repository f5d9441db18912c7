"""Public records of games, `carcassonne-record/1`, and `carcassonne-record/2` with an expansion
(RV8).

In a record y grows to the north, in the engine to the south.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    Discriminator,
    Field,
    SerializerFunctionWrapHandler,
    Tag,
    model_serializer,
)

from engine.carcassonne.catalogue import (
    MOST_TILES,
    SEATS_WITH_INNS,
    Catalogue,
    TilesData,
    TileType,
    build_catalogue,
    read_catalogue,
    seat_counts,
    segments_data,
)
from engine.carcassonne.events import Event, FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.moves import Options, Turn
from engine.carcassonne.state import Setup, State
from engine.carcassonne.turn import start
from engine.errors import RecordError
from engine.recorded import Ply
from engine.records import (
    AnyRecord,
    Name,
    OpenData,
    PlayedGame,
    RecordFormat,
    TurnOrLeaving,
    values_of,
)
from engine.texts.strict import StrictData
from engine.tiles.grid import Cell, Placement

Step = Ply[State, Turn, Event]
Played = PlayedGame[State, Turn, Event]

# What a record looks like

Coordinate = Annotated[int, Field(ge=-MOST_TILES, le=MOST_TILES)]
CellData = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
CellsData = Annotated[list[CellData], Field(max_length=MOST_TILES)]
FEWEST = min(SEATS_WITH_INNS)
MOST = max(SEATS_WITH_INNS)
Seat = Annotated[int, Field(ge=0, lt=MOST)]
Seats = Annotated[list[Seat], Field(max_length=MOST)]
Points = Annotated[int, Field(ge=0, le=100_000)]
CountsData = Annotated[list[Points], Field(min_length=FEWEST, max_length=MOST)]
Tiles = Annotated[list[TileType], Field(max_length=MOST_TILES)]
ScoringKindData = Literal["road", "city", "cloister"]


class StartData(StrictData):
    tile: TileType
    cell: CellData
    rotation: Annotated[int, Field(ge=0, le=3)]


class PointsData(OpenData):
    part = "final"

    cells: CellsData
    followers: CountsData
    seats: Seats
    points: Points
    large: CountsData | None = None
    """IC2: the large ones among the followers; absent if there are none."""

    @model_serializer(mode="wrap")
    def _leave_out_large(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data: dict[str, Any] = dump(self)
        if self.large is None:
            data.pop("large", None)
        return data


class ScoredData(PointsData):
    part = "turns.scored"

    kind: ScoringKindData


class TurnData(OpenData):
    part = "turns"

    seat: Seat
    discarded: Tiles
    tile: TileType
    cell: CellData
    rotation: Annotated[int, Field(ge=0, le=3)]
    follower: Annotated[int, Field(ge=0, le=12)] | None
    large: Literal[True] | None = None
    """IC2: it is the large one; else absent."""
    scored: Annotated[list[ScoredData], Field(max_length=24)]


class IncompleteData(PointsData):
    what: ScoringKindData


class CityFarmsData(PointsData):
    what: Literal["field"]
    city: CellsData


class FieldFarmsData(PointsData):
    what: Literal["field"]
    cities: Annotated[list[CellsData], Field(max_length=MOST_TILES)]


def _final_tag(entry: object) -> str:
    if isinstance(entry, dict) and entry.get("what") == "field":
        return "cities" if "cities" in entry else "city"
    return "incomplete"


AnyFinalData = Annotated[
    Annotated[IncompleteData, Tag("incomplete")]
    | Annotated[CityFarmsData, Tag("city")]
    | Annotated[FieldFarmsData, Tag("cities")],
    Discriminator(_final_tag),
]


class RecordData(AnyRecord):
    format: Literal["carcassonne-record/1", "carcassonne-record/2"]
    tiles: TilesData
    start: StartData
    players: Annotated[list[Name], Field(min_length=FEWEST, max_length=MOST)]
    first: Seat
    deck: Tiles | None = None
    turns: Annotated[list[TurnOrLeaving[TurnData]], Field(max_length=MOST_TILES + MOST)]
    left: Tiles
    drawn: TileType | None
    final: Annotated[list[AnyFinalData], Field(max_length=2 * MOST_TILES)]
    scores: CountsData
    winners: Seats

    @property
    def won(self) -> list[int]:
        return self.winners


# What is written and read


class CarcassonneRecords(RecordFormat[State, Turn, Event, RecordData, TurnData]):
    name = "carcassonne-record/1"
    name_with_expansions = "carcassonne-record/2"
    model = RecordData
    entries: ClassVar[Mapping[str, Sequence[str]]] = {
        "scored": ("followers", "large", "seats", "points"),
        "final": ("followers", "large", "seats", "points"),
    }
    box_place = "tiles, start"
    order_fault = "it does not give this deck with the tiles of the base game and its expansions"

    def start(self, setup: Setup) -> tuple[State, tuple[Event, ...]]:
        return start(setup)

    def format_of(self, setup: Setup) -> str:
        return self.name_with_expansions if setup.options.expansions else self.name

    def box(self, setup: Setup) -> Mapping[str, Any]:
        catalogue = setup.catalogue
        return {
            "tiles": {
                tile.id: {
                    "count": catalogue.counts[tile.id],
                    "segments": segments_data(tile),
                }
                for tile in catalogue.tiles
            },
            "start": {"tile": catalogue.start, "cell": [0, 0], "rotation": 0},
        }

    def secrets(self, setup: Setup) -> Mapping[str, Any]:
        return {} if setup.unknown else values_of(setup, ("deck", "seed"))

    def turn_data(self, before: State, ply: Step, later: Sequence[Step]) -> Mapping[str, Any]:
        assert before.drawn is not None
        assert isinstance(ply.done, Turn)
        placement, follower = ply.done
        deployments = before.setup.catalogue.deployments[before.drawn][placement.rotation]
        segment = None if follower is None else deployments.index(follower._replace(large=False))
        return {
            "seat": before.seat,
            "discarded": before.discarded,
            "tile": before.drawn,
            "cell": _flip([placement.cell])[0],
            "rotation": placement.rotation,
            "follower": segment,
            **({"large": True} if follower is not None and follower.large else {}),
            "scored": [
                {"kind": event.kind, "cells": _flip(event.cells), **_points_data(event)}
                for event in ply.events
                if isinstance(event, FeatureScored)
            ],
        }

    def end_data(self, played: Played, read: RecordData | None) -> Mapping[str, Any]:
        state = played.state
        running = played.result is None
        if read is not None and read.result is None and read.drawn is None:
            raise RecordError("drawn", "needed while the game runs")
        return {
            "left": state.discarded,
            "drawn": state.drawn if running else None,
            "final": [
                _final_data(event)
                for event in played.plies[-1].events
                if isinstance(event, FinalScored | FarmersScored)
            ],
            "scores": state.scores,
            "result": played.result,
            "winners": played.winners,
        }

    def read_setup(self, data: RecordData, options: Options) -> Setup:
        if (data.start.cell, data.start.rotation) != ([0, 0], 0):
            raise RecordError("start", "it lies on cell 0, 0 and is not turned")
        catalogue = build_catalogue(data.tiles, data.start.tile)
        standard = read_catalogue(*options.expansions)
        if catalogue == standard:
            catalogue = standard
        _check_expansions(data, options, catalogue)
        data.check_secrets("deck", "seed")
        deck = _deck(data, catalogue)
        return Setup(
            catalogue=catalogue,
            options=options,
            seats=len(data.players),
            seed=data.seed or "",
            commitment=data.commitment,
            deck=deck,
            first=data.first,
            unknown=len(catalogue.stack) - len(deck),
        )

    def check_turn(self, state: State, data: TurnData, place: str) -> None:
        if (data.tile, data.discarded) != (state.drawn, list(state.discarded)):
            drawn = f"{', '.join(state.discarded) or 'nothing'} discarded, {state.drawn} drawn"
            raise RecordError(f"{place}, tile", f"the deck and the rules give: {drawn}")

    def turn_move(self, state: State, data: TurnData, place: str) -> Turn:
        x, y = data.cell
        placement = Placement((x, -y), data.rotation)
        if data.follower is None:
            if data.large:
                raise RecordError(f"{place}, large", "no follower was placed")
            return Turn(placement)
        deployments = state.setup.catalogue.deployments[data.tile][data.rotation]
        if data.follower >= len(deployments):
            raise RecordError(f"{place}, follower", f"tile {data.tile} has no such segment")
        follower = deployments[data.follower]
        if follower is None:
            raise RecordError(f"{place}, follower", "nobody stands on a river")
        return Turn(placement, follower._replace(large=data.large is True))


# Parts of what is written


def _flip(cells: Iterable[Cell]) -> list[Cell]:
    return [(x, -y) for x, y in cells]


def _points_data(event: FeatureScored | FinalScored | FarmersScored) -> Mapping[str, Any]:
    large = {"large": event.large} if event.large else {}
    return {**values_of(event, ("followers", "seats", "points")), **large}


def _final_data(event: FinalScored | FarmersScored) -> Mapping[str, Any]:
    if isinstance(event, FinalScored):
        return {"what": event.kind, "cells": _flip(event.cells), **_points_data(event)}
    cities = [_flip(city) for city in event.cities]
    if event.counted_by == "city":
        return {"what": "field", "cells": [], "city": cities[0], **_points_data(event)}
    [field] = event.fields
    return {"what": "field", "cells": _flip(field), "cities": cities, **_points_data(event)}


# Parts of what is read


def _check_expansions(data: RecordData, options: Options, catalogue: Catalogue) -> None:
    """RV8: an expansion is named by the options, its tiles are there, and the format says so."""
    number = 2 if options.expansions else 1
    if data.format != f"carcassonne-record/{number}":
        raise RecordError("format", f"with these rules it is carcassonne-record/{number}")
    missing = catalogue.expansions - {*options.expansions}
    if missing:
        raise RecordError("tiles", f"some need the rule {min(missing)}=on")
    if options.river == "on" and "river" not in catalogue.expansions:
        raise RecordError("tiles", "with river=on there must be a river")
    players = len(data.players)
    if players not in seat_counts(options):
        raise RecordError("players", f"{players} cannot play by these rules")


def _deck(data: RecordData, catalogue: Catalogue) -> tuple[str, ...]:
    """List the tiles in draw order; for an unfinished game, those drawn so far."""
    stack = Counter(catalogue.stack)
    if data.deck is not None:
        if Counter(data.deck) != stack:
            raise RecordError("deck", f"it must be the {stack.total()} tiles but the start tile")
        _check_piles(data.deck, "deck", catalogue)
        return tuple(data.deck)
    turns = [turn for turn in data.turns if isinstance(turn, TurnData)]
    drawn: list[str] = []
    for turn in turns:
        drawn += turn.discarded
        drawn.append(turn.tile)
    drawn += data.left
    if data.drawn is not None:
        drawn.append(data.drawn)
    for tile, count in Counter(drawn).items():
        if count > stack[tile]:
            raise RecordError("turns", f"tile {tile} is drawn more often than there are such tiles")
    _check_piles(drawn, "turns", catalogue)
    return tuple(drawn)


def _check_piles(drawn: Sequence[str], place: str, catalogue: Catalogue) -> None:
    """RV1, RV8: the tiles come pile by pile: the river, the lake, the land."""
    at = 0
    for pile in catalogue.piles:
        size = len(pile.tiles)
        for tile in drawn[at : at + size]:
            if tile not in pile.tiles:
                raise RecordError(place, f"tile {tile} comes before the {pile.purpose} are drawn")
        at += size
