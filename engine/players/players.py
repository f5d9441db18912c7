"""The computer players of every game, and how to ask one for a move."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games import GAMES
from engine.players import carcassonne, castellan, castle
from engine.players.carcassonne import hindsight as carcassonne_hindsight
from engine.players.carcassonne import tiles as carcassonne_tiles
from engine.players.castellan import hindsight as castellan_hindsight
from engine.players.castle import hindsight as castle_hindsight
from engine.players.castle import tiles as castle_tiles
from engine.players.expert import Expert
from engine.players.judgement import played_by_the_rules
from engine.players.levels import LEVELS, Level
from engine.players.search.search import Search
from engine.players.thought import Thought

EXPERTS: Mapping[str, Expert] = {
    "castle": Expert(castle, castle_hindsight, castle.rollout, castle_tiles),
    "carcassonne": Expert(carcassonne, carcassonne_hindsight, tiles=carcassonne_tiles),
    "castellan": Expert(castellan, castellan_hindsight, castellan.rollout),
}
"""The experts by game."""


def think(
    kind: str, state: Any, level: str, rng: Random, positions: int | None = None
) -> Thought[Any]:
    """What a player of this level thinks about the position, for the player to act."""
    return search(kind, LEVELS[level], rng, positions).think(state)


def search(kind: str, level: Level, rng: Random, positions: int | None = None) -> Search:
    """It takes as long as weighing this many positions, by default what the level's time allows on
    an ordinary machine."""
    expert, game = EXPERTS[kind], GAMES[kind]
    budget = positions_in(kind, level.seconds) if positions is None else positions
    rollout = expert.rollout or played_by_the_rules(game, expert.judgement)
    return Search(game, expert.judgement, level, budget, rng, rollout, expert.tiles)


def positions_in(kind: str, seconds: float) -> int:
    """How many positions are weighed in this time on an ordinary machine."""
    return round(seconds * EXPERTS[kind].judgement.speed)
