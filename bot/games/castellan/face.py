"""The face of Castellan."""

from bot.games.castellan import choices, texts
from bot.games.castellan.pictures import CastellanPictures
from bot.games.face import Face
from render.castellan.painter import prepare

CASTELLAN_FACE = Face(CastellanPictures(), texts, choices, prepare)
