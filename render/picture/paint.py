"""Paints scenes: the one place where the things of a scene become pixels.

A painter gets the art of a game by name and knows no game. It keeps what it has made in bounded
caches, and can be used from several threads.
"""

from collections.abc import Sequence
from typing import Protocol, assert_never

from PIL import Image

from render.picture.canvas import stencils
from render.picture.canvas.canvas import (
    SMALL,
    Canvas,
    Coat,
    Outline,
    Patches,
    Sprite,
    Stencil,
    Surface,
    stencil,
)
from render.picture.canvas.lettering import Lettering
from render.picture.colours.shared_palette import SharedPalette
from render.picture.kept import Kept
from render.picture.png import png_file
from render.picture.scene import (
    Badge,
    Box,
    Colour,
    Disc,
    Inset,
    Item,
    Line,
    Name,
    Rect,
    Scene,
    ShapePicture,
    Shield,
    Size,
    SpritePicture,
    Text,
)
from render.picture.type_case import typeface

KEPT = 32_000_000
"""How many bytes of finished sprites and shapes are kept."""
ReadySprite = Image.Image | Sprite | None
"""A picture that covers all of its extent, one that does not, or one that is wholly transparent."""


class SpriteSource(Protocol):
    """The art of a game. An unknown name is a KeyError."""

    def extent(self, name: Name, size: int) -> Size:
        """How wide and high the image of a sprite is; found without drawing it."""

    def image(self, name: Name, size: int) -> Image.Image:
        """A sprite: RGB if it covers all of its extent, else RGBA. Not to be modified."""

    def shape(self, name: Name, size: int) -> Image.Image:
        """What a shape covers of a square, as a mask."""


