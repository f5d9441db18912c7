"""Measures Castellan's engine: legal places, pieces placed, the questions of a long turn, whole
games, texts.

Late figures are measured in the last turns of games between two greedy players. Nothing is asked
twice about the same position, so that no cached answer is measured.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from engine.castellan.cards import SEATS
from engine.castellan.imagining import closings
from engine.castellan.moves import Turn
from engine.castellan.pieces import KINDS, Piece, Pieces
from engine.castellan.places import places
from engine.castellan.plan import closes, place_piece
from engine.castellan.rules import castellan
from engine.castellan.state import State, hand
from engine.questions import Part, walk
from engine.selfplay.match import Match, SelfPlayed
from tests.town.clocks import Time, now, timed, times_of
from tools.bench.row import Row, rate_row, time_row

GAMES = 12
# The number of last turns of a game that count as late.
LATE_TURNS = 4
# The pieces passed on to the player of a very long turn.
PASSED_ON = Pieces(14, 13, 13)
# The number of pieces that are built in a very long turn.
TURN_PIECES = 40


def rows() -> Iterator[Row]:
    match = Match("castellan", 1, "greedy", "classic", 2)
    games = [match.play_game(number) for number in range(GAMES)]
    late_states = [
        game.plies[-1 - LATE_TURNS + turn].state for game in games for turn in range(LATE_TURNS)
    ]
    yield from _building_rows(late_states)
    yield from _question_rows(late_states)
    yield from _late_rows(late_states[0], games[0])
    yield from _greedy_rows()
    yield from _record_rows()


def _building_rows(late_states: list[State]) -> Iterator[Row]:
    search_times = list[Time]()
    placing_times = list[Time]()
    for state in late_states:
        for kind in KINDS:
            time_taken, legal_places = timed(partial(places, state.plan, kind, state.seat))
            search_times.append(time_taken)
            closing = [piece for piece in legal_places if closes(state.plan, piece)]
            placing_times += [_placing_time(state, piece) for piece in closing]
    yield time_row("castellan, legal places of one kind", search_times, "us", "at most 1000")
    yield time_row("castellan, a piece that encloses", placing_times, "us", "at most 500")
    closing_times = [timed(partial(closings, state.plan))[0] for state in late_states]
    yield time_row("castellan, what would close", closing_times, "ms", "at most 30", 0.95)


def _placing_time(state: State, piece: Piece) -> Time:
    return timed(partial(place_piece, state.plan, piece, state.seat))[0]


def _question_rows(late_states: list[State]) -> Iterator[Row]:
    """Ask the questions of a last turn of 40 pieces, as the panel walks along them."""
    rng = Random(1)
    walk_times = list[Time]()
    question_times = list[Time]()
    for state in late_states[::LATE_TURNS]:
        late_state = state._replace(phase="last", received=PASSED_ON)
        ask = partial(castellan.question, late_state)
        time_taken, walked = timed(partial(walk, ask, _long_turn(late_state, rng)))
        assert len(walked.parts) > 2 * TURN_PIECES
        walk_times.append(time_taken)
        question_times += [
            timed(partial(ask, parts))[0] for parts in _questions_more(late_state, walked.parts)
        ]
    yield time_row(
        f"castellan, the questions of {TURN_PIECES} pieces", walk_times, "ms", "at most 15"
    )
    yield time_row("castellan, one question more", question_times, "us", "at most 1000")


def _long_turn(state: State, rng: Random) -> Sequence[Part]:
    """Build a turn of many pieces, without the questions, which cache their answers."""
    remaining = state.received
    plan = state.plan
    pieces = list[Piece]()
    while len(pieces) < TURN_PIECES:
        places_by_kind = {kind: places(plan, kind, state.seat) for kind in remaining.kinds}
        possible = [kind for kind, legal_places in places_by_kind.items() if legal_places]
        piece = rng.choice(places_by_kind[rng.choice(possible)])
        plan = place_piece(plan, piece, state.seat)
        remaining = remaining.without(piece.kind)
        pieces.append(piece)
    return castellan.parts(Turn(hand(state, state.seat)[:1], tuple(pieces)))


def _questions_more(state: State, parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """Yield the turn up to its middle, each time with another place chosen there."""
    middle = TURN_PIECES
    question = castellan.question(state, parts[:middle])
    assert question is not None
    for token in question.choices[-5:]:
        yield [*parts[:middle], (question.step, token)]


def _late_rows(state: State, game: SelfPlayed) -> Iterator[Row]:
    """Apply a whole turn, and do what is done with the state after each turn."""
    move = game.plies[-LATE_TURNS].done
    text = castellan.snapshots.encode(state)
    assert isinstance(move, Turn)
    for measure, function in (
        ("apply a turn", partial(castellan.apply, state, state.seat, move)),
        ("view", partial(castellan.view, state, 0)),
        ("encode a state", partial(castellan.snapshots.encode, state)),
        ("decode a state", partial(castellan.snapshots.decode, text)),
    ):
        yield time_row(f"castellan, {measure}", times_of(function, 50), "us")


def _greedy_rows() -> Iterator[Row]:
    for seats in SEATS:
        match = Match("castellan", 1, "greedy", "classic", seats)
        start = now()
        for number in range(5):
            match.play_game(number)
        time_taken = (now() - start) / match.turns
        measure = f"castellan, greedy games of {seats}"
        yield rate_row(measure, [time_taken], "turns/s", "at least 40")


def _record_rows() -> Iterator[Row]:
    game = Match("castellan", 1, "greedy", "classic", max(SEATS)).play_game(0)
    record = game.record()
    yield Row("castellan, a record of four players", len(record.encode()) / 1000, "KB")
    yield time_row(
        "castellan, read a record of four players",
        times_of(partial(castellan.records.read, record), 10),
        "ms",
        "at most 1000",
    )
