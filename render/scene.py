"""A picture as a list of things to draw: pure values, measured in pixels. Knows no Pillow.

Positions are whole pixels from the top left. What is later in the list lies on top.
"""

from dataclasses import dataclass
from typing import Literal

from engine.castle.moves import Role

Point = tuple[int, int]
Size = tuple[int, int]
Rect = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are the first pixels outside."""
Colour = tuple[int, int, int]
ThemeName = Literal["light", "dark"]
Align = Literal["left", "middle", "right"]
Turned = tuple[str, int]
"""A tile id, and its quarter turns clockwise; for a start space the id of its tile."""
Beyond = Turned | Literal["empty", "wall"]
"""What lies beyond a side of a tile."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The castle wall, the start spaces and the bare ground."""

    at: Point
    theme: ThemeName
    cell: int


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A castle tile. With what lies beyond its four sides, features that only touch are divided."""

    tile: Turned
    at: Point
    size: int
    near: tuple[Beyond, Beyond, Beyond, Beyond] | None = None


@dataclass(frozen=True, slots=True)
class FollowerPicture:
    seat: int
    role: Role
    centre: Point
    size: int
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class KeepPicture:
    seat: int
    centre: Point
    size: int
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class MarkerPicture:
    seat: int
    lapped: bool
    centre: Point
    size: int


@dataclass(frozen=True, slots=True)
class WallTilePicture:
    """A wall tile lying face up, or face down when its kind is None."""

    kind: int | None
    centre: Point
    size: int


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
    """The width that it must not pass: it is shortened with an ellipsis."""
    instead: str = ""
    """What is written when the font has none of its letters; letters that it lacks are left out."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A short text on a rounded plate that is as wide as it needs to be."""

    text: str
    centre: Point
    size: int
    ink: Colour
    fill: Colour
    outline: Colour | None = None


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
    """A coat of arms without arms."""

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
class Tint:
    """A colour laid over some segments of a tile."""

    tile: Turned
    segments: tuple[int, ...]
    at: Point
    size: int
    colour: Colour
    opacity: float


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of another scene, cut out and laid into this one."""

    at: Point
    source: Rect
    scene: "Scene"


Item = (
    BoardPicture
    | TilePicture
    | FollowerPicture
    | KeepPicture
    | MarkerPicture
    | WallTilePicture
    | Text
    | Badge
    | Box
    | Disc
    | Shield
    | Line
    | Tint
    | Inset
)


@dataclass(frozen=True, slots=True)
class Scene:
    size: Size
    paper: Colour
    items: tuple[Item, ...]
