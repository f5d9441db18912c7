"""The engine plays like the naive second implementation: every legal place, every courtyard, every
turn and every point.

CASTELLAN_GAMES=500 python -m pytest tests/engine/castellan/test_oracle.py
"""

import os
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.castellan.events import CourtyardMade, PiecesHandedOn, PiecesPassed
from engine.castellan.moves import Turn, piece_text
from engine.castellan.pieces import KINDS
from engine.castellan.places import places
from engine.castellan.plan import Plan, place_piece
from engine.castellan.rules import castellan
from engine.castellan.scoring import keeps
from engine.castellan.state import State, hand
from engine.errors import IllegalMove
from engine.seats import PlayerLeft
from tests.engine.castellan.kit.playing import Played, alter, games, play_out
from tests.engine.castellan.kit.tables import table
from tests.engine.castellan.oracle.castle import NaiveCastle
from tests.engine.castellan.oracle.game import Face, NaiveGame, Refused, part_of

GAMES = int(os.environ.get("CASTELLAN_GAMES", "12"))

RING = """
    O-------O---O
    |
    |   O---O
    |   | b |
    O---O---O   O
    |           |
    O---O-------O
    """
SQUARE = """
    O---O
    | b |
    O---O
    """
DOUBLE = """
    O---O---O---O
    | A   A   A |
    O---O---O---O
    """
# Short games in which rare things are likely.
RIGGED = (
    table(RING, ("T1 W5", ""), ("T1 W5", "T2 W2"), ("T1", ""), seats=3),
    table(RING, ("W1 W5", "T1 T2 T3"), ("T1 W6", "T2")),
    table(SQUARE, ("T1 T2", ""), ("T1 T2", "T3"), ("T1 T7", "T3 W1"), seats=3),
    table(DOUBLE, ("W1 W2 T1", "W3 T2"), ("W1 T1", "W2"), doubled=[0]),
    table(SQUARE, ("T6 T7", ""), ("T1", ""), ("T1", ""), ("W1", ""), seats=4),
)


def play_rigged(number: int) -> tuple[Played, ...]:
    chance = Random(number)
    return tuple(play_out(RIGGED[number % len(RIGGED)], chance, leave=0.2))


def naive(state: State) -> NaiveGame:
    """Build the same position on the naive plan."""
    cards = state.setup.cards.by_id.values()
    faces = {card.id: Face(*card.pieces, card.extra) for card in cards}
    game = NaiveGame(faces, state.setup.decks, state.seat)
    plan = state.plan
    towers = [f"t{x},{y}" for x, y in state.plan.towers]
    game.castle.parts = [part_of(text) for text in [*towers, *map(piece_text, plan.walls)]]
    game.castle.owners = {courtyard.cells: courtyard.seat for courtyard in plan.courtyards}
    game.castle.double = {courtyard.cells for courtyard in plan.courtyards if courtyard.double}
    game.used_double = {seat for seat, used in enumerate(state.doubled) if used}
    game.hands = [set(hand(state, seat)) for seat in range(state.setup.seats)]
    for decks, order, drawn in zip(game.decks, state.setup.decks, state.drawn, strict=True):
        decks.update(w=list(order.wall[drawn.wall :]), t=list(order.tower[drawn.tower :]))
    return game


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_goes_as_on_the_naive_plan(number: int) -> None:
    compare(games(number))


@pytest.mark.parametrize("number", range(5 * GAMES))
def test_so_does_a_short_game_from_a_rigged_position(number: int) -> None:
    compare(play_rigged(number))


def compare(game: Sequence[Played]) -> None:
    chance = Random(len(game))
    other = naive(game[0].state)
    for step in game:
        assert position_of(step.state) == naive_position(other)
        if step.move is None:
            other.leave(step.seat)
            continue
        if step.state.turn % 2:
            compare_refusals(step.state, step.move, other, chance)
        castle = other.castle
        steps = other.play(castellan.move_text(step.move))
        compare_building(step.state, step.move, [castle, *steps])
    after = game[-1].after
    assert position_of(after) == naive_position(other)
    assert list(castellan.winners(after)) == other.winners()


def position_of(state: State) -> object:
    """Everything that matters in a position."""
    decks = state.setup.decks
    seats = range(state.setup.seats)
    return {
        "to act": castellan.to_act(state),
        "castle": courtyards_of(state.plan),
        "hands": [set(hand(state, seat)) for seat in seats],
        "decks": [
            (list(decks[seat].wall[drawn.wall :]), list(decks[seat].tower[drawn.tower :]))
            for seat, drawn in enumerate(state.drawn)
        ],
        "received": {kind[0]: state.received.of(kind) for kind in state.received.kinds},
        "last": None if state.phase == "usual" else list(state.waiting),
        "points": list(castellan.scores(state)),
        "keeps": list(keeps(state)),
    }


