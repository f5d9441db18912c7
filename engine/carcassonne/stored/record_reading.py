"""Reading a record: the file may come from anywhere, so everything in it is checked by replaying.

Anything wrong becomes a RecordError that names the place, in bounded time and memory.
"""

from collections import Counter

from engine.carcassonne.material.catalogue import Catalogue, build_catalogue, standard_catalogue
from engine.carcassonne.state import Setup, staying
from engine.carcassonne.stored.record_format import RecordData, TurnData, parse_record
from engine.carcassonne.stored.record_turns import turn_data, turn_move
from engine.carcassonne.stored.record_writing import RULES, Played, Step, final_data
from engine.carcassonne.vocabulary.options import options_from
from engine.errors import DataError, IllegalMove, RecordError
from engine.texts.record_checking import (
    check_result,
    check_winners,
    recorded_ending,
    recorded_options,
    who_left,
)
from engine.texts.record_comparing import compare
from engine.texts.record_leaving import LeavingData, ends_by_leaving

OUTCOME = ("followers", "seats", "points")
ENTRIES = {"scored": OUTCOME, "final": OUTCOME}


def read_record(text: str) -> Played:
    """The game in a record, replayed."""
    data = parse_record(text)
    plies = [RULES.first_ply(_setup(data))]
    last_left = ends_by_leaving(data.turns, len(data.players), data.result, data.winners)
    for number, turn in enumerate(data.turns[: len(data.turns) - last_left], 1):
        plies.append(_replayed(plies[-1], turn, f"turn {number}"))
    ending = recorded_ending(data.result, data.winners)
    played = RULES.played(data.players, plies, ending)
    _check_end(data, played)
    return played


def _setup(data: RecordData) -> Setup:
    catalogue = _catalogue(data)
    finished = data.result is not None
    if any((secret is not None) != finished for secret in (data.deck, data.seed)):
        wanted = "needed when" if finished else "not allowed before"
        raise RecordError("deck, seed", f"{wanted} the game has ended")
    seats = len(data.players)
    if data.first >= seats:
        raise RecordError("first", f"there are {seats} seats")
    deck = _deck(data, catalogue)
    return Setup(
        catalogue=catalogue,
        options=recorded_options(data.rules, options_from),
        seats=seats,
        seed=data.seed or "",
        commitment=data.commitment,
        deck=deck,
        first=data.first,
        unknown=len(catalogue.stack) - len(deck),
    )


def _catalogue(data: RecordData) -> Catalogue:
    if (data.start.cell, data.start.rotation) != ([0, 0], 0):
        raise RecordError("start", "it lies on cell 0, 0 and is not turned")
    try:
        catalogue = build_catalogue(data.tiles, data.start.tile)
    except DataError as error:
        raise RecordError("tiles, start", str(error)) from None
    standard = standard_catalogue()
    return standard if standard == catalogue else catalogue


def _deck(data: RecordData, catalogue: Catalogue) -> tuple[str, ...]:
    """The tiles in draw order; for an unfinished game, those that have been shown."""
    stack = Counter(catalogue.stack)
    if data.deck is not None:
        if Counter(data.deck) != stack:
            raise RecordError("deck", f"it must be the {stack.total()} tiles but the start tile")
        return tuple(data.deck)
    turns = [turn for turn in data.turns if isinstance(turn, TurnData)]
    shown = [tile for turn in turns for tile in (*turn.discarded, turn.tile)]
    shown += [*data.left, *([] if data.drawn is None else [data.drawn])]
    for tile, count in Counter(shown).items():
        if count > stack[tile]:
            raise RecordError("turns", f"tile {tile} is drawn more often than there are such tiles")
    return tuple(shown)


def _replayed(before: Step, data: TurnData | LeavingData, place: str) -> Step:
    state = before.state
    if state.phase == "over":
        raise RecordError(place, "the game was over before it")
    if isinstance(data, LeavingData):
        return RULES.next_ply(before, who_left(data, staying(state), place))
    if (data.tile, data.discarded) != (state.drawn, list(state.discarded)):
        drawn = f"{', '.join(state.discarded) or 'nothing'} discarded, {state.drawn} drawn"
        raise RecordError(f"{place}, tile", f"the deck and the rules give: {drawn}")
    if data.seat != state.seat:
        raise RecordError(f"{place}, seat", f"it is the turn of seat {state.seat}")
    move = turn_move(state, data, place)
    try:
        after = RULES.next_ply(before, move)
    except IllegalMove as error:
        raise RecordError(place, f"illegal: {error}") from None
    compare(turn_data(state, move, after.events), data.model_dump(), place, ENTRIES)
    return after


def _check_end(data: RecordData, played: Played) -> None:
    state = played.state
    check_result(data.result, over=state.phase == "over")
    check_winners(data.winners, staying(state))
    if data.result is None and data.drawn is None:
        raise RecordError("drawn", "needed while the game runs")
    ours = {
        "left": list(state.discarded),
        "drawn": None if data.result is not None else state.drawn,
        "final": final_data(played),
        "scores": list(state.scores),
        "result": played.result,
        "winners": list(played.winners),
    }
    theirs = {
        "left": data.left,
        "drawn": data.drawn,
        "final": [entry.model_dump() for entry in data.final],
        "scores": data.scores,
        "result": data.result,
        "winners": sorted(data.winners),
    }
    compare(ours, theirs, "end", ENTRIES)
