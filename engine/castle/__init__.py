"""Carcassonne: The Castle, for two players, as a game in the sense of `engine.game`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from engine.castle.play.choices import completions, legal_moves
from engine.castle.play.final import winners
from engine.castle.play.placing import placements
from engine.castle.play.questions import predictable, question
from engine.castle.play.turn import apply, leave
from engine.castle.seen.resampling import resample
from engine.castle.seen.suppose import in_hand, kinds, suppose
from engine.castle.seen.tally import tally
from engine.castle.seen.view import view
from engine.castle.setup import new_setup, start
from engine.castle.state import State
from engine.castle.stored.record_format import RULES_VERSION
from engine.castle.stored.recorded import read_record, write_record
from engine.castle.stored.snapshot import decode, encode
from engine.castle.vocabulary.events import (
    Event,
    FeatureScored,
    FinalScored,
    GameEnded,
    TileDiscarded,
    TileDrawn,
)
from engine.castle.vocabulary.events_text import events_text, parse_events
from engine.castle.vocabulary.notation import LONGEST, assemble, move_text, parse_move, parts
from engine.castle.vocabulary.options import OPTION_VALUES, PRESETS, options_from, options_to_dict
from engine.castle.vocabulary.players import Pair
from engine.errors import DataError

__all__ = [
    "apply",
    "assemble",
    "begin",
    "commitment",
    "completions",
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
    "legal_moves",
    "longest_move",
    "may_leave",
    "move_text",
    "option_values",
    "parse_events",
    "parse_move",
    "parts",
    "placements",
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

rules_version = RULES_VERSION
seat_counts: Sequence[int] = (2,)
predictable_steps: Sequence[str] = ("cell", "rotation", "follower")
has_supply = True
takes_orders = True
longest_move = LONGEST
may_leave = False
option_values: Mapping[str, Sequence[str]] = OPTION_VALUES
presets: Mapping[str, Mapping[str, str]] = {
    name: options_to_dict(preset) for name, preset in PRESETS.items()
}


def settle_options(changes: Mapping[str, str], preset: str | None = None) -> Mapping[str, str]:
    """Every option with its value: the preset, `official` by default, with some values changed."""
    return options_to_dict(options_from(changes, preset or next(iter(PRESETS))))


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with its first tile drawn; the seed decides who starts unless `first` is given."""
    if seats not in seat_counts:
        raise DataError(f"{seats} players are not possible; The Castle is for two")
    return start(new_setup(seed, options_from(options), first))


def commitment(state: State) -> str:
    return state.setup.commitment


def final_steps(state: State) -> tuple[str, ...]:
    """None: a turn counts only when it is confirmed."""
    return ()


def to_act(state: State) -> int | None:
    """The seat to act, or None when the game is over."""
    return None if state.phase == "over" else state.seat


def scores(state: State) -> Pair:
    return state.scores


def places(state: State) -> tuple[int, ...]:
    first = winners(state)
    return tuple(1 if seat in first else 2 for seat in range(len(state.scores)))


def events_for(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    """All of them: nobody sees anything that others do not."""
    return tuple(events)


def reveals(events: Sequence[Event]) -> bool:
    """Whether a tile was drawn or a wall tile turned up."""
    drawn = any(isinstance(event, TileDrawn | TileDiscarded) for event in events)
    return drawn or turn_order_leaks(events)


def turn_order_leaks(events: Sequence[Event]) -> bool:
    """Whether a wall tile was turned up: another turn is only possible if its kind is 1 (R22)."""
    return any(isinstance(event, FeatureScored) and event.took is not None for event in events)


def known_in_advance(events: Sequence[Event]) -> tuple[Event, ...]:
    """Up to the first draw, and without the kind of a wall tile that lay face down."""
    return tuple(
        replace(event, took=None) if isinstance(event, FeatureScored) else event
        for event in takewhile(_before_the_draw, events)
    )


def _before_the_draw(event: Event) -> bool:
    return not isinstance(event, TileDrawn | TileDiscarded | FinalScored | GameEnded)


def points(events: Sequence[Event]) -> Pair:
    """The points the events gave to each seat."""
    given = [0, 0]
    for event in events:
        if isinstance(event, FeatureScored | FinalScored) and event.seat is not None:
            given[event.seat] += event.points
    return given[0], given[1]
