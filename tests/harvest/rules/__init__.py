"""The rules of Harvest, as `engine.game` asks for them."""

from collections.abc import Mapping, Sequence

from tests.harvest.rules.events import (
    Event,
    events_for,
    events_text,
    known_in_advance,
    parse_events,
    points,
    reveals,
    turn_order_leaks,
)
from tests.harvest.rules.moves import LONGEST, assemble, move_text, parse_move, parts
from tests.harvest.rules.record import read_record, write_record
from tests.harvest.rules.seen import in_hand, kinds, resample, suppose, tally, view
from tests.harvest.rules.snapshot import decode, encode
from tests.harvest.rules.state import OPTION_VALUES, PRESETS, SEAT_COUNTS, State, dealt, settled
from tests.harvest.rules.turn import apply, begun, leave, places, predictable, question, winners

__all__ = [
    "apply",
    "assemble",
    "begin",
    "commitment",
    "decode",
    "encode",
    "events_for",
    "events_text",
    "final_steps",
    "has_supply",
    "in_hand",
    "kinds",
    "known_in_advance",
    "leave",
    "longest_move",
    "may_leave",
    "move_text",
    "option_values",
    "parse_events",
    "parse_move",
    "parts",
    "places",
    "points",
    "predictable",
    "predictable_steps",
    "presets",
    "question",
    "read_record",
    "resample",
    "reveals",
    "rules_version",
    "scores",
    "seat_counts",
    "settle_options",
    "suppose",
    "takes_orders",
    "tally",
    "to_act",
    "turn_order_leaks",
    "view",
    "winners",
    "write_record",
]

rules_version = "harvest/1"
seat_counts: Sequence[int] = SEAT_COUNTS
predictable_steps: Sequence[str] = ("field",)
has_supply = True
takes_orders = True
longest_move = LONGEST
may_leave = True
option_values: Mapping[str, Sequence[str]] = OPTION_VALUES
presets: Mapping[str, Mapping[str, str]] = PRESETS


def settle_options(changes: Mapping[str, str], preset: str | None = None) -> Mapping[str, str]:
    return settled(changes, preset)


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 3
) -> tuple[State, tuple[Event, ...]]:
    return begun(dealt(seed, options, first, seats))


def commitment(state: State) -> str:
    return state.setup.commitment


def final_steps(state: State) -> tuple[str, ...]:
    return ()


def to_act(state: State) -> int | None:
    return None if state.over else state.seat


def scores(state: State) -> tuple[int, ...]:
    return state.scores
