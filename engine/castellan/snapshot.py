"""A state as it is stored."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.castellan.material.cards import Cards, standard_cards
from engine.castellan.plan.plan import Courtyard, Plan, built
from engine.castellan.state import Decks, Drawn, Phase, Setup, State
from engine.castellan.vocabulary.notation import parse_piece, piece_text
from engine.castellan.vocabulary.options import options_from, options_to_dict
from engine.castellan.vocabulary.pieces import Cell, Piece, Pieces, Point
from engine.castellan.vocabulary.players import SEATS
from engine.errors import SnapshotError
from engine.texts.stored import Snapshots

Seat = Annotated[int, Meta(ge=0, lt=max(SEATS))]
Count = Annotated[int, Meta(ge=0)]


class Snapshot(Struct, kw_only=True, forbid_unknown_fields=True):
    """The format of a stored state."""

    format: Literal["castellan-state/1"] = "castellan-state/1"
    cards: str
    options: dict[str, str] = {}
    """Snapshots from before there were options have none."""
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


def store(state: State) -> Snapshot:
    setup, plan = state.setup, state.plan
    return Snapshot(
        cards=setup.cards.fingerprint,
        options=options_to_dict(setup.options),
        seats=setup.seats,
        seed=setup.seed,
        commitment=setup.commitment,
        decks=setup.decks,
        first=setup.first,
        towers=tuple(sorted(plan.towers)),
        walls=tuple(map(piece_text, sorted(plan.walls))),
        courtyards=tuple(
            (one.seat, one.double, tuple(sorted(one.cells))) for one in plan.courtyards
        ),
        phase=state.phase,
        seat=state.seat,
        turn=state.turn,
        drawn=state.drawn,
        played=state.played,
        received=state.received,
        doubled=state.doubled,
        waiting=state.waiting,
        gone=state.gone,
    )


def restore(data: Snapshot, cards: Cards) -> State:
    if data.cards != cards.fingerprint:
        raise SnapshotError("the state was stored with other cards")
    return State(
        setup=Setup(
            cards=cards,
            options=options_from(data.options),
            seats=data.seats,
            seed=data.seed,
            commitment=data.commitment,
            decks=tuple(Decks(*one) for one in data.decks),
            first=data.first,
        ),
        plan=_plan(data),
        phase=data.phase,
        seat=data.seat,
        turn=data.turn,
        drawn=tuple(Drawn(*one) for one in data.drawn),
        played=data.played,
        received=Pieces(*data.received),
        doubled=data.doubled,
        waiting=data.waiting,
        gone=data.gone,
    )


def _plan(data: Snapshot) -> Plan:
    walls: list[Piece] = [parse_piece(text) for text in data.walls]
    courtyards = [
        Courtyard(seat, frozenset(cells), double) for seat, double, cells in data.courtyards
    ]
    return built(data.towers, walls, courtyards)


SNAPSHOTS = Snapshots(Snapshot, store, restore, standard_cards)
