"""Emojis of square tiles: the art of a tile, simplified until it is legible at 22 pixels.

Every kind of ground has one strong colour, what matters has a dark line around it, ways are wider,
and the landmarks on a tile are larger than they are.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.tile import TurnedTile
from render.picture.emojis import EDGE, OVERSAMPLING, SIDE, blank, emoji_name, rounded
from render.picture.masks import Point, around, spread
from render.picture.palette import INK
from render.picture.scene import Colour
from render.picture.sprites import Sprites
from render.tiles.sprites import SegmentsShape, TileSprite

# The side of the tile within its dark edge.
INNER = SIDE - 2 * EDGE
OUTER_RADIUS = 18
INNER_RADIUS = 13
# The share of the art that is replaced by the plain colour of its ground.
PLAIN = 0.45
# The pixels by which ways are wider than in the art.
WIDER = 5
# The width of dark lines.
LINE = 4


class Landmark(NamedTuple):
    """Something on a tile that must stay visible, and how much larger it is shown."""

    point: Point
    radius: float
    """Around its middle, in tiles."""
    scale: float


class TileColours(NamedTuple):
    """Colours of what is on the tiles of a game, by the kinds of segments."""

    ground: str
    """The kind without a line around it."""
    areas: Mapping[str, Colour]
    ways: Mapping[str, Colour]


class TileEmojis:
    """Emojis of the tiles of a set as they can lie; those that look alike have the same."""

    def __init__(self, alike: Mapping[str, Sequence[int]], *prefix: str) -> None:
        """`alike` names for each tile and rotation the first rotation that looks like it."""
        self.names = {
            (tile, turns): emoji_name(*prefix, tile, f"r{first}")
            for tile, rotations in alike.items()
            for turns, first in enumerate(rotations)
        }
        # Of rotations that look alike the first one is drawn.
        self.tiles = {name: turned for turned, name in reversed(self.names.items())}


def draw_tile_emoji(
    sprites: Sprites, turned: TurnedTile, colours: TileColours, landmarks: Iterable[Landmark]
) -> Image.Image:
    tile = (turned.tile.id, turned.rotation)
    art = sprites.image(TileSprite(tile), INNER)

    def areas(kinds: Iterable[str]) -> Sequence[tuple[str, Image.Image]]:
        return [
            (segment.kind, sprites.shape(SegmentsShape(tile, (index,)), INNER))
            for index, segment in enumerate(turned.segments)
            if segment.kind in kinds
        ]

    plain = Image.new("RGB", art.size, colours.areas[colours.ground])
    for kind, area in areas(colours.areas):
        plain.paste(colours.areas[kind], (0, 0), area)
    picture = Image.blend(art, plain, PLAIN)
    for kind, area in areas(colours.areas):
        if kind != colours.ground:
            picture.paste(INK, (0, 0), ImageChops.subtract(spread(area, LINE), area))
    ways = areas(colours.ways)
    for _, way in ways:
        picture.paste(INK, (0, 0), spread(way, WIDER + LINE))
    for kind, way in ways:
        picture.paste(colours.ways[kind], (0, 0), spread(way, WIDER))
    for landmark in landmarks:
        _show_landmark(picture, art, landmark)
    drawing = blank()
    whole = blank()
    drawing.paste((*INK, 255), (0, 0), rounded(0, OUTER_RADIUS))
    whole.paste(picture, (EDGE, EDGE))
    drawing.paste(whole, (0, 0), rounded(EDGE, INNER_RADIUS))
    return drawing


def _show_landmark(picture: Image.Image, art: Image.Image, landmark: Landmark) -> None:
    """Show the art around a landmark, enlarged, in a dark ring that stays on the tile."""
    (x, y), radius, scale = landmark
    half = round(INNER * radius * scale)
    middle = [min(max(round(INNER * at), half), INNER - half) for at in (x, y)]
    reach = INNER * radius
    left, top, right, bottom = around(x * INNER, y * INNER, reach)
    across = max(0.0, -left) - max(0.0, right - INNER)
    down = max(0.0, -top) - max(0.0, bottom - INNER)
    box = (left + across, top + down, right + across, bottom + down)
    patch = art.resize((2 * half, 2 * half), Image.Resampling.LANCZOS, box)
    for far, colour in ((half + LINE, INK), (half, None)):
        size = 2 * far
        circle = Image.new("L", (OVERSAMPLING * size, OVERSAMPLING * size))
        last = OVERSAMPLING * size - 1
        ImageDraw.Draw(circle).ellipse((0, 0, last, last), 255)
        mask = circle.reduce(OVERSAMPLING)
        at = (middle[0] - far, middle[1] - far)
        if colour is None:
            picture.paste(patch, at, mask)
        else:
            picture.paste(colour, (*at, at[0] + size, at[1] + size), mask)
