"""Points and keeps, who wins, and the figures of a whole game (K18, K19, K21)."""

from collections.abc import Iterable, Mapping, Sequence

from engine.castellan.events import CourtyardGrew, CourtyardMade, Event, PiecePlaced
from engine.castellan.state import State
from engine.counts import Counts
from engine.seats import in_first_place, rank_seats

# Points of courtyards with a single keep, and of those with a double one.
SOURCES = ("single", "double")
COURTYARDS = "courtyards"
TOWERS = "towers"
LARGEST = "most.courtyard"
# The roles of a player in a turn: who encloses new courtyards, divides their own, or raises
# towers in them. The rules name no roles.
ROLES = ("founder", "divider", "tower_builder")


def scores(state: State) -> Counts:
    """K18: the current points of each seat."""
    points = [0] * state.setup.seats
    for courtyard, worth in zip(state.plan.courtyards, state.plan.worths, strict=True):
        points[courtyard.seat] += worth
    return tuple(points)


def keeps(state: State) -> Counts:
    """K19: the keeps of each seat, a double keep being two."""
    counts = [0] * state.setup.seats
    for courtyard in state.plan.courtyards:
        counts[courtyard.seat] += 2 if courtyard.double else 1
    return tuple(counts)


def places(state: State) -> Counts:
    """K19: the most points win, and then the most keeps."""
    return rank_seats(state, list(zip(scores(state), keeps(state), strict=True)))


def leaders(state: State) -> tuple[int, ...]:
    return in_first_place(places(state))


def tally(plies: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    """For each seat `points.*` by source, the `courtyards` it owns at the end, the `towers` it
    built, in `most.courtyard` the points of its best courtyard, and `role.*` what it did to
    courtyards: those enclosed, the parts of those divided, the towers raised in them."""
    names = [COURTYARDS, TOWERS]
    names += [f"points.{source}" for source in SOURCES]
    names += [f"role.{role}" for role in ROLES]
    names.append(LARGEST)
    counts: list[dict[str, int]] = []
    for state, events in plies:
        counts = counts or [dict.fromkeys(names, 0) for _ in state.played]
        for event in events:
            match event:
                case PiecePlaced() if event.piece.kind == "tower":
                    counts[event.seat][TOWERS] += 1
                case CourtyardMade():
                    counts[event.seat]["role.divider" if event.divided else "role.founder"] += 1
                case CourtyardGrew():
                    counts[event.seat]["role.tower_builder"] += event.gained
                case _:
                    pass
        plan = state.plan
    if counts:
        for courtyard, worth in zip(plan.courtyards, plan.worths, strict=True):
            count = counts[courtyard.seat]
            count[f"points.{'double' if courtyard.double else 'single'}"] += worth
            count[COURTYARDS] += 1
            count[LARGEST] = max(count[LARGEST], worth)
    return tuple(counts)
