"""Public records of games, `castellan-record/1`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from engine.castellan.cards import (
    CARDS,
    DECKS,
    SEATS,
    CardId,
    CardsData,
    Deck,
    cards_from,
    standard_cards,
)
from engine.castellan.events import CardDrawn, CourtyardMade, Event, PiecesPassed
from engine.castellan.moves import Options, Turn
from engine.castellan.pieces import NOTHING, Piece, Point, wall
from engine.castellan.places import START
from engine.castellan.scoring import keeps, scores
from engine.castellan.state import Decks, Setup, State
from engine.castellan.turn import start
from engine.errors import RecordError, RunningRecord
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

Step = Ply[State, Turn, Event]
Played = PlayedGame[State, Turn, Event]

# What a record looks like

# No castle extends further than its moves can be typed.
FARTHEST = 999
MOST_PIECES = 1000
MOST_CELLS = 20_000
MOST_TURNS = max(SEATS) * (CARDS + 1)

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
Ids = Annotated[list[CardId], Field(max_length=CARDS)]


class PiecesData(StrictData):
    tower: Count = 0
    short: Count = 0
    long: Count = 0


class TowerData(OpenData):
    part = "turns.build"

    piece: Literal["tower"]
    at: PointData


class WallData(OpenData):
    part = "turns.build"

    piece: Literal["short", "long"]
    at: PointData
    to: PointData


PieceData = Annotated[TowerData | WallData, Field(discriminator="piece")]


class CourtyardData(OpenData):
    part = "turns.courtyards"

    cells: CellsData
    double: bool


class TurnData(OpenData):
    part = "turns"

    seat: Seat
    cards: Ids
    received: PiecesData
    build: Annotated[list[PieceData], Field(max_length=MOST_PIECES)]
    passed: PiecesData
    courtyards: Annotated[list[CourtyardData], Field(max_length=MOST_PIECES)]
    drawn: Annotated[list[Deck], Field(max_length=CARDS)]
    cards_drawn: Ids | None = None


class FinalData(OpenData):
    part = "final"

    seat: Seat
    cells: CellsData
    towers: Count
    double: bool
    points: Count


class DecksData(StrictData):
    wall: Ids
    tower: Ids


class RecordData(AnyRecord):
    format: Literal["castellan-record/1"]
    cards: CardsData
    players: Annotated[list[Name], Field(min_length=min(SEATS), max_length=max(SEATS))]
    first: Seat
    decks: Annotated[list[DecksData], Field(max_length=max(SEATS))] | None = None
    turns: Annotated[list[TurnOrLeaving[TurnData]], Field(max_length=MOST_TURNS)]
    final: Annotated[list[FinalData], Field(max_length=MOST_PIECES)]
    scores: CountsData
    keeps: CountsData
    winners: Seats

    @property
    def won(self) -> list[int]:
        return self.winners


# What is written and read


class CastellanRecords(RecordFormat[State, Turn, Event, RecordData, TurnData]):
    name = "castellan-record/1"
    model = RecordData
    entries: ClassVar[Mapping[str, Sequence[str]]] = {
        "courtyards": ("double",),
        "final": ("seat", "towers", "double", "points"),
    }
    results = ("received", "passed", "courtyards", "cards_drawn")
    hidden = ("cards_drawn",)
    box_place = "cards"
    order_fault = "it does not give these decks and this commitment"

    def start(self, setup: Setup) -> tuple[State, tuple[Event, ...]]:
        return start(setup)

    def box(self, setup: Setup) -> Mapping[str, Any]:
        cards = {
            card.id: {
                "deck": card.deck,
                "towers": card.pieces.tower,
                "long_walls": card.pieces.long,
                "short_walls": card.pieces.short,
                "extra_cards": card.extra,
            }
            for card in setup.cards.by_id.values()
        }
        return {"cards": cards}

    def secrets(self, setup: Setup) -> Mapping[str, Any]:
        return {"decks": [decks._asdict() for decks in setup.decks], "seed": setup.seed}

    def turn_data(self, before: State, ply: Step, later: Sequence[Step]) -> Mapping[str, Any]:
        turn = ply.done
        events = ply.events
        seat = before.seat
        passed = (event.pieces for event in events if isinstance(event, PiecesPassed))
        assert isinstance(turn, Turn)
        return {
            "seat": seat,
            "cards": turn.cards,
            "received": before.received._asdict(),
            "build": [
                _piece_data(piece, first=before.plan.is_empty and not number)
                for number, piece in enumerate(turn.build)
            ],
            "passed": next(passed, NOTHING)._asdict(),
            "courtyards": [
                values_of(event, CourtyardData.model_fields)
                for event in events
                if isinstance(event, CourtyardMade)
            ],
            "drawn": turn.draw,
            "cards_drawn": [
                event.card
                for event in events
                if isinstance(event, CardDrawn) and event.seat == seat
            ],
        }

    def end_data(self, played: Played, read: RecordData | None) -> Mapping[str, Any]:
        """A game that was stopped has no final scoring, but older records list its courtyards."""
        state = played.state
        final = state.phase == "over" or (read is not None and bool(read.final))
        return {
            "final": final_data(state) if final else [],
            "scores": scores(state),
            "keeps": keeps(state),
            "result": played.result,
            "winners": played.winners,
        }

    def read_setup(self, data: RecordData, options: Options) -> Setup:
        if data.result is None:
            raise RunningRecord
        seats = len(data.players)
        cards = cards_from(data.cards)
        if cards.by_id == standard_cards().by_id:  # in whatever order
            cards = standard_cards()
        if data.seed is None:
            raise RecordError("seed", "needed when the game has ended")
        if len(data.decks or []) != seats:
            raise RecordError("decks", "needed for every seat when the game has ended")
        decks = tuple(
            Decks(tuple(deck_data.wall), tuple(deck_data.tower)) for deck_data in data.decks or []
        )
        for seat, pair in enumerate(decks):
            for deck, order in zip(DECKS, pair, strict=True):
                if sorted(order) != sorted(cards.deck(deck)):
                    raise RecordError(f"decks, {seat}, {deck}", f"it must be the {deck} cards")
        return Setup(cards, options, seats, data.seed, data.commitment, decks, data.first)

    def turn_move(self, state: State, data: TurnData, place: str) -> Turn:
        build = tuple(
            _piece(piece_data, f"{place}, build, {number}")
            for number, piece_data in enumerate(data.build, 1)
        )
        if state.plan.is_empty and data.build and _point(data.build[0].at) != START:
            raise RecordError(f"{place}, build, 1", "the first piece of the game begins at 0, 0")
        double = [courtyard for courtyard in data.courtyards if courtyard.double]
        if len(double) > 1:
            raise RecordError(f"{place}, courtyards", "only one keep can be double")
        return Turn(
            tuple(data.cards),
            build,
            min(map(_point, double[0].cells)) if double else None,
            tuple(data.drawn),
        )

    def check_own(self, setup: Setup) -> None:
        if setup.cards != standard_cards():
            raise RecordError("cards", "a game can only be taken over if it was played with ours")


# Parts of what is written


def _piece_data(piece: Piece, *, first: bool) -> Mapping[str, Any]:
    """K6: the first piece of the game begins at 0, 0, in whichever direction it leads."""
    if piece.kind == "tower":
        return {"piece": "tower", "at": piece.at}
    at = piece.at
    to = piece.to
    if first and to == START:
        at, to = to, at
    return {"piece": piece.kind, "at": at, "to": to}


def final_data(state: State) -> list[Mapping[str, Any]]:
    """K18: every courtyard with its worth."""
    plan = state.plan
    return [
        {
            "seat": courtyard.seat,
            "cells": sorted(courtyard.cells),
            "towers": plan.towers_of(courtyard),
            "double": courtyard.double,
            "points": plan.worth(courtyard),
        }
        for courtyard in plan.courtyards
    ]


# Parts of what is read


def _piece(data: TowerData | WallData, place: str) -> Piece:
    at = _point(data.at)
    if isinstance(data, TowerData):
        return Piece("tower", at)
    piece = wall(data.piece, at, _point(data.to))
    if piece is None:
        raise RecordError(place, f"no {data.piece} wall leads from {data.at} to {data.to}")
    return piece


def _point(data: Sequence[int]) -> Point:
    x, y = data
    return x, y
