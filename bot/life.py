"""The life of a game: what an action makes of it, and who may ask for it.

Pure: a game and an action give the game after it, or `Refused` with the reason. Knows nothing of
stores and engines; what only the engine can tell (whose turn it is, who won) the table fills in.
"""

from dataclasses import replace

from bot.actions import Interaction, Play, Request, Right
from bot.clock import Moment
from bot.clocks import charged, goes_on, over_at, turned_back, waiting_will_be, with_more
from bot.errors import Refused, StaleMove, Why
from bot.game import (
    ENDED,
    NOTHING_TOLD,
    OPEN,
    Asked,
    Game,
    Patience,
    Pause,
    Seat,
    Status,
    seat_for,
    seat_of,
)
from bot.habits import USUAL, Habits

MOST_WATCHERS = 50


def join(game: Game, by: Interaction, now: Moment, habits: Habits = USUAL) -> Game:
    """The seat kept for this person, else the first open one. The last one starts the game."""
    _must_be(game, Status.LOBBY)
    number = _free_seat(game, by.user_id)
    seats = list(game.seats)
    seats[number] = Seat(by.user_id, by.name, taken=True, habits=habits)
    full = all(seat.taken for seat in seats)
    status = Status.RUNNING if full else Status.LOBBY
    return replace(game, seats=tuple(seats), status=status, waiting_since=now, told=NOTHING_TOLD)


def decline(game: Game, by: Interaction) -> Game:
    _must_be(game, Status.LOBBY)
    if not any(seat.user_id == by.user_id and not seat.taken for seat in game.seats):
        raise Refused(Why.NOT_INVITED)
    return _closed(game, Status.CANCELLED)


def withdraw(game: Game, by: Interaction) -> Game:
    _must_be(game, Status.LOBBY, paused=True)
    if by.user_id != game.opener_id and "cancel" not in by.rights:
        raise Refused(Why.NOT_THE_OPENER)
    return _closed(game, Status.CANCELLED)


def may_play(game: Game, user_id: int, ply: int | None = None, branch: int | None = None) -> None:
    """Refused unless it is this person's turn, and StaleMove when they saw another position."""
    stale = ply not in (None, game.ply) or branch not in (None, game.branch)
    if stale and game.status not in (Status.LOBBY, Status.CANCELLED):
        raise StaleMove(game.id, game.ply)
    _must_be(game, Status.RUNNING)
    if seat_of(game, user_id) != game.to_act:
        raise Refused(Why.NOT_YOUR_TURN, seat=game.to_act)


def play(game: Game, by: Interaction, seen: Play, now: Moment) -> Game:
    """One ply further, when it is this person's turn in the position that they saw."""
    may_play(game, by.user_id, seen.ply, seen.branch)
    return replace(
        game,
        ply=game.ply + 1,
        asked=None,
        waiting_since=now,
        told=NOTHING_TOLD,
        time_limit=charged(game, now),
    )


def undo(game: Game, by: Interaction, keep: int | None, *, free: bool, now: Moment) -> Game:
    """Back to `keep` moves at once when it is free; else the others are asked."""
    _must_be(game, Status.RUNNING)
    seat = seat_of(game, by.user_id)
    if keep is None:
        raise Refused(Why.NOTHING_TO_UNDO)
    if free:
        return _back(game, keep, now)
    return _ask(game, Asked("undo", seat, game.ply, keep))


def offer_end(game: Game, by: Interaction) -> Game:
    _must_be(game, Status.RUNNING)
    return _ask(game, Asked("end", seat_of(game, by.user_id), game.ply, game.ply))


def accept(game: Game, by: Interaction, request: Request, ply: int, now: Moment) -> Game:
    """Only what was asked at this ply, so that nobody accepts what they did not read."""
    _must_be(game, Status.RUNNING)
    seat, asked = seat_of(game, by.user_id), game.asked
    if asked is None or (asked.request, asked.ply) != (request, ply):
        raise Refused(Why.NO_SUCH_REQUEST, request=request)
    if asked.seat == seat:
        raise Refused(Why.YOUR_REQUEST)
    return _back(game, asked.keep, now) if request == "undo" else _closed(game, Status.AGREED)


def refuse(game: Game, by: Interaction, request: Request) -> Game:
    """Any player; who asked withdraws it so."""
    _must_be(game, Status.RUNNING)
    seat_of(game, by.user_id)
    if game.asked is None or game.asked.request != request:
        raise Refused(Why.NO_SUCH_REQUEST, request=request)
    return replace(game, asked=None)


def resign(game: Game, by: Interaction) -> Game:
    _must_be(game, Status.RUNNING, paused=True)
    seat = seat_of(game, by.user_id)
    others = tuple(number for number in range(len(game.seats)) if number != seat)
    return _closed(game, Status.RESIGNED, others)


