"""Chooses the shared colours of a game from pictures of its art. Knows no game."""

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from render.picture.colours.palette import THEMES
from render.picture.colours.shared_palette import COLOURS, distance
from render.picture.scene import Colour

ROUNDS = 4
COMMON = 0.4
ROW = 1000
CLOSE = 60
"""A colour this close to a fixed one would be mistaken for it."""
APART = 400
"""A colour this close to a background would be visible as a patch on it."""


def on_tiles(pieces: Sequence[Image.Image], tiles: Sequence[Image.Image]) -> list[Image.Image]:
    """Put each piece in the corner of a copy of a tile."""
    squares = []
    for number, piece in enumerate(pieces):
        square = tiles[number % len(tiles)].copy()
        square.paste(piece, (0, 0), piece)
        squares.append(square)
    return squares


def sheet(squares: Sequence[Image.Image], across: int) -> Image.Image:
    """Squares of the same size in rows."""
    side = squares[0].width
    page = Image.new("RGB", (across * side, -(-len(squares) // across) * side))
    for number, square in enumerate(squares):
        page.paste(square, (number % across * side, number // across * side))
    return page


def completed(chosen: list[Colour], everything: Image.Image) -> list[Colour]:
    """These colours, and as many from an image as there is still room for."""
    rest = COLOURS - len(chosen)
    tries = (picked(everything, count, chosen) for count in range(rest, COLOURS + 1, 3))
    return [*chosen, *max((found for found in tries if len(found) <= rest), key=len)]


def picked(image: Image.Image, count: int, fixed: list[Colour]) -> list[Colour]:
    """This many colours from an image, without those that are close to the fixed ones."""
    found = evened_out(image).quantize(count, Image.Quantize.MEDIANCUT, kmeans=ROUNDS)
    flat = found.getpalette() or []
    colours = {(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, 3 * count, 3)}
    return [
        colour
        for colour in sorted(colours)
        if all(distance(colour, other) > CLOSE for other in fixed)
        and all(distance(colour, theme.background) > APART for theme in THEMES.values())
    ]


def evened_out(image: Image.Image) -> Image.Image:
    """Pixels of the same colours, with common ones counting less. Otherwise the bare ground would
    get a dozen indistinguishable shades, and every file would be larger for it."""
    raw = image.tobytes()
    found = Counter(
        (red & 252 | 2, green & 252 | 2, blue & 252 | 2)
        for red, green, blue in zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
    )
    pixels = b"".join(bytes(colour) * round(count**COMMON) for colour, count in found.items())
    height = len(pixels) // 3 // ROW
    return Image.frombytes("RGB", (ROW, height), pixels[: 3 * ROW * height])


def written(colours: list[Colour], command: str) -> str:
    """The module that holds the colours as digits."""
    digits = ["".join(f"{part:02x}" for part in colour) for colour in colours]
    rows = [" ".join(digits[i : i + 12]) for i in range(0, len(digits), 12)]
    lines = "\n".join(f'    "{row} "' for row in rows)
    return (
        f'"""The shared colours, as digits. Written by `{command}`."""\n'
        f"\nSHARED_COLOURS = (\n{lines}\n)\n"
    )
