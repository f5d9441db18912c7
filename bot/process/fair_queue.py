"""A fair queue: public work first, then one piece for each person in turn."""

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

Work = TypeVar("Work")


class FairQueue(Generic[Work]):
    """However much work a person queues, at most this many pieces of theirs are in progress."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._public: deque[Work] = deque()
        self._private: OrderedDict[int, deque[Work]] = OrderedDict()
        """The queued work of each person, round-robin: the next person is at the front."""
        self._in_progress: Counter[int] = Counter()

    def __len__(self) -> int:
        """Count the pieces that wait; one that waits for several people counts for each."""
        return len(self._public) + sum(map(len, self._private.values()))

    def put(self, work: Work, person: int | None) -> None:
        """Queue work for a person, or for everybody if None."""
        lane = self._public if person is None else self._private.setdefault(person, deque())
        lane.append(work)

    def take(self) -> tuple[Work, int | None] | None:
        """Take the next piece of work, and whose it is; in progress until `done` is called."""
        if self._public:
            return self._public.popleft(), None
        for person, lane in self._private.items():
            if self._in_progress[person] < self._most:
                self._in_progress[person] += 1
                work = lane.popleft()
                del self._private[person]
                if lane:
                    self._private[person] = lane
                return work, person
        return None

    def done(self, person: int | None) -> None:
        if person is not None:
            self._in_progress[person] -= 1
            if not self._in_progress[person]:
                del self._in_progress[person]
