"""Which wall tiles 2 and 3 can be played on the features that a turn completes (R20, R21)."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from engine.castle.play.completed import Completed
from engine.castle.state import State, spot_of
from engine.castle.vocabulary.moves import Spot, WallTilePlay
from engine.castle.vocabulary.reasons import Reason
from engine.errors import IllegalMove
from engine.tiles.tile import PORTS

EXTRA_TURN = 1
RAISES = {2: "tower", 3: "house"}

Plays = tuple[WallTilePlay, ...]


def raised_spots(state: State, plays: Plays) -> list[int]:
    """The spot of the feature for each wall tile played on one."""
    numbers = state.board.grid.numbers
    return [
        numbers[play.target.cell] * PORTS + play.target.port
        for play in plays
        if play.target is not None
    ]


def plays_to_choose(state: State, features: Sequence[Completed]) -> list[Plays]:
    """Every set of wall tiles 2 and 3 that the player to act could play on these features."""
    held = state.held[state.seat]
    if 2 not in held and 3 not in held:
        return [()]
    return [
        (*towers, *houses)
        for towers in _plays_of_kind(state, 2, features)
        for houses in _plays_of_kind(state, 3, features)
    ]


def targets_of(state: State, kind: int, features: Sequence[Completed]) -> list[Spot]:
    """The features that a wall tile of this kind could raise."""
    won = [f for f in features if f.region.kind == RAISES[kind] and f.winner == state.seat]
    if won and state.setup.options.bonus_target == "largest":
        del won[1:]
    return [spot_of(state, spot) for spot in sorted(feature.spot for feature in won)]


def _plays_of_kind(state: State, kind: int, features: Sequence[Completed]) -> list[Plays]:
    held = state.held[state.seat].count(kind)
    targets: Sequence[Spot | None] = targets_of(state, kind, features)
    if not targets and _may_spend(state):
        targets = [None]
    return [
        tuple(WallTilePlay(kind, target) for target in chosen)
        for played in range(held + 1)
        for chosen in combinations_with_replacement(targets, played)
    ]


def check_plays(state: State, plays: Plays, features: Sequence[Completed]) -> None:
    """Refuse plays that are not allowed, with the reason."""
    if not plays or plays in plays_to_choose(state, features):
        return
    for kind, target in plays:
        if kind not in RAISES:
            raise IllegalMove(Reason.WALL_TILE_FITS_NOTHING, kind=kind)
        played = sum(play.kind == kind for play in plays)
        held = state.held[state.seat].count(kind)
        if played > held:
            raise IllegalMove(Reason.WALL_TILE_NOT_HELD, kind=kind, played=played, held=held)
        targets = targets_of(state, kind, features)
        if not targets and (target is not None or not _may_spend(state)):
            raise IllegalMove(Reason.WALL_TILE_FITS_NOTHING, kind=kind)
        if targets and target not in targets:
            raise IllegalMove(
                Reason.WALL_TILE_WRONG_TARGET, kind=kind, target=target, targets=tuple(targets)
            )
    raise IllegalMove(Reason.WALL_TILES_UNSORTED)


def _may_spend(state: State) -> bool:
    """Whether a wall tile that fits nothing can still be spent."""
    return state.setup.options.unusable_wall_tile == "spent"
