"""A studio for whole games: it paints only few pictures, since painting takes most of the time."""

from collections import Counter
from collections.abc import Hashable

from bot.presentation.studio import Studio
from render.pictures import Drawing
from tests.bot.painting import PAINTERS, paint_here

ONE_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c636060600000000400015c0b2a140000000049454e44ae426082"
)


class Sketchbook(Studio):
    """Paints the first picture of each name, and then one in `every`."""

    def __init__(self, every: int = 12) -> None:
        super().__init__(PAINTERS, paint_here)
        self._every = every
        self._asked: Counter[str] = Counter()

    async def paint(
        self, drawing: Drawing, key: Hashable = None, person: int | None = None
    ) -> bytes:
        name = drawing.filename
        self._asked[name] += 1
        sketched = self._asked[name] % self._every != 1
        return ONE_PIXEL if sketched else await super().paint(drawing, key, person)
