"""Face of Carcassonne."""

from bot.games.carcassonne.choices import CarcassonneChoices
from bot.games.carcassonne.texts import CarcassonneTexts
from bot.games.face import Face
from render.carcassonne.pictures import CarcassonnePictures, carcassonne_painter

CARCASSONNE_FACE = Face(
    CarcassonnePictures(carcassonne_painter), CarcassonneTexts(), CarcassonneChoices()
)
