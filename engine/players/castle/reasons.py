"""Why a move is good or bad, in terms for which every language has words."""

from collections.abc import Mapping

from engine.castle.play.turn import apply
from engine.castle.state import State
from engine.castle.vocabulary.moves import Move, Turn
from engine.players.castle.board.changes import changes
from engine.players.castle.board.position import NOBODY, Position, Sight
from engine.players.castle.considering import Considering
from engine.players.castle.worth import season
from engine.players.thought import Reason

NAMES: Mapping[str, tuple[str, ...]] = {
    "scores": ("kind", "tiles", "points"),
    "closes-theirs": ("kind", "seat", "points"),
    "closes-for-nobody": ("kind",),
    "opens": ("kind", "tiles", "fits"),
    "continues": ("kind", "tiles", "fits"),
    "trades": ("markets",),
    "contests": ("kind", "seat"),
    "hinders": ("kind", "seat", "fits"),
    "helps": ("kind", "seat"),
    "takes-wall-tile": ("space",),
    "gives-wall-tile": ("seat", "space"),
    "plays-wall-tiles": ("points",),
    "moves-keep": ("tiles",),
    "gives-keep": ("seat", "tiles"),
    "brings-home": ("followers",),
    "frees-theirs": ("seat", "followers"),
    "spends-follower": ("left",),
    "another-turn": (),
    "keeps-turn": (),
}
"""Every reason with its facts. `kind` is a kind of feature, `fits` how many of the tiles to come
fit on the hardest cell to fill in front of a feature, `space` a corner tower, `left` the followers
left to place. A `seat` is always the opponent's."""
MOST = 4
LEAST = 0.25
"""Reasons worth fewer points are left out."""


def reasons(state: State, move: Move) -> tuple[Reason, ...]:
    """The weightiest reasons for and against a move; at least one."""
    found = sorted(considerations(state, move), key=lambda one: -abs(one.points))
    weighty = [one for one in found[:MOST] if abs(one.points) >= LEAST]
    return tuple(weighty or found[:1])


def considerations(state: State, move: Move) -> list[Reason]:
    """All reasons. While tiles are to come, the points add up to the worth of the move at first
    sight."""
    position = Position.of(state)
    if not isinstance(move, Turn):
        turn = 2 * season(position.left).turn
        return [Reason("another-turn", turn) if move.taken else Reason("keeps-turn", 0.0)]
    considering = Considering(position)
    sight = sight_of(position, move)
    found = [one for change in changes(position, sight) for one in considering.of(change)]
    _, events = apply(state, state.seat, move)
    found += considering.paid(events, len(move.wall_tiles))
    return found + considering.supplies(move.follower is not None, events)


def sight_of(position: Position, turn: Turn) -> Sight:
    assert position.drawn is not None
    cell, rotation = position.ground.grid.numbers[turn.placement.cell], turn.placement.rotation
    part = NOBODY
    if turn.follower is not None:
        parts = position.ground.parts[position.drawn][rotation]
        part = [one.ports[0] for one in parts].index(turn.follower.port)
    return 0.0, cell, rotation, part
