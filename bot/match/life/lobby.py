"""The lobby: who joins, who declines, and when there are enough players to start. Pure.

A lobby has as many seats as were asked for: taken, reserved for a person, or open to anybody.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.match.actions import Actor
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, NO_REMINDERS, Game, Seat, Status, seat_for, sits
from bot.match.life.changes import close, must_be
from bot.match.life.computers import computer_seat, count_computers
from bot.match.people.preferences import USUAL, Habits
from bot.match.time_limits import start_limit
from bot.process.clock import Millis

OPEN_SEAT = Seat(None, "", taken=False)


def join(game: Game, by: Actor, now: Millis, habits: Habits = USUAL) -> Game:
    """Take the seat reserved for this person, else the first open one. Filling the last one starts
    the game."""
    must_be(game, Status.LOBBY)
    number = _seat_to_take(game, by.user_id)
    after = _seated(game, number, Seat(by.user_id, by.name, taken=True, habits=habits))
    return begun_if_full(after, now)


def add_computer(game: Game, by: Actor, level: str, now: Millis) -> Game:
    """In the first open seat. The game then no longer counts for the ratings, unless it was opened
    with computer players and was to count."""
    must_be(game, Status.LOBBY)
    if by.user_id != game.opener_id:
        raise Refused(Why.NOT_YOURS_TO_FILL)
    free = [number for number, seat in enumerate(game.seats) if seat.free]
    if not free:
        raise Refused(Why.NO_SEAT_FREE)
    after = _seated(game, free[0], computer_seat(level, count_computers(game.seats)))
    return begun_if_full(replace(after, rated=game.rated and count_computers(game.seats) > 0), now)


def begun_if_full(game: Game, now: Millis) -> Game:
    """Running, once every seat is taken."""
    if not all(seat.taken for seat in game.seats):
        return game
    return replace(game, status=Status.RUNNING, waiting_since=now, reminders=NO_REMINDERS)


def start(game: Game, by: Actor, seat_counts: Sequence[int], now: Millis) -> Game:
    """Start with the players who have joined, if the rules allow that number; the other seats are
    dropped."""
    must_be(game, Status.LOBBY)
    if by.user_id != game.opener_id:
        raise Refused(Why.NOT_YOURS_TO_START)
    here = [number for number, seat in enumerate(game.seats) if seat.taken]
    if len(here) not in seat_counts:
        needed = min(count for count in seat_counts if count > len(here))
        raise Refused(Why.TOO_FEW, here=len(here), needed=needed)
    return replace(
        game,
        seats=tuple(game.seats[number] for number in here),
        status=Status.RUNNING,
        first=here.index(game.first) if game.first in here else None,
        time_limit=None if game.time_limit is None else start_limit(game.time_limit, len(here)),
        waiting_since=now,
        reminders=NO_REMINDERS,
    )


def decline(game: Game, by: Actor) -> Game:
    """A person who is invited or has joined frees the seat for anybody. The lobby is over when it
    was for this person alone."""
    must_be(game, Status.LOBBY)
    number = seat_for(game, by.user_id)
    if number is None:
        raise Refused(Why.NOT_INVITED)
    if by.user_id == game.opener_id:
        raise Refused(Why.YOUR_INVITATION)
    others = [seat for other, seat in enumerate(game.seats) if other != number]
    if all(seat.user_id == game.opener_id for seat in others):
        return close(game, Status.CANCELLED)
    return _seated(game, number, OPEN_SEAT)


def withdraw(game: Game, by: Actor) -> Game:
    must_be(game, Status.LOBBY, paused=True)
    if by.user_id != game.opener_id and "cancel" not in by.rights:
        raise Refused(Why.NOT_THE_OPENER)
    return close(game, Status.CANCELLED)


def rematch_seats(game: Game, by: Actor) -> tuple[Seat, ...]:
    """The seats of the next game, rotated by one; only the person asking and computer players have
    taken theirs. Players who left are invited as well."""
    must_be(game, *ENDED, paused=True)
    if not sits(game, by.user_id):
        raise Refused(Why.NOT_A_PLAYER)
    return tuple(
        replace(seat, taken=seat.user_id == by.user_id or seat.computer is not None, left=False)
        for seat in (*game.seats[1:], game.seats[0])
    )


def _seat_to_take(game: Game, user_id: int) -> int:
    kept = seat_for(game, user_id)
    if kept is not None:
        if game.seats[kept].taken:
            raise Refused(Why.ALREADY_SEATED)
        return kept
    for number, seat in enumerate(game.seats):
        if seat.free:
            return number
    raise Refused(Why.NOT_INVITED)


def _seated(game: Game, number: int, seat: Seat) -> Game:
    """With this seat in place of the old one."""
    return replace(game, seats=(*game.seats[:number], seat, *game.seats[number + 1 :]))
