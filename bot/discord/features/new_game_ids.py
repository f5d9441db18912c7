"""A requested game, encoded in the id of a button: short, and checked when it is decoded.

For example, `castle.1Fz8Lq0Ve2s.0.01001000.s4.u.t3O0o3O`: the kind, who is invited, the seat that
begins, the index of each option's value, and whatever differs from the defaults. Numbers are
written in base 62.
"""

from collections.abc import Mapping, Sequence
from string import ascii_letters, digits

from bot.match.actions import NewGame
from bot.match.errors import Refused
from bot.match.rules import rules_of
from bot.match.time_limits import TimeLimit, check_limit
from bot.process.clock import HOUR
from engine.players.search import LEVELS

MOST_ID = 2**63 - 1
"""The largest user id that Discord assigns and the database can store."""
MOST_OPPONENTS = 4
ANYBODY = "0"
CHANCE = "-"
COMPUTERS, SEATS, UNRATED, UNHINTED, TIME, THREAD = "c", "s", "u", "h", "t", "x"
"""The prefixes of the parts for what differs from the defaults."""
_DIGITS = digits + ascii_letters
_SPAN = 2
"""The number of digits for each part of a time limit, in hours."""
_USER = 11
"""The number of digits for the id of a person."""


class Unreadable(ValueError):
    """The id is from another version of the bot, or forged."""


def encode_request(asked: NewGame, *, thread: bool = False) -> str:
    """`thread` says that the game is to get one of its own."""
    rules = rules_of(asked.kind)
    options = rules.settle_options(asked.options, asked.preset)
    people = encode_people([user for user, _ in asked.opponents])
    first = CHANCE if asked.first is None else str(asked.first)
    values = "".join(
        str(values.index(options[name])) for name, values in rules.option_values.items()
    )
    parts = [asked.kind, people, first, values]
    if asked.computers:
        levels = tuple(LEVELS)
        parts.append(COMPUTERS + "".join(str(levels.index(level)) for level in asked.computers))
    if asked.seats is not None:
        parts.append(f"{SEATS}{asked.seats}")
    if not asked.rated:
        parts.append(UNRATED)
    if not asked.hints:
        parts.append(UNHINTED)
    if asked.time_limit is not None:
        parts.append(TIME + encode_limit(asked.time_limit))
    if thread:
        parts.append(THREAD)
    return ".".join(parts)


def wants_thread(text: str) -> bool:
    """True if the game that is asked for is to get a thread of its own."""
    return THREAD in text.split(".")[4:]


def decode_request(text: str) -> NewGame:
    """The request, still without a channel and without people's names. Raises Unreadable."""
    try:
        kind, people, first, values, *unusual = text.split(".")
        settings = {part[0]: part[1:] for part in unusual}
        if settings.keys() - {COMPUTERS, SEATS, UNRATED, UNHINTED, TIME, THREAD}:
            raise Unreadable(text)
        if any(settings.get(one) for one in (UNRATED, UNHINTED, THREAD)):  # which have no value
            raise Unreadable(text)
        if len(first) > 1 or len(settings.get(SEATS, "")) > 1:
            raise Unreadable(text)
        computers = settings.get(COMPUTERS, "")
        opponents = decode_people(people, MOST_OPPONENTS)
        if len(opponents) + len(computers) > MOST_OPPONENTS:  # it would fit into no other id
            raise Unreadable(text)
        levels = tuple(LEVELS)
        return NewGame(
            kind=kind,
            guild_id=0,
            channel_id=0,
            options=_options(kind, values),
            opponents=tuple((user, "") for user in opponents),
            computers=tuple(levels[int(digit)] for digit in computers),
            seats=int(settings[SEATS]) if SEATS in settings else None,
            first=None if first == CHANCE else int(first),
            rated=UNRATED not in settings,
            hints=UNHINTED not in settings,
            time_limit=decode_limit(settings[TIME]) if TIME in settings else None,
        )
    except (ValueError, IndexError, Refused) as error:
        raise Unreadable(text) from error


def _options(kind: str, text: str) -> Mapping[str, str]:
    """An id from before the game had its last options lacks them: they have their defaults."""
    possible = rules_of(kind).option_values
    if len(text) > len(possible):
        raise Unreadable(text)
    return {
        name: values[int(digit)]
        for (name, values), digit in zip(possible.items(), text, strict=False)
    }


def encode_people(people: Sequence[int]) -> str:
    """Their ids, at eleven characters each."""
    return "".join(_number_text(user, _USER) for user in people) or ANYBODY


def decode_people(text: str, most: int) -> Sequence[int]:
    """Raises Unreadable. An id from before has a hyphen between people, and shorter ones."""
    parts = [] if text == ANYBODY else text.split("-")
    try:
        people = [
            _number(part[at : at + _USER])
            for part in parts
            for at in range(0, len(part) or 1, _USER)
        ]
    except ValueError as error:
        raise Unreadable(text) from error
    if len(people) > most or not all(0 < user <= MOST_ID for user in people):
        raise Unreadable(text)
    return people


def encode_limit(limit: TimeLimit) -> str:
    """Six characters."""
    spans = (limit.start, limit.increment, limit.cap)
    return "".join(_number_text(one // HOUR, _SPAN) for one in spans)


def decode_limit(text: str) -> TimeLimit:
    """Raises Refused, or ValueError such as Unreadable."""
    if len(text) != 3 * _SPAN:
        raise Unreadable(text)
    start, increment, cap = (
        _number(text[at : at + _SPAN]) * HOUR for at in range(0, len(text), _SPAN)
    )
    return check_limit(TimeLimit(start, increment, cap))


def _number_text(number: int, digits: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return text.rjust(digits, "0")


def _number(text: str) -> int:
    """Raises ValueError if a character is not a digit."""
    number = 0
    for sign in text:
        number = number * len(_DIGITS) + _DIGITS.index(sign)
    return number
