"""A game from its record alone, played through from the start. Knows no store and no game."""

from dataclasses import dataclass

from bot.looking import Moment
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
    moments = [Moment(rules.view(state, None), events)]
    for move in recorded.moves:
        seat = rules.to_act(state)
        assert seat is not None, "a record that was read has no move after the end"
        state, events = rules.apply(state, seat, rules.parse_move(move))
        moments.append(Moment(rules.view(state, None), events))
    return Replayed(recorded.players, tuple(moments))


def sealed(kind: str, text: str) -> tuple[str, str]:
    """The seed that a record tells, and the commitment that follows from it. Slow as well."""
    rules = rules_of(kind)
    recorded = rules.read_record(text)
    state, _ = rules.begin(recorded.seed, recorded.options, recorded.first, len(recorded.players))
    return recorded.seed, rules.commitment(state)
