"""How a drawn tile is turned, in texts."""

from collections.abc import Callable, Iterable

from engine.tiles.grid import Cell

TURNED = "↻"


def turns_of(token: str) -> int:
    """The quarter turns in a token of the notation, such as `r1`."""
    return int(token.removeprefix("r"))


def cells_turned(placements: Iterable[tuple[Cell, int]], named: Callable[[Cell], str]) -> str:
    """`0,1 r0, r2; 0,2 r1`: each cell with the rotations in which the drawn tile fits there."""
    rotations: dict[Cell, list[str]] = {}
    for cell, rotation in placements:
        rotations.setdefault(cell, []).append(f"r{rotation}")
    return "; ".join(f"{named(cell)} {', '.join(found)}" for cell, found in rotations.items())
