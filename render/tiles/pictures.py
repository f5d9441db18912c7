"""The pictures that every game with square tiles makes in the same way."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from engine.questions import Part
from engine.tiles.grid import Cell
from render.locale import Words
from render.picture.scene import Scene, ThemeName
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
    def rotations_scene(
        self,
        words: Words,
        view: T,
        theme: ThemeName = "light",
        *,
        cell: Cell | None = None,
        chosen: int | None = None,
    ) -> Scene:
        """The rotations of the drawn tile; on a cell those that fit, with the chosen one marked."""

    @abstractmethod
    def rotations_alt(self, words: Words, view: T, cell: Cell | None = None) -> str: ...

    @abstractmethod
    def sheet_scene(self, words: Words, view: T, theme: ThemeName = "light") -> Scene:
        """The tiles not seen yet."""

    @abstractmethod
    def sheet_alt(self, words: Words, view: T) -> str: ...

    @abstractmethod
    def final_scene(
        self,
        words: Words,
        view: T,
        names: Names,
        events: Sequence[E],
        theme: ThemeName = "light",
    ) -> Scene:
        """`events` are those of the whole game."""

    @abstractmethod
    def final_alt(self, words: Words, view: T, names: Names, events: Sequence[E]) -> str: ...

    def opening(self, words: Words, view: T, names: Names) -> Sequence[Drawing]:
        """The cells that fit, and the rotations of the drawn tile."""
        drawings = [self.board(words, view, names, overlays=["legal"], compact=True)]
        if len(self.turnings(view)) > 1:
            drawings.append(self._rotations(words, view))
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
        return self._rotations(words, view, cell, turns_of(turned))

    def _rotations(
        self, words: Words, view: T, cell: Cell | None = None, chosen: int | None = None
    ) -> Drawing:
        alt, scene = self.rotations_alt(words, view, cell), self.rotations_scene
        return self.draw(
            "turnings.png", alt, scene, words, view, self.theme, cell=cell, chosen=chosen
        )

    def supply(self, words: Words, view: T, names: Names) -> Drawing:
        alt = self.sheet_alt(words, view)
        return self.draw("tiles.png", alt, self.sheet_scene, words, view, self.theme)

    def final(
        self, words: Words, view: T, names: Names, moves: Sequence[Sequence[E]]
    ) -> Drawing | None:
        if not self.is_over(view):
            return None
        events = [event for move in moves for event in move]
        alt, scene = self.final_alt(words, view, names, events), self.final_scene
        return self.draw("final.png", alt, scene, words, view, names, events, self.theme)

    def extra(self, name: str, words: Words, view: T, names: Names) -> Drawing:
        if name == "sheet":
            return self.supply(words, view, names)
        if view.drawn is None:
            raise NotThere("no tile is drawn")
        return self._rotations(words, view)


def segments_to_number(view: TileView, parts: Sequence[Part]) -> tuple[int, ...]:
    """While the follower is being chosen, the parts of the tile that only their place tells apart;
    the picture numbers them."""
    chosen = dict(parts)
    if view.drawn is None or view.to_act is None or not view.supply[view.to_act]:
        return ()
    if "rotation" not in chosen or "follower" in chosen:
        return ()
    return alike_segments(view.catalogue.turned[view.drawn][turns_of(chosen["rotation"])])
