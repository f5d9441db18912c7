"""What the watchers of a game are sent, each directly. Pure."""

from collections.abc import Iterable, Sequence

from bot.match.actions import Done, Watch
from bot.match.game import Game
from bot.match.notices.announcing import ENDS
from bot.match.notices.messages import DirectMessage, Message, Notice
from bot.match.notices.reach import people_in, recipients

LEAVINGS = (Done.LEFT, Done.PASSED_OVER)


def watcher_messages(
    game: Game,
    messages: Sequence[Message],
    mover: int | None,
    watchers: Iterable[tuple[int, Watch]],
) -> tuple[Message, ...]:
    """What these messages report, to each watcher who would not hear of it otherwise: an end to all
    of them, a move or a player leaving to those who want every turn."""
    told = [one for one in messages if isinstance(one, Notice | DirectMessage)]
    ends = [one for one in told if one.done in ENDS]
    left = [one for one in told if one.done in LEAVINGS]
    if ends or left:
        [first, *_] = ends or left
        done, facts, seat = first.done, first.facts, first.seat
    elif mover is not None:
        done, facts, seat = Done.PLAYED, {"ply": game.ply}, mover
    else:
        return ()
    reached = {user for message in messages for user in recipients(message)}
    reached |= set() if seat is None else set(people_in(game, [seat]))
    wanted = ("turns", "end") if ends else ("turns",)
    return tuple(
        DirectMessage(game.id, user, done, facts, seat)
        for user, what in watchers
        if what in wanted and user not in reached
    )
