"""The colours that the art of several games shares: grass, trees, sheep, stone, doors, water."""

from render.picture.scene import Colour

GRASS: Colour = (157, 190, 104)
TUFT: Colour = (124, 160, 82)
LEAF: Colour = (92, 138, 70)
LEAF_LIGHT: Colour = (134, 174, 88)
LEAF_DARK: Colour = (54, 92, 52)
WOOL: Colour = (250, 246, 234)
WOOL_LINE: Colour = (150, 140, 126)
SHEEP_FACE: Colour = (66, 60, 60)

STONE_LIGHT: Colour = (222, 222, 220)
STONE_LINE: Colour = (58, 60, 74)
DOOR: Colour = (132, 88, 54)
DOOR_DARK: Colour = (84, 54, 34)
WATER: Colour = (88, 150, 186)
WATER_LIGHT: Colour = (170, 214, 230)
