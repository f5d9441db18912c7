"""256 colours that every picture of a game shares, and the tables that mix them.

Pictures are composed of colour numbers, never true colour, because encoding and animating such a
picture is many times faster.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image

from render.picture.scene import Colour

# The most colours of a palette: one number is left for `TRANSPARENT`.
COLOURS = 255
COLOURS_FILE = "colours.txt"
# The number that means no colour in the frames of an animation.
TRANSPARENT = 255


class SharedPalette:
    """At most 255 colours, and what each becomes under another colour laid over it."""

    def __init__(self, colours: Sequence[Colour]) -> None:
        if not 0 < len(colours) <= COLOURS:
            raise ValueError(f"a shared palette has 1 to {COLOURS} colours, not {len(colours)}")
        padded = [*colours, *[colours[0]] * (COLOURS + 1 - len(colours))]
        self.colours = tuple(padded)
        self.flat = bytes(part for colour in padded for part in colour)
        self._key = Image.new("P", (1, 1))
        self._key.putpalette(self.flat)
        self.mixed = lru_cache(maxsize=4096)(self._blend_table)
        self.number = lru_cache(maxsize=4096)(self._number)

    @classmethod
    def read(cls, folder: Path, file: str = COLOURS_FILE) -> "SharedPalette":
        """Read the palette that lies beside a game's art, as hexadecimal digits."""
        digits = (folder / file).read_text("utf-8")
        parts = [bytes.fromhex(colour) for colour in digits.split()]
        return cls([(red, green, blue) for red, green, blue in parts])

    def numbers(self, image: Image.Image) -> Image.Image:
        """Find the nearest colour number of each pixel of an RGB image."""
        quantised = image.quantize(palette=self._key, dither=Image.Dither.NONE)
        return Image.frombytes("L", image.size, quantised.tobytes())

    def true_colour(self, numbers: Image.Image) -> Image.Image:
        """Turn colour numbers into an RGB image."""
        return self.finish(numbers).convert("RGB")

    def finish(self, numbers: Image.Image) -> Image.Image:
        """Turn colour numbers into a picture in mode P."""
        picture = numbers.copy()
        picture.putpalette(self.flat)
        return picture

    def _number(self, colour: Colour) -> int:
        """Find the nearest colour exactly: `numbers` is less precise."""
        nearest = min(self.colours, key=lambda candidate: distance(colour, candidate))
        return self.colours.index(nearest)

    def _blend_table(self, colour: Colour, opacity: float) -> bytes:
        """Make a table from each colour number to the number that it becomes under this colour."""
        if opacity >= 1:
            return bytes([self.number(colour)]) * (COLOURS + 1)
        row = Image.frombytes("RGB", (COLOURS + 1, 1), self.flat)
        over = Image.new("RGB", row.size, colour)
        return self.numbers(Image.blend(row, over, opacity)).tobytes()


def distance(first: Colour, second: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
