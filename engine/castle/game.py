"""Carcassonne: The Castle, for two players."""

from collections.abc import Mapping

from engine.castle.catalogue import standard_catalogue
from engine.castle.choices import PREDICTABLE, predictable, question
from engine.castle.events import EVENTS, Event, known_in_advance, points, reveals, turn_order_leaks
from engine.castle.imagining import resample, suppose
from engine.castle.moves import LONGEST, OPTIONS, Move, assemble, move_text, parse_move, parts
from engine.castle.record import RECORDS, RULES_VERSION
from engine.castle.scoring import finish, places
from engine.castle.snapshot import SNAPSHOTS
from engine.castle.state import State, unseen_tiles
from engine.castle.tally import tally
from engine.castle.turn import apply, new_setup, start
from engine.castle.view import View, view
from engine.errors import DataError
from engine.game import Game, all_events


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """A new game with its first tile drawn; the seed decides who starts unless `first` is given."""
    if seats != 2:
        raise DataError(f"{seats} players are not possible; The Castle is for two")
    return start(new_setup(seed, OPTIONS.parse(options), first))


castle: Game[State, Move, Event, View] = Game(
    rules_version=RULES_VERSION,
    seat_counts=(2,),
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
    most_turns=lambda seats: len(standard_catalogue().tiles),
    tally=tally,
    view=view,
    events_for=all_events,
    reveals=reveals,
    turn_order_leaks=turn_order_leaks,
    known_in_advance=known_in_advance,
    points=points,
    has_supply=True,
    resample=resample,
    predictable_steps=PREDICTABLE,
    predictable=predictable,
    takes_orders=True,
    kinds=unseen_tiles,
    in_hand=lambda state: state.drawn,
    suppose=suppose,
    events_text=EVENTS.text,
    earlier_events_texts=EVENTS.earlier_texts,
    parse_events=EVENTS.parse,
    encode=SNAPSHOTS.encode,
    decode=SNAPSHOTS.decode,
    write_record=RECORDS.write_record,
    read_record=RECORDS.read_record,
)
