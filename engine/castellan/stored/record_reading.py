"""Reading a record: the file may come from anywhere, so everything in it is checked by replaying.

Whatever is wrong becomes one RecordError that names the place, in bounded time and memory. Only a
game that has ended can be read: before that, its record lacks the cards that its players hold.
"""

from engine.castellan.material.cards import Cards, cards_from, standard_cards
from engine.castellan.setup import start
from engine.castellan.state import Decks, Setup, keeps, scores, staying
from engine.castellan.stored.record_format import RecordData, TurnData, parse_record
from engine.castellan.stored.record_turns import turn_data, turn_move
from engine.castellan.stored.record_writing import Played, Step, final_data, next_ply
from engine.castellan.vocabulary.moves import DECKS
from engine.castellan.vocabulary.options import Options, options_from
from engine.errors import DataError, IllegalMove, RecordError
from engine.recorded import Ending, Leaves, Ply
from engine.texts.record_comparing import compare
from engine.texts.record_leaving import LeavingData, ends_by_leaving

OUTCOME = ("received", "passed", "courtyards", "cards_drawn")
"""What comes of a turn. The rest is what its player chose, in whichever way it is written."""
ENTRIES = {"courtyards": ("double",), "final": ("seat", "towers", "double", "points")}


def read_record(text: str) -> Played:
    """The game in a record, replayed."""
    data = parse_record(text)
    if data.result is None:
        raise RecordError("result", "the game still runs, so the cards to go on with are not in it")
    state, events = start(_setup(data))
    plies: list[Step] = [Ply(None, events, state)]
    last_left = ends_by_leaving(data.turns, len(data.players), data.result, data.winners)
    for number, turn in enumerate(data.turns[: len(data.turns) - last_left], 1):
        plies.append(_replayed(plies[-1], turn, f"turn {number}"))
    played = Played(tuple(data.players), tuple(plies), _ending(data))
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
        options=_options(data),
        seats=seats,
        seed=data.seed,
        commitment=data.commitment,
        decks=_decks(data, cards),
        first=data.first,
    )


def _cards(data: RecordData) -> Cards:
    """In whichever order the record lists them, the cards of this project are those."""
    try:
        cards = cards_from(data.cards)
    except DataError as error:
        raise RecordError("cards", str(error)) from None
    standard = standard_cards()
    return standard if standard.by_id == cards.by_id else cards


def _options(data: RecordData) -> Options:
    try:
        return options_from(data.rules)
    except DataError as error:
        raise RecordError("rules", str(error)) from None


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
        stay = staying(state)
        if data.seat not in stay:
            raise RecordError(f"{place}, seat", f"there is no seat {data.seat} that still plays")
        if len(stay) < 3:
            raise RecordError(place, "the game does not go on with a single player")
        return next_ply(before, Leaves(data.seat))
    if data.seat != state.seat:
        raise RecordError(f"{place}, seat", f"it is the turn of seat {state.seat}")
    move = turn_move(state, data, place)
    try:
        after = next_ply(before, move)
    except IllegalMove as error:
        raise RecordError(place, f"illegal: {error}") from None
    told = turn_data(state, move, after.events)
    compare({key: told[key] for key in OUTCOME}, data.model_dump(), place, ENTRIES)
    return after


def _ending(data: RecordData) -> Ending | None:
    if data.result not in ("resigned", "agreed", "timeout"):
        return None
    return Ending(data.result, tuple(sorted(data.winners)))


def _check_end(data: RecordData, played: Played) -> None:
    state, over = played.state, played.state.phase == "over"
    if over and data.result not in ("win", "shared"):
        raise RecordError("result", "the last turn was played, so it must be win or shared")
    if not over and data.result in ("win", "shared"):
        raise RecordError("turns", "there are still turns to play, so the game has not ended")
    stayed = staying(state)
    if len(set(data.winners)) < len(data.winners) or not set(data.winners) <= set(stayed):
        raise RecordError("winners", f"those who still play are {stayed}")
    ours = {
        "final": final_data(state),
        "scores": list(scores(state)),
        "keeps": list(keeps(state)),
        "result": played.result,
        "winners": list(played.winners),
    }
    theirs = {**data.model_dump(include=set(ours)), "winners": sorted(data.winners)}
    compare(ours, theirs, "end", ENTRIES)
