"""What Discord has accepted and refused lately, as this process has seen it: whether it is one
place that refuses, or all of them.

Only what this process has seen counts: Discord may refuse the address of one machine and accept
another. Since when a place refuses is stored with its post (`Trouble`), and outlives the process.
"""

from bot.process.clock import HOUR, SECOND, Clock, Millis
from bot.store.claims import Claimed, Trouble

REFUSED_FOR = HOUR
"""A place that has refused a post for this long, while others accept theirs, is given up."""
EVERYWHERE = 3
"""When posts start to fail in this many places, and none is accepted in between, it is not about
the places."""
FIRST_REST, LONGEST_REST = SECOND, 15 * SECOND
"""Between two attempts of this process while no post is accepted anywhere: 40 in ten minutes, where
Discord shuts out whoever makes 10,000 invalid requests."""


class PostingHealth:
    """One per process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._posts = 0
        """How many posts were accepted."""
        self._refused: dict[int, int] = {}
        """By message, how many posts had been accepted when it was last refused."""
        self._failing: set[int] = set()
        """The places where posts have begun to fail since anything was accepted."""
        self._rest: Millis = 0
        self._resting_until: Millis = 0
        self._recovered_at: Millis = 0
        """When it last ended that nothing was accepted anywhere."""
        self.unanswered_since: Millis | None = None
        """Since when posts have been tried without one being accepted, or refused for good."""
        self.why = ""
        """What came of the last of them."""

    @property
    def nowhere(self) -> bool:
        """Whether no post is accepted anywhere."""
        return len(self._failing) >= EVERYWHERE

    @property
    def resting(self) -> bool:
        """Whether it is too early for the next attempt. A rest that is longer than any comes from a
        clock that was set back."""
        return self.nowhere and 0 < self._resting_until - self._clock() <= LONGEST_REST

    def try_to_post(self) -> None:
        if self.unanswered_since is None:
            self.unanswered_since = self._clock()

    def accept(self, claimed: Claimed) -> None:
        if not claimed.edits:
            self._posts += 1
        self.refuse_for_good(claimed)

    def refuse_for_good(self, claimed: Claimed) -> None:
        """Discord has answered in a way that is about this post alone."""
        self._refused.pop(claimed.id, None)
        if self.nowhere:
            self._recovered_at = self._clock()
        self._failing.clear()
        self._rest = self._resting_until = 0
        self.unanswered_since, self.why = None, ""

    def fail(self, claimed: Claimed, why: str) -> None:
        """It may have failed for a reason that is not about this post. A place that has refused its
        post before is no news."""
        self.why = why
        if claimed.trouble is None:
            self._failing.add(claimed.place_id)
        if self.nowhere and not self.resting:
            self._rest = min(2 * self._rest or FIRST_REST, LONGEST_REST)
            self._resting_until = self._clock() + self._rest

    def refuse(self, claimed: Claimed, why: str) -> tuple[Trouble, bool]:
        """Note a refusal that may be about the place; returns since when it refuses, and whether
        that has been long enough. Others count as accepting if one has since the last refusal."""
        self.fail(claimed, why)
        now, earlier = self._clock(), claimed.trouble
        since = now
        if earlier is not None and earlier.kind == "refused":
            since = min(now, max(earlier.since, self._recovered_at))
        others_accept = self._posts > self._refused.get(claimed.id, self._posts)
        self._refused[claimed.id] = self._posts
        return Trouble("refused", since), others_accept and now - since >= REFUSED_FOR
