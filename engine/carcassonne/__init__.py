"""Carcassonne, the base game, for two to five players: implements `engine.game`."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from engine.carcassonne.play.choices import completions, legal_moves
from engine.carcassonne.play.final import credited, winners
from engine.carcassonne.play.leaving import leave
from engine.carcassonne.play.placing import placements
from engine.carcassonne.play.questions import STEPS, question
from engine.carcassonne.play.turn import apply
from engine.carcassonne.seen.resampling import resample
from engine.carcassonne.seen.suppose import in_hand, kinds, suppose
from engine.carcassonne.seen.tally import tally
from engine.carcassonne.seen.view import view
from engine.carcassonne.setup import new_setup, start
from engine.carcassonne.state import State
from engine.carcassonne.stored.record_format import RULES_VERSION
from engine.carcassonne.stored.recorded import read_record, write_record
from engine.carcassonne.stored.snapshot import decode, encode
from engine.carcassonne.vocabulary.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    GameBegan,
    GameEnded,
    PlayerLeft,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)
from engine.carcassonne.vocabulary.events_text import events_text, parse_events
from engine.carcassonne.vocabulary.notation import LONGEST, assemble, move_text, parse_move, parts
from engine.carcassonne.vocabulary.options import (
    OPTION_VALUES,
    PRESETS,
    options_from,
    options_to_dict,
)
from engine.carcassonne.vocabulary.players import SEATS, Counts
from engine.errors import DataError
from engine.questions import Part, Question

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
seat_counts: Sequence[int] = SEATS
predictable_steps: Sequence[str] = STEPS
has_supply = True
takes_orders = True
longest_move = LONGEST
may_leave = True
option_values: Mapping[str, Sequence[str]] = OPTION_VALUES
presets: Mapping[str, Mapping[str, str]] = {
    name: options_to_dict(preset) for name, preset in PRESETS.items()
}


def settle_options(changes: Mapping[str, str], preset: str | None = None) -> Mapping[str, str]:
    """Every option with its value: the preset, `classic` by default, with some values changed."""
    return options_to_dict(options_from(changes, preset or next(iter(PRESETS))))


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with its first tile drawn; without a first seat, the seed decides."""
    if seats not in seat_counts:
        raise DataError(f"{seats} players are not possible; Carcassonne is for two to five")
    return start(new_setup(seed, options_from(options), first, seats))


def predictable(state: State, chosen: Sequence[Part]) -> Question | None:
    """The whole turn, since everybody sees the drawn tile."""
    return question(state, chosen) if state.drawn is not None else None


def commitment(state: State) -> str:
    return state.setup.commitment


def final_steps(state: State) -> tuple[str, ...]:
    """None: a turn counts only when it is confirmed."""
    return ()


def to_act(state: State) -> int | None:
    """The seat to act, or None when the game is over."""
    return None if state.phase == "over" else state.seat


def scores(state: State) -> Counts:
    return state.scores


def places(state: State) -> tuple[int, ...]:
    """C21: players who left come last, no matter when they left."""
    stayed = [score for seat, score in enumerate(state.scores) if seat not in state.gone]
    return tuple(
        len(stayed) + 1 if seat in state.gone else 1 + sum(other > score for other in stayed)
        for seat, score in enumerate(state.scores)
    )


def events_for(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    """All of them: no event is visible to one seat only."""
    return tuple(events)


def reveals(events: Sequence[Event]) -> bool:
    """Whether a tile was drawn."""
    return any(isinstance(event, TileDrawn | TileDiscarded) for event in events)


def turn_order_leaks(events: Sequence[Event]) -> bool:
    """Never: whose turn it is follows from the seating order alone."""
    return False


def known_in_advance(events: Sequence[Event]) -> tuple[Event, ...]:
    """Up to the first draw."""
    return tuple(takewhile(_before_the_draw, events))


def _before_the_draw(event: Event) -> bool:
    drawn = TileDrawn | TileDiscarded
    return not isinstance(event, drawn | FinalScored | FarmersScored | GameEnded)


def points(events: Sequence[Event]) -> Counts:
    """The points that the events gave to each seat."""
    given: Counts = ()
    for event in events:
        match event:
            case GameBegan():
                given = (0,) * event.seats
            case TilePlaced() | PlayerLeft():
                given = given or (0,) * len(event.scores)
            case FeatureScored() | FinalScored() | FarmersScored():
                given = credited(given or (0,) * len(event.followers), event.seats, event.points)
            case _:
                pass
    return given
