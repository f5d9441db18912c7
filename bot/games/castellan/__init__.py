"""How Castellan looks and reads, behind `bot.games.face.Face`. Works from views and events."""

from bot.games.castellan.face import CASTELLAN_FACE

__all__ = ["CASTELLAN_FACE"]
