"""Everything that computer players, hints and reviews know about one game."""

from dataclasses import dataclass
from typing import Any

from engine.players.hindsight import Hindsight
from engine.players.judgement import Judgement, Rollout
from engine.players.search.tiles import Tiles


@dataclass(frozen=True, slots=True)
class Expert:
    judgement: Judgement[Any, Any]
    hindsight: Hindsight[Any]
    rollout: Rollout | None = None
    """For a game with a board to think on; any other is played on by its rules."""
    tiles: Tiles[Any, Any] | None = None
    """For a game in which tiles are drawn."""
