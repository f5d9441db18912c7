"""The outbox, as the table sees it: who delivers the messages that the table writes."""

from typing import Protocol

from bot.store.claims import Claimant, Claimed
from bot.table.reading.boards import ShownBoard


class Delivery(Protocol):
    """Starts delivering a post as soon as the transaction that wrote it is committed: the post is
    claimed in that transaction, so nothing has to be found or read again."""

    def claimant(self, guild_id: int) -> Claimant | None:
        """In whose name a transaction may claim the first of its posts in a server; None while this
        process delivers nothing there."""

    def begin(self, claimed: Claimed, known: ShownBoard | None) -> None:
        """Deliver what a transaction has claimed, once that is committed. `known` is the board
        that spectators see after it, if that is known."""
