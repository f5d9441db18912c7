"""How The Castle looks and reads, behind `bot.games.face.Face`. Works from views and events."""

from bot.games.castle.face import castle_face, open_castle

__all__ = ["castle_face", "open_castle"]
