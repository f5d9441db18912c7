"""Permissions in a game as it is now: Refused with the reason, or StaleMove for somebody who acts
on a position that is no longer the current one."""

from bot.match.actions import CLOSED_IN_SEASONS, Action, Actor, Right
from bot.match.clocks import may_claim_at
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import OPEN, Game, Status, Timeouts
from bot.process.clock import Millis

# Of one game.
MOST_WATCHERS = 50
# Of one player in one game.
MOST_ORDERS = 25


def must_be(game: Game, *statuses: Status, paused: bool = False) -> None:
    if game.status not in statuses:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    if game.pause is not None and not paused:
        raise paused_refusal(game)


def paused_refusal(game: Game) -> Refused:
    """Refuse what a pause forbids; who can resume it depends on who paused it."""
    return Refused(Why.HALTED) if game.pause == "halted" else Refused(Why.PAUSED, pause=game.pause)


def must_suit_season(game: Game, action: Action) -> None:
    """Refuse what would take a game of a season out of the season's hands."""
    if game.season_id is not None and isinstance(action, CLOSED_IN_SEASONS):
        raise Refused(Why.LEAGUE_GAME)


def must_have(by: Actor, right: Right) -> None:
    if right not in by.rights:
        raise Refused(Why.NOT_ALLOWED, right=right)


def must_be_current(game: Game, ply: int | None, branch: int | None) -> None:
    """Raise StaleMove unless the position somebody saw, if any, is still the current one."""
    stale = ply not in (None, game.ply) or branch not in (None, game.branch)
    if stale and game.status not in (Status.LOBBY, Status.CANCELLED):
        raise StaleMove(game.id, game.ply)


def seat_in_play(game: Game, user_id: int, *, paused: bool = False) -> int:
    """Find the seat of a player of a game that is being played."""
    must_be(game, Status.RUNNING, paused=paused)
    return game.seat_of(user_id)


def must_wait(game: Game, user_id: int) -> int:
    """Find the seat of a player who is waiting for another's move."""
    seat = seat_in_play(game, user_id)
    if seat == game.to_act:
        raise Refused(Why.YOUR_TURN)
    return seat


def may_play(game: Game, user_id: int, ply: int | None = None, branch: int | None = None) -> None:
    must_be_current(game, ply, branch)
    if seat_in_play(game, user_id) != game.to_act:
        raise Refused(Why.NOT_YOUR_TURN, seat=game.to_act)


def may_play_for_computer(game: Game, ply: int, branch: int) -> None:
    must_be_current(game, ply, branch)
    must_be(game, Status.RUNNING)
    if game.to_act is None or game.seats[game.to_act].computer is None:
        raise Refused(Why.NOT_YOUR_TURN, seat=game.to_act)


def may_claim(game: Game, by: Actor, timeouts: Timeouts, now: Millis) -> int:
    """Find the seat of the player who has been too slow."""
    must_wait(game, by.user_id)
    at = may_claim_at(game, timeouts)
    late_seat = game.to_act
    if now < at:
        why = Why.TOO_EARLY if game.time_limit is None else Why.TIME_LEFT
        raise Refused(why, seat=late_seat, at=at)
    assert late_seat is not None, "the game runs"
    return late_seat


def may_order(game: Game, user_id: int, ply: int | None = None, branch: int | None = None) -> int:
    """Find the seat of a player, who may leave an order while it is not their turn."""
    must_be_current(game, ply, branch)
    return must_wait(game, user_id)


def may_predict(
    game: Game, user_id: int, ply: int | None = None, branch: int | None = None
) -> None:
    """Refuse the players themselves, and those who have left, as they know the hand they had."""
    must_be_current(game, ply, branch)
    must_be(game, Status.RUNNING)
    if game.sits(user_id):
        raise Refused(Why.YOUR_GAME if game.plays(user_id) else Why.HAD_A_SEAT)


def may_watch(game: Game, watcher_count: int) -> None:
    """Refuse when the number of other watchers is at the limit."""
    must_be(game, *OPEN, paused=True)
    if watcher_count >= MOST_WATCHERS:
        raise Refused(Why.TOO_MANY_WATCHERS, most=MOST_WATCHERS)
