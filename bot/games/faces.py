"""The faces of all games by name."""

from collections.abc import Mapping
from typing import Any

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.games.castellan import CASTELLAN_FACE
from bot.games.castle import CASTLE_FACE
from bot.games.face import Face

FACES: Mapping[str, Face[Any, Any]] = {
    "castle": CASTLE_FACE,
    "carcassonne": CARCASSONNE_FACE,
    "castellan": CASTELLAN_FACE,
}
"""For each game in `engine.games.GAMES`, in the same order."""


def prepare_painting() -> None:
    """Load the art of every game, before this process paints its first picture."""
    for face in FACES.values():
        face.pictures.prepare()
