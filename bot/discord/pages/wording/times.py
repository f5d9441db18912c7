"""The wording of time limits and of players' remaining time. Uses only the moments stored in the
game."""

from collections.abc import Iterator

from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import names_of
from bot.locale import Words
from bot.match.game import Game
from bot.match.life.clocks import over_at
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, HOUR, Millis


def limit_told(words: Words, limit: TimeLimit | None) -> str:
    if limit is None:
        return words("clock.off")
    start, increment, cap = (
        _span(words, part) for part in (limit.start, limit.increment, limit.cap)
    )
    if limit.by_turn:
        return words("clock.by_turn", time=start)
    return words("clock.bank", start=start, increment=increment, cap=cap)


def time_lines(words: Words, limit: TimeLimit | None) -> Iterator[str]:
    """The time limit for an invitation; no line if time is unlimited."""
    if limit is not None:
        yield words("lobby.time", time=limit_told(words, limit))


def clock_lines(words: Words, game: Game) -> Iterator[str]:
    """The deadline of the player to act, and what the others have in the bank."""
    limit, over = game.time_limit, over_at(game)
    if limit is None or over is None:
        return
    if game.pause is not None:
        yield words("clock.stands")
        return
    names = names_of(words, game)
    saved = [
        words("clock.left", name=names[seat], time=_roughly(words, left))
        for seat, left in enumerate(limit.left)
        if seat != game.to_act and game.seats[seat].plays and not limit.by_turn
    ]
    until = {"day": timestamp(over, "f"), "at": timestamp(over)}
    told = words("clock.runs", name=names[game.to_act or 0], **until)
    yield " · ".join([told, *saved])


def _roughly(words: Words, time: Millis) -> str:
    """A time in whole days, or in whole hours if it is less than two days."""
    unit = DAY if time >= 2 * DAY else HOUR
    return _span(words, time - time % unit)


def _span(words: Words, time: Millis) -> str:
    if time % DAY or not time:
        return words("clock.hours", count=time // HOUR)
    return words("clock.days", count=time // DAY)
