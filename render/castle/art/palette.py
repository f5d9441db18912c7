"""Colours of The Castle.

They are muted, so that the pieces on the tiles stand out. Kinds that a colour-blind player might
confuse differ in lightness: roofs and towers are dark, courts are lighter, and paths are lightest.
"""

from dataclasses import dataclass

from render.picture.scene import Colour, ThemeName

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
STONE_DARK: Colour = (106, 110, 124)
WALKWAY: Colour = (124, 129, 146)

# The lining of complete features.
SEAM: Colour = (255, 242, 208)

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


@dataclass(frozen=True, slots=True)
class Surroundings:
    meadow: Colour
    moat: Colour
    moat_light: Colour


SURROUNDINGS: dict[ThemeName, Surroundings] = {
    "light": Surroundings((196, 204, 156), (150, 184, 194), (188, 214, 218)),
    "dark": Surroundings((70, 82, 62), (52, 78, 92), (70, 102, 116)),
}
