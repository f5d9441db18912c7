"""The colours that games with square tiles share: paths and their squares, stone, doors, water."""

from render.picture.scene import Colour

STONE_LIGHT: Colour = (222, 222, 220)
STONE_LINE: Colour = (58, 60, 74)
PATH: Colour = (230, 214, 172)
PATH_LIGHT: Colour = (242, 229, 194)
PATH_DARK: Colour = (192, 168, 120)
PATH_LINE: Colour = (142, 118, 82)
PAVING: Colour = (214, 204, 186)
PAVING_EDGE: Colour = (178, 166, 148)
DOOR: Colour = (132, 88, 54)
DOOR_DARK: Colour = (84, 54, 34)
WATER: Colour = (88, 150, 186)
WATER_LIGHT: Colour = (170, 214, 230)
