"""What every part of a board scene of Castellan is made from."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.pieces import Cell, Piece
from render.board.camera import within
from render.castellan.board.findings import Heart, heart
from render.castellan.board.layout import Layout, covered
from render.locale import Words
from render.picture.colours.palette import Theme
from render.picture.scene import Point, Rect


@dataclass(frozen=True)
class Ground:
    """The view of a game, and its plan as it lies in the picture."""

    view: View
    plan: Plan
    """The current plan, or the plan as it would be after the turn under construction."""
    layout: Layout
    theme: Theme
    words: Words

    @cached_property
    def hearts(self) -> Mapping[Cell, Heart]:
        """The place of each courtyard's keep, by the name of the courtyard."""
        return {one.name: heart(self.plan, one) for one in self.plan.courtyards}

    @property
    def cell(self) -> int:
        """How wide a cell is: one stretch."""
        return self.layout.stretch

    @property
    def clear(self) -> Rect:
        """The part of it that can be labelled: all that no coordinates cover."""
        return within((0, 0, *self.layout.size), covered(self.layout))

    def places_in(self, courtyard: Courtyard) -> list[Point]:
        """Where a courtyard can be labelled: above its keep, then on its cells, the nearest
        first."""
        heart = self.hearts[courtyard.name]
        middles = sorted(
            ((x + 0.5, y + 0.5) for x, y in courtyard.cells),
            key=lambda at: ((at[0] - heart.x) ** 2 + (at[1] - heart.y) ** 2, at),
        )
        return [self.layout.at(*at) for at in (heart.above, *middles)]

    def scaled(self, stretches: float) -> int:
        """The pixels of this many stretches."""
        return round(stretches * self.layout.stretch)

    sized = scaled
    """In a close-up everything grows with the stretches."""

    def lettered(self, stretches: float) -> int:
        """How high letters of this many stretches are, but never so small that they cannot be
        read."""
        return max(self.layout.letters, self.scaled(stretches))

    def middle(self, piece: Piece) -> Point:
        """The pixel in the middle of a piece."""
        return self.layout.at(*middle_of(piece))


def middle_of(piece: Piece) -> tuple[float, float]:
    """The middle of a piece on the plan."""
    if piece.kind == "tower":
        return piece.at
    (x, y), (u, v) = piece.at, piece.to
    return (x + u) / 2, (y + v) / 2
