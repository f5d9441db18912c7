"""One person who begins more games against computer players than they may, at the same moment and
in two processes; and two processes that look for moves to make."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from itertools import cycle
from typing import Any

from bot.match.actions import Join, NewGame, Propose, Resume
from bot.match.errors import Refused, Why
from bot.match.game import COMPUTER_WAITS
from bot.process.clock import system_clock
from bot.store.limits import games_against_computers
from bot.store.timers import LEASE, claims_by_person, due_moves, postpone
from bot.table.invitations import MOST_AGAINST_COMPUTERS
from bot.table.table import Table
from tests.bot.proof.playing import ALICE, BOB, clicked, opened

GAMES = MOST_AGAINST_COMPUTERS + 6


def against(channel: int, seats: int = 2) -> NewGame:
    kind = "castle" if seats == 2 else "carcassonne"
    return NewGame(kind, 1, channel, computers=("easy",), seats=seats, first=1, rated=False)


async def outcomes(*deeds: Coroutine[Any, Any, Any]) -> Counter[str]:
    """How many were done, and how many refused for which reason."""
    answers = await asyncio.gather(*deeds, return_exceptions=True)
    errors = [answer for answer in answers if isinstance(answer, BaseException)]
    assert all(isinstance(refusal, Refused) for refusal in errors), errors
    return Counter(answer.why if isinstance(answer, Refused) else "done" for answer in answers)


async def played_by(table: Table, *people: int) -> list[int]:
    async with table._database.reading() as connection:
        counts = await games_against_computers(connection, people)
    return [counts.get(user, 0) for user in people]


def test_concurrently_started_games_stay_within_the_limit(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            counts = await outcomes(
                *(
                    table.open(clicked(f"open-{channel}", ALICE), against(channel))
                    for channel, table in zip(range(1, GAMES + 1), cycle(tables), strict=False)
                )
            )
            refused = GAMES - MOST_AGAINST_COMPUTERS
            assert counts == {"done": GAMES - refused, Why.TOO_MANY_AGAINST_COMPUTERS: refused}
            assert await played_by(tables[0], ALICE) == [MOST_AGAINST_COMPUTERS]

    asyncio.run(run())


def test_so_do_lobbies_that_fill_up_at_the_same_moment(url: str) -> None:
    """Alice opens all of them; Bob takes the last seat in each."""

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            lobbies = [
                await tables[0].open(clicked(f"open-{channel}", ALICE), against(channel, seats=3))
                for channel in range(1, GAMES + 1)
            ]
            counts = await outcomes(
                *(
                    table.act(clicked(f"join-{lobby.game_id}", BOB), lobby.game_id, Join())
                    for lobby, table in zip(lobbies, cycle(tables), strict=False)
                )
            )
            assert counts["done"] == MOST_AGAINST_COMPUTERS
            assert await played_by(tables[0], ALICE, BOB) == [MOST_AGAINST_COMPUTERS] * 2

    asyncio.run(run())


def test_so_do_games_that_are_resumed_at_the_same_moment(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            resting = []
            for channel in range(1, GAMES + 1):
                answer = await tables[0].open(clicked(f"open-{channel}", ALICE), against(channel))
                resting.append((channel, answer.game_id))
                rest = clicked(f"rest-{channel}", ALICE)
                await tables[0].act(rest, answer.game_id, Propose("adjourn"))
            assert await played_by(tables[0], ALICE) == [0]
            counts = await outcomes(
                *(
                    table.act(clicked(f"resume-{channel}", ALICE), game_id, Resume(channel))
                    for (channel, game_id), table in zip(resting, cycle(tables), strict=False)
                )
            )
            assert counts["done"] == MOST_AGAINST_COMPUTERS
            assert await played_by(tables[0], ALICE) == [MOST_AGAINST_COMPUTERS]

    asyncio.run(run())


def test_each_process_sees_the_moves_claimed_by_the_other(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            table = Table(database)
            games = [
                (await table.open(clicked(f"open-{user}", user), against(user))).game_id
                for user in (ALICE, BOB)
            ]
            now = system_clock() + COMPUTER_WAITS
            async with database.reading() as connection:
                due = await due_moves(connection, now, ())
            assert [move.game_id for move in due] == games
            assert [set(move.people) for move in due] == [{ALICE}, {BOB}]
            async with database.writing() as connection:
                assert await postpone(connection, games[0], due[0].at, now + LEASE)
            async with second.reading() as connection:
                assert [move.game_id for move in await due_moves(connection, now, ())] == games[1:]
                assert await due_moves(connection, now, games[1:]) == []
                assert await claims_by_person(connection, now) == {ALICE: 1}

    asyncio.run(run())
