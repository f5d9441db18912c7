"""The format of a game record, `castellan-record/1`. Knows what a record looks like, but not
whether the game in it follows the rules."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from engine.castellan.material.cards import IN_A_DECK, CardId, CardsData
from engine.castellan.vocabulary.moves import DECKS, Deck
from engine.castellan.vocabulary.players import SEATS
from engine.texts.record_leaving import LeavingData, turn_tag
from engine.texts.record_text import Name, RecordPart, Result, RulesVersion, Secret, read_form

FORMAT = "castellan-record/1"
RULES_VERSION = "castellan/2"
"""See `engine.game.Game.rules_version`."""
FARTHEST = 999
"""No castle extends further than its moves can be typed."""
MOST_PIECES = 1000
MOST_CELLS = 20_000
MOST_TURNS = max(SEATS) * (len(DECKS) * IN_A_DECK + 1)

Coordinate = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
PointData = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
CellsData = Annotated[list[PointData], Field(min_length=1, max_length=MOST_CELLS)]
Seat = Annotated[int, Field(ge=0, lt=max(SEATS))]
Seats = Annotated[list[Seat], Field(max_length=max(SEATS))]
Count = Annotated[int, Field(ge=0, le=MOST_PIECES)]
CountsData = Annotated[
    list[Annotated[int, Field(ge=0, le=100_000)]],
    Field(min_length=min(SEATS), max_length=max(SEATS)),
]
Ids = Annotated[list[CardId], Field(max_length=len(DECKS) * IN_A_DECK)]


class PiecesData(RecordPart):
    tower: Count = 0
    short: Count = 0
    long: Count = 0


class TowerData(RecordPart):
    piece: Literal["tower"]
    at: PointData


class WallData(RecordPart):
    piece: Literal["short", "long"]
    at: PointData
    to: PointData


PieceData = Annotated[TowerData | WallData, Field(discriminator="piece")]


class CourtyardData(RecordPart):
    cells: CellsData
    double: bool


class TurnData(RecordPart):
    seat: Seat
    cards: Ids
    received: PiecesData
    build: Annotated[list[PieceData], Field(max_length=MOST_PIECES)]
    passed: PiecesData
    courtyards: Annotated[list[CourtyardData], Field(max_length=MOST_PIECES)]
    drawn: Annotated[list[Deck], Field(max_length=len(DECKS) * IN_A_DECK)]
    cards_drawn: Ids | None = None


AnyTurnData = Annotated[
    Annotated[TurnData, Tag("played")] | Annotated[LeavingData, Tag("left")],
    Discriminator(turn_tag),
]


class FinalData(RecordPart):
    seat: Seat
    cells: CellsData
    towers: Count
    double: bool
    points: Count


class DecksData(RecordPart):
    wall: Ids
    tower: Ids


class RecordData(RecordPart):
    format: Literal["castellan-record/1"]
    rules_version: RulesVersion | None = None
    rules: Annotated[dict[str, str], Field(max_length=20)]
    cards: CardsData
    players: Annotated[list[Name], Field(min_length=min(SEATS), max_length=max(SEATS))]
    first: Seat
    decks: Annotated[list[DecksData], Field(max_length=max(SEATS))] | None = None
    seed: Secret | None = None
    commitment: Secret
    turns: Annotated[list[AnyTurnData], Field(max_length=MOST_TURNS)]
    final: Annotated[list[FinalData], Field(max_length=MOST_PIECES)]
    scores: CountsData
    keeps: CountsData
    result: Result | None
    winners: Seats


def parse_record(text: str) -> RecordData:
    """The record in a text; the error names the first invalid place."""
    return read_form(RecordData, text)
