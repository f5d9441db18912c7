"""Paints scenes: the one place where the things of a scene become pixels.

A painter keeps what it has made, in caches that are bounded, and can be used from several threads.
Knows what things look like, not why they are there.
"""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import assert_never

from PIL import Image

from engine.castle.catalogue import Catalogue
from engine.castle.moves import Role
from engine.tiles.ports import STEPS, opposite
from engine.tiles.tile import TurnedTile
from render import stencils
from render.art.layout import Layout
from render.canvas import SMALL, Canvas, Patches, Sprite
from render.lettering import Lettering
from render.palette import THEMES
from render.scene import (
    Badge,
    Beyond,
    BoardPicture,
    Box,
    Colour,
    Disc,
    FollowerPicture,
    Inset,
    Item,
    KeepPicture,
    Line,
    MarkerPicture,
    Point,
    Rect,
    Scene,
    Shield,
    Text,
    ThemeName,
    TilePicture,
    Tint,
    Turned,
    WallTilePicture,
)
from render.segments import start_spaces
from render.shared_palette import SharedPalette
from render.sprites import Sprites, Strip

COMPRESS_LEVEL = 2
Near = tuple[Beyond, Beyond, Beyond, Beyond]
Piece = FollowerPicture | KeepPicture | MarkerPicture | WallTilePicture
PieceName = tuple[str, int | None, Role | bool | None]


