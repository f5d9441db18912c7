"""The games there are, by name. A new game adds one line."""

from collections.abc import Mapping
from typing import Any

from engine.carcassonne.game import carcassonne
from engine.castellan.game import castellan
from engine.castle.game import castle
from engine.game import Game

GAMES: Mapping[str, Game[Any, Any, Any, Any]] = {
    "castle": castle,
    "carcassonne": carcassonne,
    "castellan": castellan,
}
