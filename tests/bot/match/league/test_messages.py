"""Messages about a season: their text form, and whether they are still of use."""

import pytest

from bot.match.league import course
from bot.match.league.messages import (
    FixturePost,
    LeagueMessage,
    LeagueNote,
    LeaguePost,
    News,
    is_still_news,
)
from bot.match.league.season import Reason
from bot.match.message_codec import UnreadableMessage, dump_message, kind_of, load_message
from bot.process.clock import DAY
from tests.bot.match.league.simulating import begun, signed_up


@pytest.mark.parametrize(
    "message",
    [
        LeaguePost(3, News.ANNOUNCED),
        LeaguePost(3, News.STANDINGS, (7, 8), {"week": 2}),
        FixturePost(3, 4),
        LeagueNote(3, 7, News.NO_PLACE, {"pause": "place_gone"}),
    ],
)
def test_a_message_reads_back_as_it_was(message: LeagueMessage) -> None:
    text = dump_message(message)
    assert load_message(kind_of(message), text) == message


@pytest.mark.parametrize(
    ("text", "newer"),
    [
        ('{"season_id": 3, "news": "a parade"}', True),
        ('{"season_id": 3, "news": "ended", "music": "loud"}', True),
        ('{"news": "ended"}', False),
        ("not JSON", False),
    ],
)
def test_what_cannot_be_read_may_come_from_a_newer_version(text: str, newer: bool) -> None:
    with pytest.raises(UnreadableMessage) as problem:
        load_message("league", text)
    assert problem.value.newer is newer


def test_an_invitation_is_of_use_while_people_can_sign_up() -> None:
    for news in (News.ANNOUNCED, News.REMINDED):
        assert is_still_news(LeaguePost(0, news), signed_up(4))
        assert not is_still_news(LeaguePost(0, news), begun(4))


def test_only_the_latest_standings_are_of_use() -> None:
    season = course.show(begun(4), begun(4).closes_at + 14 * DAY)
    assert is_still_news(LeaguePost(0, News.STANDINGS, facts={"week": 2}), season)
    assert not is_still_news(LeaguePost(0, News.STANDINGS, facts={"week": 1}), season)


def test_standings_are_of_no_use_where_digests_tell_them() -> None:
    season = course.show(begun(4), begun(4).closes_at + 14 * DAY)
    weekly = LeaguePost(0, News.STANDINGS, facts={"week": 2})
    assert not is_still_news(weekly, season, has_digests=True)
    assert is_still_news(LeaguePost(0, News.ENDED), season, has_digests=True)


def test_a_game_is_called_as_long_as_it_is_undecided() -> None:
    season = begun(4)
    assert is_still_news(FixturePost(0, 0), season)
    decided = course.decide(season, 0, Reason.WITHDRAWN, (1, 2), (0, 0))
    assert not is_still_news(FixturePost(0, 0), decided)
