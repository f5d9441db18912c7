"""A picture as a list of things to draw: pure values, measured in pixels.

Positions are whole pixels from the top left. Later items in the list are on top.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

Point = tuple[int, int]
Size = tuple[int, int]
# Left, top, right, bottom; the last two are exclusive.
Rect = tuple[int, int, int, int]
Colour = tuple[int, int, int]
ThemeName = Literal["light", "dark"]
Align = Literal["left", "middle", "right"]
# What a badge's text is on: a plate with room around it, one that fits closely, or a coat of arms.
Backing = Literal["plate", "tag", "shield"]
# How high each is, and which share of it is above the middle of the text; how much wider it is than
# the text, and how wide at least. All but the share are relative to the height of the letters.
BACKINGS: dict[Backing, tuple[float, float, float, float]] = {
    "plate": (1.24, 0.5, 0.56, 1.24),
    "tag": (0.92, 0.5, 0.24, 0.86),
    "shield": (0.9, 0.46, 0.16, 0.76),
}
# The name of a part of a game's art: a small value that can be compared, hashed and pickled.
Name = Hashable
# The point of a picture that is at its position, as fractions of its width and height.
Anchor = tuple[float, float]
TOP_LEFT: Anchor = (0.0, 0.0)
MIDDLE: Anchor = (0.5, 0.5)


@dataclass(frozen=True, slots=True)
class SpritePicture:
    name: Name
    at: Point
    size: int
    """In pixels, in the dimension that the art uses for that sprite."""
    opacity: float = 1.0
    anchor: Anchor = MIDDLE


@dataclass(frozen=True, slots=True)
class ShapePicture:
    name: Name
    at: Point
    size: int
    """Its width and height."""
    colour: Colour
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. Its anchor is the middle of its height, at the side it is aligned to."""

    text: str
    at: Point
    size: int
    colour: Colour
    bold: bool = False
    align: Align = "left"
    fit: int | None = None
    """The maximum width: it is shortened with an ellipsis."""
    instead: str = ""
    """The text that is written if the font has none of its letters; missing letters are left
    out."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A short text on something that is as wide as it needs to be."""

    text: str
    centre: Point
    """The middle of the text."""
    size: int
    ink: Colour
    fill: Colour
    outline: Colour | None = None
    backing: Backing = "plate"

    def rect(self, text_width: int) -> Rect:
        """Measure what the badge covers with a text of this width."""
        (high, above, beside, least) = BACKINGS[self.backing]
        (x, y) = self.centre
        height = round(high * self.size) // 2 * 2
        width = max(round(least * self.size), text_width + round(beside * self.size)) // 2 * 2
        left = x - width // 2
        top = y - round(above * height)
        return left, top, left + width, top + height


@dataclass(frozen=True, slots=True)
class Box:
    rect: Rect
    fill: Colour | None = None
    outline: Colour | None = None
    width: int = 0
    radius: int = 0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Disc:
    centre: Point
    radius: int
    fill: Colour
    outline: Colour | None = None
    width: int = 0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Shield:
    """An empty coat of arms."""

    centre: Point
    height: int
    fill: Colour
    outline: Colour
    width: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points. `dash` is the length of a dash and of a gap, 0 for an unbroken one."""

    points: tuple[Point, ...]
    colour: Colour
    width: int
    dash: int = 0


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of another scene, cut out and placed in this one."""

    at: Point
    source: Rect
    scene: "Scene"
    cached: bool = False
    """It is painted once: it looks the same in many pictures."""


Item = SpritePicture | ShapePicture | Text | Badge | Box | Disc | Shield | Line | Inset
Items = list[Item]
# The layers that point something out on a board: below its pieces, and above them.
Layers = tuple[Items, Items]


def lower(item: Item, by: int) -> Item:
    """Move an item down by this many pixels."""
    match item:
        case SpritePicture() | ShapePicture() | Text() | Inset():
            return replace(item, at=(item.at[0], item.at[1] + by))
        case Badge() | Disc() | Shield():
            return replace(item, centre=(item.centre[0], item.centre[1] + by))
        case Box(rect=(left, top, right, bottom)):
            return replace(item, rect=(left, top + by, right, bottom + by))
        case Line():
            return replace(item, points=tuple((x, y + by) for x, y in item.points))
        case _:
            assert_never(item)


def bounding_box(rects: Iterable[Rect]) -> Rect:
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def overlap(first: Rect, second: Rect) -> bool:
    """Tell whether two rectangles share a pixel; one without area shares none."""
    left, top, right, bottom = first
    west, north, east, south = second
    return (
        left < east and west < right and top < south and north < bottom
        and left < right and west < east and top < bottom and north < south
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Area:
    """Where in a picture a choice lies, to be tapped."""

    parts: tuple[tuple[str, str], ...]
    """Those of the mark."""
    rect: Rect
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    size: Size
    paper: Colour
    items: tuple[Item, ...]
    areas: tuple[Area, ...] = ()
    """Those of the marks, as far as the picture shows where they lie."""


def stack(layers: Iterable[Layers]) -> Layers:
    """Merge several pairs of layers into one, each over the ones before it."""
    below: Items = []
    above: Items = []
    for under, over in layers:
        below += under
        above += over
    return below, above
