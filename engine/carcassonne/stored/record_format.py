"""The format of a game record, `carcassonne-record/1`. Knows what a record looks like, but not
whether the game in it follows the rules."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from engine.carcassonne.material.catalogue import MOST_TILES, TilesData, TileType
from engine.carcassonne.vocabulary.players import SEATS
from engine.texts.record_leaving import LeavingData, turn_tag
from engine.texts.record_text import Name, RecordPart, Result, RulesVersion, Secret, read_form

FORMAT = "carcassonne-record/1"
RULES_VERSION = "carcassonne/1"
"""See `engine.game.Game.rules_version`."""

Coordinate = Annotated[int, Field(ge=-MOST_TILES, le=MOST_TILES)]
CellData = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
CellsData = Annotated[list[CellData], Field(max_length=MOST_TILES)]
Seat = Annotated[int, Field(ge=0, lt=max(SEATS))]
Seats = Annotated[list[Seat], Field(max_length=max(SEATS))]
Points = Annotated[int, Field(ge=0, le=100_000)]
CountsData = Annotated[list[Points], Field(min_length=min(SEATS), max_length=max(SEATS))]
Tiles = Annotated[list[TileType], Field(max_length=MOST_TILES)]
ScoringKindData = Literal["road", "city", "cloister"]


class StartData(RecordPart):
    tile: TileType
    cell: CellData
    rotation: Annotated[int, Field(ge=0, le=3)]


class ScoredData(RecordPart):
    kind: ScoringKindData
    cells: CellsData
    followers: CountsData
    seats: Seats
    points: Points


class TurnData(RecordPart):
    seat: Seat
    discarded: Tiles
    tile: TileType
    cell: CellData
    rotation: Annotated[int, Field(ge=0, le=3)]
    follower: Annotated[int, Field(ge=0, le=12)] | None
    scored: Annotated[list[ScoredData], Field(max_length=24)]


AnyTurnData = Annotated[
    Annotated[TurnData, Tag("played")] | Annotated[LeavingData, Tag("left")],
    Discriminator(turn_tag),
]


class IncompleteData(RecordPart):
    what: ScoringKindData
    cells: CellsData
    followers: CountsData
    seats: Seats
    points: Points


class FarmsData(RecordPart):
    what: Literal["field"]
    cells: CellsData
    followers: CountsData
    seats: Seats
    points: Points


class CityFarmsData(FarmsData):
    city: CellsData


class FieldFarmsData(FarmsData):
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


class RecordData(RecordPart):
    format: Literal["carcassonne-record/1"]
    rules_version: RulesVersion | None = None
    rules: Annotated[dict[str, str], Field(max_length=20)]
    tiles: TilesData
    start: StartData
    players: Annotated[list[Name], Field(min_length=min(SEATS), max_length=max(SEATS))]
    first: Seat
    deck: Tiles | None = None
    seed: Secret | None = None
    commitment: Secret
    turns: Annotated[list[AnyTurnData], Field(max_length=MOST_TILES + max(SEATS))]
    left: Tiles
    drawn: TileType | None
    final: Annotated[list[AnyFinalData], Field(max_length=2 * MOST_TILES)]
    scores: CountsData
    result: Result | None
    winners: Seats


def parse_record(text: str) -> RecordData:
    """The record in a text; the error names the first invalid place."""
    return read_form(RecordData, text)
