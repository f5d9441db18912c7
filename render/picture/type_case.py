"""The fonts next to this code, by size and weight, loaded once each."""

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).parent.parent / "fonts"
REGULAR, BOLD = FOLDER / "Cabin-Regular.otf", FOLDER / "Cabin-Bold.otf"


@lru_cache(maxsize=64)
def typeface(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BOLD if bold else REGULAR, size, layout_engine=ImageFont.Layout.BASIC)
