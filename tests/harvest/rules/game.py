"""Harvest, a game for two to four players that exists only for tests."""

from collections.abc import Mapping
from dataclasses import replace

from engine.game import Game
from tests.harvest.rules.events import (
    Event,
    events_for,
    events_text,
    known_in_advance,
    parse_events,
    points,
    reveals,
)
from tests.harvest.rules.moves import LONGEST, NUMBERS, Turn, assemble, move_text, parse_move, parts
from tests.harvest.rules.record import read_record, write_record
from tests.harvest.rules.seen import View, in_hand, kinds, resample, suppose, tally, view
from tests.harvest.rules.snapshot import decode, encode
from tests.harvest.rules.state import COPIES, OPTIONS, SEAT_COUNTS, State, dealt
from tests.harvest.rules.turn import apply, begun, leave, places, predictable, question


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 3
) -> tuple[State, tuple[Event, ...]]:
    return begun(dealt(seed, options, first, seats))


def commitment(state: State) -> str:
    return state.setup.commitment


def to_act(state: State) -> int | None:
    return None if state.over else state.seat


def scores(state: State) -> tuple[int, ...]:
    return state.scores


harvest: Game[State, Turn, Event, View] = Game(
    rules_version="harvest/1",
    seat_counts=SEAT_COUNTS,
    options=OPTIONS,
    begin=begin,
    commitment=commitment,
    to_act=to_act,
    question=question,
    apply=apply,
    longest_move=LONGEST,
    move_text=move_text,
    parse_move=parse_move,
    parts=parts,
    assemble=assemble,
    scores=scores,
    places=places,
    end_now=lambda state: replace(state, over=True),
    most_turns=lambda seats: COPIES * len(NUMBERS),
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
    predictable_steps=("field",),
    predictable=predictable,
    takes_orders=True,
    kinds=kinds,
    in_hand=in_hand,
    suppose=suppose,
    events_text=events_text,
    parse_events=parse_events,
    encode=encode,
    decode=decode,
    write_record=write_record,
    read_record=read_record,
)
