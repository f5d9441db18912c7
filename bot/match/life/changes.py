"""The life of a game: what an action does to it, and who may ask for it.

Pure: a game and an action yield the game after it, or raise `Refused` with the reason. Knows
nothing of stores and engines; the table fills in what only the engine knows (whose turn it is, who
won). The lobby is in `bot.match.life.lobby`, what the players agree on in `offers`, leaving a game
in `leaving`.
"""

from dataclasses import replace

from bot.match.actions import Actor, HandOver, Resume, Right
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import (
    NO_REMINDERS,
    OPEN,
    Game,
    Loss,
    Seat,
    Status,
    Timeouts,
    TurnReminders,
    others_playing,
    plays,
    seat_for,
    seat_of,
    sits,
)
from bot.match.life.clocks import (
    add_time,
    charge_move,
    charge_undo,
    mark_warned,
    resume_clock,
    set_time_used,
    time_up_at,
    time_used,
    turn_reaches,
)
from bot.match.people.preferences import Habits
from bot.process.clock import Millis

MOST_WATCHERS = 50
MOST_ORDERS = 25
"""Per player and game."""


def may_play(game: Game, user_id: int, ply: int | None = None, branch: int | None = None) -> None:
    """Refused unless it is this person's turn; StaleMove when they saw a different position."""
    _must_be_seen(game, ply, branch)
    must_be(game, Status.RUNNING)
    if seat_of(game, user_id) != game.to_act:
        raise Refused(Why.NOT_YOUR_TURN, seat=game.to_act)


def may_play_for_computer(game: Game, ply: int, branch: int) -> None:
    """Refused unless it is a computer player's turn; StaleMove when it was given a different
    position."""
    _must_be_seen(game, ply, branch)
    must_be(game, Status.RUNNING)
    if game.to_act is None or game.seats[game.to_act].computer is None:
        raise Refused(Why.NOT_YOUR_TURN, seat=game.to_act)


def play(game: Game, now: Millis) -> Game:
    """One ply further, after a move by the player to act."""
    return replace(
        game,
        ply=game.ply + 1,
        offer=None,
        waiting_since=now,
        reminders=NO_REMINDERS,
        time_limit=charge_move(game, now),
    )


def must_wait(game: Game, user_id: int) -> int:
    """The seat of a player who is waiting for another's move."""
    must_be(game, Status.RUNNING)
    seat = seat_of(game, user_id)
    if seat == game.to_act:
        raise Refused(Why.YOUR_TURN)
    return seat


def may_claim_at(game: Game, patience: Timeouts) -> Millis:
    """When the game can be claimed from the player whose turn it is: when their time is up, or
    after `patience` without a time limit. Time away does not count."""
    over = time_up_at(game)
    return turn_reaches(game, patience.claim) if over is None else over


def give_more_time(game: Game, by: Actor, now: Millis) -> Game:
    """More time for a player whose time is up."""
    must_be(game, Status.RUNNING)
    seat, late, over = seat_of(game, by.user_id), game.to_act, time_up_at(game)
    if seat == late:
        raise Refused(Why.YOUR_TURN)
    if late is None or over is None:
        raise Refused(Why.NO_TIME_LIMIT)
    if now < over:
        raise Refused(Why.TIME_LEFT, seat=late, at=over)
    return add_time(game, late, now)


def stop(game: Game, by: Actor) -> Game:
    """End the game without a winner."""
    must_be(game, Status.RUNNING, paused=True)
    must_have(by, "end")
    return close(game, Status.ABANDONED)


def must_have(by: Actor, right: Right) -> None:
    if right not in by.rights:
        raise Refused(Why.NOT_ALLOWED, right=right)


def runs_out_at(game: Game, patience: Timeouts) -> Millis | None:
    """When the timer closes the game unless something happens first; never while it is paused."""
    if game.pause is not None or game.status not in OPEN:
        return None
    if game.status is Status.LOBBY:
        return lobby_until(game, patience)
    over = time_up_at(game)
    if over is not None:
        return max(turn_reaches(game, patience.abandon), over + patience.claim)
    unmoved = never_moved(game)
    wait = min(patience.claim, patience.abandon) if unmoved else patience.abandon
    return turn_reaches(game, wait)


def never_moved(game: Game) -> bool:
    """Whether the only person who plays, against computer players, is to act and never made a move.
    Nobody could claim such a game, though its channel is taken. A move that was taken back counts
    as one; where the computer players made more moves than one each, the game counts as begun."""
    seat = game.to_act
    if seat is None or game.first is None or game.branch:
        return False
    others = others_playing(game, seat)
    alone = game.seats[seat].answers and all(game.seats[n].computer is not None for n in others)
    return alone and len(others) > 0 and game.ply <= (seat - game.first) % len(game.seats)


def lobby_until(game: Game, patience: Timeouts) -> Millis:
    """A rematch waits longer: until the other players come back."""
    rematch = game.rematch_of is not None
    wait = max(patience.lobby, patience.rematch) if rematch else patience.lobby
    return turn_reaches(game, wait)


def expire(game: Game, patience: Timeouts, now: Millis) -> Game:
    due = runs_out_at(game, patience)
    if due is None or now < due:
        raise Refused(Why.TOO_EARLY, at=due)
    lobby = game.status is Status.LOBBY
    return close(game, Status.CANCELLED if lobby else Status.ABANDONED)


def pause(game: Game, reason: Loss, now: Millis) -> Game:
    """The channel is lost, which can also happen to a suspended game; one in which the bot may not
    post can also be deleted."""
    must_be(game, *OPEN, paused=game.pause != reason)
    return replace(game, pause=reason, paused_at=_resting_since(game, now))


