"""How a drawn tile is turned, in texts."""

import re
from collections.abc import Callable, Iterable

from engine.tiles.grid import Cell

TURNED = "↻"
QUARTER = 90
_TYPED = re.compile(rf"{TURNED} ?(\d{{1,3}}) ?°?|(?<!\w)(\d{{1,3}}) ?°")


def turns_of(token: str) -> int:
    """The quarter turns in a token of the notation, such as `r1`."""
    return int(token.removeprefix("r"))


def degrees_of(token: str) -> str:
    """`↻ 90°` for `r1`."""
    return f"{TURNED} {QUARTER * turns_of(token)}°"


def with_notation(typed: str) -> str:
    """A typed text with each rotation as in the notation: `r1` for `↻ 90°`, `90°` or `↻1`, as
    earlier versions of the bot wrote it."""

    def token(found: re.Match[str]) -> str:
        number = int(found[1] or found[2])
        return f"r{number // QUARTER if number % QUARTER == 0 else number}"

    return _TYPED.sub(token, typed)


def cells_turned(placements: Iterable[tuple[Cell, int]], named: Callable[[Cell], str]) -> str:
    """`0,1 0°, 180°; 0,2 90°`: each cell with the rotations in which the drawn tile fits there."""
    rotations: dict[Cell, list[str]] = {}
    for cell, rotation in placements:
        rotations.setdefault(cell, []).append(f"{QUARTER * rotation}°")
    return "; ".join(f"{named(cell)} {', '.join(found)}" for cell, found in rotations.items())
