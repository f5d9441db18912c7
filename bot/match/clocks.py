"""Time in a game: how long its turn has lasted, what its player has left, and when it runs out.

The clock runs for the player to act from the start of their turn. A pause and being away stop it,
and only a move, waiting on, or an agreement adds time.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.match.absences import end_of_wait, merge_absences, start_of_wait, time_waited
from bot.match.game import OPEN, Game, Status, Timeouts
from bot.match.preferences import Away, quiet_until
from bot.match.time_limits import LATE, TimeLimit
from bot.process.clock import HOUR, Millis


def absences_of(game: Game) -> tuple[Away, ...]:
    """List the absences of those the game waits for: the player to act, or the people for whom a
    lobby has reserved seats."""
    if game.to_act is not None:
        return game.seats[game.to_act].preferences.aways
    return merge_absences(*(seat.preferences.aways for seat in game.seats if not seat.taken))


def time_used(game: Game, now: Millis) -> Millis:
    """Compute the time that the turn, or the wait in a lobby, has lasted, without the time away. It
    stands still during a pause, and never runs backwards when the host's clock is set back."""
    until = now if game.paused_at is None else game.paused_at
    return max(time_waited(absences_of(game), game.waiting_since, until), 0)


def turn_reaches(game: Game, time: Millis) -> Millis:
    """Find the moment at which the turn will have lasted this long."""
    return end_of_wait(absences_of(game), game.waiting_since, time)


def resume_clock(game: Game, now: Millis) -> Game:
    """Resume the game after a pause, with as much time used as when the pause began, for the turn
    and for an offer."""
    offer = game.offer
    paused_at = game.paused_at
    if offer is not None and paused_at is not None:
        # The time that those asked were away counts neither before the pause nor during it.
        aways = [game.seats[number].preferences.aways for number in game.others_to_ask(offer.seat)]
        since = (
            start_of_wait(absences, now, time_waited(absences, offer.at, paused_at))
            for absences in aways
        )
        offer = replace(offer, at=max(since))
    running = replace(game, pause=None, paused_at=None, offer=offer)
    return set_time_used(running, time_used(game, now), now)


def set_time_used(game: Game, time: Millis, now: Millis) -> Game:
    """Set the clock as if the turn had lasted this long by now, or by the start of the pause."""
    until = now if game.paused_at is None else game.paused_at
    return replace(game, waiting_since=start_of_wait(absences_of(game), until, time))


def time_up_at(game: Game) -> Millis | None:
    """Find the end of the time of the player to act; None if it is not limited."""
    limit = game.time_limit
    seat = game.to_act
    if limit is None or seat is None:
        return None
    return turn_reaches(game, limit.left[seat])


def charge_move(game: Game, now: Millis) -> TimeLimit | None:
    """Compute the time limit after a move of the seat to act."""
    limit = game.time_limit
    seat = game.to_act
    if limit is None or seat is None:
        return None
    return limit.after_move(seat, time_used(game, now))


def charge_undo(game: Game, keep: int, now: Millis) -> TimeLimit | None:
    """Compute the time limit when only the first `keep` moves stand."""
    limit = game.time_limit
    seat = game.to_act
    if limit is None or seat is None:
        return None
    return limit.charge(seat, time_used(game, now)).after_undo(keep)


def add_time(game: Game, seat: int, now: Millis) -> Game:
    """Give one more increment to this seat, counted from now if its time is already
    up."""
    if game.time_limit is None:
        return game
    if seat != game.to_act:
        return replace(game, time_limit=game.time_limit.add_increment(seat))
    longer = game.time_limit.raise_to(seat, time_used(game, now)).add_increment(seat)
    reminders = replace(game.reminders, timed_out=False, timed_out_at=None)
    return mark_warned(replace(game, time_limit=longer, reminders=reminders), now)


def add_time_for_all(game: Game, time: Millis, now: Millis) -> Game:
    """Give more time to every seat, for the player to act counted from now if theirs is already
    up."""
    limit = game.time_limit
    if limit is None:
        return game
    if game.to_act is not None:
        limit = limit.raise_to(game.to_act, time_used(game, now))
    limit = replace(limit, left=tuple(time_left + time for time_left in limit.left))
    reminders = replace(game.reminders, timed_out=False, timed_out_at=None)
    return mark_warned(replace(game, time_limit=limit, reminders=reminders), now)