def claim(game: Game, by: Interaction, patience: Patience, now: Moment) -> Game:
    """The game of somebody who is waited for in vain."""
    _must_be(game, Status.RUNNING)
    seat = seat_of(game, by.user_id)
    if seat == game.to_act:
        raise Refused(Why.YOUR_TURN)
    at = may_claim_at(game, patience)
    if now < at:
        why = Why.TOO_EARLY if game.time_limit is None else Why.TIME_LEFT
        raise Refused(why, seat=game.to_act, at=at)
    return _closed(game, Status.ABANDONED, (seat,))


def may_claim_at(game: Game, patience: Patience) -> Moment:
    """From when on the game of whoever is waited for can be claimed: when their time is over, or
    after so long where it is not limited. Time in which they are away does not count."""
    over = over_at(game)
    return waiting_will_be(game, patience.claim) if over is None else over


def wait(game: Game, by: Interaction, now: Moment) -> Game:
    """Time more for somebody whose time is over."""
    _must_be(game, Status.RUNNING)
    seat, late, over = seat_of(game, by.user_id), game.to_act, over_at(game)
    if seat == late:
        raise Refused(Why.YOUR_TURN)
    if late is None or over is None:
        raise Refused(Why.NO_TIME_LIMIT)
    if now < over:
        raise Refused(Why.TIME_LEFT, seat=late, at=over)
    return with_more(game, late, now)


def stop(game: Game, by: Interaction) -> Game:
    """Nobody wins."""
    _must_be(game, Status.RUNNING, paused=True)
    must_have(by, "end")
    return _closed(game, Status.ABANDONED)


def must_have(by: Interaction, right: Right) -> None:
    if right not in by.rights:
        raise Refused(Why.NOT_ALLOWED, right=right)


def runs_out_at(game: Game, patience: Patience) -> Moment | None:
    """When the timer closes the game, unless something happens before; never while it is paused."""
    if game.pause is not None or game.status not in OPEN:
        return None
    if game.status is Status.LOBBY:
        return waiting_will_be(game, patience.lobby)
    idle, over = waiting_will_be(game, patience.abandon), over_at(game)
    return idle if over is None else max(idle, over + patience.claim)


def expire(game: Game, patience: Patience, now: Moment) -> Game:
    due = runs_out_at(game, patience)
    if due is None or now < due:
        raise Refused(Why.TOO_EARLY, at=due)
    lobby = game.status is Status.LOBBY
    return _closed(game, Status.CANCELLED if lobby else Status.ABANDONED)


def pause(game: Game, reason: Pause, now: Moment) -> Game:
    _must_be(game, *OPEN)
    return replace(game, pause=reason, paused_at=now)


def may_watch(game: Game, others: int) -> None:
    """Besides so many others."""
    _must_be(game, *OPEN, paused=True)
    if others >= MOST_WATCHERS:
        raise Refused(Why.TOO_MANY_WATCHERS, most=MOST_WATCHERS)


def may_repost(game: Game) -> None:
    _must_be(game, *OPEN)


def resume(
    game: Game, by: Interaction, channel_id: int, parent_id: int | None, now: Moment
) -> Game:
    """On in this channel. The time of the pause does not count as waiting."""
    _must_be(game, *OPEN, paused=True)
    seat_of(game, by.user_id)
    if game.pause is None or game.paused_at is None:
        raise Refused(Why.NOT_PAUSED)
    return replace(goes_on(game, now), channel_id=channel_id, parent_id=parent_id)


def rematch_seats(game: Game, by: Interaction) -> tuple[Seat, ...]:
    """The seats of the next game: everyone one further, taken only by who asks."""
    _must_be(game, *ENDED, paused=True)
    seat_of(game, by.user_id)
    return tuple(
        replace(seat, taken=seat.user_id == by.user_id) for seat in (*game.seats[1:], game.seats[0])
    )


def _must_be(game: Game, *allowed: Status, paused: bool = False) -> None:
    if game.status not in allowed:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    if game.pause is not None and not paused:
        raise Refused(Why.PAUSED, pause=game.pause)


def _free_seat(game: Game, user_id: int) -> int:
    kept = seat_for(game, user_id)
    if kept is not None:
        if game.seats[kept].taken:
            raise Refused(Why.ALREADY_SEATED)
        return kept
    for number, seat in enumerate(game.seats):
        if seat.user_id is None:
            return number
    raise Refused(Why.NOT_INVITED)


def _ask(game: Game, asked: Asked) -> Game:
    if game.asked is not None:
        raise Refused(Why.REQUEST_OPEN, request=game.asked.request, seat=game.asked.seat)
    return replace(game, asked=asked)


def _back(game: Game, keep: int, now: Moment) -> Game:
    return replace(
        game,
        ply=keep,
        branch=game.branch + 1,
        asked=None,
        waiting_since=now,
        told=NOTHING_TOLD,
        time_limit=turned_back(game, keep, now),
    )


def _closed(game: Game, status: Status, winners: tuple[int, ...] = ()) -> Game:
    return replace(game, status=status, winners=winners, to_act=None, asked=None)
