"""Face of The Castle."""

from bot.games.castle.choices import CastleChoices
from bot.games.castle.texts import CastleTexts
from bot.games.face import Face
from render.castle.pictures import CastlePictures, castle_painter

CASTLE_FACE = Face(CastlePictures(castle_painter), CastleTexts(), CastleChoices())
