"""Pictures that every game with square tiles makes in the same way."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.locale import Words
from render.picture.scene import Scene, ThemeName
from render.pictures import BoardPictures, Drawing, E, L, NotThere
from render.subject import Subject
from render.tables.alt_text import join_lines
from render.tiles.sentences import name_tile
from render.tiles.turnings import (
    Turning,
    cells_that_fit,
    turning_name,
    turnings_scene,
)
from render.tiles.views import TileView, at_rest

T = TypeVar("T", bound=TileView)


class TilePictures(BoardPictures[T, E, L]):
    extras: ClassVar[Sequence[str]] = ("sheet", "rotations")

    def at_rest(self, subject: Subject[T, E]) -> Subject[T, E]:
        return at_rest(subject)

    def is_over(self, view: T) -> bool:
        return view.phase == "over"

    @abstractmethod
    def cell_name(self, cell: Cell) -> str: ...

    @abstractmethod
    def parse_cell(self, text: str) -> Cell: ...

    @abstractmethod
    def tile_name(self, words: Words, tile: str) -> str: ...

    @abstractmethod
    def describe_tile(self, words: Words, tile: TurnedTile) -> str:
        """Describe everything on a tile, and where it is."""

    def cells_of_moves(self, *moves: Subject[T, E]) -> tuple[Cell, ...]:
        """List the cells on which these moves lay their tiles."""
        parts = [part for move in moves for part in move.parts]
        return tuple(self.parse_cell(text) for name, text in parts if name == "cell")

    @abstractmethod
    def turnings(self, view: T) -> Sequence[Turning]:
        """List the distinct rotations of the drawn tile."""

    @abstractmethod
    def sheet_scene(self, words: Words, view: T, theme: ThemeName = "light") -> Scene:
        """Show the tiles not seen yet."""

    @abstractmethod
    def sheet_alt(self, words: Words, view: T) -> str: ...

    def opening(self, words: Words, subject: Subject[T, E]) -> Sequence[Drawing]:
        """Show the marked cells and what lies around them, with the drawn tile instead of the
        footer."""
        return [self.board(words, subject, compact=True, footer=False)]

    def preview(self, words: Words, subject: Subject[T, E]) -> Drawing:
        """Show a move, close up, with the points that are known in advance, and ghosts of the
        followers that could be placed."""
        return self.board(words, subject, overlays=["scored"], compact=True, footer=False)

    def rotations_alt(self, words: Words, view: T) -> str:
        if view.drawn is None:
            return words("tiles.waits.not_drawn")
        rotations = [
            f"{turning_name(words, turning.rotation)}: {cells_that_fit(words, turning.fits)}"
            for turning in self.turnings(view)
        ]
        tile = name_tile(words, self.tile_name(words, view.drawn))
        sides = self.describe_tile(words, view.catalogue.turned[view.drawn][0])
        tile_sentence = words("tiles.waits.rotations", tile=tile, sides=sides)
        fitting_sentence = words("tiles.waits.rotations_fit", rotations=words.join(rotations))
        return join_lines([tile_sentence, fitting_sentence])

    def supply(self, words: Words, subject: Subject[T, E]) -> Drawing:
        alt = self.sheet_alt(words, subject.view)
        return self.draw("tiles.png", alt, self.sheet_scene, words, subject.view, self.theme)

    def extra(self, name: str, words: Words, subject: Subject[T, E]) -> Drawing:
        if name == "sheet":
            return self.supply(words, subject)
        view = subject.view
        if view.drawn is None:
            raise NotThere("no tile is drawn")
        alt = self.rotations_alt(words, view)
        turnings = tuple(self.turnings(view))
        return self.draw("turnings.png", alt, turnings_scene, words, view, turnings, self.theme)
