"""The pictures that every game with square tiles makes in the same way."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from engine.questions import Part
from engine.tiles.grid import Cell
from render.locale import Words
from render.pictures import Drawing, E, GamePictures, Names, NotThere
from render.tiles.places import alike_segments
from render.tiles.turnings import Turning, turns_of
from render.tiles.views import TileView

T = TypeVar("T", bound=TileView)


class TilePictures(GamePictures[T, E]):
    extras: ClassVar[Sequence[str]] = ("sheet", "rotations")

    def is_over(self, view: T) -> bool:
        return view.phase == "over"

    @abstractmethod
    def parse_cell(self, text: str) -> Cell: ...

    @abstractmethod
    def turnings(self, view: T, cell: Cell | None = None) -> Sequence[Turning]:
        """The distinct rotations of the drawn tile; for a cell, those that fit there."""

    @abstractmethod
    def rotations(
        self, words: Words, view: T, cell: Cell | None = None, chosen: int | None = None
    ) -> Drawing:
        """The rotations of the drawn tile; on a cell those that fit, with the chosen one marked."""

    def opening(self, words: Words, view: T, names: Names) -> Sequence[Drawing]:
        """The cells that fit, and the rotations of the drawn tile."""
        drawings = [self.board(words, view, names, overlays=["legal"], compact=True)]
        if len(self.turnings(view)) > 1:
            drawings.append(self.rotations(words, view))
        return drawings

    def preview(
        self, words: Words, view: T, names: Names, parts: Sequence[Part], events: Sequence[E]
    ) -> Drawing:
        """A move, close up, with the points that are known in advance."""
        return self.board(
            words, view, names, events=events, parts=parts, overlays=["scored"], compact=True
        )

    def side_by_side(self, words: Words, view: T, chosen: Sequence[Part]) -> Drawing | None:
        """The rotations that fit on the chosen cell."""
        step, turned = chosen[-1]
        if step != "rotation" or view.drawn is None:
            return None
        cell = self.parse_cell(dict(chosen)["cell"])
        return self.rotations(words, view, cell, turns_of(turned))

    def extra(self, name: str, words: Words, view: T, names: Names) -> Drawing:
        if name == "sheet":
            return self.supply(words, view, names)
        if view.drawn is None:
            raise NotThere("no tile is drawn")
        return self.rotations(words, view)


def segments_to_number(view: TileView, parts: Sequence[Part]) -> tuple[int, ...]:
    """While the follower is being chosen, the parts of the tile that only their place tells apart;
    the picture numbers them."""
    chosen = dict(parts)
    if view.drawn is None or view.to_act is None or not view.supply[view.to_act]:
        return ()
    if "rotation" not in chosen or "follower" in chosen:
        return ()
    return alike_segments(view.catalogue.turned[view.drawn][turns_of(chosen["rotation"])])
