"""Words as stencils, in the fonts that come with the pictures.

A word with letters that the font of the pictures lacks is set in a plainer one that has more of
them; letters that neither has are left out.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from render.picture.cache import Cache
from render.picture.colouring import Stencil, stencil, stencil_weight
from render.picture.names import ELLIPSIS

FOLDER = Path(__file__).parent.parent / "fonts"
REGULAR = FOLDER / "Cabin-Regular.otf"
BOLD = FOLDER / "Cabin-Bold.otf"


@lru_cache(maxsize=64)
def typeface(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BOLD if bold else REGULAR, size, layout_engine=ImageFont.Layout.BASIC)


Font = ImageFont.FreeTypeFont
FontFor = Callable[[int, bool], Font]
# Latin, Greek, Cyrillic, Armenian and Georgian letters of DejaVu Sans, in one weight.
SPARE = FOLDER / "DejaVuSansCondensed-Bold.ttf"
# The scale at which the spare font looks the same size as the usual one.
SPARE_SHARE = 0.88
# The distance that some letters extend below the font's stated bottom.
DEEPER = 1
# The size at which a letter is compared with `NO_LETTER`.
PROBE = 20
# A character that no font has.
NO_LETTER = "\uffff"


@lru_cache(maxsize=32)
def spare_font(size: int) -> Font:
    return ImageFont.truetype(SPARE, size, layout_engine=ImageFont.Layout.BASIC)


class Lettering:
    def __init__(self, font: FontFor) -> None:
        self._usual = font
        self._stencils = Cache(stencil_weight)
        self.width = lru_cache(maxsize=2048)(self._width)
        self.knows = lru_cache(maxsize=4096)(self._has_glyph)
        self.legible = lru_cache(maxsize=2048)(self._legible)

    def _legible(self, text: str, instead: str) -> str:
        """Keep the letters of a text that a font has, or take the other text if it has none of
        them."""
        plain = self._plain(text)
        return "".join(char for char in text if self.knows(char, plain)).strip() or instead

    def fit(self, text: str, size: int, bold: bool, width: int | None) -> str:
        """Shorten a text with an ellipsis until it is no wider than that."""
        if width is None or self.width(text, size, bold) <= width:
            return text
        while text and self.width(text + ELLIPSIS, size, bold) > width:
            text = text[:-1].rstrip()
        return text + ELLIPSIS

    def words(self, text: str, size: int, bold: bool) -> Stencil:
        return self._stencils.get((text, size, bold), partial(self._words, text, size, bold))

    def _words(self, text: str, size: int, bold: bool) -> Stencil:
        font = self._font(text, size, bold)
        ascent, descent = self._usual(size, bold).getmetrics()
        height = ascent + descent + 2 * DEEPER
        mask = Image.new("L", (max(1, self.width(text, size, bold)) + 4, height))
        ImageDraw.Draw(mask).text((2, height / 2), text, fill=255, font=font, anchor="lm")
        return stencil(mask)

    def _width(self, text: str, size: int, bold: bool) -> int:
        return ceil(self._font(text, size, bold).getlength(text))

    def _font(self, text: str, size: int, bold: bool) -> Font:
        if self._plain(text):
            return spare_font(max(1, round(size * SPARE_SHARE)))
        return self._usual(size, bold)

    def _plain(self, text: str) -> bool:
        """Tell whether the spare font has more of the text's letters."""
        usual = sum(self.knows(char, False) for char in text)
        return usual < len(text) and usual < sum(self.knows(char, True) for char in text)

    def _has_glyph(self, char: str, plain: bool) -> bool:
        if char == " ":
            return True
        font = spare_font(PROBE) if plain else self._usual(PROBE, False)
        return bytes(font.getmask(char)) != bytes(font.getmask(NO_LETTER))
