"""How The Castle looks and reads, behind `bot.games.face.Face`. Works from views and events."""

from bot.games.castle.face import CASTLE_FACE

__all__ = ["CASTLE_FACE"]
