"""Events that become due in a game on their own, and the game after each of them.

Everything scheduled is computed from the game, so that nothing is lost when the bot is down: the
earliest of these moments is stored with the game as the moment to look at it again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bot.match import clocks, computers, offers
from bot.match.actions import Done
from bot.match.changes import expire
from bot.match.game import ENDED, Game, Timeouts
from bot.match.reminders import mark_called, mark_notified, nudge_at, remind_at
from bot.process.clock import Millis

# For what need not wait: due even if the clock was set back since the game was stored.
AT_ONCE: Millis = 0
# What is done first of several that are due, in this order.
FIRST = (Done.LOST_ON_TIME, Done.EXPIRED, Done.TIMED_OUT, Done.WARNED)


class Due(NamedTuple):
    at: Millis
    done: Done


def next_due(game: Game, timeouts: Timeouts, now: Millis) -> Due | None:
    """Find whatever comes first."""
    return min(_coming(game, timeouts, now), default=None)


def look_again_at(game: Game, timeouts: Timeouts, now: Millis) -> Millis | None:
    """Find the moment stored with the game; None when nothing happens on its own."""
    next_event = next_due(game, timeouts, now)
    return None if next_event is None else next_event.at


def due_now(game: Game, timeouts: Timeouts, now: Millis) -> Due | None:
    """Find the action due now: first what ends the game or a player's time, so that nothing is
    announced that then no longer matters. A warning also serves as a reminder."""
    come_due = (due for due in _coming(game, timeouts, now) if due.at <= now)

    def urgency(due: Due) -> tuple[int, Due]:
        return FIRST.index(due.done) if due.done in FIRST else len(FIRST), due

    return min(come_due, key=urgency, default=None)


def after_due(game: Game, due: Due, timeouts: Timeouts, now: Millis) -> Game:
    """Change the game by what is due."""
    match due.done:
        case Done.EXPIRED:
            return expire(game, timeouts, now)
        case Done.SETTLED | Done.LOST_ON_TIME:
            raise AssertionError("what follows is not in the game alone")
        case Done.WARNED:
            return mark_notified(clocks.mark_warned(game, now), now)
        case Done.TIMED_OUT:
            return clocks.mark_timed_out(game, now)
        case Done.OFFER_EXPIRED:
            return offers.expire(game, timeouts, now)
        case Done.REMINDED | Done.NUDGED:
            return mark_called(game, now)
        case _:
            raise AssertionError(f"{due.done} comes only when somebody asks for it")


def _coming(game: Game, timeouts: Timeouts, now: Millis) -> Iterator[Due]:
    has_people = game.season_id is not None or any(seat.user_id for seat in game.seats)
    if game.status in ENDED and not game.settled and has_people:
        yield Due(AT_ONCE, Done.SETTLED)
    moments = {
        Done.EXPIRED: clocks.runs_out_at(game, timeouts),
        Done.REMINDED: remind_at(game, timeouts, now),
        Done.NUDGED: nudge_at(game, now),
        Done.OFFER_EXPIRED: offers.stands_until(game, timeouts),
    }
    if game.pause is None:
        moments[Done.LOST_ON_TIME] = clocks.lost_on_time_at(game)
        if not game.reminders.timed_out and not computers.is_to_act(game):
            moments |= {
                Done.WARNED: clocks.warning_at(game),
                Done.TIMED_OUT: clocks.time_up_at(game),
            }
    for done, at in moments.items():
        if at is not None:
            yield Due(at, done)
