"""Figures of a whole game: points by kind, followers by role, wall tiles, the longest tower, and
luck, which is what a drawn tile was worth compared with what could have come.

A tile is worth the most points that its player's followers on the board could score with it
immediately, before wall tiles. Every remaining tile that fits somewhere (R7) was equally likely, so
over all possible draws, luck averages out to zero. It reveals what else could have been drawn: it
is for statistics, after the game.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import get_args

from engine.castle.events import Event, FeatureScored, FinalKind, FinalScored, FollowerPlaced
from engine.castle.moves import ROLES
from engine.castle.scoring import completed_features, points_for
from engine.castle.state import State
from engine.tiles.draws import fits_somewhere
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS

# The sources of points.
SOURCES = ("path", "tower", "house", *get_args(FinalKind))
LONGEST_TOWER = "most.tower"


def tally(frames: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    """For each seat `points.*` by source, `role.*` the followers placed by role, `wall_tiles`
    collected, `most.tower` in tiles, and `luck` in hundredths of a point."""
    counts = [{f"points.{source}": 0 for source in SOURCES} for _ in (0, 1)]
    for own in counts:
        own |= {f"role.{role}": 0 for role in ROLES.values()}
        own |= {"wall_tiles": 0, LONGEST_TOWER: 0}
    luck = [Fraction(0), Fraction(0)]
    for state, events in frames:
        for event in events:
            match event:
                case FeatureScored(seat=int(seat)):
                    own = counts[seat]
                    own[f"points.{event.kind}"] += event.points
                    own["wall_tiles"] += event.took is not None
                    if event.kind == "tower":
                        tiles = len(event.cells) + len(event.starts)
                        own[LONGEST_TOWER] = max(own[LONGEST_TOWER], tiles)
                case FinalScored():
                    counts[event.seat][f"points.{event.what}"] += event.points
                case FollowerPlaced():
                    counts[event.seat][f"role.{event.role}"] += 1
                case _:
                    pass
        luck[state.seat] += luck_of_the_draw(state)
    return tuple(
        {**own, "luck": round(100 * lucky)} for own, lucky in zip(counts, luck, strict=True)
    )


def luck_of_the_draw(state: State) -> Fraction:
    """Return what the drawn tile is worth above the average of those that could have been drawn; 0
    if no tile was drawn."""
    if state.drawn is None:
        return Fraction(0)
    board = state.board
    catalogue = state.setup.catalogue
    cells = 0
    for feature in board.open_features():
        if feature.kind != "court" and any(
            follower.seat == state.seat for follower in feature.followers
        ):
            # The feature can be completed on the one cell that keeps it open.
            last = board.grid.across[feature.open[0] // PORTS][feature.open[0] % PORTS] // PORTS
            cells |= board.grid.touching[last].issuperset(feature.open) << last
    if not cells:
        return Fraction(0)
    left = state.setup.deck[state.dealt - 1 :]
    worths = [_worth(state, tile, cells) for tile in left if fits_somewhere(board, catalogue, tile)]
    return worths[0] - Fraction(sum(worths), len(worths))


def _worth(state: State, tile: str, cells: int) -> int:
    """Find the most points for the player to act with the tile on one of a bit set of cells."""
    board = state.board
    best = 0
    for turned in state.setup.catalogue.turned[tile]:
        for cell in bits(board.room_for(turned) & cells):
            features = completed_features(board.meet(cell, turned).closed, board.grid)
            won = [
                points_for(completed.feature)
                for completed in features
                if completed.winner == state.seat
            ]
            best = max(best, sum(won))
    return best
