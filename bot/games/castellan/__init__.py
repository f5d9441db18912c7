"""Face of Castellan."""

from bot.games.castellan.choices import CastellanChoices
from bot.games.castellan.texts import CastellanTexts
from bot.games.face import Face
from render.castellan.pictures import CastellanPictures, castellan_painter

CASTELLAN_FACE = Face(CastellanPictures(castellan_painter), CastellanTexts(), CastellanChoices())
