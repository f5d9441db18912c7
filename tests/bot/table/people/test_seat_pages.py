"""Passes to the page of a seat: links that are good once, and the sessions they open."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import select

from bot.match.actions import HandOver, Resign
from bot.match.errors import Refused, Why
from bot.match.game import Game
from bot.process.clock import DAY, SECOND
from bot.store.schema import seat_passes
from bot.table.seat_pages import LINK_LASTS, MOST_PASSES, SEEN_AFTER_END, SESSION_LASTS
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CARLA, DORA, Seated, by, refusal_of


async def enter(seated: Seated, game: Game, user_id: int = ANNA) -> str:
    """Open a session; its token."""
    entered = await seated.table.seat_pages.enter(
        await seated.table.seat_pages.invite(game.id, user_id)
    )
    assert entered is not None
    return entered[0]


async def is_open(seated: Seated, game: Game, token: str, seat: int = 0) -> bool:
    return await seated.table.seat_pages.find(token, game.id, seat) is not None


async def test_a_link_opens_one_session(seated: Seated) -> None:
    game = await seated.start()
    pages = seated.table.seat_pages
    link = await pages.invite(game.id, ANNA)
    for _ in range(3):
        seen = await pages.look_at_link(link)
        assert seen is not None
        assert (seen.game.id, seen.seat, seen.user_id) == (game.id, 0, ANNA)
    assert await pages.enter(link) is not None
    assert await pages.enter(link) is None
    assert await pages.look_at_link(link) is None


async def test_a_link_is_good_for_ten_minutes(seated: Seated) -> None:
    game = await seated.start()
    link = await seated.table.seat_pages.invite(game.id, ANNA)
    seated.clock.turn(LINK_LASTS - SECOND)
    assert await seated.table.seat_pages.look_at_link(link) is not None
    seated.clock.turn(SECOND)
    assert await seated.table.seat_pages.look_at_link(link) is None
    assert await seated.table.seat_pages.enter(link) is None


async def test_a_link_is_no_session(seated: Seated) -> None:
    game = await seated.start()
    token = await enter(seated, game)
    link = await seated.table.seat_pages.invite(game.id, ANNA)
    assert not await is_open(seated, game, link)
    assert await seated.table.seat_pages.enter(token) is None
    assert await is_open(seated, game, token)


async def test_a_session_is_for_one_seat(seated: Seated) -> None:
    game = await seated.start()
    other = await seated.start(channel=20)
    token = await enter(seated, game)
    assert await is_open(seated, game, token)
    assert not await is_open(seated, game, token, seat=1)
    assert not await is_open(seated, other, token)


async def test_only_players_are_invited(seated: Seated) -> None:
    game = await seated.start()
    refusal = await refusal_of(seated.table.seat_pages.invite(game.id, CARLA))
    assert refusal.why is Why.NOT_A_PLAYER


async def test_sessions_survive_a_restart(seated: Seated) -> None:
    game = await seated.start()
    token = await enter(seated, game)
    assert await is_open(seated.in_another_process(), game, token)


async def test_a_session_ends_after_a_month_without_use(seated: Seated) -> None:
    game = await seated.start()
    token = await enter(seated, game)
    for _ in range(3):
        seated.clock.turn(SESSION_LASTS - SECOND)
        assert await is_open(seated, game, token)
    seated.clock.turn(SESSION_LASTS)
    assert not await is_open(seated, game, token)


async def test_use_is_not_stored_at_every_step(seated: Seated) -> None:
    game = await seated.start()
    token = await enter(seated, game)
    seated.clock.turn(DAY // 2)
    assert await is_open(seated, game, token)
    async with seated.database.reading() as connection:
        [until] = await connection.scalars(select(seat_passes.c.good_until))
    assert until == seated.clock() - DAY // 2 + SESSION_LASTS


async def hand_over_and_back(seated: Seated, game: Game) -> None:
    for action in (HandOver(ANNA, CARLA, "Carla"), HandOver(CARLA, ANNA, "Anna")):
        await seated.table.act(by(DORA, rights=("end",)), game.id, action)


async def end_all(seated: Seated, game: Game) -> None:
    await seated.table.seat_pages.end_all(ANNA)


Deed = Callable[[Seated, Game], Coroutine[Any, Any, None]]


@pytest.mark.parametrize("deed", [hand_over_and_back, end_all])
async def test_links_and_sessions_end(seated: Seated, deed: Deed) -> None:
    game = await seated.start()
    token = await enter(seated, game)
    link = await seated.table.seat_pages.invite(game.id, ANNA)
    await deed(seated, game)
    assert not await is_open(seated, game, token)
    assert await seated.table.seat_pages.enter(link) is None


async def test_a_session_shows_how_the_game_ended(seated: Seated) -> None:
    game = await seated.start()
    token = await enter(seated, game)
    link = await seated.table.seat_pages.invite(game.id, ANNA)
    await seated.act(ANNA, game.id, Resign())
    assert await seated.table.seat_pages.enter(link) is None
    seated.clock.turn(SEEN_AFTER_END - SECOND)
    assert await is_open(seated, game, token)
    seated.clock.turn(SECOND)
    assert not await is_open(seated, game, token)


async def test_sessions_of_others_go_on(seated: Seated) -> None:
    game = await seated.start()
    token = await enter(seated, game, BEN)
    await hand_over_and_back(seated, game)
    await end_all(seated, game)
    assert await is_open(seated, game, token, seat=1)


async def test_who_leaves_a_game_of_several_leaves_its_page(company: Company) -> None:
    seated = company.seated
    game = await company.start()
    seats = {seat.user_id: number for number, seat in enumerate(game.seats)}
    tokens = {user: await enter(seated, game, user) for user in (ANNA, BEN)}
    await seated.act(ANNA, game.id, Resign())
    assert not await is_open(seated, game, tokens[ANNA], seats[ANNA])
    assert await is_open(seated, game, tokens[BEN], seats[BEN])
    with pytest.raises(Refused):
        await seated.table.seat_pages.invite(game.id, ANNA)


async def test_the_oldest_of_many_sessions_end(seated: Seated) -> None:
    game = await seated.start()
    tokens = []
    for _ in range(MOST_PASSES + 1):
        seated.clock.turn(SECOND)
        tokens.append(await enter(seated, game))
    assert [await is_open(seated, game, token) for token in tokens] == [
        False,
        *[True] * MOST_PASSES,
    ]
    assert await seated.table.seat_pages.count_of(ANNA) == MOST_PASSES


async def test_tokens_are_not_stored(seated: Seated) -> None:
    game = await seated.start()
    token = await enter(seated, game)
    link = await seated.table.seat_pages.invite(game.id, ANNA)
    async with seated.database.reading() as connection:
        rows = (await connection.execute(select(seat_passes))).all()
    assert len(rows) == 2
    assert token not in str(rows)
    assert link not in str(rows)
