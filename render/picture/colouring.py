"""Shapes of one colour, laid on patches of a picture that holds numbers of the shared palette.

A shape is laid on as a stencil. Its soft edge is quantised into a few steps of coverage, and for
each step there is a table of what each number becomes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from render.picture.scene import Colour, Rect, Size
from render.picture.shared_palette import SharedPalette

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

# The steps of coverage into which a soft edge is quantised.
STEPS = 5
# The step of each opacity.
STEP_OF = [round(value * STEPS / 255) for value in range(256)]
# For each step but 0, a lookup table for the pixels at this step.
AT_STEP = {step: bytes(255 * (other == step) for other in STEP_OF) for step in range(1, STEPS + 1)}
# About how many bytes an area takes besides its pixels.
AREA = 300


class Area(NamedTuple):
    """Pixels of a stencil that are covered to the same step."""

    step: int
    box: Rect
    mask: "ImagingCore"
    """Where they are in the box."""

    @property
    def weight(self) -> int:
        left, top, right, bottom = self.box
        return AREA + (right - left) * (bottom - top)


@dataclass(frozen=True, eq=False)
class Stencil:
    size: Size
    areas: Sequence[Area]


class Coat(NamedTuple):
    """One colour on what a stencil covers."""

    shape: Stencil
    colour: Colour
    opacity: float = 1.0


def stencil(mask: Image.Image) -> Stencil:
    areas: list[Area] = []
    for step, table in AT_STEP.items():
        pixels = mask.im.point(table, "1")
        box = pixels.getbbox()
        if box is not None:
            areas.append(Area(step, box, pixels.crop(box)))
    return Stencil(mask.size, areas)


def stencil_weight(shape: Stencil) -> int:
    return sum(area.weight for area in shape.areas)


class Colouring:
    def __init__(self, palette: SharedPalette) -> None:
        self._palette = palette
        self._tables = lru_cache(maxsize=1024)(self._tables_of)

    def lay(self, coats: Sequence[Coat], patch: Image.Image) -> None:
        """Lay coats of a patch's size on it, one after another."""
        # `point` and `paste` of `Image` do the same, but check and convert what they are given:
        # with them, 300 new pictures of all games took 1.24 times as long.
        pixels = patch.im
        for shape, colour, opacity in coats:
            tables = self._tables(colour, opacity)
            for step, box, mask in shape.areas:
                table = tables[step]
                if step == STEPS and opacity >= 1:
                    pixels.paste(table[0], box, mask)
                else:
                    pixels.paste(pixels.crop(box).point(table, "L"), box, mask)

    def _tables_of(self, colour: Colour, opacity: float) -> Mapping[int, bytes]:
        """Make a table for each step: what each number becomes."""
        return {
            step: self._palette.mixed(colour, round(step / STEPS * opacity, 3)) for step in AT_STEP
        }
