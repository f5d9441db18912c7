"""Castellan, for two to four players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from engine.castellan.play.ending import leave, winners
from engine.castellan.play.questions import PREDICTABLE, predictable, question
from engine.castellan.play.turn import apply
from engine.castellan.record import RECORDS, RULES_VERSION
from engine.castellan.seen.resampling import resample
from engine.castellan.seen.tally import tally
from engine.castellan.seen.view import View, view
from engine.castellan.setup import new_setup, start
from engine.castellan.snapshot import SNAPSHOTS
from engine.castellan.state import State, keeps, scores, staying
from engine.castellan.vocabulary.events import (
    CardDrawn,
    CardsPlayed,
    Event,
    GameBegan,
    GameEnded,
    LastTurnsBegan,
    PlayerLeft,
    TurnScored,
)
from engine.castellan.vocabulary.events_text import earlier_events_text, events_text, parse_events
from engine.castellan.vocabulary.moves import Turn
from engine.castellan.vocabulary.notation import LONGEST, assemble, move_text, parse_move, parts
from engine.castellan.vocabulary.options import OPTIONS
from engine.castellan.vocabulary.players import SEATS, Counts
from engine.errors import DataError
from engine.game import Game


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with four cards in every hand; without a first seat, the seed decides."""
    if seats not in SEATS:
        raise DataError(f"{seats} players are not possible; Castellan is for two to four")
    return start(new_setup(seed, first, seats, options=OPTIONS.parse(options)))


def places(state: State) -> tuple[int, ...]:
    """K19, K21: players who left come last, no matter when they left."""
    ranks, stayed = list(zip(scores(state), keeps(state), strict=True)), staying(state)
    return tuple(
        1 + sum(ranks[other] > rank for other in stayed) if seat in stayed else len(stayed) + 1
        for seat, rank in enumerate(ranks)
    )


def final_steps(state: State) -> tuple[str, ...]:
    """K13: without trial building, a piece that is placed stays."""
    return ("place",) if state.setup.options.trial_building == "off" else ()


def events_for(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    """All of them, but without the faces of the cards that others draw."""
    return tuple(
        replace(event, card=None) if isinstance(event, CardDrawn) and event.seat != seat else event
        for event in events
    )


def reveals(events: Sequence[Event]) -> bool:
    """Whether somebody drew a card."""
    return any(isinstance(event, CardDrawn) for event in events)


def known_in_advance(events: Sequence[Event]) -> tuple[Event, ...]:
    """Everything that is built, enclosed and passed on: up to the first draw, or the end."""
    return tuple(takewhile(_before_the_draw, events))


def _before_the_draw(event: Event) -> bool:
    return not isinstance(event, CardDrawn | LastTurnsBegan | GameEnded)


def points(events: Sequence[Event]) -> Counts:
    """The points that the events gave to each seat."""
    given: Counts = ()
    for event in events:
        match event:
            case GameBegan():
                given = (0,) * event.seats
            case CardsPlayed() | PlayerLeft():
                given = given or (0,) * len(event.scores)
            case TurnScored():
                given = tuple(
                    points + (event.points if seat == event.seat else 0)
                    for seat, points in enumerate(given)
                )
            case _:
                pass
    return given


castellan: Game[State, Turn, Event, View] = Game(
    rules_version=RULES_VERSION,
    seat_counts=SEATS,
    options=OPTIONS,
    begin=begin,
    commitment=lambda state: state.setup.commitment,
    to_act=lambda state: None if state.phase == "over" else state.seat,
    question=question,
    apply=apply,
    final_steps=final_steps,
    longest_move=LONGEST,
    move_text=move_text,
    parse_move=parse_move,
    parts=parts,
    assemble=assemble,
    scores=scores,
    winners=winners,
    places=places,
    tally=tally,
    may_leave=True,
    leave=leave,
    view=view,
    events_for=events_for,
    reveals=reveals,
    known_in_advance=known_in_advance,
    points=points,
    has_supply=True,
    resample=resample,
    predictable_steps=PREDICTABLE,
    predictable=predictable,
    events_text=events_text,
    earlier_events_text=earlier_events_text,
    parse_events=parse_events,
    encode=SNAPSHOTS.encode,
    decode=SNAPSHOTS.decode,
    write_record=RECORDS.write_record,
    read_record=RECORDS.read_record,
)
