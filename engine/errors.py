"""Errors of an engine, and whose fault each is.

EngineError
 +- IllegalMove     the player's: the move is well written, but the rules refuse it
 +- NotationError   the player's: the text is not a move
 +- DataError       the host's: a catalogue or a set of options is not usable
 +- RecordError     the sender's: a game record is broken, or does not follow the rules
 |   +- RunningRecord     it is that of a game that still runs
 +- SnapshotError   the store's: a stored state is damaged, or of another version

Anything else that an engine raises is a bug.
"""

import re
from enum import StrEnum


class EngineError(Exception):
    """Root of every error that an engine raises on purpose."""


class IllegalMove(EngineError):
    """A move the rules refuse: a reason from the game's closed list, and the facts behind it, which
    can be written as JSON."""

    def __init__(self, reason: str, **facts: object) -> None:
        self.reason = reason
        self.facts = facts
        details = ", ".join(f"{name}={value}" for name, value in facts.items())
        super().__init__(f"{reason} ({details})" if details else reason)


class NotationError(EngineError):
    """A text that is not a move: where it stops making sense, and what was expected there, from the
    game's closed list."""

    def __init__(self, text: str, at: str, expected: StrEnum) -> None:
        self.text = text
        # With the capitals of the text, which do not matter in notations.
        match = re.search(re.escape(at), text, re.IGNORECASE)
        self.at = at if match is None else match[0]
        self.expected = expected
        super().__init__(f"expected {expected}, got {self.at!r}" if at else f"expected {expected}")


class DataError(EngineError):
    """A data file, or a choice of options, that no game can start from."""


class RecordError(EngineError):
    """A game record that cannot be accepted: the place in it, and what is wrong there."""

    def __init__(self, place: str, problem: str) -> None:
        self.place = place
        self.problem = problem
        super().__init__(f"{place}: {problem}")


class RunningRecord(RecordError):
    """A record of a game that is still running. The game cannot be resumed from it, since it leaves
    out everything that is hidden."""

    def __init__(self) -> None:
        super().__init__("result", "the game still runs, so what is hidden in it is missing")


class SnapshotError(EngineError):
    """A stored state that cannot be read back."""
