"""Rules of the games there are, by name. A new game adds one line."""

from collections.abc import Mapping
from typing import Any

from engine.carcassonne.rules import carcassonne
from engine.castellan.rules import castellan
from engine.castle.rules import castle
from engine.rules import Rules

AnyRules = Rules[Any, Any, Any, Any]
GAMES: Mapping[str, AnyRules] = {
    "castle": castle,
    "carcassonne": carcassonne,
    "castellan": castellan,
}
