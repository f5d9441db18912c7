"""What the panels below all boards share."""

from dataclasses import dataclass

from render.picture.scene import Point, Rect

WIDTH = 1400
"""How wide every panel is in design units."""


@dataclass(frozen=True, slots=True)
class Scale:
    origin: Point
    width: int

    def size(self, length: float) -> int:
        return max(1, round(length * self.width / WIDTH))

    def at(self, x: float, y: float) -> Point:
        left, top = self.origin
        return left + round(x * self.width / WIDTH), top + round(y * self.width / WIDTH)

    def rect(self, left: float, top: float, right: float, bottom: float) -> Rect:
        return (*self.at(left, top), *self.at(right, bottom))
