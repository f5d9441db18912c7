"""Common parts of the footers below all boards: their units, the place of a player in them, and the
scores above a tall board."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.recorded import Ending
from render.board.labels import seat_badge
from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import SEATS, Theme
from render.picture.scene import (
    Align,
    Badge,
    Box,
    Inset,
    Item,
    Name,
    Point,
    Rect,
    Scene,
    SpritePicture,
    Text,
)

# The width of every footer in design units.
WIDTH = 1400
# The height of a player's name.
NAME = 46
# The height of the badge on a player's plate.
STATUS = 34
# The height of the head: the scores above a tall board.
HEAD = 128
# The room around the scores in the head.
EDGE = 16
# The room between them.
GAP = 16
# The height of a figure in the head.
FIGURE = 76
# The height of a score in the head.
SCORE = 72
# The most players who have their names in the head.
MOST_NAMED = 3
# The most players whose figures and scores there have the usual size, and the size for more.
MOST_WIDE = 5
CROWDED = 0.78


@dataclass(frozen=True, slots=True)
class FooterStrip:
    """Strip that a footer is drawn in: its words and theme, and the pixels of a picture by the
    units in which footers are designed."""

    words: Words
    theme: Theme
    width: int
    origin: Point = (0, 0)

    def size(self, length: float) -> int:
        return max(1, round(length * self.width / WIDTH))

    def at(self, x: float, y: float) -> Point:
        left, top = self.origin
        return left + round(x * self.width / WIDTH), top + round(y * self.width / WIDTH)

    def rect(self, left: float, top: float, right: float, bottom: float) -> Rect:
        return (*self.at(left, top), *self.at(right, bottom))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        faint: bool = False,
        bold: bool = False,
        align: Align = "left",
        fit: float | None = None,
        instead: str = "",
    ) -> Text:
        ink = self.theme.faint if faint else self.theme.text
        room = None if fit is None else self.size(fit)
        return Text(text, self.at(x, y), self.size(size), ink, bold, align, room, instead)

    def sprite(
        self, name: Name, x: float, y: float, size: float, opacity: float = 1.0
    ) -> SpritePicture:
        return SpritePicture(name, self.at(x, y), self.size(size), opacity)

    def inset(
        self,
        rect: tuple[float, float, float, float],
        items: Callable[["FooterStrip"], list[Item]],
    ) -> Inset:
        """Draw a part of a footer that stays the same from one picture to the next."""
        left, top, right, bottom = self.rect(*rect)
        size = (right - left, bottom - top)
        (x, y) = self.origin
        strip = replace(self, origin=(x - left, y - top))
        scene = Scene(size, self.theme.background, tuple(items(strip)))
        return Inset((left, top), (0, 0, *size), scene, cached=True)


class Footer(NamedTuple):
    """Part of a picture below its board."""

    height: float
    """In design units."""
    items: Callable[[FooterStrip], list[Item]]


@dataclass(frozen=True, slots=True)
class PlayerPlate:
    strip: FooterStrip
    seat: int
    rect: tuple[float, float, float, float]
    to_act: bool
    has_left: bool = False

    @property
    def middle(self) -> float:
        return (self.rect[1] + self.rect[3]) // 2

    def plate(self, radius: int = 20) -> Box:
        """Draw the ground, framed in the colour of the seat if it is to act."""
        strip = self.strip
        theme = self.strip.theme
        edge = SEATS[self.seat].main if self.to_act else theme.card_edge
        width = strip.size(9 if self.to_act else 3)
        radius = strip.size(radius)
        return Box(strip.rect(*self.rect), theme.card, edge, width=width, radius=radius)

    def name(self, name: str, x: float, y: float, fit: float) -> Text:
        spare = seat_name(self.strip.words, self.seat)
        return self.strip.text(
            name, x, y, NAME, faint=self.has_left, bold=True, fit=fit, instead=spare
        )

    def number(self, text: str, x: float, y: float, size: int) -> Text:
        """Write a number that ends at a point, such as the score."""
        return self.strip.text(text, x, y, size, bold=True, align="right")

    def status(self, text: str, x: float, size: int = STATUS) -> Badge:
        strip = self.strip
        return seat_badge(text, strip.at(x, self.rect[1]), strip.size(size), self.seat)


def outcome(
    seat: int,
    ending: Ending | None,
    over: bool,
    leaders: Collection[int],
    leavers: Collection[int] = (),
) -> str | None:
    """Choose the text of a player's outcome: they left, won, or ended the game early."""
    if seat in leavers:
        return "status.left"
    if ending is not None and seat not in ending.winners:
        return f"status.ended.{ending.why}"
    if ending is None and (not over or seat not in leaders):
        return None
    winners = leaders if ending is None else ending.winners
    return "status.winner" if len(winners) == 1 else "status.shared_win"


def framed_seats(
    to_act: int | None, ending: Ending | None, over: bool, leaders: Collection[int]
) -> Collection[int]:
    """List the seats that have won, or that are to act."""
    if ending is not None:
        return ending.winners
    if over:
        return leaders
    return () if to_act is None else (to_act,)


@dataclass(frozen=True, slots=True)
class Head:
    """Scores above a tall board, each with the figure of its seat."""

    names: Sequence[str]
    figures: Sequence[Name]
    scores: Sequence[int]
    framed: Collection[int]
    """The seats that are to act, or have won."""
    leavers: Collection[int] = ()

    def above(self, board: Scene, strip: FooterStrip) -> tuple[list[Item], int]:
        """Put the scores above a board, and say how high it is with them."""
        begin = strip.size(HEAD)
        inset = Inset((0, begin), (0, 0, *board.size), board)
        return [inset, *self.items(strip)], begin + board.size[1]

    def items(self, strip: FooterStrip) -> list[Item]:
        items: list[Item] = []
        wide = (WIDTH - 2 * EDGE - (len(self.scores) - 1) * GAP) / len(self.scores)
        names = shown_names(strip.words, self.names)
        size = 1 if len(self.scores) <= MOST_WIDE else CROWDED
        for seat, (name, score) in enumerate(zip(names, self.scores, strict=True)):
            left = EDGE + seat * (wide + GAP)
            rect = (left, EDGE, left + wide, HEAD - EDGE)
            to_act = seat in self.framed
            plate = PlayerPlate(strip, seat, rect, to_act, seat in self.leavers)
            beside = left + 58 * size
            figure = strip.sprite(self.figures[seat], beside, HEAD / 2, FIGURE * size)
            items += [plate.plate(), figure]
            at = left + wide - 24 * size
            items.append(plate.number(str(score), at, HEAD / 2, round(SCORE * size)))
            if len(self.scores) <= MOST_NAMED:
                items.append(plate.name(name, left + 106, HEAD / 2, wide - 106 - 165))
        return items
