"""A small season on both databases and a cup, always with the same seeds; and that the soak finds
what it is there to find."""

from collections.abc import Iterable, Iterator

import pytest

import bot.match.league.course
import bot.store.message_queue
from bot.match.league.messages import LeagueMessage
from bot.match.league.season import Fixture, FixtureState, Season
from bot.match.message_codec import QueuedMessage
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from tests.bot.proof.postgres import server_of_tests
from tools.soak.running import Failed
from tools.soak.seasons import Report, soak_season, soak_seasons

# A season of few people who play short games.
SMALL = (13, 1)
CUP = (3, 1)
TOO_FEW = (2, 1)

enqueue = bot.store.message_queue.enqueue


async def enqueue_twice(
    connection: AsyncConnection, place: int, messages: Iterable[QueuedMessage], now: Millis
) -> None:
    for message in messages:
        times = 2 if isinstance(message, LeagueMessage) else 1
        await enqueue(connection, place, [message] * times, now)


def all_games_at_once(season: Season, now: Millis) -> Iterator[Fixture]:
    return (fixture for fixture in season.fixtures if fixture.state is FixtureState.WAITING)


@pytest.fixture(scope="module")
def report() -> Report:
    return soak_season(*SMALL)


def test_a_season_keeps_its_promises(report: Report) -> None:
    assert report.decided == report.pairs > 0
    assert 0 < report.most_running <= 3
    assert report.doubled_posts == 0
    assert report.kills > 0
    assert report.moves > report.pairs


def test_a_season_repeats_with_its_seed(report: Report) -> None:
    assert soak_season(*SMALL) == report


def test_a_cup_keeps_its_promises() -> None:
    report = soak_season(*CUP)
    assert report.cup
    assert report.decided == report.pairs == 6
    assert report.doubled_posts == 0


def test_a_cup_that_is_never_full_does_not_begin() -> None:
    report = soak_season(*TOO_FEW)
    assert report.cup
    assert report.pairs == report.players == 0


def test_a_season_keeps_its_promises_on_a_server() -> None:
    with server_of_tests() as server:
        [report] = soak_seasons(1, SMALL[0], server)
    assert report.decided == report.pairs > 0
    assert 0 < report.most_running <= 3
    assert report.doubled_posts == 0
    assert report.kills > 0


def test_posts_made_twice_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.store.message_queue, "enqueue", enqueue_twice)
    assert soak_season(*SMALL).doubled_posts > 0


def test_too_many_games_at_a_time_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.match.league.course, "games_to_call", all_games_at_once)
    with pytest.raises(Failed, match="running games"):
        soak_season(*SMALL)