class Painter:
    """Paints the scenes of a game."""

    def __init__(self, source: SpriteSource, palette: SharedPalette) -> None:
        self.palette = palette
        self._patches = Patches(palette)
        self._source = source
        self._lettering = Lettering(typeface)
        self._sprites = Kept[ReadySprite](KEPT, _sprite_weight)
        self._shapes = Kept[Stencil](KEPT, _stencil_weight)

    def png(self, scene: Scene) -> bytes:
        """The scene as a PNG file."""
        return png_file(self.part(scene, (-1, 0, *scene.size)), self.palette.flat)

    def picture(self, scene: Scene) -> Image.Image:
        """The scene in mode P, in the shared palette."""
        return self.palette.finished(self.numbers(scene))

    def numbers(self, scene: Scene) -> Image.Image:
        """The scene as numbers of the shared palette, in mode L."""
        return self.part(scene, (0, 0, *scene.size))

    def part(self, scene: Scene, window: Rect) -> Image.Image:
        """What lies in a window of the scene, in mode L."""
        canvas = Canvas(self._patches, window, scene.paper)
        for item in scene.items:
            self._paint(canvas, item)
        return canvas.image

    def bounds(self, item: Item) -> Rect:
        """A rectangle that everything painted of an item lies in."""
        outline = Outline()
        self._paint(outline, item)
        return outline.bounds

    def _paint(self, canvas: Surface, item: Item) -> None:
        match item:
            case SpritePicture():
                self._lay_sprite(canvas, item)
            case ShapePicture(name, at, size):
                if canvas.shows(at, (size, size)):
                    canvas.lay(at, Coat(self._shape(name, size), item.colour, item.opacity))
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
            case Inset(at, source, scene):
                canvas.paste(self.part(scene, source), at)
            case _:
                assert_never(item)

    def _lay_sprite(self, canvas: Surface, item: SpritePicture) -> None:
        size = self._source.extent(item.name, item.size)
        (x, y), (across, down), (width, height) = item.at, item.anchor, size
        at = (x - int(across * width), y - int(down * height))
        if not canvas.shows(at, size):
            return
        sprite = self._sprite(item.name, item.size, item.opacity)
        if isinstance(sprite, Sprite):
            canvas.lay_sprite(sprite, at)
        elif sprite is not None:
            canvas.paste(sprite, at)

    def _sprite(self, name: Name, size: int, opacity: float) -> ReadySprite:
        """A sprite ready to be laid; one without transparency is already made of colour numbers."""
        return self._sprites.get(
            (name, size, opacity), lambda: self._made_ready(name, size, opacity)
        )

    def _made_ready(self, name: Name, size: int, opacity: float) -> ReadySprite:
        image = self._source.image(name, size)
        if opacity < 1:
            image = image.convert("RGBA")
            image.putalpha(image.getchannel("A").point([round(v * opacity) for v in range(256)]))
        if image.mode != "RGBA":
            return self.palette.numbers(image)
        return Sprite(image) if image.getbbox() else None

    def _shape(self, name: Name, size: int) -> Stencil:
        return self._shapes.get((name, size), lambda: stencil(self._source.shape(name, size)))

    def _write(self, canvas: Surface, item: Text) -> None:
        text = self._lettering.legible(item.text, item.instead)
        shown = self._lettering.fitted(text, item.size, item.bold, item.fit)
        if not shown:
            return
        shape = self._lettering.words(shown, item.size, item.bold)
        left = {"left": 0, "middle": shape.size[0] // 2, "right": shape.size[0]}[item.align]
        at = (item.at[0] - left, item.at[1] - shape.size[1] // 2)
        canvas.lay(at, Coat(shape, item.colour))

    def _badge(self, canvas: Surface, item: Badge) -> None:
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
        canvas.lay((x - shape.size[0] // 2, y - shape.size[1] // 2), Coat(shape, item.ink))


def _sprite_weight(sprite: ReadySprite) -> int:
    """In bytes."""
    match sprite:
        case None:
            return 0
        case Sprite(image):
            return image.width * image.height * 4
        case image:
            return image.width * image.height


def _stencil_weight(shape: Stencil) -> int:
    """In bytes."""
    return shape.size[0] * shape.size[1] * len(shape.layers)


def _box(canvas: Surface, item: Box) -> None:
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


def _small_box(canvas: Surface, item: Box, radius: int) -> None:
    left, top, right, bottom = item.rect
    size, coats = (right - left, bottom - top), []
    if item.fill is not None:
        coats.append(Coat(stencils.box(size, radius, 0), item.fill, item.opacity))
    if item.outline is not None and item.width:
        coats.append(Coat(stencils.box(size, radius, item.width), item.outline))
    if coats:
        canvas.lay((left, top), *coats)


def _rounded(
    canvas: Surface,
    rect: Rect,
    bands: Sequence[Rect],
    rim: tuple[int, int],
    paint: tuple[Colour, float],
) -> None:
    """Bands of one colour and opacity, and the four corners between them. `rim` is the radius of
    the corners, and their width, 0 for filled ones."""
    colour, opacity = paint
    for band in bands:
        if band[0] < band[2] and band[1] < band[3]:
            canvas.fill(band, colour, opacity)
    radius, width = rim
    if radius:
        left, top, right, bottom = rect
        east, south = right - radius, bottom - radius
        for quarter, at in enumerate(((left, top), (east, top), (east, south), (left, south))):
            canvas.lay(at, Coat(stencils.corner(radius, width, quarter), colour, opacity))


def _line(canvas: Surface, item: Line) -> None:
    """Draw the line from the top left of its bounds, so that its stencil can be found again."""
    left = min(x for x, _ in item.points) - item.width
    top = min(y for _, y in item.points) - item.width
    moved = tuple((x - left, y - top) for x, y in item.points)
    canvas.lay((left, top), Coat(stencils.line(moved, item.width, item.dash), item.colour))


def _disc(canvas: Surface, item: Disc) -> None:
    diameter = 2 * item.radius
    at = (item.centre[0] - item.radius, item.centre[1] - item.radius)
    coats = [Coat(stencils.disc(diameter), item.fill, item.opacity)]
    if item.outline is not None and item.width:
        coats.append(Coat(stencils.ring(diameter, item.width), item.outline))
    canvas.lay(at, *coats)


def _shield(canvas: Surface, item: Shield) -> None:
    """The whole in the colour of the outline, and a smaller one on it."""
    for height, colour in ((item.height, item.outline), (item.height - 2 * item.width, item.fill)):
        shape = stencils.shield(height)
        at = (item.centre[0] - shape.size[0] // 2, item.centre[1] - shape.size[1] // 2)
        canvas.lay(at, Coat(shape, colour))
