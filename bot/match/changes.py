"""Changes that an action makes: the game after it, or Refused.

The table fills in what only the engine knows: whose turn it is, who won. The lobby is in
`bot.match.lobby`, what the players agree on in `bot.match.offers`.
"""

from dataclasses import replace

from bot.match import clocks
from bot.match.actions import Actor, HandOver, Resume
from bot.match.errors import Refused, Why
from bot.match.game import NO_REMINDERS, OPEN, Game, Loss, Seat, Status, Timeouts, TurnReminders
from bot.match.permissions import must_be, must_have, must_wait
from bot.match.preferences import PlayerPreferences
from bot.process.clock import Millis


def play(game: Game, now: Millis) -> Game:
    """Go one ply further, after a move by the player to act."""
    return replace(
        game,
        ply=game.ply + 1,
        offer=None,
        waiting_since=now,
        reminders=NO_REMINDERS,
        time_limit=clocks.charge_move(game, now),
    )


def take_back(game: Game, keep: int, now: Millis) -> Game:
    """Let only the first `keep` moves stand."""
    return replace(
        game,
        ply=keep,
        branch=game.branch + 1,
        offer=None,
        waiting_since=now,
        reminders=NO_REMINDERS,
        time_limit=clocks.charge_undo(game, keep, now),
    )


def close(game: Game, status: Status, winners: tuple[int, ...] = ()) -> Game:
    return replace(game, status=status, winners=winners, to_act=None, offer=None)


def give_more_time(game: Game, by: Actor, now: Millis) -> Game:
    """Give more time to a player whose time is up."""
    must_wait(game, by.user_id)
    late_seat = game.to_act
    over = clocks.time_up_at(game)
    if late_seat is None or over is None:
        raise Refused(Why.NO_TIME_LIMIT)
    if now < over:
        raise Refused(Why.TIME_LEFT, seat=late_seat, at=over)
    return clocks.add_time(game, late_seat, now)


def stop(game: Game, by: Actor) -> Game:
    """End the game, as a moderator, without a winner."""
    must_be(game, Status.RUNNING, paused=True)
    must_have(by, "end")
    return close(game, Status.ABANDONED)


def expire(game: Game, timeouts: Timeouts, now: Millis) -> Game:
    due_at = clocks.runs_out_at(game, timeouts)
    if due_at is None or now < due_at:
        raise Refused(Why.TOO_EARLY, at=due_at)
    lobby = game.status is Status.LOBBY
    return close(game, Status.CANCELLED if lobby else Status.ABANDONED)


# Leaving, by choice or by being late until another player claims the game: a player who leaves is
# passed over from then on, if the rules work without a seat and at least two play on. Otherwise the
# game is over, and everybody else still playing has won.


def continues_without(game: Game, seat: int, may_leave: bool) -> bool:
    """Check whether the others play on; `may_leave` says whether the rules allow it. Computer
    players do not play on among themselves."""
    return may_leave and len(game.others_playing(seat)) > 1 and len(game.others_to_ask(seat)) > 0


def end_by_leaving(game: Game, seat: int, status: Status) -> Game:
    return close(game, status, game.others_playing(seat))


def leave_seat(game: Game, seat: int) -> Game:
    """Go one ply further, with nobody in this seat to play. The clock of the player to act keeps
    running, unless the turn then passes to another player."""
    limit = game.time_limit
    return replace(
        game.with_seat(seat, replace(game.seats[seat], left=True)),
        ply=game.ply + 1,
        offer=None,
        time_limit=None if limit is None else limit.after_leaving(seat),
    )


def restart_turn(game: Game, now: Millis) -> Game:
    """Begin another player's turn: from now on, or from the end of the pause."""
    since = now if game.paused_at is None else game.paused_at
    return replace(game, waiting_since=since, reminders=NO_REMINDERS)


def hand_over(
    game: Game, by: Actor, action: HandOver, preferences: PlayerPreferences, now: Millis
) -> Game:
    """Give a seat, as a moderator, to another player, who takes it over as it is, including its
    limited time; offers are dropped. Warnings already given about that time are not repeated."""
    must_be(game, *OPEN, paused=not game.lost)
    must_have(by, "end")
    number = game.seat_for(action.user_id)
    if number is None or game.seats[number].left:
        raise Refused(Why.NO_SUCH_PLAYER)
    if game.seat_for(action.to_id) is not None:
        raise Refused(Why.PLAYS_ALREADY)
    seat = Seat(action.to_id, action.to_name, game.seats[number].taken, preferences)
    return give_seat(game, number, seat, now)


def give_seat(game: Game, number: int, seat: Seat, now: Millis) -> Game:
    """Let somebody else sit there from now on."""
    user_id = game.seats[number].user_id
    was_opener = user_id is not None and game.opener_id == user_id
    after = replace(
        game.with_seat(number, seat),
        opener_id=seat.user_id if was_opener else game.opener_id,
        offer=None,
    )
    if game.status is Status.LOBBY and not seat.taken:
        return replace(after, waiting_since=now)
    if number != game.to_act:
        return after
    elapsed = 0 if game.time_limit is None else clocks.time_used(game, now)
    # A substitute has their own warning.
    timed_out = game.reminders.timed_out and game.season_id is None
    without_reminders = replace(after, reminders=TurnReminders(timed_out=timed_out))
    return clocks.mark_warned(clocks.set_time_used(without_reminders, elapsed, now), now)


def pause(game: Game, reason: Loss, now: Millis) -> Game:
    """Pause because the channel is lost, which can also happen to a suspended game; one in which
    the bot may not post can also be deleted."""
    must_be(game, *OPEN, paused=game.pause != reason)
    return replace(game, pause=reason, paused_at=_pause_start(game, now))


def stays_paused(game: Game, reason: Loss) -> bool:
    """Check whether losing the channel in this way changes nothing: only a moderator can resume
    what a moderator halted, and one can still be asked while the channel exists."""
    return game.pause == "halted" and reason == "place_forbidden"


def halt(game: Game, by: Actor, now: Millis) -> Game:
    """Suspend the game until a moderator resumes it; an adjourned game can be halted too."""
    must_be(game, Status.RUNNING, paused=game.pause == "adjourned")
    must_have(by, "end")
    return replace(game, pause="halted", paused_at=_pause_start(game, now))


def _pause_start(game: Game, now: Millis) -> Millis:
    return now if game.paused_at is None else game.paused_at


def resume(game: Game, by: Actor, action: Resume, now: Millis) -> Game:
    """Resume the game in this channel. The pause counts neither for a turn nor for an offer. In
    another channel only if the person asking could start a game there, and if no player would lose
    sight of it."""
    must_be(game, *OPEN, paused=True)
    if game.pause != "halted":
        game.seat_of(by.user_id)
    elif "end" not in by.rights:
        raise Refused(Why.HALTED)
    if game.pause is None or game.paused_at is None:
        raise Refused(Why.NOT_PAUSED)
    if action.channel_id != game.channel_id:
        must_have(by, "start")
        for number, seat in enumerate(game.seats):
            if seat.user_id in action.unseen_by and not seat.left:
                raise Refused(Why.NOT_SEEN_BY, seat=number)
    running = clocks.resume_clock(game, now)
    return replace(running, channel_id=action.channel_id, parent_id=action.parent_id)


def resume_by_itself(game: Game, channel_id: int, now: Millis) -> Game:
    """Resume because this channel accepts posts again."""
    must_be(game, *OPEN, paused=True)
    if not game.lost or game.channel_id != channel_id:
        raise Refused(Why.NOT_PAUSED)
    return clocks.resume_clock(game, now)
