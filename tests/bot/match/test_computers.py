"""Computer players as values: what they are given, and where they sit."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.match import lobby
from bot.match.computers import choose_move, moves_at, think_task
from bot.match.errors import Refused, Why
from bot.match.game import Seat, Status, Timeouts
from engine.games import GAMES
from engine.players.players import EXPERTS
from tests.bot.kit import ANNA, BEN, NOON, by
from tests.bot.match.test_changes import OPEN_LOBBY, RUNNING
from tests.bot.thinking import CarelessExpert

MOVES = 12


@pytest.fixture(autouse=True)
def careless_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in GAMES:
        monkeypatch.setitem(EXPERTS, kind, CarelessExpert(kind))


def some_way_in(kind: str) -> Any:
    """A position after some moves."""
    rules = GAMES[kind]
    chance = Random(kind)
    state, _ = rules.begin("secret", rules.settle_options({}), 0, rules.seat_counts[0])
    for _ in range(MOVES):
        seat = rules.to_act(state)
        assert seat is not None
        parts: list[tuple[str, str]] = []
        while (question := rules.question(state, parts)) is not None:
            parts.append((question.step, chance.choice(question.choices)))
        state, _ = rules.apply(state, seat, rules.assemble(parts))
    return state


@pytest.mark.parametrize("kind", GAMES)
def test_the_computers_task_is_independent_of_hidden_information(kind: str) -> None:
    rules = GAMES[kind]
    state = some_way_in(kind)
    seat = rules.to_act(state)
    assert seat is not None
    seats = tuple(Seat(None, "Computer", taken=True, computer="hard") for _ in rules.scores(state))
    game = replace(RUNNING, kind=kind, seats=seats, to_act=seat)
    others = [rules.resample(state, seat, f"another deck {number}") for number in range(3)]
    assert any(rules.snapshots.encode(other) != rules.snapshots.encode(state) for other in others)
    assert {think_task(game, other) for other in (state, *others)} == {think_task(game, state)}
    assert choose_move(think_task(game, state)) == choose_move(think_task(game, others[0]))


def test_its_task_holds_nothing_of_the_seed() -> None:
    state = some_way_in("castellan")
    seats = (Seat(None, "Computer", taken=True, computer="easy"),) * 2
    to_act = GAMES["castellan"].to_act(state)
    task = think_task(replace(RUNNING, kind="castellan", seats=seats, to_act=to_act), state)
    assert "secret" not in "".join(task)


COMPUTER = Seat(None, "Computer", taken=True, computer="easy")


@pytest.mark.parametrize(
    "changed",
    [
        {"status": Status.FINISHED, "to_act": None},
        {"pause": "adjourned"},
        {"seats": (RUNNING.seats[0], COMPUTER)},
    ],
    ids=["over", "paused", "a person is to act"],
)
def test_it_moves_only_in_a_game_that_waits_for_it(changed: dict[str, Any]) -> None:
    game = replace(RUNNING, seats=(COMPUTER, RUNNING.seats[1]))
    assert game.to_act == 0
    assert moves_at(game, Timeouts()) is not None
    assert moves_at(replace(game, **changed), Timeouts()) is None


def test_the_opener_fills_open_seats_with_computers_one_by_one() -> None:
    three = replace(OPEN_LOBBY, rated=True, seats=(*OPEN_LOBBY.seats, lobby.OPEN_SEAT))
    first = lobby.add_computer(three, by(ANNA), "easy", NOON)
    assert [seat.name for seat in first.seats] == ["Anna", "Computer", ""]
    second = lobby.add_computer(first, by(ANNA), "hard", NOON)
    assert [seat.computer for seat in second.seats] == [None, "easy", "hard"]
    assert (second.status, second.rated) == (Status.RUNNING, False)
    with pytest.raises(Refused) as refused:
        lobby.add_computer(replace(second, status=Status.LOBBY), by(ANNA), "easy", NOON)
    assert refused.value.why is Why.NO_SEAT_FREE


def test_only_the_opener_does() -> None:
    with pytest.raises(Refused) as refused:
        lobby.add_computer(OPEN_LOBBY, by(BEN), "easy", NOON)
    assert refused.value.why is Why.NOT_YOURS_TO_FILL