def stays_paused(game: Game, reason: Loss) -> bool:
    """Whether losing the channel in this way changes nothing: only a moderator can resume what a
    moderator halted, and one can still be asked while the channel exists."""
    return game.pause == "halted" and reason == "place_forbidden"


def halt(game: Game, by: Actor, now: Millis) -> Game:
    """Suspended until a moderator resumes it; an adjourned game can be halted too."""
    must_be(game, Status.RUNNING, paused=game.pause == "adjourned")
    must_have(by, "end")
    return replace(game, pause="halted", paused_at=_resting_since(game, now))


def hand_over(game: Game, by: Actor, action: HandOver, habits: Habits, now: Millis) -> Game:
    """The new player takes over the seat as it is, including its limited time; offers are dropped.
    Warnings already given about that time are not repeated."""
    must_be(game, *OPEN, paused=not game.lost)
    must_have(by, "end")
    number = seat_for(game, action.user_id)
    if number is None or game.seats[number].left:
        raise Refused(Why.NO_SUCH_PLAYER)
    if seat_for(game, action.to_id) is not None:
        raise Refused(Why.PLAYS_ALREADY)
    seats = list(game.seats)
    seats[number] = Seat(action.to_id, action.to_name, seats[number].taken, habits)
    after = replace(
        game,
        seats=tuple(seats),
        opener_id=action.to_id if game.opener_id == action.user_id else game.opener_id,
        offer=None,
    )
    if game.status is Status.LOBBY and not seats[number].taken:
        return replace(after, waiting_since=now)
    if number != game.to_act:
        return after
    gone = 0 if game.time_limit is None else time_used(game, now)
    anew = set_time_used(
        replace(after, reminders=TurnReminders(timed_out=game.reminders.timed_out)), gone, now
    )
    return mark_warned(anew, now)


def may_watch(game: Game, others: int) -> None:
    """Refused when `others`, the number of other watchers, is at the limit."""
    must_be(game, *OPEN, paused=True)
    if others >= MOST_WATCHERS:
        raise Refused(Why.TOO_MANY_WATCHERS, most=MOST_WATCHERS)


def may_predict(
    game: Game, user_id: int, ply: int | None = None, branch: int | None = None
) -> None:
    """Refused to the players themselves, and to those who have left, as they know the hand they
    had; StaleMove for anyone who saw a different position."""
    _must_be_seen(game, ply, branch)
    must_be(game, Status.RUNNING)
    if sits(game, user_id):
        raise Refused(Why.YOUR_GAME if plays(game, user_id) else Why.HAD_A_SEAT)


def may_order(game: Game, user_id: int, ply: int | None = None, branch: int | None = None) -> int:
    """The seat of a player who may leave an order because it is not their turn; StaleMove when they
    saw a different position."""
    _must_be_seen(game, ply, branch)
    seat = may_see_orders(game, user_id)
    if seat == game.to_act:
        raise Refused(Why.YOUR_TURN)
    return seat


def may_see_orders(game: Game, user_id: int) -> int:
    """The seat of a player, who may see their own orders."""
    must_be(game, Status.RUNNING)
    return seat_of(game, user_id)


def may_repost(game: Game) -> None:
    must_be(game, *OPEN)


def resume(game: Game, by: Actor, action: Resume, now: Millis) -> Game:
    """Resume the game in this channel. The pause counts neither for a turn nor for an offer."""
    must_be(game, *OPEN, paused=True)
    if game.pause != "halted":
        seat_of(game, by.user_id)
    elif "end" not in by.rights:
        raise Refused(Why.HALTED)
    if game.pause is None or game.paused_at is None:
        raise Refused(Why.NOT_PAUSED)
    if action.channel_id != game.channel_id:
        _may_resume_elsewhere(game, by, action)
    return replace(
        resume_clock(game, now), channel_id=action.channel_id, parent_id=action.parent_id
    )


def resume_by_itself(game: Game, channel_id: int, now: Millis) -> Game:
    """This channel accepts posts again."""
    must_be(game, *OPEN, paused=True)
    if not game.lost or game.channel_id != channel_id:
        raise Refused(Why.NOT_PAUSED)
    return resume_clock(game, now)


def _may_resume_elsewhere(game: Game, by: Actor, action: Resume) -> None:
    """Only where the person asking could start a game, and where no player would lose sight of
    it."""
    must_have(by, "start")
    for number, seat in enumerate(game.seats):
        if seat.user_id in action.unseen_by and not seat.left:
            raise Refused(Why.NOT_SEEN_BY, seat=number)


def _must_be_seen(game: Game, ply: int | None, branch: int | None) -> None:
    """StaleMove unless the position somebody saw, if any, is still the current one."""
    stale = ply not in (None, game.ply) or branch not in (None, game.branch)
    if stale and game.status not in (Status.LOBBY, Status.CANCELLED):
        raise StaleMove(game.id, game.ply)


def must_be(game: Game, *allowed: Status, paused: bool = False) -> None:
    if game.status not in allowed:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    if game.pause is not None and not paused:
        raise paused_already(game)


def paused_already(game: Game) -> Refused:
    """Who can change that depends on who paused it."""
    return Refused(Why.HALTED) if game.pause == "halted" else Refused(Why.PAUSED, pause=game.pause)


def take_back(game: Game, keep: int, now: Millis) -> Game:
    return replace(
        game,
        ply=keep,
        branch=game.branch + 1,
        offer=None,
        waiting_since=now,
        reminders=NO_REMINDERS,
        time_limit=charge_undo(game, keep, now),
    )


def close(game: Game, status: Status, winners: tuple[int, ...] = ()) -> Game:
    return replace(game, status=status, winners=winners, to_act=None, offer=None)


def _resting_since(game: Game, now: Millis) -> Millis:
    return now if game.paused_at is None else game.paused_at
