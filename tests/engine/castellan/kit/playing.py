"""Random games along the questions, in which the castle stays compact: then much is enclosed,
divided and built around."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from engine.castellan.cards import DECKS
from engine.castellan.events import Event
from engine.castellan.moves import BUILD, NO_DOUBLE, Turn, parse_piece
from engine.castellan.pieces import Kind, Piece, Point
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.questions import Part
from engine.seats import active_seats

# How often the place with the most pieces around it is chosen.
COMPACT = 0.9
# How often a whole turn is chosen at random.
AT_RANDOM = 0.1
MORE_CARDS = 0.4
DOUBLE = 0.3
LEAVE = 0.02


class Played(NamedTuple):
    """A turn, or a player who leaves."""

    state: State
    seat: int
    move: Turn | None
    """None if the player of that seat leaves."""
    after: State
    events: tuple[Event, ...]


@cache
def games(number: int) -> tuple[Played, ...]:
    """A whole game of two, three or four seats in turn."""
    state, _ = castellan.begin(f"game {number}", {}, seats=2 + number % 3)
    return tuple(play_out(state, Random(number), LEAVE))


def play_out(state: State, chance: Random, leave: float) -> Iterator[Played]:
    """Play from a position to the end; `leave` is the probability that somebody leaves before a
    turn."""
    while state.phase != "over":
        seat = state.seat
        move = None
        if len(active_seats(state)) > 2 and chance.random() < leave:
            seat = chance.choice(active_seats(state))
            after, events = castellan.leaving.continue_without(state, seat)
        else:
            move = (by_chance if chance.random() < AT_RANDOM else compactly)(state, chance)
            after, events = castellan.apply(state, seat, move)
        yield Played(state, seat, move, after, events)
        state = after


def by_chance(state: State, chance: Random) -> Turn:
    """A random turn."""
    parts: list[Part] = []
    while (question := castellan.question(state, parts)) is not None:
        parts.append((question.step, chance.choice(question.choices)))
    return castellan.assemble(parts)


def compactly(state: State, chance: Random) -> Turn:
    """A turn that encloses much."""
    parts: list[Part] = []
    towers = [Piece("tower", at) for at in state.plan.towers]
    taken = Counter(_points(*state.plan.walls, *towers))
    while (question := castellan.question(state, parts)) is not None:
        choices = question.choices
        step = question.step
        token = chance.choice(choices)
        if step.startswith("card") and BUILD in choices and chance.random() > MORE_CARDS:
            token = BUILD
        elif step.startswith("place"):
            piece = _place(parts[-1][1], choices, taken, chance)
            taken.update(_points(piece))
            token = castellan.parts(Turn((), (piece,)))[2][1]
        elif step == "double" and NO_DOUBLE in choices and chance.random() > DOUBLE:
            token = NO_DOUBLE
        parts.append((step, token))
    return castellan.assemble(parts)


def _place(kind: str, choices: tuple[str, ...], taken: Counter[Point], chance: Random) -> Piece:
    pieces = [parse_piece(f"{kind[0]}{token}") for token in choices]
    if chance.random() > COMPACT:
        return chance.choice(pieces)
    chance.shuffle(pieces)
    return max(pieces, key=lambda piece: sum(min(taken[at], 3) for at in _points(piece)))


def _points(*pieces: Piece) -> list[Point]:
    """Where towers stand and walls end."""
    return [
        at for piece in pieces for at in {piece.at, piece.at if piece.kind == "tower" else piece.to}
    ]


def alter(state: State, move: Turn, chance: Random) -> Turn:
    """A turn that differs a little from a legal one; it may also be legal."""
    build = list(move.build)
    hand = castellan.view(state, state.seat).hand or ()
    number = chance.randrange(len(build) or 1)
    match chance.randrange(7):
        case 0:
            return move._replace(build=(*build[:number], *build[number + 1 :]))
        case 1:
            return move._replace(build=tuple(chance.sample(build, len(build))))
        case 2 if build:
            (x, y) = build[number].at
            kind = build[number].kind
            at = (x + chance.choice((-1, 0, 1)), y + chance.choice((-1, 0, 1)))
            build[number] = _anyhow(kind, at, chance)
            return move._replace(build=tuple(build))
        case 3:
            cells = [courtyard.name for courtyard in state.plan.courtyards] or [(0, 0)]
            return move._replace(double=None if move.double else chance.choice(cells))
        case 4:
            return move._replace(draw=(*move.draw[1:], chance.choice(DECKS)))
        case 5:
            return move._replace(draw=(*move.draw, chance.choice(DECKS)))
        case _:
            return move._replace(cards=(*move.cards[1:], chance.choice(hand)))


def _anyhow(kind: Kind, at: Point, chance: Random) -> Piece:
    return Piece(kind, at) if kind == "tower" else Piece(kind, at, chance.choice(("E", "N")))
