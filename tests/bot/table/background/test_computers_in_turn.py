"""Whose game a computer player thinks about next: each person's in turn, however many games one of
them has."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from threading import Event
from typing import Any

import pytest

from bot.match.actions import Join, NewGame, Resign
from bot.match.game import COMPUTER_WAITS
from bot.process.clock import HOUR, SECOND
from bot.store.connection.database import AsyncConnection, Database
from bot.store.timers import NOBODY, DueMove, claims_by_person, due_moves, postpone
from bot.table.computers import Computers, fair_order
from bot.table.thinking import Purpose, Thinking
from engine.players.players import EXPERTS
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CARLA, GUILD, NOON, Seated, by, statements
from tests.bot.rounds import KIND
from tests.bot.thinking import EXPERT, Here

GUARD = 60.0
# How many games Anna begins at the same moment.
ANNAS = 5


@pytest.fixture(autouse=True)
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXPERTS, KIND, EXPERT)


class Slow(Here):
    """Each thought takes five seconds of the simulated clock. In the middle of the first, something
    else happens."""

    def __init__(self, seated: Seated, then: Callable[[], Awaitable[Any]] | None = None) -> None:
        super().__init__()
        self._clock = seated.clock
        self._then = then
        self._loop = asyncio.get_running_loop()

    def run(self, work: Callable[[], str], /) -> str:
        then = self._then
        self._then = None
        if then is not None:
            asyncio.run_coroutine_threadsafe(_awaited(then), self._loop).result(GUARD)
        self._clock.turn(5 * SECOND)
        return super().run(work)


async def _awaited(then: Callable[[], Awaitable[Any]]) -> None:
    await then()


def seat_down(company: Company, thinkers: Here) -> Computers:
    seated = company.seated
    return Computers(
        seated.database, seated.table, Thinking(thinkers.count, thinkers.run), seated.clock
    )


async def against_computers(
    company: Company, user: int, channel: int, *levels: str, seats: int | None = None
) -> int:
    """A game in which a computer player begins, the first in its seat order."""
    asked = NewGame(
        KIND, GUILD, channel, computers=levels, seats=seats or 1 + len(levels), first=1, rated=False
    )
    return (await company.seated.table.open(by(user), asked)).game_id


async def games_of_anna(company: Company) -> None:
    """All of which wait for four hard computer players."""
    for number in range(ANNAS):
        await against_computers(company, ANNA, 100 + number, "hard", "hard", "hard", "hard")


def levels(thinkers: Here) -> list[str]:
    return [turn.level for turn in thinkers.turns]


async def test_a_user_with_one_game_waits_for_one_move_of_a_busy_user(
    company: Company,
) -> None:
    """Ben's game falls due while Anna's first move is thought about, later than all of hers."""
    clock = company.seated.clock

    async def ben_begins() -> None:
        await against_computers(company, BEN, 200, "easy")
        clock.turn(COMPUTER_WAITS)

    await games_of_anna(company)
    clock.turn(COMPUTER_WAITS)
    computers = seat_down(company, thinkers := Slow(company.seated, ben_begins))
    await computers.play_due()
    assert levels(thinkers).index("easy") == 1
    assert levels(thinkers).count("hard") == ANNAS * 4
    await computers.close()


async def test_one_users_games_are_played_in_the_order_they_fell_due(
    company: Company,
) -> None:
    for channel, level in ((100, "easy"), (101, "medium"), (102, "hard")):
        await against_computers(company, ANNA, channel, level)
        company.seated.clock.turn(SECOND)
    company.seated.clock.turn(COMPUTER_WAITS)
    computers = seat_down(company, thinkers := Here())
    await computers.play_due()
    assert levels(thinkers) == ["easy", "medium", "hard"]
    await computers.close()


async def test_a_process_first_serves_users_no_other_process_serves(company: Company) -> None:
    """Anna's other games have waited longer, but one of them is being thought about elsewhere."""
    await games_of_anna(company)
    company.seated.clock.turn(SECOND)
    await against_computers(company, BEN, 200, "easy")
    company.seated.clock.turn(COMPUTER_WAITS)
    busy = seat_down(company, held := Here(wait=Event()))
    held.turns.clear()
    playing = asyncio.create_task(busy.play_due())
    async with asyncio.timeout(GUARD):
        await held.begun()
    assert levels(held) == ["hard"]
    other = seat_down(company, thinkers := Here())
    assert await other._begin() == 1
    await asyncio.wait(other._thinking.values())
    assert levels(thinkers) == ["easy"]
    await other.close()
    await busy.close()
    assert held.wait is not None
    held.wait.set()
    await playing


