"""The face of The Castle."""

from bot.games.castle import choices, texts
from bot.games.castle.pictures import CastlePictures
from bot.games.face import Face
from render.castle.painter import prepare

CASTLE_FACE = Face(CastlePictures(), texts, choices, prepare)
