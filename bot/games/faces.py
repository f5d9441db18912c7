"""Faces of all games by name."""

from collections.abc import Mapping
from typing import Any

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.games.castellan import CASTELLAN_FACE
from bot.games.castle import CASTLE_FACE
from bot.games.face import Face
from render.picture.cache import ART, BUDGET

# The memory limits for all caches of a painter that paints sparingly, and for the art as it
# ships, in bytes. Together with one board, the tiles of The Castle take 15 MB.
LITTLE = 12_000_000
LITTLE_ART = 18_000_000

# For each game in `engine.games.GAMES`, in the same order.
FACES: Mapping[str, Face[Any, Any]] = {
    "castle": CASTLE_FACE,
    "carcassonne": CARCASSONNE_FACE,
    "castellan": CASTELLAN_FACE,
}


def prepare_painting() -> None:
    """Load the art of every game, before this process paints its first picture."""
    for face in FACES.values():
        face.pictures.prepare()


def prepare_painting_sparingly() -> None:
    """Load nothing before a picture needs it, and keep little of it."""
    BUDGET.most = LITTLE
    ART.most = LITTLE_ART
