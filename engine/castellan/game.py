"""Castellan, for two to four players."""

from collections.abc import Mapping

from engine.castellan.building import PREDICTABLE, predictable, question
from engine.castellan.cards import CARDS, SEATS
from engine.castellan.events import EVENTS, Event, events_for, known_in_advance, points, reveals
from engine.castellan.imagining import resample
from engine.castellan.moves import LONGEST, OPTIONS, Turn, assemble, move_text, parse_move, parts
from engine.castellan.record import RECORDS, RULES_VERSION
from engine.castellan.scoring import places, scores, tally
from engine.castellan.snapshot import SNAPSHOTS
from engine.castellan.state import State
from engine.castellan.turn import apply, leave, new_setup, start
from engine.castellan.view import View, view
from engine.errors import DataError
from engine.game import Game


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with four cards in every hand; without a first seat, the seed decides."""
    if seats not in SEATS:
        raise DataError(f"{seats} players are not possible; Castellan is for two to four")
    return start(new_setup(seed, OPTIONS.parse(options), first, seats))


def final_steps(state: State) -> tuple[str, ...]:
    """K13: without trial building, a piece that is placed stays."""
    return ("place",) if state.setup.options.trial_building == "off" else ()


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
    places=places,
    end_now=lambda state: state._replace(phase="over"),
    most_turns=lambda seats: CARDS * seats,
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
    events_text=EVENTS.text,
    earlier_events_texts=EVENTS.earlier_texts,
    parse_events=EVENTS.parse,
    encode=SNAPSHOTS.encode,
    decode=SNAPSHOTS.decode,
    write_record=RECORDS.write_record,
    read_record=RECORDS.read_record,
)
