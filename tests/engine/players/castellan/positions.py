"""Positions from random games, for all tests of a computer player's thinking."""

from engine.castellan.plan import Plan
from engine.castellan.state import State
from tests.engine.castellan.kit.playing import games


def positions() -> list[State]:
    """Of games of two, three and four."""
    return [one.state for number in range(9) for one in games(number)[::6]]


def plans() -> list[Plan]:
    return [state.plan for state in positions() if not state.plan.is_empty]
