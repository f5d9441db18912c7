"""Colours of Castellan.

Things that a colour-blind player might confuse differ in lightness: yards are lightest, meadows
darker, walkways darker still, and roofs darkest. Pale merlons between dark lines run along every
wall.
"""

from dataclasses import dataclass

from engine.castellan.cards import Deck
from render.picture.scene import Colour


@dataclass(frozen=True, slots=True)
class Roof:
    lit: Colour
    shaded: Colour


@dataclass(frozen=True, slots=True)
class DeckColours:
    """Frame of a deck's cards, and the landscape on their backs."""

    edge: Colour
    sky: Colour
    glow: Colour
    far_hill: Colour
    near_hill: Colour


GRASS_LIGHT: Colour = (163, 195, 110)
GRASS_DARK: Colour = (151, 185, 99)
BLOSSOMS: tuple[Colour, ...] = ((250, 240, 214), (240, 200, 96), (222, 140, 150))

YARD: Colour = (234, 220, 190)
YARD_LIGHT: Colour = (238, 226, 198)
YARD_DARK: Colour = (229, 215, 183)
YARDS = (YARD, YARD_LIGHT, YARD_DARK)
YARD_LINE: Colour = (188, 168, 132)
STRAW: Colour = (228, 190, 96)
STRAW_DARK: Colour = (176, 134, 58)

STONE: Colour = (198, 190, 176)
STONE_PALE: Colour = (248, 244, 234)
STONE_SHADED: Colour = (156, 148, 138)
# The side of a wall or tower that is turned away from the light.
FACE: Colour = (124, 117, 112)
WALKWAY: Colour = (146, 138, 129)
# The line between two stones.
JOINT: Colour = (118, 110, 103)
# The dark edge of a building.
LINE: Colour = (60, 54, 56)

SLATE = Roof((126, 136, 150), (68, 74, 88))
TILES = Roof((182, 106, 80), (112, 58, 46))
SHINGLES = Roof((166, 128, 88), (96, 66, 46))

PARCHMENT: Colour = (246, 236, 212)
CARD_EDGE: Colour = (170, 150, 112)
DECKS: dict[Deck, DeckColours] = {
    "wall": DeckColours(
        (84, 108, 128), (150, 184, 200), (196, 214, 212), (112, 148, 92), (134, 170, 92)
    ),
    "tower": DeckColours((142, 72, 58), (94, 62, 84), (150, 92, 92), (68, 62, 82), (88, 102, 76)),
}
