"""The format of a game record, `castle-record/1`. Knows what a record looks like, but not whether
the game in it follows the rules."""

from typing import Annotated, Literal

from pydantic import Field

from engine.castle.material.catalogue import Kind, StartSpacesData, TileId, TilesData
from engine.texts.record_text import Name, RecordPart, Result, RulesVersion, Secret, read_form

RULES_VERSION = "castle/2"
"""See `engine.game.Game.rules_version`."""
MOST_TURNS = 100

Coordinate = Annotated[int, Field(ge=-20, le=20)]
CellData = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Cells = Annotated[list[CellData], Field(max_length=100)]
Seat = Annotated[int, Field(ge=0, le=1)]
Space = Annotated[int, Field(ge=0, le=99)]
WallKind = Annotated[int, Field(ge=1, le=9)]
Points = Annotated[int, Field(ge=0, le=10_000)]
PairData = Annotated[list[Points], Field(min_length=2, max_length=2)]


class WallTileData(RecordPart):
    kind: Annotated[int, Field(ge=2, le=3)]
    cells: Cells


class ScoredData(RecordPart):
    kind: Kind
    cells: Cells
    starts: Annotated[list[Annotated[int, Field(ge=0, le=6)]], Field(max_length=7)]
    followers: PairData
    seat: Seat | None
    points: Points
    space: Space | None
    took: WallKind | None


class TurnData(RecordPart):
    seat: Seat
    discarded: Annotated[list[TileId], Field(max_length=60)]
    tile: TileId
    cell: CellData
    rotation: Annotated[int, Field(ge=0, le=3)]
    follower: Annotated[int, Field(ge=0, le=11)] | None
    wall: Annotated[list[WallTileData], Field(max_length=4)]
    scored: Annotated[list[ScoredData], Field(max_length=24)]
    extra: bool


class FinalData(RecordPart):
    what: Literal["keep", "court", "wall4", "wall5", "wall6", "wall7", "wall9"]
    seat: Seat
    points: Points
    cells: Cells | None = None


class RecordData(RecordPart):
    format: Literal["castle-record/1"]
    rules_version: RulesVersion | None = None
    rules: Annotated[dict[str, str], Field(max_length=20)]
    tiles: TilesData
    start_spaces: StartSpacesData
    inside: Cells
    corner_towers: Annotated[list[Space], Field(max_length=50)]
    players: Annotated[list[Name], Field(min_length=2, max_length=2)]
    first: Seat
    deck: Annotated[list[TileId], Field(max_length=60)] | None = None
    wall_tiles: Annotated[dict[str, WallKind], Field(max_length=50)] | None = None
    seed: Secret | None = None
    commitment: Secret
    turns: Annotated[list[TurnData], Field(max_length=MOST_TURNS)]
    final: Annotated[list[FinalData], Field(max_length=100)]
    scores: PairData
    result: Result | None
    winner: Seat | None


def parse_record(text: str) -> RecordData:
    """The record in a text; the error names the first place that is wrong."""
    return read_form(RecordData, text)
