"""Interface to Discord for delivering posts: what a poster does, the errors with which it reports
what became of a post, and whether one channel refuses posts, or all of them."""

from typing import Protocol

from bot.match.league.messages import ClosedInvitation, FixturePost, LeagueMessage
from bot.match.messages import ChannelPost, DirectMessage, LiveBoard, Message, RetireButtons
from bot.process.clock import HOUR, SECOND, Clock, Millis
from bot.store.claims import Claimed, Trouble
from bot.table.boards import ShownBoard


class PostError(Exception):
    """Errors that a poster raises on purpose. Anything else counts as TryLater."""


class TryLater(PostError):
    """Not now: too many posts, if it says for how many seconds, or the other side is down."""

    def __init__(self, seconds: float = 0.0, why: str = "") -> None:
        self.seconds = seconds
        self.why = why
        super().__init__(why or f"not for {seconds} seconds")


class Rejected(TryLater):
    """Not now, and perhaps never in this channel: the other side does not say which."""

    def __init__(self, why: str) -> None:
        super().__init__(why=why)


class ChannelGone(PostError):
    """The channel, or the person, no longer exists."""


class ChannelForbidden(PostError):
    """This channel, or this person, cannot be written to."""


class MessageGone(PostError):
    """The post to be edited was deleted."""


class Outdated(PostError):
    """The message's request is already done, so it is no longer posted."""


class ToldLive(Outdated):
    """The live board tells what a board would be posted for."""


class NotAccepted(PostError):
    """The other side never accepts this message, here or elsewhere: our own bug. It is given up, so
    that it does not hold up what comes after it."""


class Poster(Protocol):
    """Interface to Discord: turns a message into a post."""

    @property
    def ready(self) -> bool:
        """There is a connection to Discord: nothing is tried before that."""

    async def find(
        self, place_id: int, message: ChannelPost | DirectMessage | LeagueMessage, since: Millis
    ) -> int | None:
        """Find the post that an earlier attempt made from this message, `since` or later, although
        the reply was lost; None when there is none, or when it cannot be looked for."""

    async def post(
        self,
        channel_id: int,
        message: ChannelPost,
        nonce: str,
        board: ShownBoard | None = None,
    ) -> int:
        """Post, and return the id of the post. Idempotent: the same nonce again is the same post,
        not another one. `board` is the one that a move has just led to, as spectators see it, if it
        is at hand. Raises ToldLive of a board that the live board tells."""

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        """Remove the buttons from the post that was made from this message."""

    async def show_live(
        self, channel_id: int, message: LiveBoard, message_id: int | None, nonce: str
    ) -> int | None:
        """Bring the live board up to date, in this post if there is one; returns the id of the post
        that then shows it."""

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        """Send a direct message to a person; returns the id of the post."""

    async def post_news(self, place_id: int, message: LeagueMessage, nonce: str) -> int:
        """Post something about a season in a channel, or send it to a person; returns the id of the
        post. Idempotent as `post` is."""

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        """Make the thread of a game from its post, whose id it gets. One that is there already is
        the thread: idempotent."""

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        """Show the invitation to a season in this post without its buttons."""


# A channel that has refused a post for this long, while others accept theirs, is given up.
REFUSED_FOR = HOUR
# If posts start to fail in this many channels, and none is accepted in between, it is not about the
# channels.
EVERYWHERE = 3
# The first pause between two attempts of this process while no post is accepted anywhere.
FIRST_REST = SECOND
# The longest such pause: 40 attempts in ten minutes, where Discord shuts out whoever makes 10,000
# invalid requests.
LONGEST_REST = 15 * SECOND


class PostingHealth:
    """One per process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._accepted_count = 0
        self._posts_at_refusal: dict[int, int] = {}
        """By message, how many posts had been accepted when it was last refused."""
        self._failing: set[int] = set()
        """The channels where posts have begun to fail since anything was accepted."""
        self._pause: Millis = 0
        self._resting_until: Millis = 0
        self._recovered_at: Millis = 0
        """The last end of a time in which nothing was accepted anywhere."""
        self.unanswered_since: Millis | None = None
        """Since when posts have been tried without one being accepted, or refused for good."""
        self.why = ""
        """The outcome of the last of them."""

    @property
    def nowhere(self) -> bool:
        """No post is accepted anywhere."""
        return len(self._failing) >= EVERYWHERE

    @property
    def resting(self) -> bool:
        """It is too early for the next attempt. A rest that is longer than any comes from a clock
        that was set back."""
        return self.nowhere and 0 < self._resting_until - self._clock() <= LONGEST_REST

    def try_to_post(self) -> None:
        if self.unanswered_since is None:
            self.unanswered_since = self._clock()

    def accept(self, claim: Claimed) -> None:
        if not claim.edits:
            self._accepted_count += 1
        self.refuse_for_good(claim)

    def refuse_for_good(self, claim: Claimed) -> None:
        """Note that Discord has answered in a way that is about this post alone."""
        self._posts_at_refusal.pop(claim.id, None)
        if self.nowhere:
            self._recovered_at = self._clock()
        self._failing.clear()
        self._pause = 0
        self._resting_until = 0
        self.unanswered_since = None
        self.why = ""

    def fail(self, claim: Claimed, why: str) -> None:
        """Note a failure, which may have a reason that is not about this post. A channel that has
        refused its post before is no news."""
        self.why = why
        if claim.trouble is None:
            self._failing.add(claim.place_id)
        if self.nowhere and not self.resting:
            self._pause = min(2 * self._pause or FIRST_REST, LONGEST_REST)
            self._resting_until = self._clock() + self._pause

    def refuse(self, claim: Claimed, why: str) -> tuple[Trouble, bool]:
        """Note a refusal that may be about the channel; returns since when it refuses, and whether
        that has been long enough. Others count as accepting if one has since the last refusal."""
        self.fail(claim, why)
        now = self._clock()
        earlier = claim.trouble
        since = now
        if earlier is not None and earlier.kind == "refused":
            since = min(now, max(earlier.since, self._recovered_at))
        others_accept = self._accepted_count > self._posts_at_refusal.get(
            claim.id, self._accepted_count
        )
        self._posts_at_refusal[claim.id] = self._accepted_count
        return Trouble("refused", since), others_accept and now - since >= REFUSED_FOR
