"""Castellan: legal places, pieces placed, the questions of a long turn, whole games, texts.

Late figures are measured in the last turns of games between two greedy players. Nothing is asked
twice about the same position, so that no cached answer is measured.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from engine.castellan.cards import SEATS
from engine.castellan.game import castellan
from engine.castellan.imagining import closings
from engine.castellan.moves import Turn
from engine.castellan.pieces import KINDS, Piece, Pieces
from engine.castellan.places import places
from engine.castellan.plan import closes, place_piece
from engine.castellan.state import State, hand
from engine.questions import Part, walk
from engine.selfplay.match import Match, SelfPlayed
from tests.town.clocks import Time, now, timed, times_of
from tools.bench.row import Row, rate_row, time_row

GAMES = 12
# How many turns before the end.
LATE = 4
# The pieces passed on to the player of a very long turn.
MANY = Pieces(14, 13, 13)
PIECES = 40


def rows() -> Iterator[Row]:
    match = Match("castellan", 1, "greedy", "classic", 2)
    games = [match.play_game(number) for number in range(GAMES)]
    late = [game.plies[-1 - LATE + turn].state for game in games for turn in range(LATE)]
    yield from _building(late)
    yield from _asking(late)
    yield from _late(late[0], games[0])
    yield from _greedy()
    yield from _texts()


def _building(late: list[State]) -> Iterator[Row]:
    searched = list[Time]()
    built = list[Time]()
    for state in late:
        for kind in KINDS:
            taken, found = timed(partial(places, state.plan, kind, state.seat))
            searched.append(taken)
            closing = [piece for piece in found if closes(state.plan, piece)]
            built += [_placing(state, piece) for piece in closing]
    yield time_row("castellan, legal places of one kind", searched, "us", "at most 1000")
    yield time_row("castellan, a piece that encloses", built, "us", "at most 500")
    found_closings = [timed(partial(closings, state.plan))[0] for state in late]
    yield time_row("castellan, what would close", found_closings, "ms", "at most 30", 0.95)


def _placing(state: State, piece: Piece) -> Time:
    return timed(partial(place_piece, state.plan, piece, state.seat))[0]


def _asking(late: list[State]) -> Iterator[Row]:
    """The questions of a last turn of 40 pieces, as the panel walks along them."""
    chance = Random(1)
    whole = list[Time]()
    more = list[Time]()
    for state in late[::LATE]:
        long = state._replace(phase="last", received=MANY)
        ask = partial(castellan.question, long)
        taken, walked = timed(partial(walk, ask, _long_turn(long, chance)))
        assert len(walked.parts) > 2 * PIECES
        whole.append(taken)
        more += [timed(partial(ask, parts))[0] for parts in _one_more(long, walked.parts)]
    yield time_row(f"castellan, the questions of {PIECES} pieces", whole, "ms", "at most 15")
    yield time_row("castellan, one question more", more, "us", "at most 1000")


def _long_turn(state: State, chance: Random) -> Sequence[Part]:
    """A turn of this many pieces, built without the questions, which cache their answers."""
    left = state.received
    plan = state.plan
    build = list[Piece]()
    while len(build) < PIECES:
        found = {kind: places(plan, kind, state.seat) for kind in left.kinds}
        piece = chance.choice(found[chance.choice([kind for kind in found if found[kind]])])
        plan = place_piece(plan, piece, state.seat)
        left = left.without(piece.kind)
        build.append(piece)
    return castellan.parts(Turn(hand(state, state.seat)[:1], tuple(build)))


def _one_more(state: State, parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """The turn up to its middle, with another place chosen there."""
    middle = PIECES
    asked = castellan.question(state, parts[:middle])
    assert asked is not None
    yield from ([*parts[:middle], (asked.step, token)] for token in asked.choices[-5:])


def _late(state: State, game: SelfPlayed) -> Iterator[Row]:
    """Apply a whole turn, and do what is done with the state after each turn."""
    move = game.plies[-LATE].done
    text = castellan.snapshots.encode(state)
    assert isinstance(move, Turn)
    for measure, work in (
        ("apply a turn", partial(castellan.apply, state, state.seat, move)),
        ("view", partial(castellan.view, state, 0)),
        ("encode a state", partial(castellan.snapshots.encode, state)),
        ("decode a state", partial(castellan.snapshots.decode, text)),
    ):
        yield time_row(f"castellan, {measure}", times_of(work, 50), "us")


def _greedy() -> Iterator[Row]:
    for seats in SEATS:
        match = Match("castellan", 1, "greedy", "classic", seats)
        began = now()
        for number in range(5):
            match.play_game(number)
        taken = (now() - began) / match.turns
        named = f"castellan, greedy games of {seats}"
        yield rate_row(named, [taken], "turns/s", "at least 40")


def _texts() -> Iterator[Row]:
    played = Match("castellan", 1, "greedy", "classic", max(SEATS)).play_game(0)
    record = played.record()
    yield Row("castellan, a record of four players", len(record.encode()) / 1000, "KB")
    yield time_row(
        "castellan, read a record of four players",
        times_of(partial(castellan.records.read, record), 10),
        "ms",
        "at most 1000",
    )
