"""What is checked in the record of any game before and after its turns are replayed. Knows no
game."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from engine.errors import DataError, RecordError
from engine.recorded import Ending, Leaves
from engine.texts.record_leaving import LeavingData

O = TypeVar("O")  # noqa: E741


def recorded_options(rules: Mapping[str, str], options_from: Callable[[Mapping[str, str]], O]) -> O:
    """The options in a record. One that did not exist yet when it was written has its default."""
    try:
        return options_from(rules)
    except DataError as error:
        raise RecordError("rules", str(error)) from None


def recorded_ending(result: str | None, winners: Sequence[int]) -> Ending | None:
    match result:
        case "resigned" | "agreed" | "timeout":
            return Ending(result, tuple(sorted(winners)))
        case _:
            return None


def who_left(data: LeavingData, stay: Sequence[int], place: str) -> Leaves:
    """The seat that leaves a game still played by these seats."""
    if data.seat not in stay:
        raise RecordError(f"{place}, seat", f"there is no seat {data.seat} that still plays")
    if len(stay) < 3:
        raise RecordError(place, "the game does not go on with a single player")
    return Leaves(data.seat)


def check_result(result: str | None, *, over: bool) -> None:
    """Whether the result fits a game that the rules have ended, or have not."""
    by_the_rules = result in ("win", "shared")
    if over and not by_the_rules:
        raise RecordError("result", "the last turn was played, so it must be win or shared")
    if by_the_rules and not over:
        raise RecordError("turns", "there are still turns to play, so the game has not ended")


def check_winners(winners: Sequence[int], stay: Sequence[int]) -> None:
    if len(set(winners)) < len(winners) or not set(winners) <= set(stay):
        raise RecordError("winners", f"those who still play are {stay}")
