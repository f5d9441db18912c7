"""Leaving a running game: by resigning, or by being late until another player claims it. Pure.

A player who leaves is passed over from then on, if the rules work without a seat and at least two
play on; otherwise the game is over, and everybody else still playing has won.
"""

from dataclasses import replace

from bot.match.actions import Actor
from bot.match.errors import Refused, Why
from bot.match.game import (
    NO_REMINDERS,
    Game,
    Status,
    Timeouts,
    others_playing,
    others_to_ask,
    seat_of,
)
from bot.match.life.changes import close, may_claim_at, must_be, must_wait
from bot.match.time_limits import after_leaving
from bot.process.clock import Millis


def may_resign(game: Game, by: Actor) -> int:
    """The seat of a player, who can also resign while the game is suspended."""
    must_be(game, Status.RUNNING, paused=True)
    return seat_of(game, by.user_id)


def may_claim(game: Game, by: Actor, patience: Timeouts, now: Millis) -> int:
    """The seat of the player who has been too slow."""
    must_wait(game, by.user_id)
    at, late = may_claim_at(game, patience), game.to_act
    if now < at:
        why = Why.TOO_EARLY if game.time_limit is None else Why.TIME_LEFT
        raise Refused(why, seat=late, at=at)
    assert late is not None, "the game runs"
    return late


def continues_without(game: Game, seat: int, may_leave: bool) -> bool:
    """Whether the others play on; `may_leave` says whether the rules allow it. Computer players do
    not play on among themselves."""
    return may_leave and len(others_playing(game, seat)) > 1 and len(others_to_ask(game, seat)) > 0


def end_by_leaving(game: Game, seat: int, status: Status) -> Game:
    """The game after it was ended by this seat."""
    return close(game, status, others_playing(game, seat))


def leave_seat(game: Game, seat: int) -> Game:
    """One ply further, with nobody in this seat to play. The clock of the player to act keeps
    running, unless the turn then passes to another player."""
    gone = replace(game.seats[seat], left=True)
    limit = game.time_limit
    return replace(
        game,
        seats=(*game.seats[:seat], gone, *game.seats[seat + 1 :]),
        ply=game.ply + 1,
        offer=None,
        time_limit=None if limit is None else after_leaving(limit, seat),
    )


def restart_turn(game: Game, now: Millis) -> Game:
    """It is another player's turn: from now on, or from the end of the pause."""
    since = now if game.paused_at is None else game.paused_at
    return replace(game, waiting_since=since, reminders=NO_REMINDERS)
