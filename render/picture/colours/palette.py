"""Every named colour of the pictures, and the two themes that suit Discord.

The tile colours are quiet, so that the pieces on them stand out. Kinds
that somebody might confuse who does not see all colours differ in lightness: roofs and towers are
dark, courts are lighter, and paths are lightest. The two seats differ in hue, in lightness and in
pattern, so that they can be told apart without seeing colours.
"""

from dataclasses import dataclass
from typing import Literal

Colour = tuple[int, int, int]

GRASS: Colour = (166, 184, 116)
GRASS_LIGHT: Colour = (184, 200, 132)
GRASS_DARK: Colour = (128, 150, 90)
LEAF: Colour = (92, 118, 66)
LEAF_DARK: Colour = (62, 84, 48)
BLOSSOMS: tuple[Colour, ...] = ((236, 226, 206), (222, 170, 172), (228, 206, 128), (180, 160, 196))

ROOF: Colour = (158, 82, 62)
ROOF_LIGHT: Colour = (184, 104, 80)
ROOF_DARK: Colour = (124, 62, 50)
ROOF_LINE: Colour = (78, 36, 34)
PLASTER: Colour = (232, 216, 184)
TIMBER: Colour = (104, 74, 54)

STONE: Colour = (160, 164, 176)
STONE_LIGHT: Colour = (222, 222, 220)
STONE_DARK: Colour = (106, 110, 124)
STONE_LINE: Colour = (58, 60, 74)
WALKWAY: Colour = (124, 129, 146)

PATH: Colour = (230, 214, 172)
PATH_LIGHT: Colour = (242, 229, 194)
PATH_DARK: Colour = (192, 168, 120)
PATH_LINE: Colour = (142, 118, 82)
PAVING: Colour = (214, 204, 186)
PAVING_EDGE: Colour = (178, 166, 148)
SEAM: Colour = (255, 242, 208)
"""What complete features are lined with."""
DOOR: Colour = (132, 88, 54)
DOOR_DARK: Colour = (84, 54, 34)
WATER: Colour = (88, 150, 186)
WATER_LIGHT: Colour = (170, 214, 230)

WALL: Colour = (206, 190, 160)
WALL_LIGHT: Colour = (232, 220, 194)
WALL_DARK: Colour = (162, 144, 114)
WALL_LINE: Colour = (98, 84, 66)
SLAB: Colour = (224, 210, 182)
SLAB_FIFTH: Colour = (240, 214, 158)
EARTH: Colour = (214, 202, 174)
EARTH_LINE: Colour = (178, 164, 134)
AWNINGS: tuple[tuple[Colour, Colour], ...] = (
    ((176, 58, 62), (246, 238, 222)),
    ((70, 112, 128), (246, 238, 222)),
)
ARROW: Colour = (186, 40, 36)
INK: Colour = (44, 36, 32)
CREAM: Colour = (252, 246, 230)
GOLD: Colour = (222, 178, 74)

Pattern = Literal["stripes", "dots"]


@dataclass(frozen=True)
class SeatColours:
    main: Colour
    light: Colour
    dark: Colour
    pattern: Pattern
    """The pattern is drawn in `mark` on everything that belongs to the seat."""
    mark: Colour


SEATS: tuple[SeatColours, SeatColours] = (
    SeatColours((244, 176, 36), (255, 212, 104), (150, 92, 8), "stripes", (168, 98, 10)),
    SeatColours((36, 78, 168), (96, 140, 222), (16, 36, 92), "dots", (214, 230, 255)),
)


@dataclass(frozen=True)
class Theme:
    """What surrounds the castle and the words beside it."""

    name: Literal["light", "dark"]
    background: Colour
    """Discord's own background, into which the surroundings fade."""
    meadow: Colour
    moat: Colour
    moat_light: Colour
    text: Colour
    faint: Colour
    """Text of less weight, such as coordinates."""
    card: Colour
    """The ground of panels."""
    card_edge: Colour
    accent: Colour


LIGHT = Theme(
    name="light",
    background=(255, 255, 255),
    meadow=(196, 204, 156),
    moat=(150, 184, 194),
    moat_light=(188, 214, 218),
    text=(46, 40, 36),
    faint=(104, 98, 88),
    card=(247, 241, 228),
    card_edge=(214, 202, 176),
    accent=(176, 58, 48),
)
DARK = Theme(
    name="dark",
    background=(49, 51, 56),
    meadow=(70, 82, 62),
    moat=(52, 78, 92),
    moat_light=(70, 102, 116),
    text=(240, 234, 222),
    faint=(176, 172, 160),
    card=(43, 45, 49),
    card_edge=(78, 76, 74),
    accent=(232, 120, 92),
)
THEMES: dict[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}
