"""Carcassonne, the base game, for two to five players."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from engine.carcassonne.play.final import credited, winners
from engine.carcassonne.play.leaving import leave
from engine.carcassonne.play.questions import STEPS, question
from engine.carcassonne.play.turn import apply
from engine.carcassonne.seen.resampling import resample
from engine.carcassonne.seen.suppose import in_hand, kinds, suppose
from engine.carcassonne.seen.tally import tally
from engine.carcassonne.seen.view import View, view
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
from engine.carcassonne.vocabulary.moves import Move
from engine.carcassonne.vocabulary.notation import LONGEST, assemble, move_text, parse_move, parts
from engine.carcassonne.vocabulary.options import (
    OPTION_VALUES,
    PRESETS,
    options_from,
    options_to_dict,
)
from engine.carcassonne.vocabulary.players import SEATS, Counts
from engine.errors import DataError
from engine.game import Game
from engine.questions import Part, Question


def settle_options(changes: Mapping[str, str], preset: str | None = None) -> Mapping[str, str]:
    """Every option with its value: the preset, `classic` by default, with some values changed."""
    return options_to_dict(options_from(changes, preset or next(iter(PRESETS))))


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with its first tile drawn; without a first seat, the seed decides."""
    if seats not in SEATS:
        raise DataError(f"{seats} players are not possible; Carcassonne is for two to five")
    return start(new_setup(seed, options_from(options), first, seats))


def predictable(state: State, chosen: Sequence[Part]) -> Question | None:
    """The whole turn, since everybody sees the drawn tile."""
    return question(state, chosen) if state.drawn is not None else None


def commitment(state: State) -> str:
    return state.setup.commitment


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


def reveals(events: Sequence[Event]) -> bool:
    """Whether a tile was drawn."""
    return any(isinstance(event, TileDrawn | TileDiscarded) for event in events)


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


carcassonne: Game[State, Move, Event, View] = Game(
    rules_version=RULES_VERSION,
    seat_counts=SEATS,
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
    may_leave=True,
    leave=leave,
    view=view,
    reveals=reveals,
    known_in_advance=known_in_advance,
    points=points,
    has_supply=True,
    resample=resample,
    predictable_steps=STEPS,
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
