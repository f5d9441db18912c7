"""How The Castle looks and is told, behind `bot.games.face.Face`. Begins from views and events."""

from bot.games.castle.face import castle_face, open_castle

__all__ = ["castle_face", "open_castle"]
