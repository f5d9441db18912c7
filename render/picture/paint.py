"""Paint scenes: the one place where the things of a scene become pixels.

A painter looks up the art of a game by name. It can be used from several threads.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import assert_never

from PIL import Image

from render.picture import stencils
from render.picture.cache import Cache, PackingCache, image_weight
from render.picture.canvas import SMALL, Canvas, Outline, Patches, Sprite, Surface, sprite
from render.picture.colouring import Coat, Stencil, stencil, stencil_weight
from render.picture.lettering import Lettering, typeface
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
    Point,
    Rect,
    Scene,
    ShapePicture,
    Shield,
    SpritePicture,
    Text,
)
from render.picture.shared_palette import SharedPalette
from render.picture.sprites import Sprites

# The width of an empty shield, as a fraction of its height.
SHIELD = 0.84
# The height at which the sides of an empty shield begin to bend, as a fraction of its height.
STRAIGHT = 0.36
# The same for a shield with a text.
STRAIGHT_BESIDE_TEXT = 0.64
# The area covered by a box or disc: all of it, or only its rim if a width is given.
Shape = Callable[[int], Stencil]
# A picture that covers all of its extent, one that does not, or one that is wholly transparent.
ReadySprite = Image.Image | Sprite | None


class Painter:
    def __init__(self, source: Sprites, palette: SharedPalette) -> None:
        self.palette = palette
        self._patches = Patches(palette)
        self.source = source
        self._lettering = Lettering(typeface)
        self._sprites = PackingCache[ReadySprite](_sprite_weight)
        self._shapes = Cache(stencil_weight)
        self._insets = Cache(image_weight)
        self._extent = lru_cache(maxsize=2000)(source.extent)

    def png(self, scene: Scene) -> bytes:
        return png_file(self.part(scene, (-1, 0, *scene.size)), self.palette.flat)

    def picture(self, scene: Scene) -> Image.Image:
        """Paint a scene in mode P, in the shared palette."""
        return self.palette.finish(self.numbers(scene))

    def numbers(self, scene: Scene) -> Image.Image:
        """Paint a scene as numbers of the shared palette, in mode L."""
        return self.part(scene, (0, 0, *scene.size))

    def part(self, scene: Scene, window: Rect) -> Image.Image:
        """Paint the part of a scene in a window, in mode L."""
        canvas = Canvas(self._patches, window, scene.paper)
        for item in scene.items:
            self._paint(canvas, item)
        return canvas.image

    def bounds(self, item: Item) -> Rect:
        """Measure a rectangle that contains everything painted for an item."""
        outline = Outline()
        self._paint(outline, item)
        return outline.bounds

    def _paint(self, canvas: Surface, item: Item) -> None:
        match item:
            case SpritePicture():
                self._lay_sprite(canvas, item)
            case ShapePicture(name, at, size):
                if canvas.shows(at, (size, size)):
                    shape = self._shapes.get(
                        (name, size), lambda: stencil(self.source.shape(name, size))
                    )
                    canvas.lay(at, Coat(shape, item.colour, item.opacity))
            case Text():
                self._write(canvas, item)
            case Badge():
                self._badge(canvas, item)
            case Box():
                _box(canvas, item)
            case Disc((x, y), radius):
                circle = partial(stencils.disc, 2 * radius)
                _lay_coats(canvas, (x - radius, y - radius), item, circle)
            case Shield():
                _shield(canvas, item)
            case Line():
                _line(canvas, item)
            case Inset(at, source, scene, cached=True):
                part = self._insets.get((scene, source), lambda: self.part(scene, source))
                canvas.paste(part, at)
            case Inset(at, source, scene):
                canvas.paste(self.part(scene, source), at)
            case _:
                assert_never(item)

    def _lay_sprite(self, canvas: Surface, item: SpritePicture) -> None:
        size = self._extent(item.name, item.size)
        (x, y) = item.at
        (across, down) = item.anchor
        (width, height) = size
        at = (x - int(across * width), y - int(down * height))
        if not canvas.shows(at, size):
            return
        key = (item.name, item.size, item.opacity)
        ready = self._sprites.get(key, lambda: self._prepare(*key))
        if isinstance(ready, Sprite):
            canvas.lay_sprite(ready, at)
        elif ready is not None:
            canvas.paste(ready, at)

    def _prepare(self, name: Name, size: int, opacity: float) -> ReadySprite:
        """Make a sprite ready to be laid: one without transparency is turned into colour
        numbers."""
        image = self.source.image(name, size)
        if opacity < 1:
            image = image.convert("RGBA")
            image.putalpha(image.getchannel("A").point([round(v * opacity) for v in range(256)]))
        if image.mode != "RGBA":
            return self.palette.numbers(image)
        return sprite(image) if image.getbbox() else None

    def _write(self, canvas: Surface, item: Text) -> None:
        text = self._lettering.legible(item.text, item.instead)
        fitted = self._lettering.fit(text, item.size, item.bold, item.fit)
        if not fitted:
            return
        shape = self._lettering.words(fitted, item.size, item.bold)
        left = {"left": 0, "middle": shape.size[0] // 2, "right": shape.size[0]}[item.align]
        at = (item.at[0] - left, item.at[1] - shape.size[1] // 2)
        canvas.lay(at, Coat(shape, item.colour))

    def _badge(self, canvas: Surface, item: Badge) -> None:
        shape = self._lettering.words(item.text, item.size, True)
        rect = item.rect(shape.size[0])
        edge = max(2, item.size // 14) if item.outline is not None else 0
        if item.backing == "shield":
            _shield_beneath(canvas, rect, item, edge)
        else:
            radius = round((rect[3] - rect[1]) * 0.36)
            _box(canvas, Box(rect, item.fill, item.outline, width=edge, radius=radius))
        x, y = item.centre
        canvas.lay((x - shape.size[0] // 2, y - shape.size[1] // 2), Coat(shape, item.ink))


def _sprite_weight(ready: ReadySprite) -> int:
    match ready:
        case None:
            return 0
        case Sprite(image, covered):
            return image_weight(image) + image_weight(covered)
        case image:
            return image_weight(image)


def _box(canvas: Surface, item: Box) -> None:
    """Draw a box: a small one as one stencil, a large one as bands and the stencils of its corners.
    A plain one is filled at once."""
    left, top, right, bottom = item.rect
    width = right - left
    height = bottom - top
    size = (width, height)
    radius = min(min(size) // 2, max(item.radius, item.width)) if item.radius else 0
    if not radius and item.fill is not None and item.outline is None and item.opacity >= 1:
        canvas.fill(item.rect, item.fill)
        return
    if width * height <= SMALL:
        _lay_coats(canvas, (left, top), item, partial(stencils.box, size, radius))
        return
    west = left + radius
    north = top + radius
    east = right - radius
    south = bottom - radius
    if item.fill is not None:
        for band in (
            (west, top, east, bottom),
            (left, north, west, south),
            (east, north, right, south),
        ):
            _fill_if_any(canvas, band, item.fill, item.opacity)
    if item.outline is not None:
        for band in (
            (west, top, east, top + item.width),
            (west, bottom - item.width, east, bottom),
            (left, north, left + item.width, south),
            (right - item.width, north, right, south),
        ):
            _fill_if_any(canvas, band, item.outline)
    if radius:
        for quarter, at in enumerate(((left, top), (east, top), (east, south), (left, south))):
            _lay_coats(canvas, at, item, partial(stencils.corner, radius, quarter))


def _fill_if_any(canvas: Surface, band: Rect, colour: Colour, opacity: float = 1.0) -> None:
    if band[0] < band[2] and band[1] < band[3]:
        canvas.fill(band, colour, opacity)


def _lay_coats(canvas: Surface, at: Point, item: Box | Disc, shape: Shape) -> None:
    coats: list[Coat] = []
    if item.fill is not None:
        coats.append(Coat(shape(0), item.fill, item.opacity))
    if item.outline is not None and item.width:
        coats.append(Coat(shape(item.width), item.outline))
    if coats:
        canvas.lay(at, *coats)


def _line(canvas: Surface, item: Line) -> None:
    """Draw the line from the top left of its bounds, so that its stencil can be found again."""
    left = min(x for x, _ in item.points) - item.width
    top = min(y for _, y in item.points) - item.width
    moved = tuple((x - left, y - top) for x, y in item.points)
    canvas.lay((left, top), Coat(stencils.line(moved, item.width, item.dash), item.colour))


def _shield(canvas: Surface, item: Shield) -> None:
    """Lay the whole in the colour of the outline, and a smaller one on it."""
    for height, colour in ((item.height, item.outline), (item.height - 2 * item.width, item.fill)):
        shape = stencils.shield((round(height * SHIELD), height), STRAIGHT)
        at = (item.centre[0] - shape.size[0] // 2, item.centre[1] - shape.size[1] // 2)
        canvas.lay(at, Coat(shape, colour))


def _shield_beneath(canvas: Surface, rect: Rect, item: Badge, edge: int) -> None:
    """Do the same for the text of a badge."""
    (left, top, right, bottom) = rect
    for width, colour in ((0, item.outline), (edge, item.fill)):
        if colour is not None:
            size = (right - left - 2 * width, bottom - top - 2 * width)
            shape = stencils.shield(size, STRAIGHT_BESIDE_TEXT)
            canvas.lay((left + width, top + width), Coat(shape, colour))
