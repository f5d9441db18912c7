"""A handful of pictures look as they did before. After an intended change remake them and look at
them:

.venv/bin/python -m tests.render.castle.goldens
.venv/bin/python -m tests.render.carcassonne.goldens
.venv/bin/python -m tests.render.castellan.goldens
"""

import pytest
from PIL import ImageChops, ImageStat

from tests.render.carcassonne.goldens import GOLDENS as CARCASSONNE
from tests.render.castellan.goldens import GOLDENS as CASTELLAN
from tests.render.castle.goldens import GOLDENS as CASTLE
from tests.render.golden_pictures import Goldens

# By how much a channel of a pixel may differ on average, out of 255,
MEAN = 1.5
# from what difference on a pixel counts as changed,
FAR = 48
# and which share of them may be changed.
OTHERS = 0.01
GAMES = (CASTLE, CARCASSONNE, CASTELLAN)


@pytest.mark.parametrize(
    ("goldens", "name"),
    [
        pytest.param(goldens, name, id=f"{goldens.folder.parent.name}-{name}")
        for goldens in GAMES
        for name in goldens.scenes
    ],
)
def test_a_picture_looks_as_it_did(goldens: Goldens, name: str) -> None:
    now = goldens.paint(name)
    before = goldens.load(name)
    assert now.size == before.size
    difference = ImageChops.difference(now, before)
    assert max(ImageStat.Stat(difference).mean) <= MEAN
    others = difference.convert("L").histogram()[FAR:]
    assert sum(others) <= OTHERS * now.width * now.height


@pytest.mark.parametrize("goldens", GAMES, ids=lambda goldens: goldens.folder.parent.name)
def test_every_golden_picture_is_compared(goldens: Goldens) -> None:
    assert goldens.names_stored() == set(goldens.scenes)
