"""Colours that any game's pictures need: for words, tables, seats, the two themes that suit
Discord, and the materials that several games' art is made of.

The seats differ in hue, in lightness and in pattern, so that they can be told apart without colour
vision.
"""

from dataclasses import dataclass
from typing import Literal

from render.picture.scene import Colour, ThemeName

INK: Colour = (44, 36, 32)
CREAM: Colour = (252, 246, 230)

# Lines and secondary words on the ground of tables.
SAND_LINE: Colour = (98, 84, 66)
GOLD: Colour = (222, 178, 74)
SILVER: Colour = (222, 222, 220)
BRONZE: Colour = (184, 104, 80)
CLAY: Colour = (214, 202, 174)
# For places without a medal.
CLAY_DARK: Colour = (178, 166, 148)
# For what belongs to nobody.
NEUTRAL: Colour = (150, 146, 140)
# For places where nothing fits.
NOTHING: Colour = (70, 62, 58)

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

PATH: Colour = (230, 214, 172)
PATH_LIGHT: Colour = (242, 229, 194)
PATH_DARK: Colour = (192, 168, 120)
PATH_LINE: Colour = (142, 118, 82)
PAVING: Colour = (214, 204, 186)
PAVING_EDGE: Colour = (178, 166, 148)

Pattern = Literal["stripes", "dots", "squares", "dashes", "crosses", "zigzags"]


@dataclass(frozen=True)
class SeatColours:
    main: Colour
    light: Colour
    dark: Colour
    pattern: Pattern
    """The pattern is drawn in `mark` on everything that belongs to the seat."""
    mark: Colour
    ink: Colour
    """The colour that is readable on `main`."""

    def on(self, theme: ThemeName) -> Colour:
        """Choose the colour in which a line of the seat is visible on a theme's background."""
        return self.light if theme == "dark" and self.ink == CREAM else self.main


# As many seats as any game has.
SEATS: tuple[SeatColours, ...] = (
    SeatColours((244, 176, 36), (255, 212, 104), (150, 92, 8), "stripes", (168, 98, 10), INK),
    SeatColours((36, 78, 168), (96, 140, 222), (16, 36, 92), "dots", (214, 230, 255), CREAM),
    SeatColours((187, 40, 34), (224, 92, 74), (104, 18, 16), "squares", (255, 214, 200), CREAM),
    SeatColours((92, 206, 188), (168, 236, 224), (20, 104, 92), "dashes", (18, 96, 84), INK),
    SeatColours((108, 56, 90), (178, 77, 144), (58, 22, 46), "crosses", (246, 218, 238), CREAM),
    SeatColours((244, 178, 252), (255, 220, 255), (138, 60, 152), "zigzags", (146, 62, 160), INK),
)


@dataclass(frozen=True)
class Theme:
    """Surroundings of a board and of the words next to it."""

    name: ThemeName
    background: Colour
    """Discord's own background."""
    text: Colour
    faint: Colour
    """Secondary text, such as coordinates."""
    card: Colour
    """The ground of footers."""
    card_edge: Colour
    accent: Colour


LIGHT = Theme(
    name="light",
    background=(255, 255, 255),
    text=(46, 40, 36),
    faint=(104, 98, 88),
    card=(247, 241, 228),
    card_edge=(214, 202, 176),
    accent=(176, 58, 48),
)
DARK = Theme(
    name="dark",
    background=(49, 51, 56),
    text=(240, 234, 222),
    faint=(176, 172, 160),
    card=(43, 45, 49),
    card_edge=(78, 76, 74),
    accent=(232, 120, 92),
)
THEMES: dict[ThemeName, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}


def exact_colours(seats: int) -> list[Colour]:
    """List the colours that the shared palette of a game for this many seats must contain, so that
    words, plates and pieces come out as intended, including the steps of their soft edges."""
    shares = (0.2, 0.4, 0.6, 0.8)
    colours = [INK, CREAM, GOLD, *(mix(INK, CREAM, share) for share in shares)]
    for seat in SEATS[:seats]:
        colours += [seat.main, seat.light, seat.dark, seat.mark]
        colours += [mix(seat.main, end, share) for end in (CREAM, INK) for share in (0.3, 0.6)]
    for theme in THEMES.values():
        colours += [theme.background, theme.text, theme.faint, theme.card, theme.card_edge]
        colours += [theme.accent, mix(theme.text, theme.background, 0.5)]
        colours += [mix(theme.text, theme.card, share) for share in shares]
    return list(dict.fromkeys(colours))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
