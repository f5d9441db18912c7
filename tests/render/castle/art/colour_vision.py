"""How colours look to people who do not see all of them, and how light they are to the eye.

The matrices are those of Machado, Oliveira and Fernandes (2009) for people who lack one of
the three sorts of cones; they hold for linear light.
"""

from typing import Literal

from render.picture.colours.palette import Colour

Sight = Literal["protanopia", "deuteranopia", "tritanopia"]
Light = tuple[float, float, float]

MATRICES: dict[Sight, tuple[Light, Light, Light]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WEIGHTS: Light = (0.2126, 0.7152, 0.0722)
"""How much the parts of linear light add to its luminance."""


def linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def seen_by(sight: Sight, colour: Colour) -> Light:
    """The linear light of the colour that such a person sees instead."""
    light = [linear(part) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in MATRICES[sight]
    )
    return red, green, blue


def lightness(sight: Sight, colour: Colour) -> float:
    """L* of CIELAB, 0 to 100."""
    luminance = sum(a * b for a, b in zip(WEIGHTS, seen_by(sight, colour), strict=True))
    if luminance <= (6 / 29) ** 3:
        return luminance * (29 / 3) ** 3
    return float(116 * luminance ** (1 / 3) - 16)
