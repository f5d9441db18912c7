"""The computer players of every game, and how one is asked for a move."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.game import GAMES
from engine.players import carcassonne, castellan, castle
from engine.players.carcassonne import endgame as carcassonne_endgame
from engine.players.castle import endgame as castle_endgame
from engine.players.endgame import Ending
from engine.players.judgement import Judgement, PlayedOn, played_by_the_rules
from engine.players.levels import LEVELS, Level
from engine.players.search import Search
from engine.players.thought import Thought

JUDGEMENTS: Mapping[str, Judgement[Any, Any]] = {
    "castle": castle,
    "carcassonne": carcassonne,
    "castellan": castellan,
}
"""By game."""

BOARDS: Mapping[str, PlayedOn] = {
    "castle": castle.played_on,
    "castellan": castellan.played_on,
}
"""How games are played on that have a board for thinking; the others are by the rules."""

ENDINGS: Mapping[str, Ending[Any, Any]] = {
    "castle": castle_endgame,
    "carcassonne": carcassonne_endgame,
}
"""The games whose end is searched through."""


def think(
    kind: str, state: Any, level: str, rng: Random, positions: int | None = None
) -> Thought[Any]:
    """What the player to act at this level thinks of the position."""
    return search(kind, LEVELS[level], rng, positions).think(state)


def search(kind: str, level: Level, rng: Random, positions: int | None = None) -> Search:
    """It takes as long as weighing this many positions, by default what the level's time allows on
    an ordinary machine."""
    judgement = JUDGEMENTS[kind]
    budget = positions_in(kind, level.seconds) if positions is None else positions
    played_on = BOARDS.get(kind) or played_by_the_rules(GAMES[kind], judgement)
    return Search(GAMES[kind], judgement, level, budget, rng, played_on, ENDINGS.get(kind))


def positions_in(kind: str, seconds: float) -> int:
    """How many positions are weighed in this time on an ordinary machine."""
    return round(seconds * JUDGEMENTS[kind].speed)
