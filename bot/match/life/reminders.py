"""Calling the player to act to their turn: immediately, again later, and when the others ask.

Owns when that is due, and which reminders are used up. All of it is computed from the game, so that
it survives any downtime, and what was missed during it is sent once. Pure; knows neither where a
call is made nor in which words.
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.match.actions import Actor
from bot.match.errors import Refused, Why
from bot.match.game import Game, Seat, Status, Timeouts
from bot.match.life.changes import may_play, must_wait, runs_out_at
from bot.match.life.clocks import time_up_at
from bot.match.people.away import back_at, end_of_wait
from bot.match.people.preferences import Cadence, Habits
from bot.match.people.quiet_hours import quiet_until
from bot.process.clock import DAY, HOUR, Millis

USUAL_TIMES = (24 * HOUR, 72 * HOUR, 7 * DAY, 14 * DAY, 28 * DAY)
"""How long a turn lasts before each reminder, unless the player prefers otherwise."""
APART = 4 * HOUR
"""A reminder follows no sooner than this after anything else that was sent."""
NUDGE_AFTER = 12 * HOUR
NUDGE_AGAIN = 24 * HOUR


def reminder_times(cadence: Cadence) -> tuple[Millis, ...]:
    """How long a turn lasts before each reminder."""
    match cadence:
        case "off":
            return ()
        case "usual":
            return USUAL_TIMES
        case hours:
            every = int(hours) * HOUR
            return tuple(every * (1 + number) for number in range(len(USUAL_TIMES)))


def player_to_call(game: Game) -> Seat | None:
    """The player who can be told that it is their turn; nobody while the game is paused."""
    if game.status is not Status.RUNNING or game.pause is not None or game.to_act is None:
        return None
    seat = game.seats[game.to_act]
    return seat if seat.answers else None


def free_at(habits: Habits, at: Millis) -> Millis:
    """The first moment from then on when they are neither in quiet hours nor away."""
    while True:
        later = back_at(habits.aways, at) or quiet_until(habits.quiet, habits.zone, at)
        if later is None:
            return at
        at = later


def remind_at(game: Game, patience: Timeouts, now: Millis) -> Millis | None:
    """When to tell them next: at the end of a snooze, once a held-back call for the turn no longer
    disturbs them, or at the next reminder. Anything overdue is sent as soon as it does not disturb
    them; nothing is sent once their time is up or the game has been given up."""
    seat = player_to_call(game)
    if seat is None:
        return None
    told = game.reminders
    if told.snoozed is not None:
        at: Millis | None = told.snoozed
    elif told.at is None:
        at = game.waiting_since
    else:
        at = next((max(at, told.at + APART) for at in _to_come(game, seat)), None)
    if at is None:
        return None
    at = free_at(seat.habits, max(at, now))
    ends = [end for end in (runs_out_at(game, patience), time_up_at(game)) if end is not None]
    return at if at < min(ends, default=at + 1) else None


def nudge_at(game: Game, now: Millis) -> Millis | None:
    """When to pass on a nudge that is held back."""
    seat, told = player_to_call(game), game.reminders
    if seat is None or told.nudged is None or not nudge_is_pending(game):
        return None
    return free_at(seat.habits, max(now, told.nudged, told.snoozed or now))


def nudge_is_pending(game: Game) -> bool:
    """Whether the player was nudged and has not heard of it yet."""
    told = game.reminders
    return told.nudged is not None and (told.at is None or told.at < told.nudged)


def call(game: Game, at: Millis) -> Game:
    """The player to act is called at this moment, unless that disturbs them."""
    seat, told = player_to_call(game), game.reminders
    if seat is None or max(free_at(seat.habits, at), told.snoozed or at) > at:
        return game
    return replace(game, reminders=replace(told, at=at, snoozed=None))


def call_again(game: Game, at: Millis) -> Game:
    """After a pause: the player to act is called again, or as soon as it does not disturb them."""
    called = call(game, at)
    if called is not game or player_to_call(game) is None:
        return called
    nudged = game.reminders.nudged if nudge_is_pending(game) else None
    return replace(game, reminders=replace(game.reminders, at=None, nudged=nudged))


def mark_called(game: Game, now: Millis) -> Game:
    """The game after they were called. This uses up the reminders already past."""
    heard = mark_notified(game, now)
    return replace(heard, reminders=replace(heard.reminders, snoozed=None))


def mark_notified(game: Game, now: Millis) -> Game:
    """Like `told_now`, but after something else was sent, such as a warning. Ends no snooze."""
    seat, told = player_to_call(game), game.reminders
    if seat is None:
        return game
    used = max(told.reminders, sum(at <= now for at in _all(game, seat)))
    snoozed = told.snoozed if told.snoozed is not None and told.snoozed > now else None
    return replace(game, reminders=replace(told, reminders=used, at=now, snoozed=snoozed))


def snooze(game: Game, by: Actor, until: Millis) -> Game:
    """The player to act wants to be reminded then, and not before."""
    may_play(game, by.user_id)
    return replace(game, reminders=replace(game.reminders, snoozed=until))


def nudge(game: Game, by: Actor, now: Millis) -> Game:
    """A waiting player asks for a move. Held back while it would disturb."""
    nudging = must_wait(game, by.user_id)
    seat, told = player_to_call(game), game.reminders
    if seat is None:
        raise Refused(Why.COMPUTER_TO_ACT)
    back = back_at(seat.habits.aways, now)
    if back is not None:
        raise Refused(Why.AWAY, at=back)
    soonest = end_of_wait(seat.habits.aways, game.waiting_since, NUDGE_AFTER)
    if told.nudged is not None:
        soonest = max(soonest, told.nudged + NUDGE_AGAIN)
    if now < soonest:
        raise Refused(Why.TOO_EARLY, at=soonest)
    at = free_at(seat.habits, max(now, told.snoozed or now))
    asked = replace(game, reminders=replace(told, nudged=at, nudged_by=nudging))
    return mark_called(asked, now) if at == now else asked


def _to_come(game: Game, seat: Seat) -> Iterator[Millis]:
    return (at for number, at in enumerate(_all(game, seat)) if number >= game.reminders.reminders)


def _all(game: Game, seat: Seat) -> Iterator[Millis]:
    """When each reminder of this turn is due. Time away does not count."""
    for time in reminder_times(seat.habits.reminders):
        yield end_of_wait(seat.habits.aways, game.waiting_since, time)
