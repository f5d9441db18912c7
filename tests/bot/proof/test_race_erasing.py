"""Somebody is erased at the very moment in which the other player starts a rematch."""

import asyncio

import pytest

import bot.table.table
from bot.match.actions import Rematch, Resign, Withdraw
from bot.match.errors import Refused, Why
from bot.store.connection.database import Database
from bot.store.erasure import personal_rows
from bot.store.games import lobby_of_rematch
from bot.table.table import Table
from tests.bot.proof.playing import ALICE, BOB, clicked, opened, started

ROUNDS = 12


async def ended_game(table: Table, channel: int) -> int:
    game_id = await started(table, channel)
    await table.act(clicked(f"end-{channel}", BOB), game_id, Resign())
    await table.look_after(game_id)
    return game_id


async def tables_with(database: Database, user_id: int) -> list[str]:
    """The tables that contain the id."""
    async with database.reading() as connection:
        return list(await personal_rows(connection, user_id))


async def erased(table: Table, user_id: int) -> bool:
    try:
        await table.personal_data.erase(user_id)
    except Refused as refused:
        return refused.why is not Why.STILL_PLAYING
    return True


def test_a_rematch_that_was_worked_out_before_somebody_was_erased_brings_nothing_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            table, other = Table(database), Table(second)
            game_id = await ended_game(table, 7)
            worked_out, gone = asyncio.Event(), asyncio.Event()

            async def and_wait(*asked: object) -> int | None:
                found = await lobby_of_rematch(*asked)  # type: ignore[arg-type]
                worked_out.set()
                await gone.wait()
                return found

            async def erase_meanwhile() -> None:
                await worked_out.wait()
                await other.personal_data.erase(BOB)
                gone.set()

            monkeypatch.setattr(bot.table.table, "lobby_of_rematch", and_wait)
            again = table.act(clicked("again", ALICE), game_id, Rematch(7))
            answer, _ = await asyncio.gather(again, erase_meanwhile())
            assert await tables_with(database, BOB) == []
            lobby = await table.games.get(answer.game_id)
            assert {seat.user_id for seat in lobby.seats} == {ALICE, None}

    asyncio.run(run())


def test_whoever_is_faster_somebody_is_erased_or_invited_and_never_half(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            table, other = Table(database), Table(second)
            for number in range(ROUNDS):
                game_id = await ended_game(table, 1000 + number)
                rematch = clicked(f"again-{number}", ALICE)
                answer, is_erased = await asyncio.gather(
                    table.act(rematch, game_id, Rematch(1000 + number)), erased(other, BOB)
                )
                lobby = await table.games.get(answer.game_id)
                invited = any(seat.user_id == BOB for seat in lobby.seats)
                assert invited is not is_erased
                if is_erased:
                    assert await tables_with(database, BOB) == []
                await table.act(clicked(f"close-{number}", ALICE), lobby.id, Withdraw())

    asyncio.run(run())
