"""Time in a game: how long its player has been to act, what they have left, and when it is up.
Pure.

The clock runs for the player to act from the start of their turn. A pause and being away stop it,
and only a move, waiting on, or an agreement adds time.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.match.game import Asked, Game, asked_by
from bot.match.people import quiet_hours
from bot.match.people.away import united, waited, waited_since, waited_until
from bot.match.people.preferences import Away
from bot.match.time_limits import TimeLimit, at_least, more, moved, spent, taken_back
from bot.process.clock import HOUR, Millis


def aways_of(game: Game) -> tuple[Away, ...]:
    """When those the game waits for are away: the player to act, or the people for whom a lobby has
    reserved seats."""
    if game.to_act is not None:
        return game.seats[game.to_act].habits.aways
    return united(*(seat.habits.aways for seat in game.seats if not seat.taken))


def used(game: Game, now: Millis) -> Millis:
    """How long the turn, or the wait in a lobby, has lasted, without the time away. It stands still
    during a pause, and never runs backwards when the host's clock is set back."""
    until = now if game.paused_at is None else game.paused_at
    return max(waited(aways_of(game), game.waiting_since, until), 0)


def waiting_will_be(game: Game, time: Millis) -> Millis:
    """The moment at which the turn will have lasted this long."""
    return waited_until(aways_of(game), game.waiting_since, time)


def resumed(game: Game, now: Millis) -> Game:
    """The game after a pause, with as much time used as when the pause began, for the turn and for
    an offer."""
    going = replace(game, pause=None, paused_at=None, asked=_offer_resumed(game, now))
    return with_used(going, used(game, now), now)


def with_used(game: Game, time: Millis, now: Millis) -> Game:
    """As if the turn had lasted this long by now, or by the start of the pause."""
    until = now if game.paused_at is None else game.paused_at
    return replace(game, waiting_since=waited_since(aways_of(game), until, time))


def over_at(game: Game) -> Millis | None:
    """When the time of the player to act is up; None if it is not limited."""
    limited = _limited(game)
    if limited is None:
        return None
    limit, seat = limited
    return waiting_will_be(game, limit.left[seat])


def charged(game: Game, now: Millis) -> TimeLimit | None:
    """The time limit after a move of the seat to act."""
    limited = _limited(game)
    return None if limited is None else moved(*limited, used(game, now))


def turned_back(game: Game, keep: int, now: Millis) -> TimeLimit | None:
    """The time limit when only the first `keep` moves stand."""
    limited = _limited(game)
    return None if limited is None else taken_back(spent(*limited, used(game, now)), keep)


def with_more(game: Game, seat: int, now: Millis) -> Game:
    """The game with one more increment for this seat, counted from now if its time is already
    up."""
    if game.time_limit is None:
        return game
    if seat != game.to_act:
        return replace(game, time_limit=more(game.time_limit, seat))
    longer = more(at_least(game.time_limit, seat, used(game, now)), seat)
    told = replace(game.told, timed_out=False)
    return warned(replace(game, time_limit=longer, told=told), now)


def warning_at(game: Game) -> Millis | None:
    """When to warn next: not in quiet hours, unless it is the last hour."""
    limited = _limited(game)
    if limited is None:
        return None
    limit, seat = limited
    marks = _marks(limit, seat)
    if game.told.warnings >= len(marks) or not game.seats[seat].answers:
        return None
    at = waiting_will_be(game, marks[game.told.warnings])
    habits = game.seats[seat].habits
    awake = quiet_hours.over_at(habits.quiet, habits.zone, at)
    last = waiting_will_be(game, max(limit.left[seat] - HOUR, 0))
    return at if awake is None else max(at, min(awake, last))


def warned(game: Game, now: Millis) -> Game:
    """Every warning due by now counts as given."""
    limited = _limited(game)
    if limited is None:
        return game
    gone = used(game, now)
    warnings = sum(mark <= gone for mark in _marks(*limited))
    return replace(game, told=replace(game.told, warnings=warnings))


def timed_out(game: Game) -> Game:
    """Mark that it was announced that the time is up, which is announced only once."""
    return replace(game, told=replace(game.told, timed_out=True))


def _offer_resumed(game: Game, now: Millis) -> Asked | None:
    """The offer after a pause. Time that those asked were away counts neither before the pause nor
    during it."""
    asked, rested = game.asked, game.paused_at
    if asked is None or asked.at is None or rested is None:
        return asked
    aways = [game.seats[number].habits.aways for number in asked_by(game, asked.seat)]
    since = (waited_since(gone, now, waited(gone, asked.at, rested)) for gone in aways)
    return replace(asked, at=max(since))


def _limited(game: Game) -> tuple[TimeLimit, int] | None:
    """The limit, and the seat whose time it is."""
    if game.time_limit is None or game.to_act is None:
        return None
    return game.time_limit, game.to_act


def _marks(limit: TimeLimit, seat: int) -> Sequence[Millis]:
    """How far into a turn the warnings come: at half, at 80%, and one hour before its end."""
    left = limit.left[seat]
    return sorted({mark for mark in (left // 2, left * 4 // 5, left - HOUR) if mark > 0})
