"""Castellan in self-play: its figures, and a greedy player.

The player tries single cards, and several where they close something. It builds what closes most,
puts the rest where it helps others least, and weighs the points against what is left open for
the next player.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

from engine.castellan.building import (
    can_build,
    eligible_courtyards,
    parts_of_double,
    set_double,
    site,
)
from engine.castellan.events import CourtyardGrew, CourtyardMade, Event, PiecePlaced, PiecesPassed
from engine.castellan.imagining import Closing, closings
from engine.castellan.moves import Turn, point_text
from engine.castellan.pieces import KINDS, Cell, Piece, Pieces
from engine.castellan.places import Site, places
from engine.castellan.plan import Plan, closes, courtyard_at, gain
from engine.castellan.state import State, hand, unplayed_cards
from engine.players.castellan.candidates import decks_to_draw
from engine.recorded import Ply
from engine.selfplay.simple_players import Particulars

# At most this many cards are played to close something, unless it is the last turn.
MOST_CARDS = 3
# The points that a card in hand promises.
CARD = 2.0
# The chance that the next player closes what lacks this many pieces.
LEFT_OPEN = {1: 0.8, 2: 0.5, 3: 0.2}
# The number of towers with which a courtyard deserves the double keep, while there is time.
DOUBLE_FROM = 5
# With this few cards left, any courtyard may be the last.
LATE = 4
# The worth of building in a courtyard of one's own, where nobody can use it.
INSIDE = 0.3
# The cost of ending a wall, or setting a tower, where one more wall would reach another joint.
NEAR = 0.4


def play_greedily(state: State, rng: Random) -> Turn:
    """Choose the turn that promises most; ties are broken at random."""
    turns = list[tuple[float, float, Turn]]()
    for cards in _card_sets(state):
        building, build = _build(site(state, cards), rng)
        double = _double(state, building.plan)
        turn = Turn(cards, build, double, decks_to_draw(state, cards))
        promise = _promise(state, turn, set_double(state, building.plan, double))
        turns.append((promise, rng.random(), turn))
    return max(turns, key=lambda rated: rated[:2])[2]


def _card_sets(state: State) -> Iterable[tuple[str, ...]]:
    """Each card alone, all of them in a last turn, and for everything that could be closed the
    fewest cards that show its pieces."""
    held = hand(state, state.seat)
    counts = range(1, MOST_CARDS + 1)
    sets: list[tuple[str, ...]] = [cards for count in counts for cards in combinations(held, count)]
    pieces = {cards: site(state, cards).left for cards in sets if can_build(state, cards)}
    chosen: set[tuple[str, ...]] = {cards for cards in pieces if len(cards) == 1}
    if state.phase == "last":
        chosen.add(held)
    for closing in closings(state.plan):
        fewest = next((cards for cards in pieces if _suffice(pieces[cards], closing)), None)
        if fewest is not None:
            chosen.add(fewest)
    return sorted(chosen)


def _suffice(left: Pieces, closing: Closing) -> bool:
    wanted = [piece.kind for piece in closing.pieces]
    return all(wanted.count(kind) <= left.of(kind) for kind in KINDS)


def _build(building: Site, rng: Random) -> tuple[Site, tuple[Piece, ...]]:
    """Everything built that can be: what closes most first, then piece by piece."""
    build: list[Piece] = []
    while building.kinds:
        for piece in _next_pieces(building, rng):
            building = building.with_piece(piece)
            build.append(piece)
    return building, tuple(build)


def _next_pieces(building: Site, rng: Random) -> Sequence[Piece]:
    """Choose the pieces that close most, or else the most useful one."""
    plan = building.plan
    possible = [closing for closing in closings(plan) if _suffice(building.left, closing)]
    if possible:
        best = max(possible, key=lambda closing: closing.towers - len(closing.pieces) / 2)
        return best.pieces
    choices = [piece for kind in building.kinds for piece in places(plan, kind, building.seat)]
    return (max(choices, key=lambda piece: (_use(plan, piece), rng.random())),)


def _use(plan: Plan, piece: Piece) -> float:
    """Estimate the use, or harm, of a single piece."""
    if closes(plan, piece):
        return gain(plan, piece)
    if courtyard_at(plan, piece):
        return INSIDE + (piece.kind == "tower")
    x, y = piece.to if piece.kind != "tower" and piece.at in plan.towers else piece.at
    around = [(x + far, y) for far in (-2, -1, 1, 2)] + [(x, y + far) for far in (-2, -1, 1, 2)]
    return -NEAR * sum(point in plan.towers or point in plan.ends for point in around)


def _double(state: State, plan: Plan) -> Cell | None:
    """Choose the best courtyard for the double keep, if it is good enough or must be named."""
    choice = eligible_courtyards(state.plan, plan, used=state.doubled[state.seat])
    enough = DOUBLE_FROM if len(unplayed_cards(state, state.seat)) > LATE else 0
    if parts_of_double(state.plan, plan) or (choice and plan.towers_of(choice[0]) >= enough):
        return choice[0].name
    return None


def _promise(state: State, turn: Turn, plan: Plan) -> float:
    """Estimate the points that a turn brings, less the cards it costs and what it leaves open."""
    before = _points(state.plan, state.seat)
    gained = _points(plan, state.seat) - before
    if state.phase == "last" and not state.waiting:
        return gained
    threats = (LEFT_OPEN[len(closing.pieces)] * closing.towers for closing in closings(plan))
    cost = CARD * (len(turn.cards) - len(turn.draw)) if state.phase == "usual" else 0.0
    return gained - cost - max(threats, default=0.0)


def _points(plan: Plan, seat: int) -> int:
    pairs = zip(plan.courtyards, plan.worths, strict=True)
    return sum(worth for courtyard, worth in pairs if courtyard.seat == seat)


def describe(event: Event) -> str | None:
    match event:
        case CourtyardMade() | CourtyardGrew():
            double = "double " if event.double else ""
            return f"{double}courtyard {point_text(event.cells[0])} worth {event.points}"
        case _:
            return None


def count(plies: Sequence[Ply[State, Turn, Event]]) -> Mapping[str, int]:
    events = [event for ply in plies for event in ply.events]
    passed = [sum(event.pieces) for event in events if isinstance(event, PiecesPassed)]
    return {
        "pieces_per_turn": sum(isinstance(event, PiecePlaced) for event in events),
        "passed": sum(passed),
        "courtyards": len(plies[-1].state.plan.courtyards),
    }


PARTICULARS = Particulars(play_greedily=play_greedily, describe=describe, width=48, count=count)
