"""How long a piece of work waits for its turn and for a lock."""

from time import monotonic


class Deadline:
    """Measured by a clock that is the same for every task. The event loop's clock may be simulated
    for some of the tasks that share a commit."""

    def __init__(self, seconds: float) -> None:
        self._at = monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds left; 0 when it has passed."""
        return max(0.0, self._at - monotonic())
