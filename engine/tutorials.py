"""Tutorials of the games that have one, by name. A new one adds a line."""

from collections.abc import Mapping
from typing import Any

from engine.carcassonne.tutorial import TUTORIAL as CARCASSONNE
from engine.castellan.tutorial import TUTORIAL as CASTELLAN
from engine.castle.tutorial import TUTORIAL as CASTLE
from engine.tutorial import Tutorial

TUTORIALS: Mapping[str, Tutorial[Any]] = {
    "castle": CASTLE,
    "carcassonne": CARCASSONNE,
    "castellan": CASTELLAN,
}
