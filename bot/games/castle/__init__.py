"""How The Castle looks and is told, behind `bot.games.face.Face`. Begins from views and events."""

from bot.games.castle.face import CastleFace, load_castle

__all__ = ["CastleFace", "load_castle"]
