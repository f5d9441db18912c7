"""How Harvest looks, and how it is described in words."""

from bot.games.face import Face
from tests.harvest.face.choices import HarvestChoices
from tests.harvest.face.pictures import HarvestPictures, harvest_painter
from tests.harvest.face.texts import HarvestTexts

FACE = Face(HarvestPictures(harvest_painter), HarvestTexts(), HarvestChoices())