async def test_losing_a_claim_to_another_process_claims_the_next_move(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one is claimed instead, at once."""
    await games_of_anna(company)
    company.seated.clock.turn(COMPUTER_WAITS)
    computers = seat_down(company, Here())
    taken: list[int] = []

    async def too_late(connection: AsyncConnection, game_id: int, *moments: int) -> bool:
        taken.append(game_id)
        return len(taken) > 1 and await postpone(connection, game_id, *moments)

    monkeypatch.setattr("bot.table.computers.postpone", too_late)
    assert await computers._begin() == 1
    assert len(taken) == 2
    await computers.close()


async def test_no_review_comes_between_two_moves(company: Company) -> None:
    await games_of_anna(company)
    company.seated.clock.turn(COMPUTER_WAITS)
    seated = company.seated
    begun = list[str]()

    class Noting(Here):
        def run(self, work: Callable[[], str], /) -> str:
            begun.append("move" if hasattr(work, "args") else work())
            return work()

    thinking = Thinking(1, Noting().run)
    computers = Computers(seated.database, seated.table, thinking, seated.clock)
    await computers._begin()
    review = asyncio.create_task(thinking.of(lambda: "review", Purpose.REVIEW, CARLA))
    await computers.play_due()
    async with asyncio.timeout(GUARD):
        await review
    assert begun == ["move"] * ANNAS + ["review"]
    await computers.close()
    thinking.close()


async def due_now(company: Company) -> list[frozenset[int]]:
    """The people of each game in which a move is due."""
    company.seated.clock.turn(COMPUTER_WAITS)
    async with company.seated.database.reading() as connection:
        moves = await due_moves(connection, company.seated.clock(), ())
    return [move.people for move in moves]


async def test_the_people_of_a_game_are_those_who_play_on(company: Company) -> None:
    game_id = await against_computers(company, ANNA, 100, "easy", seats=4)
    for user in (BEN, CARLA):
        await company.seated.act(user, game_id, Join())
    assert await due_now(company) == [frozenset({ANNA, BEN, CARLA})]
    await company.seated.act(BEN, game_id, Resign())
    assert await due_now(company) == [frozenset({ANNA, CARLA})]


async def test_a_claim_counts_for_everybody_who_plays(company: Company) -> None:
    game_id = await against_computers(company, ANNA, 100, "easy", seats=3)
    await company.seated.act(BEN, game_id, Join())
    [people] = await due_now(company)
    assert people == {ANNA, BEN}
    computers = seat_down(company, held := Here(wait=Event()))
    await computers._begin()
    async with company.seated.database.reading() as connection:
        claims = await claims_by_person(connection, company.seated.clock())
    assert claims == {ANNA: 1, BEN: 1}
    await computers.close()
    async with company.seated.database.reading() as connection:
        assert not await claims_by_person(connection, company.seated.clock())
    assert held.wait is not None
    held.wait.set()


async def test_finding_due_moves_reads_only_games_awaiting_a_computer(
    company: Company,
) -> None:
    await games_of_anna(company)
    database: Database = company.seated.database
    with statements(database) as seen:
        async with database.reading() as connection:
            await due_moves(connection, NOON + HOUR, [1])
            await claims_by_person(connection, NOON)
    assert len(seen) == 2
    for statement, parameters in seen:
        async with database.reading() as connection:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plan = [str(row["detail"]) for row in rows.mappings()]
        tables = [step for step in plan if "games" in step or "seats" in step]
        assert all(step.startswith("SEARCH") for step in tables)
        assert any("ix_games_moves_at" in step for step in tables)


async def test_when_no_move_is_due_a_round_reads_once(company: Company) -> None:
    await company.start(2)
    computers = seat_down(company, Here())
    with statements(company.seated.database) as seen:
        await computers._round()
    assert len(seen) == 1
    await computers.close()


# The order alone.


def order_of(
    due: list[DueMove], claims: dict[int, int] | None = None, served: dict[int, int] | None = None
) -> list[int]:
    moves = sorted(due, key=lambda move: (move.at, move.game_id))
    return [move.game_id for move in fair_order(moves, claims or {}, served or {}, now=1000)]


def due(game_id: int, at: int, *people: int) -> DueMove:
    return DueMove(game_id, at, frozenset(people))


def test_every_user_is_served_once_before_any_is_served_twice() -> None:
    order = order_of([*(due(n, n, ANNA) for n in range(1, 4)), due(8, 8, BEN), due(9, 9, CARLA)])
    assert order == [1, 8, 9, 2, 3]


def test_users_just_served_wait_behind_those_due_earlier() -> None:
    moves = [due(1, 1, ANNA), due(8, 8, BEN), due(9, 9, CARLA)]
    assert order_of(moves, served={ANNA: 8}) == [1, 8, 9]
    assert order_of(moves, served={ANNA: 10}) == [8, 9, 1]


def test_shared_games_are_served_in_the_turn_of_any_player() -> None:
    """So Ben does not wait because he plays with Anna."""
    moves = [due(1, 1, ANNA), due(2, 2, ANNA), due(8, 8, ANNA, BEN), due(9, 9, CARLA)]
    assert order_of(moves) == [1, 8, 9, 2]
    assert order_of(moves, claims={ANNA: 1}) == [8, 9, 1, 2]


def test_and_counts_for_each_of_them() -> None:
    moves = [due(1, 1, ANNA, BEN), due(2, 2, BEN), due(8, 8, CARLA)]
    assert order_of(moves) == [1, 8, 2]


def test_games_in_which_nobody_plays_share_one_turn() -> None:
    moves = [due(1, 1, NOBODY), due(2, 2, NOBODY), due(8, 8, BEN)]
    assert order_of(moves) == [1, 8, 2]


def test_moments_from_before_a_clock_was_set_back_come_first() -> None:
    assert order_of([due(1, 1, ANNA), due(2, 10_000, BEN)]) == [2, 1]


@pytest.mark.parametrize("seed", range(5))
def test_every_user_waits_at_most_one_turn_of_each_other_user(seed: int) -> None:
    """More moves than one thinker can make, for a long time; most are in the games of one
    person."""
    chance = Random(seed)
    people = range(1, 9)
    waiting: dict[int, DueMove] = {}
    served: dict[int, int] = {}
    waits_since: dict[int, int] = {}
    """By person, how many moves had been made when they began to wait."""
    now = 0
    made = 0
    for number in range(600):
        person = 1 if chance.random() < 0.7 else chance.choice(people)
        others = [chance.choice(people)] if chance.random() < 0.2 else []
        waiting[number] = due(number, now, person, *others)
        now += 1
        if number % 3 == 0:
            continue
        for due_move in waiting.values():
            for person in due_move.people:
                waits_since.setdefault(person, made)
        move = next(fair_order(list(waiting.values()), {}, served, now))
        del waiting[move.game_id]
        assert all(made - waits_since.pop(person) < len(people) for person in move.people)
        made = made + 1
        now = now + 5
        served |= dict.fromkeys(move.people, now)
    assert len(waiting) > 100
