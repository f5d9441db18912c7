"""What a review knows of every game."""

from collections.abc import Mapping
from typing import Any

from engine.players.carcassonne import hindsight as carcassonne
from engine.players.castellan import hindsight as castellan
from engine.players.castle import hindsight as castle
from engine.players.hindsight import Hindsight

HINDSIGHTS: Mapping[str, Hindsight[Any]] = {
    "castle": castle,
    "carcassonne": carcassonne,
    "castellan": castellan,
}
"""By game."""
