"""Reading a record: the file may come from anywhere, so everything in it is checked by replaying.

Anything wrong becomes a RecordError that names the place, in bounded time and memory. Only a game
that has ended can be read: before that, its record lacks the cards that its players hold.
"""

from engine.castellan.material.cards import Cards, cards_from, standard_cards
from engine.castellan.state import Decks, Setup, keeps, scores, staying
from engine.castellan.stored.record_format import RecordData, TurnData, parse_record
from engine.castellan.stored.record_turns import turn_data, turn_move
from engine.castellan.stored.record_writing import RULES, Played, Step, final_data
from engine.castellan.vocabulary.moves import DECKS
from engine.castellan.vocabulary.options import options_from
from engine.errors import DataError, IllegalMove, RecordError, RunningRecord
from engine.texts.record_checking import (
    check_result,
    check_winners,
    recorded_ending,
    recorded_options,
    who_left,
)
from engine.texts.record_comparing import compare
from engine.texts.record_leaving import LeavingData, ends_by_leaving

OUTCOME = ("received", "passed", "courtyards", "cards_drawn")
"""The results of a turn. The rest is what its player chose, in any of the ways to write it."""
ENTRIES = {"courtyards": ("double",), "final": ("seat", "towers", "double", "points")}


def read_record(text: str) -> Played:
    """The game in a record, replayed."""
    data = parse_record(text)
    if data.result is None:
        raise RunningRecord
    plies = [RULES.first_ply(_setup(data))]
    last_left = ends_by_leaving(data.turns, len(data.players), data.result, data.winners)
    for number, turn in enumerate(data.turns[: len(data.turns) - last_left], 1):
        plies.append(_replayed(plies[-1], turn, f"turn {number}"))
    ending = recorded_ending(data.result, data.winners)
    played = RULES.played(data.players, plies, ending)
    _check_end(data, played)
    return played


def _setup(data: RecordData) -> Setup:
    seats, cards = len(data.players), _cards(data)
    if data.first >= seats:
        raise RecordError("first", f"there are {seats} seats")
    if data.seed is None:
        raise RecordError("seed", "needed when the game has ended")
    return Setup(
        cards=cards,
        options=recorded_options(data.rules, options_from),
        seats=seats,
        seed=data.seed,
        commitment=data.commitment,
        decks=_decks(data, cards),
        first=data.first,
    )


def _cards(data: RecordData) -> Cards:
    """The cards of the record. If they are those of this project, in any order, that object is
    used."""
    try:
        cards = cards_from(data.cards)
    except DataError as error:
        raise RecordError("cards", str(error)) from None
    standard = standard_cards()
    return standard if standard.by_id == cards.by_id else cards


def _decks(data: RecordData, cards: Cards) -> tuple[Decks, ...]:
    if len(data.decks or []) != len(data.players):
        raise RecordError("decks", "needed for every seat when the game has ended")
    decks = [Decks(tuple(one.wall), tuple(one.tower)) for one in data.decks or []]
    for seat, pair in enumerate(decks):
        for deck, order in zip(DECKS, pair, strict=True):
            if sorted(order) != sorted(cards.deck(deck)):
                raise RecordError(f"decks, {seat}, {deck}", f"it must be the {deck} cards")
    return tuple(decks)


def _replayed(before: Step, data: TurnData | LeavingData, place: str) -> Step:
    state = before.state
    if state.phase == "over":
        raise RecordError(place, "the game was over before it")
    if isinstance(data, LeavingData):
        return RULES.next_ply(before, who_left(data, staying(state), place))
    if data.seat != state.seat:
        raise RecordError(f"{place}, seat", f"it is the turn of seat {state.seat}")
    move = turn_move(state, data, place)
    try:
        after = RULES.next_ply(before, move)
    except IllegalMove as error:
        raise RecordError(place, f"illegal: {error}") from None
    told = turn_data(state, move, after.events)
    compare({key: told[key] for key in OUTCOME}, data.model_dump(), place, ENTRIES)
    return after


def _check_end(data: RecordData, played: Played) -> None:
    state = played.state
    check_result(data.result, over=state.phase == "over")
    check_winners(data.winners, staying(state))
    # Older records list the courtyards of a stopped game.
    unscored = played.ending is not None and not data.final
    ours = {
        "final": [] if unscored else final_data(state),
        "scores": list(scores(state)),
        "keeps": list(keeps(state)),
        "result": played.result,
        "winners": list(played.winners),
    }
    theirs = {**data.model_dump(include=set(ours)), "winners": sorted(data.winners)}
    compare(ours, theirs, "end", ENTRIES)
