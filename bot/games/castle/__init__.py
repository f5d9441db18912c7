"""How The Castle looks and is told, behind `bot.games.face.Face`. Begins from views and events."""

from bot.games.castle.face import CastleFace, open_castle

__all__ = ["CastleFace", "open_castle"]
