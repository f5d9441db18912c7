"""How the record of a game that can go on without a player says that somebody left it. Knows no
game.

A game that does not continue without a player who leaves it ends early: everybody who stays has
won. The record says who left in its last turn, although no position follows from it. Records that
were written before every game did so lack that turn.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from engine.recorded import Ending
from engine.texts.record_text import RecordPart


class LeavingData(RecordPart):
    """A turn that says who left."""

    seat: int
    left: Literal[True]


def turn_tag(turn: object) -> str:
    """Whether an entry of the turns says that somebody `left`, or what was `played`."""
    return "left" if isinstance(turn, dict) and "left" in turn else "played"


def leaving_data(seat: int) -> Mapping[str, Any]:
    return {"seat": seat, "left": True}


def last_to_leave(stay: Sequence[int], ending: Ending | None) -> Sequence[Mapping[str, Any]]:
    """The last turn of a game that a player ended by leaving; `stay` are the seats that had not
    left before."""
    if ending is None or ending.how == "agreed" or not ending.winners:
        return []
    left = [seat for seat in stay if seat not in ending.winners]
    return [leaving_data(seat) for seat in left] if len(left) == 1 else []


def ends_by_leaving(
    turns: Sequence[object], seats: int, result: str | None, winners: Sequence[int]
) -> bool:
    """Whether the last turn says who ended the game by leaving: everybody has left or won."""
    gone = [turn.seat for turn in turns if isinstance(turn, LeavingData)]
    return (
        bool(turns and winners)
        and isinstance(turns[-1], LeavingData)
        and result in ("resigned", "timeout")
        and sorted([*gone, *winners]) == list(range(seats))
    )
