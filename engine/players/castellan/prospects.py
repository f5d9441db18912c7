"""Points that each seat is expected to end with: what stands, and what is promised beyond it. The
weights were found by self-play."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.castellan.plan import Plan
from engine.castellan.scoring import scores
from engine.castellan.state import State, unplayed_cards
from engine.players.castellan.board import WallBoard, edge_of, outer_face, walk_face
from engine.players.castellan.chains import Chain, find_chains

# The worth of each card that is still to be played.
CARD = 1.5
# The additional worth of a card already in hand.
HAND = 3.5
# The worth of a point where a tower can be set in a courtyard of one's own.
FILL = 0.6
# The worth of the double keep while it is unused and there is time.
HOLD = 7.0
# With fewer cards than this, the double keep may no longer find a good courtyard.
LATE = 6
# The chance that the next player closes something, by how many pieces it lacks.
CLOSED = {0: 1.0, 1: 0.9, 2: 0.75, 3: 0.55, 4: 0.35, 5: 0.25, 6: 0.15, 7: 0.1}


class Yard(NamedTuple):
    """A courtyard, described by what counts for its owner."""

    towers: int
    space: int
    """The number of towers that could still be set inside."""
    double: bool


class Resources(NamedTuple):
    """Cards and keep that a player has left."""

    cards: int = 0
    hand: int = 0
    """The number of them in hand."""
    towers: int = 0
    """The number of towers on those cards."""
    double: bool = False
    """The double keep is still unused."""


def promise(yards: Iterable[Yard], has: Resources) -> float:
    """Estimate the points that a player ends with, without what is nearly closed."""
    points = 0.0
    towers = has.towers
    for yard in sorted(yards, key=lambda yard: not yard.double):
        filled = min(yard.space, towers)
        towers -= filled
        points += (yard.towers + FILL * filled) * (2 if yard.double else 1)
    return points + CARD * has.cards + HAND * has.hand + worth_of_keep(has)


def worth_of_keep(has: Resources) -> float:
    """Worth of the double keep while it is unused."""
    return HOLD * min(1.0, has.cards / LATE) if has.double else 0.0


def gain(chain: Chain, has: Resources) -> float:
    """Estimate what closing this chain on open ground promises."""
    single = chain.towers + FILL * min(chain.space, has.towers)
    return max(single, 2 * single - worth_of_keep(has)) if has.double else single


def division(chain: Chain, whole: Yard) -> int:
    """Count the points that dividing a courtyard brings. The larger part keeps a double keep."""
    points = chain.towers - whole.towers
    return 2 * points - chain.smaller if whole.double else points


# The courtyards of each seat.
Yards = tuple[Sequence[Yard], ...]


def prospects(state: State) -> tuple[float, ...]:
    if state.phase == "over":
        return tuple(map(float, scores(state)))
    board = WallBoard(state.plan)
    chains = find_chains(board, outer_face(board), long=False) if board.arms else ()
    return expected_points(state, find_yards(board, state.plan, state.setup.seats), chains)


def expected_points(state: State, built: Yards, chains: Iterable[Chain]) -> tuple[float, ...]:
    """Estimate the points with these courtyards, and these chains on open ground for the player to
    act. The plan of the state is ignored."""
    resources = [resources_of(state, seat) for seat in range(state.setup.seats)]
    points = [promise(own, has) for own, has in zip(built, resources, strict=True)]
    if state.phase != "over":
        has = resources[state.seat]
        likely = (CLOSED[len(chain.pieces)] * gain(chain, has) for chain in chains)
        points[state.seat] += max(likely, default=0.0)
    return tuple(points)


def find_yards(board: WallBoard, plan: Plan, seats: int) -> Yards:
    yards = tuple(list[Yard]() for _ in range(seats))
    for courtyard in plan.courtyards:
        face = walk_face(board, *edge_of(plan, courtyard))
        yards[courtyard.seat].append(Yard(face.count, face.space, courtyard.double))
    return yards


def resources_of(state: State, seat: int) -> Resources:
    """Count the resources of a seat, as far as everybody can tell; nothing for a seat without
    another turn."""
    has_turn = state.phase == "usual" or (
        state.phase == "last" and (seat == state.seat or seat in state.waiting)
    )
    if seat in state.gone or not has_turn:
        return Resources()
    cards = unplayed_cards(state, seat)
    hand = sum(state.drawn[seat]) - len(state.played[seat]) if state.phase == "usual" else 0
    towers = state.setup.cards.pieces(cards).tower
    return Resources(len(cards), hand, towers, not state.doubled[seat])
