"""The engine compared with the oracle, a second and naive implementation of the rulings.

At every position of every game both must agree on the whole position, on the placements, on what
can be chosen with two placements, on what each turn scores and on the final scoring. `python -m
tests.engine.castle.test_oracle` prints how often each rare rule came up. More games of every
scenario:

    ORACLE_TIMES=20 python -m pytest tests/engine/castle/test_oracle.py
"""

import os
import sys
import time
from collections import Counter
from functools import cache
from random import Random

import pytest

from engine.castle.choices import legal_moves
from engine.castle.moves import OPTIONS, AnotherTurn, Move, Reason, Turn
from engine.castle.placing import placements
from engine.castle.rules import castle
from engine.castle.state import State
from engine.errors import IllegalMove
from tests.engine.castle.adapter import CastleAdapter
from tests.engine.castle.oracle.bridge import Duel, Table
from tests.engine.castle.rare.eager_players import chosen_move
from tests.engine.castle.rare.events import Rare, rare_events
from tests.engine.castle.rare.scenarios import SCENARIOS, Scenario

NOT_ABOUT_CHOICES = {
    Reason.GAME_OVER,
    Reason.NOT_YOUR_TURN,
    Reason.ANSWER_FIRST,
    Reason.TILE_UNKNOWN,
    Reason.NO_FOLLOWER_LEFT,
    Reason.FEATURE_TAKEN,
    Reason.PATH_MEETS,
    Reason.PATH_MISSING,
}
TIMES = int(os.environ.get("ORACLE_TIMES", "1"))


def play(scenario: Scenario, table: Table, seen: Counter[str]) -> list[tuple[State, Move]]:
    """One game on both sides, and the moves in it."""
    duel = Duel(table)
    chance = Random(table.seed)
    moved = list[tuple[State, Move]]()
    while not duel.over:
        state = duel.state
        moves = list(legal_moves(state))
        seen["positions"] += 1
        move = chosen_move(scenario.player, state, moves, len(duel.moves), chance)
        if isinstance(move, AnotherTurn):
            assert len(moves) == 2
        else:
            duel.compare_placements(moves)
            for placement in {move.placement, chance.choice(placements(state))}:
                duel.compare_completions(moves, placement)
                seen["completions"] += 1
        events = duel.play(move)
        seen.update(rare_events(state, move, events, duel.state))
        moved.append((state, move))
    return moved


@cache
def play_all(scenario: Scenario) -> tuple[Counter[str], list[tuple[State, Move]]]:
    """What came up in all games of a scenario, and their moves."""
    seen = Counter[str]()
    moved = list[tuple[State, Move]]()
    for table in scenario.tables(TIMES):
        moved += play(scenario, table, seen)
    return seen, moved


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_engine_and_oracle_agree(scenario: Scenario) -> None:
    seen, _ = play_all(scenario)
    assert [rare for rare in scenario.brings if not seen[rare]] == []


def test_every_rare_rule_is_brought_up_by_a_scenario() -> None:
    brought = frozenset[Rare]().union(*(scenario.brings for scenario in SCENARIOS))
    assert set(Rare) - brought == set()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_scenario_plays_every_value_of_every_option(scenario: Scenario) -> None:
    played = {item for table in scenario.tables() for item in table.options.items()}
    every = {(name, value) for name, values in OPTIONS.values.items() for value in values}
    missing = every - played
    assert missing <= {item for item in every if item[0] in dict(scenario.fixed)}


def test_what_is_not_among_the_choices_is_refused() -> None:
    """Orders and plays of wall tiles that are almost right, where there are many."""
    scenario = next(scenario for scenario in SCENARIOS if scenario.name == "orders")
    chance = Random(scenario.name)
    reasons = Counter[str]()
    _, moved = play_all(scenario)
    for state, move in moved:
        if isinstance(move, Turn) and (move.order or move.wall_tiles):
            legal = set(legal_moves(state))
            for other in set(CastleAdapter().neighbours(state, move, chance)) - legal:
                with pytest.raises(IllegalMove) as refusal:
                    castle.apply(state, state.seat, other)
                reasons[refusal.value.reason] += 1
    assert set(Reason) - set(reasons) <= NOT_ABOUT_CHOICES


def main() -> None:
    """How often each rare rule came up, scenario by scenario."""
    for scenario in SCENARIOS:
        began = time.perf_counter()
        seen, _ = play_all(scenario)
        sys.stdout.write(f"{scenario.name}: {time.perf_counter() - began:.1f} s\n")
        sys.stdout.writelines(f"{number:8} {what}\n" for what, number in sorted(seen.items()))


if __name__ == "__main__":
    main()
