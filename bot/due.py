"""What becomes due in a game by itself, and what the game is after it. Pure.

Everything that waits for a moment is worked out from the game, so that nothing is lost when the
bot is down: the earliest of it is stored with the game as the moment to look at it again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bot.actions import Done
from bot.clock import Moment
from bot.game import ENDED, Game, Patience
from bot.life import expire, runs_out_at


class Due(NamedTuple):
    at: Moment
    done: Done


def next_due(game: Game, patience: Patience) -> Due | None:
    """What comes first."""
    return min(_waiting(game, patience), default=None)


def after_due(game: Game, due: Due, patience: Patience, now: Moment) -> Game:
    """The game after that, when it has come."""
    match due.done:
        case Done.EXPIRED:
            return expire(game, patience, now)
        case Done.SETTLED:
            raise AssertionError("settling changes nothing of a game, and is not a step")
        case _:
            raise AssertionError(f"{due.done} comes only when somebody asks for it")


def _waiting(game: Game, patience: Patience) -> Iterator[Due]:
    runs_out = runs_out_at(game, patience)
    if runs_out is not None:
        yield Due(runs_out, Done.EXPIRED)
    if game.status in ENDED and not game.settled and any(seat.user_id for seat in game.seats):
        yield Due(game.waiting_since, Done.SETTLED)
