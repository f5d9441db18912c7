"""The faces of all games by name, with their art loaded. Knows no Discord."""

from collections.abc import Callable, Mapping
from pathlib import Path

from bot.games.castle import load_castle
from bot.games.face import Face

Progress = Callable[[int, int], None]


def load_faces(cache: Path, progress: Progress | None = None) -> Mapping[str, Face]:
    """A face for every game in `engine.game.GAMES`. Slow when the cache holds no art yet."""
    return {"castle": load_castle(cache, progress)}
