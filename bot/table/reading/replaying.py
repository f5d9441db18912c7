"""A game played from its record alone, from the start, for spectators. Knows no store and no
game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.match.rules import Rules, replay, rules_of
from engine.recorded import Ending, Recorded
from render.tables.replay import Frame


@dataclass(frozen=True, slots=True)
class ScoredFrame(Frame[Any, Any]):
    """A position as spectators see it, and what they may know of the events that led to it."""

    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """The place of each seat, if the rules have ended the game."""


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game read from a record."""

    players: tuple[str, ...]
    frames: tuple[ScoredFrame, ...]
    ending: Ending | None = None


def frames_of(rules: Rules, recorded: Recorded) -> Iterator[ScoredFrame]:
    """The game from its first position, move by move. Slow: not for the event loop."""
    for state, events in replay(rules, recorded):
        places = rules.places(state) if rules.to_act(state) is None else ()
        told = rules.events_for(events, None)
        yield ScoredFrame(rules.view(state, None), told, rules.scores(state), places)


def replay_record(kind: str, text: str) -> ReplayedGame:
    """The game in a record. Raises RecordError. Slow as well."""
    rules = rules_of(kind)
    recorded = rules.read_record(text)
    return ReplayedGame(recorded.players, tuple(frames_of(rules, recorded)), recorded.ending)


def seed_and_commitment(kind: str, text: str) -> tuple[str, str]:
    """The seed in a record, and the commitment that follows from it. Slow as well."""
    rules = rules_of(kind)
    recorded = rules.read_record(text)
    start = next(replay(rules, recorded))
    return recorded.seed, rules.commitment(start.state)
