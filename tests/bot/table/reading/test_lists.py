"""Lists of games: of a person, of a server, of a channel; each read with one or two statements."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import insert, select, text

from bot.match.actions import Join, NewGame, Propose, Resign, Withdraw
from bot.match.game import Game
from bot.match.messages import BoardPost, LobbyPost
from bot.process.clock import HOUR
from bot.store.connection.database import Database
from bot.store.games import GAMES_AT_ONCE
from bot.store.schema import games, seats
from bot.table.delivery import Delivery
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    GUILD,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    by,
    pauses_of,
    statements,
)
from tests.town.watch import largest_callback

ELSEWHERE = 2


def numbers(games: tuple[Game, ...]) -> list[int]:
    return [game.id for game in games]


async def later(seated: Seated, channel: int, guild: int = GUILD) -> int:
    """A game between Anna, who starts, and Ben, an hour after the one before."""
    seated.clock.turn(HOUR)
    asked = NewGame("castle", guild, channel, first=0)
    game_id = (await seated.table.open(by(ANNA), asked)).game_id
    await seated.act(BEN, game_id, Join())
    return game_id


# Of a person.


async def test_a_users_games_list_those_awaiting_their_move_first(
    seated: Seated,
) -> None:
    first, second, third, fourth = [await later(seated, channel) for channel in range(4)]
    await seated.play(second)
    await seated.play(third)
    assert numbers(await seated.table.games.open_of(ANNA, GUILD)) == [fourth, first, third, second]
    assert numbers(await seated.table.games.open_of(BEN, GUILD)) == [third, second, fourth, first]
    assert await seated.table.games.open_of(CARLA, GUILD) == ()


async def test_a_paused_game_waits_for_nobody(seated: Seated) -> None:
    first, second = [await later(seated, channel) for channel in range(2)]
    await pauses_of(seated.table).pause(second, 1, "place_gone")
    assert numbers(await seated.table.games.open_of(ANNA, GUILD)) == [first, second]


async def test_the_list_includes_reserved_seats_but_not_finished_games(seated: Seated) -> None:
    lobby = await seated.open(5, opponents=((CARLA, "Carla"),))
    over = await later(seated, 6)
    await seated.act(ANNA, over, Resign())
    assert numbers(await seated.table.games.open_of(CARLA, GUILD)) == [lobby]
    assert numbers(await seated.table.games.open_of(ANNA, None)) == [lobby]


async def test_the_games_of_a_person_in_one_server_or_in_all(seated: Seated) -> None:
    at_home = await later(seated, 1)
    elsewhere = await later(seated, 2, ELSEWHERE)
    assert numbers(await seated.table.games.open_of(ANNA, ELSEWHERE)) == [elsewhere]
    assert numbers(await seated.table.games.open_of(ANNA, None)) == [elsewhere, at_home]
    assert numbers(await seated.table.games.open_of(ANNA, None, limit=1)) == [elsewhere]


async def test_a_listed_game_is_the_game(seated: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Propose("end"))
    assert await seated.table.games.open_of(BEN, GUILD) == (await seated.table.games.get(game.id),)


async def test_a_users_history_starts_with_the_game_that_ended_last(
    seated: Seated,
) -> None:
    first, second, _running = [await later(seated, channel) for channel in range(3)]
    for game_id in (second, first):
        seated.clock.turn(HOUR)
        await seated.act(BEN, game_id, Resign())
    cancelled = await seated.open(7)
    await seated.act(ANNA, cancelled, Withdraw())
    assert numbers(await seated.table.games.ended_games_of(ANNA, GUILD, 25)) == [first, second]
    assert numbers(await seated.table.games.ended_games_of(BEN, None, 1)) == [first]
    assert await seated.table.games.ended_games_of(ANNA, ELSEWHERE, 25) == ()


# Of a server and of a channel.


async def test_the_open_games_of_a_server(seated: Seated) -> None:
    first, second = [await later(seated, channel) for channel in range(2)]
    over = await later(seated, 3)
    await seated.act(ANNA, over, Resign())
    await later(seated, 4, ELSEWHERE)
    assert numbers(await seated.table.games.open_in_server(GUILD)) == [second, first]
    assert numbers(await seated.table.games.open_in_server(GUILD, limit=1)) == [second]


async def test_a_channels_last_game_is_the_open_or_latest_ended_one(
    seated: Seated,
) -> None:
    async def last_game() -> int | None:
        game = await seated.table.games.last_in(CHANNEL)
        return None if game is None else game.id

    assert await last_game() is None
    first = await later(seated, CHANNEL)
    assert await last_game() == first
    await seated.act(ANNA, first, Resign())
    second = await later(seated, CHANNEL)
    await seated.act(ANNA, second, Resign())
    assert await last_game() == second
    lobby = await seated.open(CHANNEL)
    assert await last_game() == lobby
    await seated.act(ANNA, lobby, Withdraw())
    assert await last_game() == second


@pytest.mark.parametrize("count", [1, 6])
async def test_lists_take_two_indexed_statements_for_any_game_count(
    seated: Seated, count: int
) -> None:
    for channel in range(count):
        await seated.act(ANNA, await later(seated, channel), Resign())
        await later(seated, channel)
    table = seated.table
    lists: list[tuple[Callable[[], Awaitable[Any]], int]] = [
        (lambda: table.games.open_of(ANNA, GUILD), count),
        (lambda: table.games.open_of(ANNA, None), count),
        (lambda: table.games.open_in_server(GUILD), count),
        (lambda: table.games.ended_games_of(ANNA, GUILD, 25), count),
        (lambda: table.games.last_in(0), 1),
    ]
    for ask, length in lists:
        with statements(seated.database) as seen:
            answer = await ask()
        assert len(answer if isinstance(answer, tuple) else [answer]) == length
        assert len(seen) == 2
        for statement, parameters in seen:
            assert "SCAN" not in " ".join(await plan(seated.database, statement, parameters))


async def test_the_games_of_a_channel_are_read_a_few_at_a_time(seated: Seated) -> None:
    """In between, others get their turn."""
    await end_games(seated, CHANNEL, GAMES_AT_ONCE)
    await end_games(seated, OTHER_CHANNEL, 4 * GAMES_AT_ONCE)
    ended_in = seated.table.games.ended_games_in
    few = await largest_callback(ended_in(CHANNEL))
    many = await largest_callback(ended_in(OTHER_CHANNEL))
    assert many.own < 2 * few.own
    assert len(await ended_in(OTHER_CHANNEL)) == 4 * GAMES_AT_ONCE


async def end_games(seated: Seated, channel: int, count: int) -> None:
    """One that was played, and copies of it."""
    game_id = await later(seated, channel)
    await seated.act(ANNA, game_id, Resign())
    async with seated.database.writing() as connection:
        for table, key in ((games, "id"), (seats, "game_id")):
            selected = await connection.execute(select(table).filter_by(**{key: game_id}))
            rows = [dict(row) for row in selected.mappings()]
            copies = [
                {**row, key: 1000 * game_id + number} for row in rows for number in range(1, count)
            ]
            await connection.execute(insert(table), copies)


async def plan(database: Database, statement: str, parameters: Any) -> list[str]:
    async with database.reading() as connection:
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [str(row["detail"]) for row in rows.mappings()]


# Posting a game once more.


async def test_reposting_a_board_removes_the_buttons_of_the_old_one(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    *_, (_, last_post, nonce) = poster.posted
    await seated.table.repost(game.id)
    await outbox.drain()
    assert poster.posted[-1][1] == last_post == BoardPost(game.id, 1, 0, (BEN,))
    assert poster.retired[-1] == (CHANNEL, poster.ids[nonce])


async def test_a_lobby_is_reposted_though_its_post_is_lost(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await outbox.drain()
    poster.deleted.update(poster.ids.values())
    await seated.table.repost(game_id)
    await outbox.drain()
    assert [message for _, message, _ in poster.posted] == [LobbyPost(game_id, (BEN,))] * 2
    assert poster.retired == []


async def test_nothing_is_posted_of_a_game_that_is_paused_or_over(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await seated.table.repost(game.id)
    await seated.act(ANNA, game.id, Resign())
    await seated.table.repost(game.id)
    async with seated.database.reading() as connection:
        waiting = "SELECT kind FROM outbox WHERE state = 'waiting' AND kind <> 'direct'"
        assert (await connection.execute(text(waiting))).all() == []
