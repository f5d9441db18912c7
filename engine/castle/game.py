"""Carcassonne: The Castle, for two players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from engine.castle.play.final import winners
from engine.castle.play.questions import predictable, question
from engine.castle.play.turn import apply
from engine.castle.seen.resampling import resample
from engine.castle.seen.suppose import in_hand, kinds, suppose
from engine.castle.seen.tally import tally
from engine.castle.seen.view import View, view
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
from engine.castle.vocabulary.moves import Move
from engine.castle.vocabulary.notation import LONGEST, assemble, move_text, parse_move, parts
from engine.castle.vocabulary.options import OPTION_VALUES, PRESETS, options_from, options_to_dict
from engine.castle.vocabulary.players import Pair
from engine.errors import DataError
from engine.game import Game


def settle_options(changes: Mapping[str, str], preset: str | None = None) -> Mapping[str, str]:
    """Every option with its value: the preset, `official` by default, with some values changed."""
    return options_to_dict(options_from(changes, preset or next(iter(PRESETS))))


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with its first tile drawn; the seed decides who starts unless `first` is given."""
    if seats != 2:
        raise DataError(f"{seats} players are not possible; The Castle is for two")
    return start(new_setup(seed, options_from(options), first))


def commitment(state: State) -> str:
    return state.setup.commitment


def to_act(state: State) -> int | None:
    """The seat to act, or None when the game is over."""
    return None if state.phase == "over" else state.seat


def scores(state: State) -> Pair:
    return state.scores


def places(state: State) -> tuple[int, ...]:
    first = winners(state)
    return tuple(1 if seat in first else 2 for seat in range(len(state.scores)))


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


castle: Game[State, Move, Event, View] = Game(
    rules_version=RULES_VERSION,
    seat_counts=(2,),
    option_values=OPTION_VALUES,
    presets={name: options_to_dict(preset) for name, preset in PRESETS.items()},
    settle_options=settle_options,
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
    winners=winners,
    places=places,
    tally=tally,
    view=view,
    reveals=reveals,
    turn_order_leaks=turn_order_leaks,
    known_in_advance=known_in_advance,
    points=points,
    has_supply=True,
    resample=resample,
    predictable_steps=("cell", "rotation", "follower"),
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
