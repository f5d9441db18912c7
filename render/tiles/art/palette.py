"""The colours that games with square tiles share: paths and their squares."""

from render.picture.scene import Colour

PATH: Colour = (230, 214, 172)
PATH_LIGHT: Colour = (242, 229, 194)
PATH_DARK: Colour = (192, 168, 120)
PATH_LINE: Colour = (142, 118, 82)
PAVING: Colour = (214, 204, 186)
PAVING_EDGE: Colour = (178, 166, 148)
