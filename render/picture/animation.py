"""Scenes that follow one another, each painted only where it differs from the one before, and GIFs
of them in the shared palette, which play inline in a chat.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PIL import GifImagePlugin, Image, ImageChops

from render.picture.paint import Painter
from render.picture.scene import Inset, Item, Point, Rect, Scene, bounding_box, overlap
from render.picture.shared_palette import TRANSPARENT


@dataclass(frozen=True, slots=True)
class LaidScene:
    scene: Scene
    laid: "tuple[LaidItem | LaidInset, ...]"
    """The items in their order."""
    by_item: "Mapping[Item, LaidItem]"
    """The items that are not insets, by value."""
    places: "Mapping[Hashable, LaidItem | LaidInset]"
    """All items: an inset by its place, any other by its `LaidItem`."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidItem:
    """An item with its bounds. It is the same object in every scene that contains the item, since
    comparing items is slow."""

    item: Item
    bounds: Rect


@dataclass(frozen=True, slots=True)
class LaidInset:
    item: Inset
    bounds: Rect
    inside: LaidScene


NOTHING = LaidScene(Scene((0, 0), (0, 0, 0), ()), (), {}, {})


class Repainting:
    """Paint scenes one after another, each only where it differs from the last. The result is the
    same as painting each scene from scratch."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._last: tuple[LaidScene, Image.Image] | None = None

    def numbers(self, scene: Scene) -> tuple[Image.Image, list[Rect]]:
        """Paint a scene as numbers of the shared palette, in mode L, not to be modified; and list
        non-overlapping windows outside which nothing has changed since the last scene."""
        if self._last is None:
            layout = self._layout(scene, NOTHING)
            picture = self._painter.numbers(scene)
            windows = [(0, 0, *scene.size)]
        else:
            earlier, last_picture = self._last
            layout = self._layout(scene, earlier)
            picture = last_picture.copy()
            windows = merge_overlapping(find_changes(earlier, layout))
            for window in windows:
                part = self._painter.part(_within(layout, window), window)
                picture.paste(part, window[:2])
        self._last = layout, picture
        return picture, windows

    def _layout(self, scene: Scene, earlier: LaidScene) -> LaidScene:
        by_item: dict[Item, LaidItem] = {}
        laid: list[LaidItem | LaidInset] = []
        places: dict[Hashable, LaidItem | LaidInset] = {}
        for item in scene.items:
            if isinstance(item, Inset):
                place = (item.at, item.source)
                earlier_inset = earlier.places.get(place)
                inside = earlier_inset.inside if isinstance(earlier_inset, LaidInset) else NOTHING
                bounds = shift_rect(item.source, item.source[:2], item.at)
                inset = LaidInset(item, bounds, self._layout(item.scene, inside))
                laid.append(inset)
                places[place] = inset
            else:
                laid_item = earlier.by_item.get(item) or LaidItem(item, self._painter.bounds(item))
                laid.append(laid_item)
                by_item[item] = laid_item
                places[laid_item] = laid_item
        return LaidScene(scene, tuple(laid), by_item, places)


def find_changes(earlier: LaidScene, later: LaidScene) -> Iterator[Rect]:
    if not _comparable(earlier, later):
        yield (0, 0, *later.scene.size)
        return
    yield from (laid.bounds for place, laid in earlier.places.items() if place not in later.places)
    for place, laid in later.places.items():
        before = earlier.places.get(place)
        if before is None:
            yield laid.bounds
        elif isinstance(before, LaidInset) and isinstance(laid, LaidInset):
            source = laid.item.source
            for change in find_changes(before.inside, laid.inside):
                yield shift_rect(intersection(change, source), source[:2], laid.item.at)


def _comparable(earlier: LaidScene, later: LaidScene) -> bool:
    """Tell whether two scenes differ only by items: none occurs twice, and those in both are in the
    same order."""
    first = earlier.scene
    second = later.scene
    old = earlier.places
    new = later.places
    return (
        (first.size, first.paper) == (second.size, second.paper)
        and (len(first.items), len(second.items)) == (len(old), len(new))
        and [place for place in old if place in new] == [place for place in new if place in old]
    )


def _within(layout: LaidScene, window: Rect) -> Scene:
    """Reduce the scene to what can be seen in a window."""
    items: list[Item] = []
    for laid in layout.laid:
        if not overlap(laid.bounds, window):
            continue
        if isinstance(laid, LaidInset):
            visible = intersection(laid.bounds, window)
            source = shift_rect(visible, laid.item.at, laid.item.source[:2])
            items.append(Inset(visible[:2], source, _within(laid.inside, source)))
        else:
            items.append(laid.item)
    return Scene(layout.scene.size, layout.scene.paper, tuple(items))


def merge_overlapping(rects: Iterable[Rect]) -> list[Rect]:
    """Cover these rectangles with ones that do not overlap."""
    merged: list[Rect] = []
    for rect in dict.fromkeys(rects):
        whole = rect
        while touching := [other for other in merged if overlap(whole, other)]:
            merged = [other for other in merged if other not in touching]
            whole = bounding_box([whole, *touching])
        if overlap(whole, whole):
            merged.append(whole)
    return merged


def intersection(first: Rect, second: Rect) -> Rect:
    """Return the area that both cover, or a rectangle without area if there is none."""
    left = max(first[0], second[0])
    top = max(first[1], second[1])
    return left, top, max(left, min(first[2], second[2])), max(top, min(first[3], second[3]))


def shift_rect(rect: Rect, origin: Point, to: Point) -> Rect:
    across = to[0] - origin[0]
    down = to[1] - origin[1]
    return rect[0] + across, rect[1] + down, rect[2] + across, rect[3] + down


TRAILER = b";"
# A lookup table that makes a mask from a difference: white wherever it is not 0.
ANY = bytes([0] + [255] * 255)
# The changed part of a frame in which nothing changed, since it has to show something.
ONE_PIXEL = (0, 0, 1, 1)


def gif(painter: Painter, frames: Iterable[tuple[Scene, int]]) -> bytes:
    """Encode scenes of one size, each with how long it is shown in milliseconds."""
    chunks: list[bytes] = []
    last_frame: Image.Image | None = None
    repainting = Repainting(painter)
    for scene, duration in frames:
        frame, windows = repainting.numbers(scene)
        if last_frame is None:
            picture = painter.palette.finish(frame)
            header, _ = GifImagePlugin.getheader(picture, info={"loop": 0, "optimize": False})
            chunks += header
            chunks += _blocks(frame, (0, 0), duration)
        else:
            part, at = _changes(frame, last_frame, windows)
            chunks += _blocks(part, at, duration, transparency=TRANSPARENT)
        last_frame = frame
    return b"".join([*chunks, TRAILER])


def _changes(
    frame: Image.Image, before: Image.Image, windows: Iterable[Rect]
) -> tuple[Image.Image, Point]:
    """Cut out the smallest part of a frame that holds every change, and say where it belongs.
    Unchanged pixels are transparent, and so is everything outside the windows."""
    changes: list[tuple[Rect, Image.Image, Image.Image]] = []
    for window in windows:
        cropped = frame.crop(window)
        difference = ImageChops.difference(cropped, before.crop(window))
        box = difference.getbbox()
        if box is not None:
            mask = Image.frombytes("L", cropped.size, difference.tobytes().translate(ANY))
            changes.append((shift_rect(box, (0, 0), window[:2]), cropped.crop(box), mask.crop(box)))
    left, top, right, bottom = bounding_box([rect for rect, _, _ in changes] or [ONE_PIXEL])
    part = Image.new("L", (right - left, bottom - top), TRANSPARENT)
    for rect, cropped, mask in changes:
        part.paste(cropped, (rect[0] - left, rect[1] - top), mask)
    return part, (left, top)


def _blocks(part: Image.Image, at: Point, duration: int, **more: int) -> list[bytes]:
    options = {"duration": duration, "disposal": 1, "include_color_table": False, **more}
    return list(GifImagePlugin.getdata(part, at, **options))
