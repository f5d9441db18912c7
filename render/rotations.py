"""The drawn tile in its four rotations, with the number of cells where each fits."""

from engine.castle.view import View
from render.locale import Words
from render.palette import INK, THEMES
from render.scene import Box, Item, Scene, Text, ThemeName, TilePicture

TILE, GAP, TOP, BOTTOM = 240, 32, 76, 72


def rotations_scene(words: Words, view: View, theme: ThemeName = "light") -> Scene | None:
    """None when no tile is drawn."""
    if view.drawn is None:
        return None
    colours = THEMES[theme]
    items: list[Item] = []
    for rotation in range(4):
        left = GAP + rotation * (TILE + GAP)
        fits = sum(placement.rotation == rotation for placement in view.placements)
        middle = left + TILE // 2
        ink = colours.text if fits else colours.faint
        frame = (left - 6, TOP - 6, left + TILE + 6, TOP + TILE + 6)
        items += [
            Text(f"r{rotation}", (middle, TOP // 2), 56, ink, bold=True, align="middle"),
            Box(frame, INK if fits else colours.card_edge, radius=6),
            TilePicture((view.drawn, rotation), (left, TOP), TILE),
            Text(
                cells_that_fit(words, fits),
                (middle, TOP + TILE + BOTTOM // 2 + 6),
                42,
                ink,
                align="middle",
            ),
        ]
        if not fits:
            tile = (left, TOP, left + TILE, TOP + TILE)
            items.append(Box(tile, colours.background, opacity=0.6))
    size = (GAP + 4 * (TILE + GAP), TOP + TILE + BOTTOM + 12)
    return Scene(size, colours.background, tuple(items))


def cells_that_fit(words: Words, count: int) -> str:
    if not count:
        return words("castle.picture.no_cell")
    return words("castle.picture.cells", count=count)
