"""The face of Harvest."""

from bot.games.face import Face
from tests.harvest.face import choices, pictures, texts

FACE = Face(pictures, texts, choices, prepare=lambda: None)
