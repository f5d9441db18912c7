"""Carcassonne, the base game, for two to five players."""

from collections.abc import Mapping

from engine.carcassonne.catalogue import SEATS, standard_catalogue
from engine.carcassonne.events import EVENTS, Event, known_in_advance, points, reveals
from engine.carcassonne.imagining import in_hand, kinds, resample, suppose
from engine.carcassonne.moves import LONGEST, OPTIONS, Move, assemble, move_text, parse_move, parts
from engine.carcassonne.placing import STEPS, question
from engine.carcassonne.record import RECORDS, RULES_VERSION
from engine.carcassonne.scoring import finish, places, tally
from engine.carcassonne.snapshot import SNAPSHOTS
from engine.carcassonne.state import State
from engine.carcassonne.turn import apply, leave, new_setup, start
from engine.carcassonne.view import View, view
from engine.errors import DataError
from engine.game import Game, all_events


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with its first tile drawn; without a first seat, the seed decides."""
    if seats not in SEATS:
        raise DataError(f"{seats} players are not possible; Carcassonne is for two to five")
    return start(new_setup(seed, OPTIONS.parse(options), first, seats))


carcassonne: Game[State, Move, Event, View] = Game(
    rules_version=RULES_VERSION,
    seat_counts=SEATS,
    options=OPTIONS,
    begin=begin,
    commitment=lambda state: state.setup.commitment,
    to_act=lambda state: None if state.phase == "over" else state.seat,
    question=question,
    apply=apply,
    longest_move=LONGEST,
    move_text=move_text,
    parse_move=parse_move,
    parts=parts,
    assemble=assemble,
    scores=lambda state: state.scores,
    places=places,
    end_now=lambda state: finish(state._replace(phase="over"), [])[0],
    most_turns=lambda seats: len(standard_catalogue().stack),
    tally=tally,
    may_leave=True,
    leave=leave,
    view=view,
    events_for=all_events,
    reveals=reveals,
    known_in_advance=known_in_advance,
    points=points,
    has_supply=True,
    resample=resample,
    predictable_steps=STEPS,
    predictable=lambda state, chosen: question(state, chosen) if state.drawn else None,
    takes_orders=True,
    kinds=kinds,
    in_hand=in_hand,
    suppose=suppose,
    events_text=EVENTS.text,
    earlier_events_texts=EVENTS.earlier_texts,
    parse_events=EVENTS.parse,
    encode=SNAPSHOTS.encode,
    decode=SNAPSHOTS.decode,
    write_record=RECORDS.write_record,
    read_record=RECORDS.read_record,
)
