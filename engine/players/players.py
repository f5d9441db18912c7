"""Computer players of every game, and how to ask one for a move."""

from random import Random
from typing import Any

from engine.games import GAMES
from engine.players import carcassonne, castellan, castle
from engine.players.expert import Expert
from engine.players.search import LEVELS, Level, Search, Thought

EXPERTS: dict[str, Expert[Any, Any]] = {
    "castle": castle.EXPERT,
    "carcassonne": carcassonne.EXPERT,
    "castellan": castellan.EXPERT,
}


def think(
    kind: str,
    state: Any,
    level: str | Level,
    rng: Random,
    positions: int | None = None,
    *,
    besides: Any = None,
) -> Thought[Any]:
    """Think about the position as a player of this level, for the player to act. It takes as long
    as weighing this many positions, by default what the level's time allows on an ordinary machine.
    `besides` is a move that is considered whatever it promises."""
    level = LEVELS[level] if isinstance(level, str) else level
    budget = positions_in(kind, level.seconds) if positions is None else positions
    return Search(GAMES[kind], EXPERTS[kind], level, budget, rng).think(state, besides)


def positions_in(kind: str, seconds: float) -> int:
    """Count the positions weighed in this time on an ordinary machine."""
    return round(seconds * EXPERTS[kind].speed)
