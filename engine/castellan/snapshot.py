"""A state as it is stored."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from engine.castellan.cards import SEATS, Cards, standard_cards
from engine.castellan.moves import OPTIONS, parse_piece, piece_text
from engine.castellan.pieces import Cell, Pieces, Point
from engine.castellan.plan import Courtyard, build_plan
from engine.castellan.state import Decks, Drawn, Phase, Setup, State
from engine.texts.stored import Snapshots

Seat = Annotated[int, Meta(ge=0, lt=max(SEATS))]
Count = Annotated[int, Meta(ge=0)]


class Snapshot(Struct, kw_only=True, forbid_unknown_fields=True):
    format: Literal["castellan-state/1"] = "castellan-state/1"
    cards: str
    options: dict[str, str]
    seats: Annotated[int, Meta(ge=min(SEATS), le=max(SEATS))]
    seed: str
    commitment: str
    decks: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    first: Seat
    towers: tuple[Point, ...]
    walls: tuple[str, ...]
    """As they are typed."""
    courtyards: tuple[tuple[Seat, bool, tuple[Cell, ...]], ...]
    phase: Phase
    seat: Seat
    turn: Count
    drawn: tuple[tuple[Count, Count], ...]
    played: tuple[tuple[str, ...], ...]
    received: tuple[Count, Count, Count]
    doubled: tuple[bool, ...]
    waiting: tuple[Seat, ...]
    gone: tuple[Seat, ...]


class CastellanSnapshots(Snapshots[State, Cards]):
    model = Snapshot
    state = State
    setup = Setup
    options = OPTIONS
    box = "cards"
    another_box = "other cards"

    def standard(self, options: object) -> Cards:
        return standard_cards()

    def store(self, state: State) -> dict[str, Any]:
        plan = state.plan
        return {
            "towers": tuple(sorted(plan.towers)),
            "walls": tuple(map(piece_text, sorted(plan.walls))),
            "courtyards": tuple(
                (courtyard.seat, courtyard.double, tuple(sorted(courtyard.cells)))
                for courtyard in plan.courtyards
            ),
        }

    def restore(self, data: Snapshot, cards: Cards) -> dict[str, Any]:
        courtyards = [
            Courtyard(seat, frozenset(cells), double) for seat, double, cells in data.courtyards
        ]
        return {
            "decks": tuple(Decks(wall, tower) for wall, tower in data.decks),
            "plan": build_plan(data.towers, [parse_piece(text) for text in data.walls], courtyards),
            "drawn": tuple(Drawn(wall, tower) for wall, tower in data.drawn),
            "received": Pieces(*data.received),
        }


SNAPSHOTS = CastellanSnapshots()
