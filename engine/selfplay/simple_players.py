"""Simple players to measure games with, not to be strong opponents: one moves at random, others
look a single step ahead."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic

from engine.players.expert import lead
from engine.players.tiles import leaders_of
from engine.questions import Part
from engine.recorded import Ply
from engine.rules import E, M, Rules, S
from engine.tiles.feature import Feature, distinct

# The number of random moves compared by `play_ahead`.
TRIED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars(Generic[S, M, E]):
    """A game's additions to self-play; a game that adds nothing is played as well."""

    play_greedily: Callable[[S, Random], M] | None = None
    """A greedy player of its own, in place of `play_ahead`."""
    describe: Callable[[E], str | None] = lambda event: None
    """The event, in the line of a move."""
    width: int = 32
    """The room in a line for a move."""
    is_turn: Callable[[M], bool] = lambda move: True
    """True if a move is counted as a turn."""
    legal_moves: Callable[[S], Iterable[M]] | None = None
    """All legal moves, if they are few enough to be listed."""
    play_at_random: Callable[[S, Random], M] | None = None
    """A faster way to a random move than by the game's questions."""
    count: Callable[[Sequence[Ply[S, M, E]]], Mapping[str, int]] = lambda plies: {}
    """The counts of a game, by name. Printed as the average of a game, or of a turn where the name
    ends with `_per_turn`."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Other names for some of the sources of points in the tally."""


def play_at_random(rules: Rules[S, M, Any, Any], state: S, rng: Random) -> M:
    """Every question answered at random."""
    parts = list[Part]()
    while (question := rules.question(state, parts)) is not None:
        parts.append((question.step, rng.choice(question.choices)))
    return rules.assemble(parts)


def play_ahead(rules: Rules[S, M, Any, Any], state: S, rng: Random) -> M:
    """Of some random moves the one with the best lead after it."""
    seat = rules.to_act(state)
    assert seat is not None
    moves = [play_at_random(rules, state, rng) for _ in range(TRIED)]
    return max(moves, key=lambda move: lead(rules.scores(rules.apply(state, seat, move)[0]), seat))


def promise(
    features: Iterable[Feature], worth: Callable[[Feature], float], seat: int, seats: int
) -> float:
    """Estimate the worth of the features to the seat, less that to the best of the opponents."""
    total = 0.0
    for feature in distinct(features):
        if feature.followers:
            leaders = leaders_of(feature.followers, seats)
            total += worth(feature) * ((seat in leaders) - (leaders != (seat,)))
    return total
