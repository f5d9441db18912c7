"""Calling the player to act: when that is due, at once, again later, or when others ask; and by
which message.

All of it is computed from the game, so that it survives any downtime, and what was missed during it
is sent once.
"""

from dataclasses import replace
from typing import NamedTuple

from bot.match.absences import back_at, end_of_wait
from bot.match.actions import Actor, Done
from bot.match.clocks import runs_out_at, time_up_at
from bot.match.errors import Refused, Why
from bot.match.game import Game, Seat, Status, Timeouts
from bot.match.messages import CallPost, DirectMessage, Facts, Notice, recipients
from bot.match.permissions import may_play, must_wait
from bot.match.preferences import Cadence, PlayerPreferences, quiet_until
from bot.process.clock import DAY, HOUR, Millis

# The duration of a turn before each reminder, unless the player prefers otherwise.
USUAL_TIMES = (24 * HOUR, 72 * HOUR, 7 * DAY, 14 * DAY, 28 * DAY)
# A reminder follows no sooner than this after anything else that was sent.
APART = 4 * HOUR
# The messages to the player to act and nobody else.
REMINDERS = (Done.REMINDED, Done.NUDGED)
# A player can be nudged when their turn has lasted this long.
NUDGE_AFTER = 12 * HOUR
# A player can be nudged again this long after the last time.
NUDGE_AGAIN = 24 * HOUR


def reminder_times(cadence: Cadence) -> tuple[Millis, ...]:
    """List the duration of a turn before each reminder."""
    match cadence:
        case "off":
            return ()
        case "usual":
            return USUAL_TIMES
        case hours:
            every = int(hours) * HOUR
            return tuple(every * (1 + number) for number in range(len(USUAL_TIMES)))


def _reminders(game: Game, seat: Seat) -> list[Millis]:
    """List the moments of the reminders of this turn. Time away does not count."""
    aways = seat.preferences.aways
    since = game.waiting_since
    return [end_of_wait(aways, since, time) for time in reminder_times(seat.preferences.reminders)]


def player_to_call(game: Game) -> Seat | None:
    """Find the player who can be told that it is their turn; nobody while the game is paused."""
    if game.status is not Status.RUNNING or game.pause is not None or game.to_act is None:
        return None
    seat = game.seats[game.to_act]
    return seat if seat.answers else None


def free_at(preferences: PlayerPreferences, at: Millis) -> Millis:
    """Find the first moment from then on when they are neither in quiet hours nor away."""
    while True:
        quiet = preferences.quiet
        zone = preferences.zone
        later = back_at(preferences.aways, at) or quiet_until(quiet, zone, at)
        if later is None:
            return at
        at = later


def remind_at(game: Game, timeouts: Timeouts, now: Millis) -> Millis | None:
    """Find the next moment to tell them: at the end of a snooze, once a held-back call for the turn
    no longer disturbs them, or at the next reminder. Anything overdue is sent as soon as it does
    not disturb them; nothing is sent once their time is up or the game has been given up."""
    seat = player_to_call(game)
    if seat is None:
        return None
    reminders = game.reminders
    if reminders.snoozed is not None:
        at: Millis | None = reminders.snoozed
    elif reminders.at is None:
        at = game.waiting_since
    else:
        to_come = _reminders(game, seat)[reminders.reminders :]
        at = max(to_come[0], reminders.at + APART) if to_come else None
    if at is None:
        return None
    at = free_at(seat.preferences, max(at, now))
    ends = [end for end in (runs_out_at(game, timeouts), time_up_at(game)) if end is not None]
    return at if at < min(ends, default=at + 1) else None


def nudge_at(game: Game, now: Millis) -> Millis | None:
    """Find the moment to pass on a nudge that is held back."""
    seat = player_to_call(game)
    reminders = game.reminders
    if seat is None or reminders.nudged is None or not nudge_is_pending(game):
        return None
    return free_at(seat.preferences, max(now, reminders.nudged, reminders.snoozed or now))


def nudge_is_pending(game: Game) -> bool:
    """Check whether the player was nudged and has not heard of it yet."""
    reminders = game.reminders
    return reminders.nudged is not None and (
        reminders.at is None or reminders.at < reminders.nudged
    )


def call(game: Game, at: Millis) -> Game:
    """Call the player to act at this moment, unless that disturbs them."""
    seat = player_to_call(game)
    reminders = game.reminders
    if seat is None or max(free_at(seat.preferences, at), reminders.snoozed or at) > at:
        return game
    return replace(game, reminders=replace(reminders, at=at, snoozed=None))


def call_again(game: Game, at: Millis) -> Game:
    """Call the player to act again after a pause, or as soon as it does not disturb them."""
    called_game = call(game, at)
    if called_game is not game or player_to_call(game) is None:
        return called_game
    nudged_at = game.reminders.nudged if nudge_is_pending(game) else None
    return replace(game, reminders=replace(game.reminders, at=None, nudged=nudged_at))


def mark_called(game: Game, now: Millis) -> Game:
    """Note that they were called. This uses up the reminders already past."""
    called_game = mark_notified(game, now)
    return replace(called_game, reminders=replace(called_game.reminders, snoozed=None))


def mark_notified(game: Game, now: Millis) -> Game:
    """Do like `mark_called`, but after something else was sent, such as a warning. Ends no
    snooze."""
    seat = player_to_call(game)
    reminders = game.reminders
    if seat is None:
        return game
    reminder_count = max(reminders.reminders, sum(at <= now for at in _reminders(game, seat)))
    snoozed_until = (
        reminders.snoozed if reminders.snoozed is not None and reminders.snoozed > now else None
    )
    return replace(
        game, reminders=replace(reminders, reminders=reminder_count, at=now, snoozed=snoozed_until)
    )


