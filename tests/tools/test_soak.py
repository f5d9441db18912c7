"""A small soak, always with the same seed; and that a soak finds what it is there to find."""

from dataclasses import replace
from typing import Any

import pytest

import bot.match.announcing
import bot.store.log
from bot.table.housekeeping import Timers
from engine.games import GAMES
from tools.soak.running import Failed, Plan, soak
from tools.soak.troubles import TROUBLES

SMALL = Plan(games=14, days=45, seed=12)
TINY = Plan(games=8, days=12, seed=2)
SHORT = Plan(games=5, days=8, seed=2)
# What one tiny soak does not come across, the next one does.
MORE_SEEDS = range(2, 8)

new_board = bot.match.announcing._new_board


async def not_done(*_: Any, **__: Any) -> None: ...


async def nothing_due(*_: Any) -> int:
    return 0


def twice(*asked: Any) -> Any:
    return *new_board(*asked), *new_board(*asked)


def soak_again_and_again() -> None:
    for seed in MORE_SEEDS:
        soak(replace(TINY, seed=seed))


def test_soak_loses_nothing_pings_once_and_keeps_memory_flat() -> None:
    happened = soak(SMALL).happened
    assert happened["opened"] >= SMALL.games
    assert happened["played"] > 10 * SMALL.games
    assert [trouble.name for trouble in TROUBLES if not happened[trouble.name]] == []
    opened = {name.split()[1] for name in happened if name.startswith("opened: ")}
    assert opened == set(GAMES)
    assert happened["thoughts"] > SMALL.games


def test_a_run_repeats_with_its_seed() -> None:
    assert soak(SHORT).happened == soak(SHORT).happened


@pytest.mark.parametrize(
    ("where", "what", "instead", "message"),
    [
        (Timers, "look", nothing_due, "seconds late"),
        (bot.store.log, "append_move", not_done, r"its log at \(0, 0\)"),
        (bot.store.log, "answer_to", not_done, r"was answered Answer\(.*, later"),
        (bot.match.announcing, "_new_board", twice, "is (pinged|told) 2 times"),
    ],
)
def test_a_bot_that_breaks_a_promise_is_found_out(
    monkeypatch: pytest.MonkeyPatch, where: Any, what: str, instead: Any, message: str
) -> None:
    monkeypatch.setattr(where, what, instead)
    with pytest.raises(Failed, match=message):
        soak_again_and_again()
