"""The computer players of every game, and how one is asked for a move."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.game import GAMES
from engine.players.judgement import Judgement
from engine.players.levels import LEVELS
from engine.players.search import Search
from engine.players.thought import Thought

JUDGEMENTS: Mapping[str, Judgement[Any, Any]] = {}
"""By game."""


def think(
    kind: str, state: Any, level: str, rng: Random, positions: int | None = None
) -> Thought[Any]:
    """What the player to act at this level thinks of the position. It takes as long as weighing
    this many positions, by default what the level's time allows on an ordinary machine."""
    chosen, judgement = LEVELS[level], JUDGEMENTS[kind]
    budget = round(chosen.seconds * judgement.speed) if positions is None else positions
    return Search(GAMES[kind], judgement, chosen, budget, rng).think(state)
