"""The face of Carcassonne."""

from bot.games.carcassonne import choices, texts
from bot.games.carcassonne.pictures import CarcassonnePictures
from bot.games.face import Face
from render.carcassonne.painter import prepare

CARCASSONNE_FACE = Face(CarcassonnePictures(), texts, choices, prepare)
