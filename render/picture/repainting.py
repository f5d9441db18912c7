"""Paints scenes that follow one another, each only where it differs from the one before."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PIL import Image

from render.picture.paint import Painter
from render.picture.scene import Inset, Item, Point, Rect, Scene


@dataclass(frozen=True, slots=True)
class Layout:
    scene: Scene
    laid: "tuple[Laid | LaidInset, ...]"
    """The items in their order."""
    found: "Mapping[Item, Laid]"
    """The items that are not insets, by value."""
    places: "Mapping[Hashable, Laid | LaidInset]"
    """All items: an inset by its place, any other by its `Laid`."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """An item with its bounds. It is the same object in every scene that contains the item, since
    comparing items is slow."""

    item: Item
    bounds: Rect


@dataclass(frozen=True, slots=True)
class LaidInset:
    item: Inset
    bounds: Rect
    inside: Layout


NOTHING = Layout(Scene((0, 0), (0, 0, 0), ()), (), {}, {})


class Repainting:
    """The last scene and its picture. The result is the same as painting each scene from
    scratch."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._before: tuple[Layout, Image.Image] | None = None

    def numbers(self, scene: Scene) -> tuple[Image.Image, list[Rect]]:
        """The scene as numbers of the shared palette, in mode L, not to be modified; and
        non-overlapping windows outside which nothing has changed since the last scene."""
        if self._before is None:
            layout, picture = self._layout(scene, NOTHING), self._painter.numbers(scene)
            windows = [(0, 0, *scene.size)]
        else:
            earlier, before = self._before
            layout, picture = self._layout(scene, earlier), before.copy()
            windows = apart(_changes(earlier, layout))
            for window in windows:
                part = self._painter.part(_within(layout, window), window)
                picture.paste(part, window[:2])
        self._before = layout, picture
        return picture, windows

    def _layout(self, scene: Scene, earlier: Layout) -> Layout:
        found: dict[Item, Laid] = {}
        laid: list[Laid | LaidInset] = []
        places: dict[Hashable, Laid | LaidInset] = {}
        for item in scene.items:
            if isinstance(item, Inset):
                place = (item.at, item.source)
                known = earlier.places.get(place)
                inside = known.inside if isinstance(known, LaidInset) else NOTHING
                bounds = shifted(item.source, item.source[:2], item.at)
                inset = LaidInset(item, bounds, self._layout(item.scene, inside))
                laid.append(inset)
                places[place] = inset
            else:
                one = earlier.found.get(item) or Laid(item, self._painter.bounds(item))
                laid.append(one)
                found[item] = places[one] = one
        return Layout(scene, tuple(laid), found, places)


def _changes(earlier: Layout, later: Layout) -> Iterator[Rect]:
    """Where two scenes differ."""
    if not _comparable(earlier, later):
        yield (0, 0, *later.scene.size)
        return
    yield from (laid.bounds for place, laid in earlier.places.items() if place not in later.places)
    for place, laid in later.places.items():
        known = earlier.places.get(place)
        if known is None:
            yield laid.bounds
        elif isinstance(known, LaidInset) and isinstance(laid, LaidInset):
            source = laid.item.source
            for change in _changes(known.inside, laid.inside):
                yield shifted(common(change, source), source[:2], laid.item.at)


def _comparable(earlier: Layout, later: Layout) -> bool:
    """Whether two scenes differ only by items: none occurs twice, and those in both are in the same
    order."""
    first, second, old, new = earlier.scene, later.scene, earlier.places, later.places
    return (
        (first.size, first.paper) == (second.size, second.paper)
        and (len(first.items), len(second.items)) == (len(old), len(new))
        and [place for place in old if place in new] == [place for place in new if place in old]
    )


def _within(layout: Layout, window: Rect) -> Scene:
    """The scene with only what can be seen in a window."""
    items: list[Item] = []
    for laid in layout.laid:
        if not overlap(laid.bounds, window):
            continue
        if isinstance(laid, LaidInset):
            seen = common(laid.bounds, window)
            source = shifted(seen, laid.item.at, laid.item.source[:2])
            items.append(Inset(seen[:2], source, _within(laid.inside, source)))
        else:
            items.append(laid.item)
    return Scene(layout.scene.size, layout.scene.paper, tuple(items))


def apart(rects: Iterable[Rect]) -> list[Rect]:
    """Rectangles that cover these and do not overlap."""
    found: list[Rect] = []
    for rect in dict.fromkeys(rects):
        whole = rect
        while touching := [other for other in found if overlap(whole, other)]:
            found = [other for other in found if other not in touching]
            whole = bounding([whole, *touching])
        if overlap(whole, whole):
            found.append(whole)
    return found


def bounding(rects: Iterable[Rect]) -> Rect:
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def overlap(first: Rect, second: Rect) -> bool:
    """Whether they share a pixel; one without area shares none."""
    left, top, right, bottom = first
    west, north, east, south = second
    return (
        left < east and west < right and top < south and north < bottom
        and left < right and west < east and top < bottom and north < south
    )  # fmt: skip


def common(first: Rect, second: Rect) -> Rect:
    """The area that both cover; if there is none, a rectangle without area."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    return left, top, max(left, min(first[2], second[2])), max(top, min(first[3], second[3]))


def shifted(rect: Rect, origin: Point, to: Point) -> Rect:
    across, down = to[0] - origin[0], to[1] - origin[1]
    return rect[0] + across, rect[1] + down, rect[2] + across, rect[3] + down
