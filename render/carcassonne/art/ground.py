"""Table that the tiles lie on: planks of wood from side to side, the same wherever one looks.

A piece of it is repeated all over the table. It consists of few colours and level lines only, so it
adds hardly anything to a picture's file, and is drawn in the size in which it is shown.
"""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.picture.palette import DARK
from render.picture.scene import Colour, Size, ThemeName


@dataclass(frozen=True, slots=True)
class GroundSprite:
    """Piece of the table that is repeated, `ACROSS` cells wide and `DOWN` high."""

    theme: ThemeName


@dataclass(frozen=True, slots=True)
class Wood:
    planks: tuple[Colour, ...]
    """Each plank of a piece of the table."""
    seam: Colour
    grain: Colour
    shade: Colour
    """The rim and the shadow of the land on it."""
    meadow: Colour
    """The empty cells around the land."""
    seams: Colour
    """The lines between these."""
    panel: Colour
    """What is above and below a board lies on this."""

    @property
    def colours(self) -> tuple[Colour, ...]:
        return tuple(dict.fromkeys((*self.planks, self.seam, self.grain, self.shade)))


OAK = Wood(
    planks=((200, 170, 132), (195, 164, 125), (205, 176, 139), (200, 170, 132)),
    seam=(170, 139, 102),
    grain=(188, 156, 117),
    shade=(138, 109, 78),
    meadow=(201, 213, 163),
    seams=(185, 195, 158),
    panel=(234, 221, 198),
)
WALNUT = Wood(
    planks=((74, 59, 49), (68, 54, 44), (80, 65, 54), (74, 59, 49)),
    seam=(55, 42, 34),
    grain=(62, 48, 39),
    shade=(42, 33, 28),
    meadow=(80, 87, 68),
    seams=(97, 106, 76),
    panel=DARK.background,
)
WOODS: dict[ThemeName, Wood] = {"light": OAK, "dark": WALNUT}

# The cells across a piece of the table.
ACROSS = 6
# The cells down a piece of the table.
DOWN = 3
# The height of a seam below a plank, in cells.
SEAM = 0.03
# The height of a stroke of the grain, in cells.
STROKE = 0.02
# The strokes of the grain: how far down and across each begins, and its length, in cells.
GRAIN: tuple[tuple[float, float, float], ...] = (
    (0.06, 3.3, 2.5),
    (0.06, 0.6, 1.9),
    (0.33, 2.8, 1.2),
    (0.47, 3.3, 2.0),
    (0.47, 5.8, 2.0),
    (0.66, 4.4, 1.2),
    (0.79, 4.7, 1.7),
    (0.79, 1.6, 2.4),
    (1.08, 2.4, 2.5),
    (1.08, 5.5, 1.5),
    (1.22, 1.5, 2.2),
    (1.22, 5.1, 1.6),
    (1.41, 3.2, 1.9),
    (1.41, 0.5, 2.1),
    (1.63, 5.9, 2.1),
    (1.79, 3.4, 2.1),
    (2.01, 3.4, 1.1),
    (2.01, 5.5, 2.0),
    (2.14, 0.4, 0.9),
    (2.33, 0.7, 1.5),
    (2.54, 5.5, 1.8),
    (2.54, 2.8, 1.4),
    (2.73, 0.2, 2.6),
    (2.88, 4.1, 1.4),
    (2.88, 1.0, 2.4),
)


def ground_extent(size: int) -> Size:
    return size // DOWN * ACROSS, size


def draw_ground(theme: ThemeName, size: int) -> Image.Image:
    """Draw a piece of the table of this height."""
    wood = WOODS[theme]
    (width, height) = ground_extent(size)
    cell = height / DOWN
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)

    def fill(left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        west = round(left * cell)
        north = round(top * cell)
        east = round(right * cell)
        south = round(bottom * cell)
        draw.rectangle((west, north, east - 1, max(north, south - 1)), colour)

    high = DOWN / len(wood.planks)
    for number, plank in enumerate(wood.planks):
        fill(0, number * high, ACROSS, (number + 1) * high, plank)
        fill(0, (number + 1) * high - SEAM, ACROSS, (number + 1) * high, wood.seam)
    for down, across, long in GRAIN:
        for start in (across, across - ACROSS):
            fill(start, down, start + long, down + STROKE, wood.grain)
    return image