def naive_position(game: NaiveGame) -> object:
    return {
        "to act": game.seat,
        "castle": naive_courtyards(game.castle),
        "hands": game.hands,
        "decks": [(decks["w"], decks["t"]) for decks in game.decks],
        "received": dict(+game.received),
        "last": None if game.last is None else game.last[1:],
        "points": game.castle.points(game.seats),
        "keeps": game.castle.keeps(game.seats),
    }


def courtyards_of(plan: Plan) -> dict[frozenset[tuple[int, int]], tuple[int, bool, int]]:
    return {
        courtyard.cells: (courtyard.seat, courtyard.double, plan.worth(courtyard))
        for courtyard in plan.courtyards
    }


def naive_courtyards(
    castle: NaiveCastle,
) -> dict[frozenset[tuple[int, int]], tuple[int, bool, int]]:
    return {
        area: (seat, area in castle.double, castle.worth(area))
        for area, seat in castle.owners.items()
    }


def compare_building(state: State, move: Turn, castles: list[NaiveCastle]) -> None:
    """Piece by piece: what is legal, and what each encloses."""
    plan = state.plan
    for piece, castle in zip([*move.build, None], castles, strict=True):
        assert courtyards_of(plan) == naive_courtyards(castle)
        for kind in KINDS:
            legal = [piece_text(piece) for piece in places(plan, kind, state.seat)]
            assert set(legal) == naive_places(castle, kind[0], state.seat)
            assert len(set(legal)) == len(legal)
        if piece is not None:
            plan = place_piece(plan, piece, state.seat)


def naive_places(castle: NaiveCastle, letter: str, seat: int) -> set[str]:
    return {f"{part.letter}{part.x},{part.y}{part.way}" for part in castle.places(letter, seat)}


def compare_refusals(state: State, move: Turn, game: NaiveGame, chance: Random) -> None:
    """A turn that differs a little is allowed by both or by neither."""
    other = alter(state, move, chance)
    try:
        castellan.apply(state, state.seat, other)
    except IllegalMove:
        with pytest.raises(Refused):
            game.copy().play(castellan.move_text(other))
    else:
        game.copy().play(castellan.move_text(other))


def all_games() -> list[Sequence[Played]]:
    return [*map(games, range(GAMES)), *map(play_rigged, range(5 * GAMES))]


def test_thousands_of_positions_are_compared() -> None:
    """One position before each piece, and one after the last of a turn."""
    moves = [step.move for game in all_games() for step in game if step.move is not None]
    assert sum(len(move.build) + 1 for move in moves) > 2000


def test_in_these_games_the_rare_things_happen() -> None:
    seen = {name for game in all_games() for step in game for name in rare(step)}
    assert seen == {
        "several areas enclosed at once",
        "a courtyard divided",
        "a double keep set",
        "a courtyard with a double keep divided",
        "a ring round another's courtyard",
        "pieces passed on",
        "pieces out of the game",
        "pieces handed on by a player who left",
        "somebody left",
        "somebody left among the last turns",
    }


def rare(step: Played) -> Iterator[str]:
    before = step.state
    after = step.after
    made = [event for event in step.events if isinstance(event, CourtyardMade)]
    if any(event.divided for event in made):
        yield "a courtyard divided"
    if any(event.double and not event.divided for event in made):
        yield "a double keep set"
    if any(
        courtyard.double and courtyard not in after.plan.courtyards
        for courtyard in before.plan.courtyards
    ):
        yield "a courtyard with a double keep divided"
    if step.move is not None:
        yield from rarely_built(before, step.move)
    for event in step.events:
        match event:
            case PiecesPassed(to=None):
                yield "pieces out of the game"
            case PiecesPassed():
                yield "pieces passed on"
            case PiecesHandedOn():
                yield "pieces handed on by a player who left"
            case PlayerLeft():
                yield "somebody left"
                if before.phase == "last":
                    yield "somebody left among the last turns"
            case _:
                pass


def rarely_built(state: State, move: Turn) -> Iterator[str]:
    plan = state.plan
    for piece in move.build:
        after = place_piece(plan, piece, state.seat)
        new = [courtyard for courtyard in after.courtyards if courtyard not in plan.courtyards]
        if len(new) > 1 and not any(
            courtyard.cells <= frozenset(plan.courtyard_at) for courtyard in new
        ):
            yield "several areas enclosed at once"
        if any(
            surrounds(courtyard.cells, other.cells)
            for courtyard in new
            for other in plan.courtyards
            if other.seat != state.seat
        ):
            yield "a ring round another's courtyard"
        plan = after


def surrounds(ring: frozenset[tuple[int, int]], inner: frozenset[tuple[int, int]]) -> bool:
    """Whether a courtyard is inside the outline of another: on all four sides of it."""
    x, y = next(iter(inner))
    row = [ring_x for ring_x, ring_y in ring if ring_y == y]
    column = [ring_y for ring_x, ring_y in ring if ring_x == x]
    return bool(row and column) and min(row) < x < max(row) and min(column) < y < max(column)
