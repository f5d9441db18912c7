"""How Carcassonne looks and reads, behind `bot.games.face.Face`. Works from views and events."""

from bot.games.carcassonne.face import CARCASSONNE_FACE

__all__ = ["CARCASSONNE_FACE"]
