"""Players who make much happen at the same time, so that rare rules come up."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from engine.castle.catalogue import castle_wall
from engine.castle.events import Event, FeatureScored, FollowerPlaced
from engine.castle.moves import AnotherTurn, Move, Turn
from engine.castle.rules import castle
from engine.castle.scoring import followers_of
from engine.castle.state import State
from engine.castle.track import RAISES
from engine.tiles.draws import TileDiscarded
from engine.tiles.grid import NOWHERE


@dataclass(frozen=True)
class Player:
    eagerness: int
    """The most eventful of this many moves is played."""
    patience: int = 0
    """For how many plies to gather followers and complete nothing."""


def chosen_move(
    player: Player, state: State, moves: Sequence[Move], ply: int, chance: Random
) -> Move:
    """Choose the most eventful of some random legal moves."""
    preparing = ply < player.patience
    drawn = chance.choices(moves, k=player.eagerness // (1 + preparing))
    telling = [move for move in moves if isinstance(move, Turn) and (move.order or move.wall_tiles)]
    if telling and player.eagerness > 1 and not preparing:
        drawn += chance.choices(telling, k=player.eagerness)

    @cache
    def eventful(move: Move) -> int:
        if isinstance(move, AnotherTurn):
            return int(move.taken)
        after, events = castle.apply(state, state.seat, move)
        if preparing:
            return _worth_preparing(after, move, events)
        raised = _worth_raising(state, move, events, saving=player.patience > 0)
        return _worth_scoring(state, move, events) + raised

    return max(drawn, key=lambda move: (eventful(move), chance.random()))


def _worth_preparing(after: State, turn: Turn, events: Sequence[Event]) -> int:
    """What makes much happen later: followers, holes, features shared evenly, none completed."""
    scored = sum(isinstance(event, FeatureScored) for event in events)
    shared = _shared_evenly(after)
    holes = _holes(after)
    return 5 * (turn.follower is not None) + 8 * shared + 6 * holes - 10 * scored


def _worth_scoring(state: State, turn: Turn, events: Sequence[Event]) -> int:
    """What happens now; many features scored at once are worth most."""
    seats = [event.seat for event in events if isinstance(event, FeatureScored)]
    own = seats.count(state.seat)
    theirs = seats.count(1 - state.seat)
    together = own * own + 3 * theirs * theirs + 40 * bool(turn.order)
    return together + sum(_worth(event) for event in events)


def _worth_raising(state: State, turn: Turn, events: Sequence[Event], *, saving: bool) -> int:
    """Wall tiles may be kept until more than one feature can use them."""
    plays = turn.wall_tiles
    own = [e.kind for e in events if isinstance(e, FeatureScored) and e.seat == state.seat]
    if any(own.count(RAISES[play.kind]) > 1 for play in plays):
        return 30 * len(plays) + 20 * (len(set(plays)) > 1)
    return (-4 if saving else 3) * len(plays)


def _shared_evenly(state: State) -> int:
    """How many features carry equally many followers of each player."""
    counts = [followers_of(feature) for feature in state.board.open_features() if feature.followers]
    return sum(first == second for first, second in counts)


def _holes(state: State) -> int:
    """How many empty cells are surrounded by tiles and walls; much is completed there."""
    laid = state.board.laid
    grid = state.board.grid
    return sum(
        cell not in laid and all(near == NOWHERE or near in laid for near in grid.neighbours[cell])
        for cell in range(len(grid.cells))
    )


def _worth(event: Event) -> int:
    match event:
        case FeatureScored(seat=None, followers=followers):
            return 12 if any(followers) else 0
        case FeatureScored(space=space):
            return 8 + 10 * (space is not None and castle_wall().tower_at[space] is not None)
        case FollowerPlaced(role="merchant"):
            return 2
        case FollowerPlaced():
            return 5
        case TileDiscarded():
            return 3
        case _:
            return 0
