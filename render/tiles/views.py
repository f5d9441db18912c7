"""Views of all games with square tiles, and where the drawn tile fits, in few words."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from engine.tiles.board import LaidTile
from engine.tiles.draws import TileCatalogue
from engine.tiles.grid import Cell
from engine.tiles.tile import SIDES, TurnedTile
from render.subject import Subject

R = TypeVar("R", bound=Any)
E = TypeVar("E")


class TileView(Protocol):
    @property
    def catalogue(self) -> TileCatalogue: ...
    @property
    def phase(self) -> str: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def tiles_left(self) -> int: ...

    @property
    def drawn(self) -> str | None: ...
    @property
    def laid(self) -> Sequence[LaidTile]:
        """In the order of placing."""

    @property
    def supply(self) -> Sequence[int]: ...
    @property
    def placements(self) -> Sequence[tuple[Cell, int]]: ...


def at_rest(subject: Subject[R, E]) -> Subject[R, E]:
    """Take what there is to do out of the last position of a game that ended early, before the
    rules ended it: nobody is to act then, and the last drawn tile is not laid."""
    if subject.ending is None:
        return subject
    return replace(subject, view=replace(subject.view, to_act=None, drawn=None, placements=()))


def side_letters(
    tile: TurnedTile,
    letters: Sequence[str],
    marks: Sequence[str],
    sides: Iterable[int] = range(len(SIDES)),
) -> str:
    """`C*/frg/g/grf`: the sides of a tile, each read clockwise, by the letter of each segment; a
    side that one segment fills has one letter. The marks of a segment follow its first letter."""
    marked: set[int] = set()
    texts = []
    for side in sides:
        first, middle, last = tile.owners[3 * side : 3 * side + 3]
        one_segment = first == last and middle in (None, first)
        text = ""
        for owner in [first] if one_segment else [first, middle, last]:
            if owner is not None:
                text += letters[owner]
                if owner not in marked:
                    text += marks[owner]
                marked.add(owner)
        texts.append(text)
    return "/".join(texts)


def list_placements(
    placements: Sequence[tuple[Cell, int]], cell_name: Callable[[Cell], str]
) -> str:
    """List the legal cells by rotation, or the rotations by cell, whichever is shorter."""
    cells: dict[int, list[str]] = {}
    turns: dict[Cell, str] = {}
    for cell, rotation in placements:
        cells.setdefault(rotation, []).append(cell_name(cell))
        turns[cell] = turns.get(cell, "") + str(rotation)
    rotations: dict[str, list[str]] = {}
    for rotation, names in sorted(cells.items()):
        rotations.setdefault(" ".join(names), []).append(f"r{rotation}")
    cells_by_turns: dict[str, list[str]] = {}
    for cell in sorted(turns):
        cells_by_turns.setdefault(turns[cell], []).append(cell_name(cell))
    by_rotation = "; ".join(
        f"{','.join(tokens)} {cell_names}" for cell_names, tokens in rotations.items()
    )
    by_cell = "; ".join(f"r{digits} {' '.join(names)}" for digits, names in cells_by_turns.items())
    return min(by_rotation, by_cell, key=len)
