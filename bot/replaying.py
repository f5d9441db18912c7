"""A game from its record alone, played through from the start. Knows no store and no game."""

from dataclasses import dataclass

from bot.looking import Moment, moments_from
from bot.rules import rules_of


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that was read from a record."""

    players: tuple[str, ...]
    moments: tuple[Moment, ...]


def replayed(kind: str, text: str) -> Replayed:
    """The game in a record. Raises RecordError. Slow: not for the event loop."""
    rules = rules_of(kind)
    recorded = rules.read_record(text)
    state, events = rules.begin(
        recorded.seed, recorded.options, recorded.first, len(recorded.players)
    )
    return Replayed(recorded.players, moments_from(rules, state, events, recorded.moves))


def sealed(kind: str, text: str) -> tuple[str, str]:
    """The seed that a record tells, and the commitment that follows from it. Slow as well."""
    rules = rules_of(kind)
    recorded = rules.read_record(text)
    state, _ = rules.begin(recorded.seed, recorded.options, recorded.first, len(recorded.players))
    return recorded.seed, rules.commitment(state)
