"""What a player prefers: how often to be reminded, where, and when not; and when they are away.

Owns the names and values of these preferences, and their stored form. Knows no game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from json import dumps, loads
from typing import Any, Literal, NamedTuple, get_args

from bot.process.clock import Millis

Cadence = Literal["usual", "off", "6", "12", "24", "48"]
"""When to be reminded of a turn: after 24 and 72 hours and then rarely, never, or every N hours."""
Place = Literal["channel", "direct"]
"""Where turns and reminders are announced: in the game's channel, or by direct message."""


class Away(NamedTuple):
    """A time in which a player is away; the end is not part of it."""

    since: Millis
    until: Millis


@dataclass(frozen=True, slots=True)
class Habits:
    """One player's habits, in all their games."""

    reminders: Cadence = "usual"
    place: Place = "channel"
    quiet: tuple[int, int] | None = None
    """The hours of the day in which to be left alone: from the first to the second, in `zone`."""
    zone: str = "UTC"
    """A time zone by its name, such as Europe/Amsterdam."""
    language: str = ""
    """Discord's language for them when they last set a preference; empty when they never did."""
    aways: tuple[Away, ...] = ()
    """In order, none touching another."""


USUAL = Habits()


def load_habits(preferences: str | None, aways: str | None) -> Habits:
    """From what is stored; the default where nothing is stored, or the value is unknown."""
    if preferences is None and aways is None:
        return USUAL
    stored: Mapping[str, Any] = loads(preferences or "{}")
    return Habits(
        reminders=_known(stored, "reminders", get_args(Cadence)),
        place=_known(stored, "place", get_args(Place)),
        quiet=_hours(stored.get("quiet", "")),
        zone=stored.get("zone", USUAL.zone),
        language=stored.get("language", USUAL.language),
        aways=tuple(Away(*away) for away in loads(aways or "[]")),
    )


def dump_aways(aways: Sequence[Away]) -> str:
    return dumps(aways)


def _known(stored: Mapping[str, Any], name: str, possible: Sequence[Any]) -> Any:
    value = stored.get(name)
    return value if value in possible else getattr(USUAL, name)


def _hours(text: str) -> tuple[int, int] | None:
    first, dash, last = text.partition("-")
    return (int(first), int(last)) if dash else None
