"""Lobbies: how a game is opened, who joins, who declines, when there are enough to start.

A lobby has as many seats as were asked for: taken, reserved for a person, or open to anybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.match.actions import Actor, Done, Join, NewGame, Rematch
from bot.match.changes import close
from bot.match.computers import check_levels, computer_seat
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, NO_REMINDERS, Game, Seat, Status, Timeouts
from bot.match.permissions import must_be, must_suit_season
from bot.match.preferences import USUAL, PlayerPreferences
from bot.match.rules import rules_of
from bot.process.clock import Millis

OPEN_SEAT = Seat(None, "", taken=False)


def prepare_game(
    by: Actor, new_game: NewGame, timeouts: Timeouts
) -> tuple[Sequence[Seat], Mapping[str, str]]:
    """Make the seats and options of a game to be opened, checked against its rules."""
    rules = rules_of(new_game.kind)
    options = rules.settle_options(new_game.options, new_game.preset)
    seat_counts = rules.seat_counts_with(options)
    check_levels(new_game.kind, new_game.computers, timeouts)
    named_count = 1 + len(new_game.opponents) + len(new_game.computers)
    count = new_game.seats or max(rules.seat_counts[0], named_count)
    people = {by.user_id, *(user for user, _ in new_game.opponents)}
    fits = (
        count in seat_counts and named_count <= count and len(people) == 1 + len(new_game.opponents)
    )
    if not fits or (new_game.first is not None and new_game.first not in range(count)):
        possible = ", ".join(map(str, seat_counts))
        raise Refused(Why.WRONG_SEATS, seats=count, possible=possible)
    reserved_seats = [Seat(user, name, taken=False) for user, name in new_game.opponents]
    seats = [Seat(by.user_id, by.name, taken=True), *reserved_seats]
    seats += [computer_seat(level, number) for number, level in enumerate(new_game.computers)]
    seats += [OPEN_SEAT] * (count - len(seats))
    return seats, options


def join(
    game: Game, by: Actor, action: Join, now: Millis, preferences: PlayerPreferences = USUAL
) -> Game:
    """Take the seat reserved for this person, else the first open one. Filling the last one starts
    the game. Refused if the person was told otherwise about whether it counts."""
    must_be(game, Status.LOBBY)
    if action.rated not in (None, game.rated):
        raise Refused(Why.RATED_MEANWHILE if game.rated else Why.UNRATED_MEANWHILE)
    number = game.seat_for(by.user_id)
    if number is None:
        number = next((n for n, seat in enumerate(game.seats) if seat.free), None)
        if number is None:
            raise Refused(Why.NOT_INVITED)
    elif game.seats[number].taken:
        raise Refused(Why.ALREADY_SEATED)
    seat = Seat(by.user_id, by.name, taken=True, preferences=preferences)
    return start_if_full(game.with_seat(number, seat), now)


def add_computer(game: Game, by: Actor, level: str, now: Millis) -> Game:
    """Seat a computer player in the first open seat. The game then no longer counts for the
    ratings, unless it was opened with computer players and was to count."""
    must_be(game, Status.LOBBY)
    if by.user_id != game.opener_id:
        raise Refused(Why.NOT_YOURS_TO_FILL)
    number = next((n for n, seat in enumerate(game.seats) if seat.free), None)
    if number is None:
        raise Refused(Why.NO_SEAT_FREE)
    computer_count = sum(seat.computer is not None for seat in game.seats)
    after = game.with_seat(number, computer_seat(level, computer_count))
    return start_if_full(replace(after, rated=game.rated and computer_count > 0), now)


def set_rated(game: Game, by: Actor, *, rated: bool) -> tuple[Game, Done]:
    """Choose whether the game counts. The choice of hints stays: it is for a game that does not
    count."""
    must_be(game, Status.LOBBY)
    if by.user_id != game.opener_id:
        raise Refused(Why.NOT_YOURS_TO_RATE)
    return replace(game, rated=rated), Done.RATED if rated else Done.UNRATED


def start_if_full(game: Game, now: Millis) -> Game:
    """Let the game run once every seat is taken."""
    if not all(seat.taken for seat in game.seats):
        return game
    return replace(game, status=Status.RUNNING, waiting_since=now, reminders=NO_REMINDERS)


def start(game: Game, by: Actor, seat_counts: Sequence[int], now: Millis) -> Game:
    """Start with the players who have joined, if the rules allow that number; the other seats are
    dropped."""
    must_be(game, Status.LOBBY)
    if by.user_id != game.opener_id:
        raise Refused(Why.NOT_YOURS_TO_START)
    taken = [number for number, seat in enumerate(game.seats) if seat.taken]
    if len(taken) not in seat_counts:
        needed_count = min(count for count in seat_counts if count > len(taken))
        raise Refused(Why.TOO_FEW, here=len(taken), needed=needed_count)
    return replace(
        game,
        seats=tuple(game.seats[number] for number in taken),
        status=Status.RUNNING,
        first=taken.index(game.first) if game.first in taken else None,
        time_limit=None if game.time_limit is None else game.time_limit.begin(len(taken)),
        waiting_since=now,
        reminders=NO_REMINDERS,
    )


def decline(game: Game, by: Actor) -> Game:
    """Free the seat of a person who is invited or has joined for anybody. The lobby is over when it
    was for this person alone."""
    must_be(game, Status.LOBBY)
    number = game.seat_for(by.user_id)
    if number is None:
        raise Refused(Why.NOT_INVITED)
    if by.user_id == game.opener_id:
        raise Refused(Why.YOUR_INVITATION)
    other_seats = [seat for index, seat in enumerate(game.seats) if index != number]
    if all(seat.user_id == game.opener_id for seat in other_seats):
        return close(game, Status.CANCELLED)
    return game.with_seat(number, OPEN_SEAT)


def withdraw(game: Game, by: Actor) -> Game:
    must_be(game, Status.LOBBY, paused=True)
    if by.user_id != game.opener_id and "cancel" not in by.rights:
        raise Refused(Why.NOT_THE_OPENER)
    return close(game, Status.CANCELLED)


def rematch_seats(game: Game, by: Actor) -> tuple[Seat, ...]:
    """Make the seats of the next game, rotated by one; only the person asking and computer players
    have taken theirs. Players who left are invited as well."""
    must_be(game, *ENDED, paused=True)
    must_suit_season(game, Rematch(game.channel_id))
    if not game.sits(by.user_id):
        raise Refused(Why.NOT_A_PLAYER)
    return tuple(
        replace(seat, taken=seat.user_id == by.user_id or seat.computer is not None, left=False)
        for seat in (*game.seats[1:], game.seats[0])
    )