def snooze(game: Game, by: Actor, until: Millis) -> Game:
    """Remind the player to act then, and not before."""
    may_play(game, by.user_id)
    return replace(game, reminders=replace(game.reminders, snoozed=until))


def nudge(game: Game, by: Actor, now: Millis) -> Game:
    """Ask for a move, as a waiting player. Held back while it would disturb."""
    nudging = must_wait(game, by.user_id)
    seat = player_to_call(game)
    reminders = game.reminders
    if seat is None:
        raise Refused(Why.COMPUTER_TO_ACT)
    back = back_at(seat.preferences.aways, now)
    if back is not None:
        raise Refused(Why.AWAY, at=back)
    soonest = end_of_wait(seat.preferences.aways, game.waiting_since, NUDGE_AFTER)
    if reminders.nudged is not None:
        soonest = max(soonest, reminders.nudged + NUDGE_AGAIN)
    if now < soonest:
        raise Refused(Why.TOO_EARLY, at=soonest)
    at = free_at(seat.preferences, max(now, reminders.snoozed or now))
    nudged_game = replace(game, reminders=replace(reminders, nudged=at, nudged_by=nudging))
    return mark_called(nudged_game, now) if at == now else nudged_game


def turn_facts(game: Game) -> Facts:
    """List the facts that show later whether it is still the same turn."""
    leaver_count = sum(seat.left for seat in game.seats)
    return {"ply": game.ply, **({"gone": leaver_count} if leaver_count else {})}


class TurnCall(NamedTuple):
    """Way of notifying the player to act: by the board, or directly."""

    mention: tuple[int, ...] = ()
    direct: tuple[DirectMessage, ...] = ()


def call_for_turn(
    game: Game, done: Done, seat: int | None, facts: Facts | None = None, *, is_called: bool = True
) -> TurnCall:
    """Find how to notify the player to act: not at all when the call is held back, or when they act
    again right after their own action."""
    person = player_to_call(game)
    acts_again = seat == game.to_act and done in (Done.PLAYED, Done.TAKEN_BACK)
    if (
        person is None
        or person.user_id is None
        or game.reminders.at is None
        or acts_again
        or not is_called
    ):
        return TurnCall()
    if person.preferences.place == "channel":
        return TurnCall(mention=(person.user_id,))
    facts = {**turn_facts(game), **(facts or {})}
    return TurnCall(direct=(DirectMessage(game.id, person.user_id, done, facts, seat),))


def _reminder_facts(game: Game) -> Facts:
    """Give the facts, with the seat that nudged, if one did."""
    reminders = game.reminders
    facts: Facts = {
        **turn_facts(game),
        "branch": game.branch,
        "at": reminders.at or 0,
        "began": game.waiting_since,
    }
    return facts if reminders.nudged_by is None else {**facts, "asker": reminders.nudged_by}


def reminder_message(game: Game, done: Done) -> Notice | DirectMessage:
    """Make a reminder with its position and moment, to be checked when it is sent."""
    person = player_to_call(game)
    assert person is not None, "somebody is waited for"
    assert person.user_id is not None, "it is a person"
    if person.preferences.place == "channel":
        return Notice(game.id, done, game.to_act, (person.user_id,), _reminder_facts(game))
    return DirectMessage(game.id, person.user_id, done, _reminder_facts(game), game.to_act)


def fallback_notice(note: DirectMessage, game: Game) -> Notice:
    """Make the notice in the channel when a direct message about a turn cannot reach somebody."""
    done = note.done if note.done in REMINDERS else Done.REMINDED
    return Notice(game.id, done, game.to_act, (note.user_id,), _reminder_facts(game))


def is_same_turn(message: Notice | DirectMessage, game: Game) -> bool:
    """Check whether nobody has moved since the call. A player leaving is a ply too, but ends nobody
    else's turn."""
    ply = message.facts["ply"]
    leaver_count = message.facts.get("gone", 0)
    assert isinstance(ply, int)
    assert isinstance(leaver_count, int)
    return game.ply - sum(seat.left for seat in game.seats) == ply - leaver_count


def is_still_to_act(call: CallPost, game: Game) -> bool:
    """Check whether the game still waits, in the same position, for those who are called."""
    person = player_to_call(game)
    in_position = (call.branch, call.ply) == (game.branch, game.ply)
    return person is not None and person.user_id in call.mention and in_position


def is_still_relevant(message: Notice | DirectMessage, game: Game) -> bool:
    """Check whether a message is still of use. A reminder is not once its turn is over, or another
    followed before it could be posted; nor is a warning once there is more time than it says, or
    none; nor a call to an open seat that is taken."""
    if message.done is Done.SEAT_OPEN:
        return game.has_open_seat and not any(game.belongs(user) for user in recipients(message))
    if message.done not in (Done.WARNED, Done.TIMED_OUT, *REMINDERS):
        return True
    if player_to_call(game) is None or not is_same_turn(message, game):
        return False
    if message.done in REMINDERS:
        latest = (message.facts["branch"], message.facts["at"]) == (game.branch, game.reminders.at)
        return latest and game.reminders.snoozed is None
    over = time_up_at(game)
    announced_at = message.facts["at"]
    assert isinstance(announced_at, int)
    if over is None:
        return False
    return game.reminders.timed_out if message.done is Done.TIMED_OUT else over <= announced_at
