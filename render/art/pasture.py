"""What stands on grass in several games: trees and sheep, lit from the north-west. In pixels."""

from PIL import ImageDraw

from render.art import palette
from render.art.geometry import around


def draw_tree(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    """A round crown with its shadow; a small one is a bush."""
    shade = (x - radius * 0.6, y - radius * 0.5, x + radius * 1.6, y + radius * 1.5)
    draw.ellipse(shade, palette.TUFT)
    for off, share, colour in (
        (0.0, 1.0, palette.LEAF_DARK),
        (-0.12, 0.8, palette.LEAF),
        (-0.34, 0.4, palette.LEAF_LIGHT),
    ):
        draw.ellipse(around(x + off * radius, y + off * radius, radius * share), colour)


def draw_sheep(draw: ImageDraw.ImageDraw, x: float, y: float, half: float, eastwards: bool) -> None:
    """A sheep of half this length, which looks to the east or to the west."""
    high = half * 23 / 30
    ahead = half if eastwards else -half
    draw.ellipse(around(x + half * 0.25, y + high * 0.7, half, high), palette.TUFT)
    draw.ellipse(around(x, y, half, high), palette.WOOL, palette.WOOL_LINE, 2)
    draw.ellipse(around(x + ahead, y - high * 0.1, half * 0.42, high * 0.5), palette.SHEEP_FACE)
