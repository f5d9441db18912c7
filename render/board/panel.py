"""The common parts of the panels below all boards: their units, and the place of a player in
them."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.recorded import Ending
from render.locale import Words
from render.picture.names import seat_name
from render.picture.palette import SEATS, Theme
from render.picture.scene import Badge, Box, Point, Rect, Text

WIDTH = 1400
"""The width of every panel in design units."""
NAME, STATUS = 46, 34
"""The heights of a player's name and of the badge on their place."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Converts the units in which a panel is designed to the pixels of a picture."""

    origin: Point
    width: int

    def size(self, length: float) -> int:
        return max(1, round(length * self.width / WIDTH))

    def at(self, x: float, y: float) -> Point:
        left, top = self.origin
        return left + round(x * self.width / WIDTH), top + round(y * self.width / WIDTH)

    def rect(self, left: float, top: float, right: float, bottom: float) -> Rect:
        return (*self.at(left, top), *self.at(right, bottom))


@dataclass(frozen=True, slots=True)
class PlayerPlate:
    words: Words
    theme: Theme
    scale: Scale
    seat: int
    rect: tuple[float, float, float, float]
    active: bool
    gone: bool = False

    @property
    def middle(self) -> float:
        return (self.rect[1] + self.rect[3]) // 2

    def plate(self, radius: int = 20) -> Box:
        """The ground, framed in the colour of the seat if it is to act."""
        edge = SEATS[self.seat].main if self.active else self.theme.card_edge
        width = self.scale.size(9 if self.active else 3)
        rect, radius = self.scale.rect(*self.rect), self.scale.size(radius)
        return Box(rect, self.theme.card, edge, width=width, radius=radius)

    def name(self, name: str, x: float, y: float, fit: float) -> Text:
        at, size, fitted = self.scale.at(x, y), self.scale.size(NAME), self.scale.size(fit)
        ink = self.theme.faint if self.gone else self.theme.text
        spare = seat_name(self.words, self.seat)
        return Text(name, at, size, ink, bold=True, fit=fitted, instead=spare)

    def number(self, text: str, x: float, y: float, size: int) -> Text:
        """A number that ends at a point, such as the score."""
        at, ink = self.scale.at(x, y), self.theme.text
        return Text(text, at, self.scale.size(size), ink, bold=True, align="right")

    def status(self, text: str, x: float, size: int = STATUS) -> Badge:
        colours, at = SEATS[self.seat], self.scale.at(x, self.rect[1])
        ink = colours.ink
        return Badge(text, at, self.scale.size(size), ink, colours.main, ink)


def outcome(
    seat: int,
    ending: Ending | None,
    over: bool,
    leaders: Collection[int],
    gone: Collection[int] = (),
) -> str | None:
    """The outcome of a player, as the last part of a text's key: they left, won, or ended the game
    early."""
    if seat in gone:
        return "left"
    if ending is not None:
        return "winner" if seat in ending.winners else f"ended.{ending.why}"
    if not over or seat not in leaders:
        return None
    return "winner" if len(leaders) == 1 else "shared_win"
