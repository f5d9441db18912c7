"""The colours that the art of several games shares: stone, doors, water."""

from render.picture.scene import Colour

STONE_LIGHT: Colour = (222, 222, 220)
STONE_LINE: Colour = (58, 60, 74)
DOOR: Colour = (132, 88, 54)
DOOR_DARK: Colour = (84, 54, 34)
WATER: Colour = (88, 150, 186)
WATER_LIGHT: Colour = (170, 214, 230)