class Painter:
    """Paints the scenes of games with one catalogue."""

    def __init__(self, catalogue: Catalogue, sprites: Sprites, palette: SharedPalette) -> None:
        self.palette = palette
        self._patches = Patches(palette)
        self._sprites = sprites
        self._turned = catalogue.turned
        self._starts = {tile.tile.id: tile for tile in start_spaces(catalogue).values()}
        self._lettering = Lettering(sprites.font)
        self._board = lru_cache(maxsize=4)(self._paint_board)
        self._tile = lru_cache(maxsize=600)(self._paint_tile)
        self._wall_edge = lru_cache(maxsize=300)(self._paint_wall_edge)
        self._scaled = lru_cache(maxsize=256)(self._scale)

    def png(self, scene: Scene) -> bytes:
        """The scene as a PNG file."""
        file = BytesIO()
        self.picture(scene).save(file, "PNG", compress_level=COMPRESS_LEVEL)
        return file.getvalue()

    def picture(self, scene: Scene) -> Image.Image:
        """The scene in mode P, in the shared palette."""
        return self.palette.finished(self.numbers(scene))

    def numbers(self, scene: Scene) -> Image.Image:
        """The scene as numbers of the shared palette, in mode L."""
        canvas = Canvas(self._patches, scene.size, scene.paper)
        for item in scene.items:
            self._paint(canvas, item)
        return canvas.image

    def _paint(self, canvas: Canvas, item: Item) -> None:
        match item:
            case BoardPicture(at, theme, cell):
                canvas.paste(self._board(theme, cell), at)
            case TilePicture(tile, at, size, near):
                canvas.paste(self._tile(tile, size, near), at)
                self._divide_from_wall(canvas, item)
            case FollowerPicture() | KeepPicture() | MarkerPicture() | WallTilePicture():
                self._piece(canvas, item)
            case Text():
                self._write(canvas, item)
            case Badge():
                self._badge(canvas, item)
            case Box():
                _box(canvas, item)
            case Disc():
                _disc(canvas, item)
            case Shield():
                _shield(canvas, item)
            case Line():
                _line(canvas, item)
            case Tint(tile, segments, at, size, colour, opacity):
                shape = stencils.segments(self._lying(tile), segments, size)
                canvas.lay(shape, at, colour, opacity)
            case Inset(at, source, scene):
                canvas.paste(self.numbers(scene).crop(source), at)
            case _:
                assert_never(item)

    def _lying(self, tile: Turned) -> TurnedTile:
        name, rotation = tile
        return self._starts[name] if name in self._starts else self._turned[name][rotation]

    def _paint_board(self, theme: ThemeName, cell: int) -> Image.Image:
        board = self._sprites.board(THEMES[theme])
        if cell != self._sprites.cell:
            size = Layout(self._sprites.layout.wall, cell).size
            board = board.resize(size, Image.Resampling.LANCZOS)
        return self.palette.numbers(board)

    def _paint_tile(self, tile: Turned, size: int, near: Near | None) -> Image.Image:
        image = self._sprites.tile(*tile)
        if near is not None:
            image = image.copy()
            self._divide(image, tile, near)
        if size != self._sprites.cell:
            image = image.resize((size, size), Image.Resampling.LANCZOS)
        return self.palette.numbers(image)

    def _divide(self, image: Image.Image, tile: Turned, near: Near) -> None:
        """Draw on the tile its half of the edges between features that only touch."""
        for side, other in enumerate(near):
            strip = self._edge(tile, side, other)
            if strip is not None:
                image.paste(strip.image, (strip.dx, strip.dy), strip.image)

    def _divide_from_wall(self, canvas: Canvas, item: TilePicture) -> None:
        """Draw beyond the tile the other half of its edges towards wall and start spaces."""
        for side, other in enumerate(item.near or ()):
            if other == "wall" or other[0] in self._starts:
                edge = self._wall_edge(item.tile, side, other, item.size)
                if edge is not None:
                    sprite, (dx, dy) = edge
                    canvas.lay_sprite(sprite, (item.at[0] + dx, item.at[1] + dy))

    def _paint_wall_edge(
        self, tile: Turned, side: int, other: Beyond, size: int
    ) -> tuple[Sprite, Point] | None:
        """The half of an edge that lies beyond the tile."""
        strip = self._edge(tile, side, other)
        if strip is None:
            return None
        (width, height), cell = strip.image.size, self._sprites.cell
        box = (
            (0, 0, width, -strip.dy),
            (cell - strip.dx, 0, width, height),
            (0, cell - strip.dy, width, height),
            (0, 0, -strip.dx, height),
        )[side]
        image, share = strip.image.crop(box), size / cell
        if size != cell:
            scaled = (max(1, round(image.width * share)), max(1, round(image.height * share)))
            image = image.resize(scaled, Image.Resampling.LANCZOS)
        dx = (0, size, 0, -image.width)[side]
        dy = (-image.height, 0, size, 0)[side]
        return Sprite(image), (dx, dy)

    def _edge(self, tile: Turned, side: int, other: Beyond) -> Strip | None:
        """The strip over a side. Both tiles show the same one: that of the northern or western."""
        if other == "empty":
            return None
        if other == "wall":
            return self._sprites.side_edge(self._lying(tile), None, side)
        first, second = self._lying(tile), self._lying(other)
        if other[0] in self._starts or side in (1, 2):
            return self._sprites.side_edge(first, second, side)
        strip = self._sprites.side_edge(second, first, opposite(side))
        if strip is None:
            return None
        (dx, dy), cell = STEPS[side], self._sprites.cell
        return Strip(strip.image, strip.dx + dx * cell, strip.dy + dy * cell)

    def _piece(self, canvas: Canvas, item: Piece) -> None:
        opacity = 1.0
        name: PieceName
        match item:
            case FollowerPicture(seat, role):
                name, opacity = ("follower", seat, role), item.opacity
            case KeepPicture(seat):
                name, opacity = ("keep", seat, None), item.opacity
            case MarkerPicture(seat, lapped):
                name = ("marker", seat, lapped)
            case WallTilePicture(kind):
                name = ("wall tile", kind, None)
            case _:
                assert_never(item)
        sprite = self._scaled(name, item.size, opacity)
        (x, y), (width, height) = item.centre, sprite.image.size
        canvas.lay_sprite(sprite, (x - width // 2, y - height // 2))

    def _scale(self, name: PieceName, size: int, opacity: float) -> Sprite:
        """A sprite so many pixels high, or less visible."""
        sprite = self._sprite(*name)
        width = max(1, round(sprite.width * size / sprite.height))
        if sprite.height != size:
            sprite = sprite.resize((width, size), Image.Resampling.LANCZOS)
        if opacity < 1:
            sprite = sprite.copy()
            sprite.putalpha(sprite.getchannel("A").point([round(v * opacity) for v in range(256)]))
        return Sprite(sprite)

    def _sprite(self, what: str, number: int | None, more: Role | bool | None) -> Image.Image:
        match what, number, more:
            case "follower", int(seat), str(role):
                return self._sprites.follower(seat, role)
            case "keep", int(seat), _:
                return self._sprites.keep(seat)
            case "marker", int(seat), bool(lapped):
                return self._sprites.marker(seat, lapped)
            case "wall tile", int(kind), _:
                return self._sprites.wall_tile(kind)
            case _:
                return self._sprites.wall_tile_back()

    def _write(self, canvas: Canvas, item: Text) -> None:
        text = self._lettering.legible(item.text, item.instead)
        shown = self._lettering.fitted(text, item.size, item.bold, item.fit)
        if not shown:
            return
        shape = self._lettering.words(shown, item.size, item.bold)
        left = {"left": 0, "middle": shape.size[0] // 2, "right": shape.size[0]}[item.align]
        at = (item.at[0] - left, item.at[1] - shape.size[1] // 2)
        canvas.lay(shape, at, item.colour)

    def _badge(self, canvas: Canvas, item: Badge) -> None:
        shape = self._lettering.words(item.text, item.size, True)
        height = round(item.size * 1.24) // 2 * 2
        width = max(height, shape.size[0] + round(item.size * 0.56)) // 2 * 2
        x, y = item.centre
        left, top = x - width // 2, y - height // 2
        plate = (left, top, left + width, top + height)
        edge = max(2, item.size // 14) if item.outline is not None else 0
        _box(
            canvas,
            Box(plate, item.fill, item.outline, width=edge, radius=round(height * 0.36)),
        )
        canvas.lay(shape, (x - shape.size[0] // 2, y - shape.size[1] // 2), item.ink)


def _box(canvas: Canvas, item: Box) -> None:
    left, top, right, bottom = item.rect
    most = min(right - left, bottom - top) // 2
    radius = min(most, max(item.radius, item.width)) if item.radius else 0
    if (right - left) * (bottom - top) <= SMALL:
        _small_box(canvas, item, radius)
        return
    if item.fill is not None:
        bands = [
            (left + radius, top, right - radius, bottom),
            (left, top + radius, left + radius, bottom - radius),
            (right - radius, top + radius, right, bottom - radius),
        ]
        _rounded(canvas, item.rect, bands, (radius, 0), (item.fill, item.opacity))
    if item.outline is not None and item.width:
        width = item.width
        bands = [
            (left + radius, top, right - radius, top + width),
            (left + radius, bottom - width, right - radius, bottom),
            (left, top + radius, left + width, bottom - radius),
            (right - width, top + radius, right, bottom - radius),
        ]
        _rounded(canvas, item.rect, bands, (radius, width), (item.outline, 1.0))


def _small_box(canvas: Canvas, item: Box, radius: int) -> None:
    left, top, right, bottom = item.rect
    size, at = (right - left, bottom - top), (left, top)
    if item.fill is not None:
        canvas.lay(stencils.box(size, radius, 0), at, item.fill, item.opacity)
    if item.outline is not None and item.width:
        canvas.lay(stencils.box(size, radius, item.width), at, item.outline)


def _rounded(
    canvas: Canvas,
    rect: Rect,
    bands: Sequence[Rect],
    rim: tuple[int, int],
    paint: tuple[Colour, float],
) -> None:
    """Bands of one colour and opacity, and the four corners between them. `rim` is the radius of
    the corners, and how wide they are, 0 for filled ones."""
    colour, opacity = paint
    for band in bands:
        if band[0] < band[2] and band[1] < band[3]:
            canvas.fill(band, colour, opacity)
    radius, width = rim
    if radius:
        left, top, right, bottom = rect
        east, south = right - radius, bottom - radius
        for quarter, at in enumerate(((left, top), (east, top), (east, south), (left, south))):
            canvas.lay(stencils.corner(radius, width, quarter), at, colour, opacity)


def _line(canvas: Canvas, item: Line) -> None:
    """Draw the line from the top left of what it covers, so that its stencil can be found again."""
    left = min(x for x, _ in item.points) - item.width
    top = min(y for _, y in item.points) - item.width
    moved = tuple((x - left, y - top) for x, y in item.points)
    canvas.lay(stencils.line(moved, item.width, item.dash), (left, top), item.colour)


def _disc(canvas: Canvas, item: Disc) -> None:
    diameter = 2 * item.radius
    at = (item.centre[0] - item.radius, item.centre[1] - item.radius)
    canvas.lay(stencils.disc(diameter), at, item.fill, item.opacity)
    if item.outline is not None and item.width:
        canvas.lay(stencils.ring(diameter, item.width), at, item.outline)


def _shield(canvas: Canvas, item: Shield) -> None:
    """The whole in the colour of the outline, and a smaller one on it."""
    for height, colour in ((item.height, item.outline), (item.height - 2 * item.width, item.fill)):
        shape = stencils.shield(height)
        at = (item.centre[0] - shape.size[0] // 2, item.centre[1] - shape.size[1] // 2)
        canvas.lay(shape, at, colour)
