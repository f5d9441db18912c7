"""How the record of any game says that somebody left it. Knows no game.

A player who leaves only one other behind ends the game early. A record of more than two players
says so in its last turn, although the game does not continue from there.
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


def last_to_leave(
    stay: Sequence[int], seats: int, ending: Ending | None
) -> Sequence[Mapping[str, Any]]:
    """The last turn of a game of these seats in which somebody left a single player behind."""
    alone = ending is not None and ending.how != "agreed" and len(ending.winners) == 1
    if ending is None or not alone or len(stay) > 2 or seats == 2:
        return []
    return [leaving_data(seat) for seat in stay if seat not in ending.winners]


def ends_by_leaving(
    turns: Sequence[object], seats: int, result: str | None, winners: Sequence[int]
) -> bool:
    """Whether the last turn says that all but one have left, and that this one has won."""
    gone = [turn.seat for turn in turns if isinstance(turn, LeavingData)]
    stayed = [seat for seat in range(seats) if seat not in gone]
    return (
        len(gone) == seats - 1 > 1
        and isinstance(turns[-1], LeavingData)
        and len(stayed) == 1
        and result in ("resigned", "timeout")
        and list(winners) == stayed
    )
