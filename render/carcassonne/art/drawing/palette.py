"""Colours of Carcassonne.

Kinds of ground that a colour-blind player might confuse differ in lightness: roofs and walls are
dark or outlined, fields are lighter, streets and roads are lightest.
"""

from dataclasses import dataclass

from render.picture.scene import Colour


@dataclass(frozen=True, slots=True)
class Roof:
    lit: Colour
    shaded: Colour
    line: Colour


# The strips of mown grass.
MOWN: Colour = (171, 202, 118)
LAWN: Colour = (190, 214, 136)

ROAD: Colour = (240, 226, 190)
ROAD_EDGE: Colour = (166, 138, 92)

# The paving around a cathedral.
PLACE: Colour = (240, 228, 204)
PLACE_EDGE: Colour = (190, 164, 124)

# The strip along water.
BANK: Colour = (204, 200, 142)
WATER: Colour = (104, 164, 208)
WATER_LIT: Colour = (128, 184, 222)
WATER_LINE: Colour = (46, 96, 138)
FOAM: Colour = (212, 234, 244)
CATTAIL: Colour = (122, 82, 48)

STREET: Colour = (242, 222, 182)
YARD: Colour = (222, 192, 144)
ROOFS: tuple[Roof, ...] = (
    Roof((194, 92, 60), (152, 62, 46), (88, 36, 32)),
    Roof((194, 107, 62), (158, 78, 46), (88, 36, 32)),
    Roof((168, 78, 58), (128, 54, 44), (88, 36, 32)),
)
SLATE = Roof((110, 130, 156), (76, 94, 122), (40, 48, 68))

STONE: Colour = (206, 200, 188)
STONE_LIGHT: Colour = (236, 232, 220)
STONE_DARK: Colour = (146, 140, 134)
STONE_LINE: Colour = (66, 60, 60)
BANNER: Colour = (40, 84, 152)

# The sky on the back of a tile.
DUSK: Colour = (52, 74, 112)
# The light in that sky.
DUSK_LIGHT: Colour = (84, 114, 152)
