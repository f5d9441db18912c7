"""Until when a piece of work waits for a place and a lock."""

from time import monotonic


class Deadline:
    """By a clock that is the same for every task: that of the event loop may be simulated for some
    of those who share a commit."""

    def __init__(self, seconds: float) -> None:
        self._at = monotonic() + seconds

    @property
    def left(self) -> float:
        """How many seconds; 0 when it has passed."""
        return max(0.0, self._at - monotonic())
