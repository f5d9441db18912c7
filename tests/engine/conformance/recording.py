"""Games played from their beginning, with everything that their records need; in some of them
somebody leaves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from engine.recorded import Recorded, leaving_text
from engine.rules import LeavingRules
from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.playing import random_move

NAMES = ("Anna", "Björn", "Carla", "Dora", "Emil", "Fatma")
# About as many games of each kind in which somebody may leave, at least one for each set of options
# and number of players.
WITH_LEAVERS = 16
# Somebody leaves after one in this many moves.
EVERY = 6


@dataclass
class Line:
    """A game as far as it has been played."""

    recorded: Recorded
    positions: list[tuple[Any, tuple[Any, ...]]]
    """Every position, with the events that led to it."""
    left: list[tuple[int, int]] = field(default_factory=list)
    """Who left, and how many positions there were before that."""

    @property
    def state(self) -> Any:
        return self.positions[-1][0]

    def go_on(self, text: str, state: Any, events: tuple[Any, ...]) -> None:
        self.recorded = replace(self.recorded, moves=(*self.recorded.moves, text))
        self.positions.append((state, events))


@cache
def lines(candidate: Candidate) -> Sequence[Line]:
    """Whole games with every set of options and number of players."""
    return tuple(_lines(candidate))


def _lines(candidate: Candidate) -> Iterator[Line]:
    sets = candidate.adapter.option_sets
    counts = candidate.rules.seat_counts
    times = WITH_LEAVERS // (len(sets) * len(counts)) if candidate.rules.leaving else 1
    for number, options in enumerate(sets):
        for seats in candidate.rules.seat_counts_with(options):
            for time in range(max(times, 1)):
                yield _line(candidate, options, seats, f"line {number} {seats} {time}")


def _line(candidate: Candidate, options: Any, seats: int, seed: str) -> Line:
    rules = candidate.rules
    chance = Random(seed)
    settled = rules.settle_options(options)
    first = chance.randrange(seats)
    line = Line(
        Recorded(settled, seed, first, NAMES[:seats], ()),
        [rules.begin(seed, settled, first, seats)],
    )
    while (seat := rules.to_act(line.state)) is not None:
        move = random_move(rules, line.state, chance)
        line.go_on(rules.move_text(move), *rules.apply(line.state, seat, move))
        if rules.leaving is not None and not chance.randrange(EVERY):
            _leave(candidate, rules.leaving, line, chance)
    return line


def _leave(
    candidate: Candidate, leaving: LeavingRules[Any, Any], line: Line, chance: Random
) -> None:
    """Let somebody leave, if the game can continue without them."""
    gone = [seat for seat, _ in line.left]
    stay = [seat for seat in candidate.seats(line.state) if seat not in gone]
    if len(stay) > 2 and candidate.rules.to_act(line.state) is not None:
        seat = chance.choice(stay)
        line.left.append((seat, len(line.positions)))
        line.go_on(leaving_text(seat), *leaving.continue_without(line.state, seat))


def cut_short(recorded: Recorded, moves: int) -> Recorded:
    """Stop the game after this many moves."""
    return replace(recorded, moves=recorded.moves[:moves])