def _warning_times(limit: TimeLimit, seat: int) -> Sequence[Millis]:
    """List the times of the warnings within a turn: at half, at 80%, and one hour before its
    end."""
    time_left = limit.left[seat]
    return sorted(
        {mark for mark in (time_left // 2, time_left * 4 // 5, time_left - HOUR) if mark > 0}
    )


def warning_at(game: Game) -> Millis | None:
    """Find the next warning: not in quiet hours, unless it is the last hour."""
    limit = game.time_limit
    seat = game.to_act
    if limit is None or seat is None:
        return None
    marks = _warning_times(limit, seat)
    if game.reminders.warnings >= len(marks) or not game.seats[seat].answers:
        return None
    at = turn_reaches(game, marks[game.reminders.warnings])
    preferences = game.seats[seat].preferences
    awake_at = quiet_until(preferences.quiet, preferences.zone, at)
    last_hour = turn_reaches(game, max(limit.left[seat] - HOUR, 0))
    return at if awake_at is None else max(at, min(awake_at, last_hour))


def mark_warned(game: Game, now: Millis) -> Game:
    """Count every warning due by now as given."""
    limit = game.time_limit
    seat = game.to_act
    if limit is None or seat is None:
        return game
    elapsed = time_used(game, now)
    warnings = sum(mark <= elapsed for mark in _warning_times(limit, seat))
    return replace(game, reminders=replace(game.reminders, warnings=warnings))


def mark_timed_out(game: Game, now: Millis) -> Game:
    """Mark that it was announced that the time is up, which is announced only once."""
    since = None if game.season_id is None else now
    reminders = replace(game.reminders, timed_out=True, timed_out_at=since)
    return replace(game, reminders=reminders)


def lost_on_time_at(game: Game) -> Millis | None:
    """Find the moment at which the player to act loses a game of a season by being late: once they
    have been so for a day in this game altogether, and as long as they were told of it, whenever
    the bot was down."""
    deadline = too_late_at(game)
    announced_at = game.reminders.timed_out_at
    if deadline is None or announced_at is None:
        return None
    at, grace = deadline
    return max(at, announced_at + grace)


def too_late_at(game: Game) -> tuple[Millis, Millis] | None:
    """Find the moment at which the player to act in a game of a season will have been late for a
    day altogether, and the time that is left of that day."""
    limit = game.time_limit
    seat = game.to_act
    if game.season_id is None or limit is None or seat is None:
        return None
    grace = max(LATE - limit.late[seat], 0)
    return turn_reaches(game, limit.left[seat] + grace), grace


def may_claim_at(game: Game, timeouts: Timeouts) -> Millis:
    """Find the moment from which the game can be claimed from the player whose turn it is: when
    their time is up, or after `timeouts` without a time limit. Time away does not count."""
    over = time_up_at(game)
    return turn_reaches(game, timeouts.claim) if over is None else over


def runs_out_at(game: Game, timeouts: Timeouts) -> Millis | None:
    """Find the moment at which the timer closes the game unless something happens first; never
    while it is paused."""
    if game.pause is not None or game.status not in OPEN:
        return None
    if game.status is Status.LOBBY:
        return lobby_until(game, timeouts)
    if game.season_id is not None:
        return None  # its season decides when it ends
    over = time_up_at(game)
    if over is not None:
        return max(turn_reaches(game, timeouts.abandon), over + timeouts.claim)
    is_unmoved = never_moved(game)
    wait = min(timeouts.claim, timeouts.abandon) if is_unmoved else timeouts.abandon
    return turn_reaches(game, wait)


def never_moved(game: Game) -> bool:
    """Check whether the only person who plays, against computer players, is to act and never made a
    move. Nobody could claim such a game, though its channel is taken. A move that was taken back
    counts as one; where the computer players made more moves than one each, the game counts as
    begun."""
    seat = game.to_act
    if seat is None or game.first is None or game.branch:
        return False
    opponents = game.others_playing(seat)
    against_computers = game.seats[seat].answers and all(
        game.seats[number].computer is not None for number in opponents
    )
    return (
        against_computers
        and len(opponents) > 0
        and game.ply <= (seat - game.first) % len(game.seats)
    )


def lobby_until(game: Game, timeouts: Timeouts) -> Millis:
    """Find the moment at which a lobby closes; a rematch waits longer: until the other players come
    back."""
    rematch = game.rematch_of is not None
    wait = max(timeouts.lobby, timeouts.rematch) if rematch else timeouts.lobby
    return turn_reaches(game, wait)
