"""The public records of games, `castellan-record/1`.

Only a game that has ended can be read: before that, its record lacks the cards that its players
hold.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from engine.bag import commitment
from engine.castellan.material.cards import (
    IN_A_DECK,
    CardId,
    Cards,
    CardsData,
    cards_from,
    standard_cards,
)
from engine.castellan.plan.places import START
from engine.castellan.play.ending import leave, winners
from engine.castellan.play.turn import apply
from engine.castellan.setup import new_setup, order_text, start
from engine.castellan.state import Decks, Setup, State, keeps, scores, staying
from engine.castellan.vocabulary.events import CardDrawn, CourtyardMade, Event, PiecesPassed
from engine.castellan.vocabulary.moves import DECKS, Deck, Turn
from engine.castellan.vocabulary.notation import move_text, parse_move
from engine.castellan.vocabulary.options import OPTIONS, Options
from engine.castellan.vocabulary.pieces import NOTHING, Cell, Piece, Point, wall
from engine.castellan.vocabulary.players import SEATS
from engine.errors import DataError, RecordError, RunningRecord
from engine.recorded import Ply
from engine.texts.records import (
    LeavingData,
    Name,
    PlayedGame,
    RecordFormat,
    RecordPart,
    Result,
    RulesVersion,
    Secret,
    turn_tag,
)

RULES_VERSION = "castellan/2"
"""See `engine.game.Game.rules_version`."""

Step = Ply[State, Turn, Event]
Played = PlayedGame[State, Turn, Event]

# What a record looks like

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

    @property
    def won(self) -> list[int]:
        return self.winners


# What is written


def commitment_holds(setup: Setup) -> bool:
    """Whether the commitment published at the start belongs to the order that was played."""
    return setup.commitment == commitment(setup.seed, order_text(setup.decks))


def box_data(setup: Setup) -> Mapping[str, Any]:
    return {
        "cards": {
            card.id: {
                "deck": card.deck,
                "towers": card.pieces.tower,
                "long_walls": card.pieces.long,
                "short_walls": card.pieces.short,
                "extra_cards": card.extra,
            }
            for card in setup.cards.by_id.values()
        }
    }


def secrets(setup: Setup) -> Mapping[str, Any]:
    decks = [{"wall": list(one.wall), "tower": list(one.tower)} for one in setup.decks]
    return {"decks": decks, "seed": setup.seed}


def turn_data(before: State, ply: Step, later: Sequence[Step]) -> Mapping[str, Any]:
    """The turn, with the cards drawn at its end."""
    turn, events, seat, begins = ply.done, ply.events, before.seat, before.plan.is_empty
    assert isinstance(turn, Turn)
    passed = [event.pieces for event in events if isinstance(event, PiecesPassed)]
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    return {
        "seat": seat,
        "cards": list(turn.cards),
        "received": before.received._asdict(),
        "build": [
            _piece_data(piece, begins and not number) for number, piece in enumerate(turn.build)
        ],
        "passed": (passed[0] if passed else NOTHING)._asdict(),
        "courtyards": [
            {"cells": points_data(event.cells), "double": event.double}
            for event in events
            if isinstance(event, CourtyardMade)
        ],
        "drawn": list(turn.draw),
        "cards_drawn": [event.card for event in drawn if event.seat == seat],
    }


def points_data(points: Sequence[Point]) -> list[list[int]]:
    return [list(point) for point in points]


def _piece_data(piece: Piece, begins: bool) -> Mapping[str, Any]:
    """The first piece of the game begins at 0, 0, in whichever direction it leads (K6)."""
    if piece.kind == "tower":
        return {"piece": "tower", "at": list(piece.at)}
    at, to = (piece.to, piece.at) if begins and piece.to == START else (piece.at, piece.to)
    return {"piece": piece.kind, "at": list(at), "to": list(to)}


def end_data(played: Played, read: RecordData | None = None) -> Mapping[str, Any]:
    """A game that was stopped has no final scoring, but older records list its courtyards."""
    state = played.state
    listed = state.phase == "over" or (read is not None and bool(read.final))
    return {
        "final": final_data(state) if listed else [],
        "scores": list(scores(state)),
        "keeps": list(keeps(state)),
        "result": played.result,
        "winners": list(played.winners),
    }


def final_data(state: State) -> list[Mapping[str, Any]]:
    """Every courtyard with its current worth (K18)."""
    return [
        {
            "seat": one.seat,
            "cells": points_data(sorted(one.cells)),
            "towers": state.plan.towers_of(one),
            "double": one.double,
            "points": state.plan.worth(one),
        }
        for one in state.plan.courtyards
    ]


# What is read


def read_setup(data: RecordData, options: Options) -> Setup:
    if data.result is None:
        raise RunningRecord
    seats, cards = len(data.players), _cards(data)
    if data.first >= seats:
        raise RecordError("first", f"there are {seats} seats")
    if data.seed is None:
        raise RecordError("seed", "needed when the game has ended")
    return Setup(
        cards=cards,
        options=options,
        seats=seats,
        seed=data.seed,
        commitment=data.commitment,
        decks=_decks(data, cards),
        first=data.first,
    )


def _cards(data: RecordData) -> Cards:
    """The cards of the record. If they are those of this project, in any order, that object is
    used."""
    try:
        cards = cards_from(data.cards)
    except DataError as error:
        raise RecordError("cards", str(error)) from None
    standard = standard_cards()
    return standard if standard.by_id == cards.by_id else cards


def _decks(data: RecordData, cards: Cards) -> tuple[Decks, ...]:
    if len(data.decks or []) != len(data.players):
        raise RecordError("decks", "needed for every seat when the game has ended")
    decks = [Decks(tuple(one.wall), tuple(one.tower)) for one in data.decks or []]
    for seat, pair in enumerate(decks):
        for deck, order in zip(DECKS, pair, strict=True):
            if sorted(order) != sorted(cards.deck(deck)):
                raise RecordError(f"decks, {seat}, {deck}", f"it must be the {deck} cards")
    return tuple(decks)


def check_own(setup: Setup) -> None:
    if setup.cards != standard_cards():
        raise RecordError("cards", "a game can only be taken over if it was played with ours")


def turn_move(state: State, data: TurnData, place: str) -> Turn:
    build = tuple(
        _piece(one, f"{place}, build, {number}") for number, one in enumerate(data.build, 1)
    )
    if state.plan.is_empty and data.build and data.build[0].at != list(START):
        raise RecordError(f"{place}, build, 1", "the first piece of the game begins at 0, 0")
    return Turn(tuple(data.cards), build, _double(data, place), tuple(data.drawn))


def _piece(data: TowerData | WallData, place: str) -> Piece:
    at = _point(data.at)
    if isinstance(data, TowerData):
        return Piece("tower", at)
    piece = wall(data.piece, at, _point(data.to))
    if piece is None:
        raise RecordError(place, f"no {data.piece} wall leads from {data.at} to {data.to}")
    return piece


def _double(data: TurnData, place: str) -> Cell | None:
    """K12: a cell of the courtyard that gets, or keeps, the double keep."""
    double = [one for one in data.courtyards if one.double]
    if len(double) > 1:
        raise RecordError(f"{place}, courtyards", "only one keep can be double")
    return min(map(_point, double[0].cells)) if double else None


def _point(data: Sequence[int]) -> Point:
    x, y = data
    return x, y


def _new_setup(seed: str, options: Options, first: int, seats: int) -> Setup:
    return new_setup(seed, first, seats, options=options)


RECORDS: RecordFormat[State, Turn, Event, RecordData, TurnData] = RecordFormat(
    name="castellan-record/1",
    rules_version=RULES_VERSION,
    model=RecordData,
    entries={"courtyards": ("double",), "final": ("seat", "towers", "double", "points")},
    results=("received", "passed", "courtyards", "cards_drawn"),
    options=OPTIONS,
    new_setup=_new_setup,
    start=start,
    apply=apply,
    winners=winners,
    leave=leave,
    active_seats=staying,
    move_text=move_text,
    parse_move=parse_move,
    box=box_data,
    secrets=secrets,
    turn_data=turn_data,
    hidden=("cards_drawn",),
    end_data=end_data,
    read_setup=read_setup,
    turn_move=turn_move,
    check_own=check_own,
    order_fault="it does not give these decks and this commitment",
)
