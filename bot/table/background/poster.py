"""The outbox's interface to Discord, and the errors with which it reports what became of a post."""

from typing import Protocol

from bot.match.messages import (
    BoardPost,
    DirectMessage,
    LiveBoard,
    LobbyPost,
    Message,
    Notice,
    RetireButtons,
)
from bot.process.clock import Millis
from bot.table.reading.boards import ShownBoard


class PostError(Exception):
    """What a poster raises on purpose. Anything else counts as TryLater."""


class TryLater(PostError):
    """Not now: too many posts, if it says for how many seconds, or the other side is down."""

    def __init__(self, seconds: float = 0.0, why: str = "") -> None:
        self.seconds = seconds
        self.why = why
        super().__init__(why or f"not for {seconds} seconds")


class Rejected(TryLater):
    """Not now, and perhaps never in this place: the other side does not say which."""

    def __init__(self, why: str) -> None:
        super().__init__(why=why)


class PlaceGone(PostError):
    """The channel, or the person, no longer exists."""


class PlaceForbidden(PostError):
    """This channel, or this person, cannot be written to."""


class MessageGone(PostError):
    """The post to be edited was deleted."""


class Outdated(PostError):
    """What the message asks for is already done, so it is no longer posted."""


class NotAccepted(PostError):
    """The other side never accepts this message, here or elsewhere: our own bug. It is given up, so
    that it does not hold up what comes after it."""


class Poster(Protocol):
    """The interface to Discord: turns a message into a post."""

    @property
    def ready(self) -> bool:
        """Whether there is a connection to Discord: nothing is tried before that."""

    async def find(
        self, place_id: int, message: LobbyPost | BoardPost | Notice | DirectMessage, since: Millis
    ) -> int | None:
        """The post that an earlier attempt made from this message, `since` or later, although the
        reply was lost; None when there is none, or when it cannot be looked for."""

    async def post(
        self,
        channel_id: int,
        message: LobbyPost | BoardPost | Notice,
        nonce: str,
        known: ShownBoard | None = None,
    ) -> int:
        """The id of the post. Idempotent: the same nonce again is the same post, not another one.
        `known` is the board that a move has just led to, as spectators see it, if it is known."""

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
