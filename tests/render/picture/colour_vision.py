"""How colours look to people who do not see all of them, and how light and how different
they are to the eye.

The matrices are those of Machado, Oliveira and Fernandes (2009) for people who lack one of
the three sorts of cones; they hold for linear light.
"""

from math import dist
from typing import Literal

from render.picture.scene import Colour

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
# The weights of the parts of linear light in its luminance.
WEIGHTS: Light = (0.2126, 0.7152, 0.0722)
# The weights of the parts of linear light in X, Y and Z, and the X, Y and Z of white.
XYZ: tuple[tuple[Light, float], ...] = (
    ((0.4124, 0.3576, 0.1805), 0.9505),
    (WEIGHTS, 1.0),
    ((0.0193, 0.1192, 0.9505), 1.089),
)


def linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def as_seen_by(sight: Sight, colour: Colour) -> Light:
    """The linear light of the colour that such a person sees instead."""
    light = _light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in MATRICES[sight]
    )
    return red, green, blue


def lightness(sight: Sight, colour: Colour) -> float:
    """L* of CIELAB, 0 to 100."""
    return in_lab(as_seen_by(sight, colour))[0]


def difference(sight: Sight | None, first: Colour, second: Colour) -> float:
    """How far apart two colours are in CIELAB; None sees every colour."""
    seen = [
        in_lab(as_seen_by(sight, colour) if sight else _light(colour)) for colour in (first, second)
    ]
    return dist(*seen)


def in_lab(light: Light) -> Light:
    """L*, a* and b* of linear light, for daylight."""
    parts = (
        sum(weight * part for weight, part in zip(weights, light, strict=True)) / white
        for weights, white in XYZ
    )
    x, y, z = (
        part ** (1 / 3) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29
        for part in parts
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _light(colour: Colour) -> Light:
    red, green, blue = (linear(part) for part in colour)
    return red, green, blue
