"""What people are asking for, between the forms and pages that ask about it."""

from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.match.actions import NewGame
from bot.match.league.season import Terms
from bot.match.requests import GameRequest, LeagueRequest
from bot.match.time_limits import read_limit
from bot.process.clock import DAY
from bot.store.schema import requests
from bot.table.requests import KEPT_FOR
from bot.table.table import Table
from engine.games import GAMES
from tests.bot.kit import ANNA, BEN, NOON, Seated

PEOPLE = tuple((2**63 - 1 - number, "") for number in range(4))
LAST = {name: values[-1] for name, values in GAMES["castle"].option_values.items()}
ASKED = GameRequest(NewGame("castle", 0, 0))


@pytest.mark.parametrize(
    ("asked", "thread"),
    [
        (NewGame("castle", 0, 0), False),
        (NewGame("castle", 0, 0, opponents=PEOPLE, seats=5, first=1, options=LAST), True),
        (NewGame("castellan", 0, 0, computers=("hard", "easy"), seats=4, rated=False), False),
        (NewGame("carcassonne", 0, 0, hints=False, time_limit=read_limit("2d+24h max 9d")), True),
    ],
)
async def test_everything_that_was_asked_for_is_found(
    seated: Seated, asked: NewGame, thread: bool
) -> None:
    request = GameRequest(asked, thread)
    revision = await seated.table.requests.keep(ANNA, request)
    again = Table(seated.database)
    assert await again.requests.find(ANNA, revision, GameRequest) == request
    assert await again.requests.find(BEN, revision, GameRequest) is None


async def test_a_place_and_names_are_found_where_it_opens() -> None:
    asked = NewGame("castle", 7, 8, 9, opponents=((ANNA, "Anna"),))
    assert GameRequest.of(asked) == GameRequest(NewGame("castle", 0, 0, opponents=((ANNA, ""),)))


async def test_a_league_is_asked_for_too(seated: Seated) -> None:
    request = LeagueRequest("castle", 3, 5, Terms().time_limit, (ANNA, BEN))
    revision = await seated.table.requests.keep(ANNA, request)
    assert await seated.table.requests.find(ANNA, revision, LeagueRequest) == request
    assert await seated.table.requests.find(ANNA, revision, GameRequest) is None


async def test_the_last_request_takes_the_place_of_those_before(seated: Seated) -> None:
    kept = seated.table.requests
    others = GameRequest(NewGame("castellan", 0, 0))
    first = await kept.keep(ANNA, ASKED)
    second = await kept.keep(ANNA, others)
    assert await kept.find(ANNA, first, GameRequest) is None
    assert await kept.last(ANNA, GameRequest) == (others, second)


async def test_what_is_opened_is_asked_for_no_more(seated: Seated) -> None:
    """Nor by a page of before, when the same is asked for again."""
    kept = seated.table.requests
    await kept.drop(ANNA)
    assert await kept.last(ANNA, GameRequest) == (None, 0)
    first = await kept.keep(ANNA, ASKED)
    await kept.drop(ANNA)
    assert await kept.find(ANNA, first, GameRequest) is None
    assert await kept.keep(ANNA, ASKED) > first


async def test_a_request_is_forgotten_after_a_week(seated: Seated) -> None:
    kept = seated.table.requests
    revision = await kept.keep(ANNA, ASKED)
    seated.clock.turn(KEPT_FOR)
    await kept.keep(BEN, ASKED)
    assert await kept.find(ANNA, revision, GameRequest) == ASKED
    seated.clock.turn(DAY)
    await kept.keep(BEN, ASKED)
    assert await kept.find(ANNA, revision, GameRequest) is None
    assert await kept.last(BEN, GameRequest) == (ASKED, 2)


@pytest.mark.parametrize("stored", ["", "x", "{}", "[]", '[{"kind": "castle"}]', '["castle"]'])
async def test_what_another_version_stored_is_nothing(seated: Seated, stored: str) -> None:
    row: dict[str, Any] = {"user_id": ANNA, "revision": 4, "changed_at": NOON}
    async with seated.database.writing() as connection:
        await connection.execute(insert(requests), {**row, "request": stored})
    assert await seated.table.requests.last(ANNA, GameRequest) == (None, 4)
    assert await seated.table.requests.last(ANNA, LeagueRequest) == (None, 4)


async def test_a_game_that_another_version_has_is_nothing(seated: Seated) -> None:
    revision = await seated.table.requests.keep(ANNA, GameRequest(NewGame("chess", 0, 0)))
    assert await seated.table.requests.find(ANNA, revision, GameRequest) is None
    async with seated.database.viewing() as connection:
        assert (await connection.execute(select(requests.c.revision))).all() == [(revision,)]
