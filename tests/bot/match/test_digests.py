"""When a channel gets its digest: once a day by its clock, whatever that clock does."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.match.digests import digest_after
from bot.process.clock import DAY, HOUR, SECOND, Millis

AMSTERDAM = "Europe/Amsterdam"


def moment(text: str, zone: str = "UTC") -> Millis:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()) * SECOND


def utc(at: Millis) -> str:
    return f"{datetime.fromtimestamp(at // SECOND, UTC):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("at", "due"),
    [
        ("2027-01-10 17:59", "2027-01-10 18:00"),
        ("2027-01-10 18:00", "2027-01-11 18:00"),
        ("2027-01-10 18:01", "2027-01-11 18:00"),
        ("2027-12-31 23:00", "2028-01-01 18:00"),
    ],
)
def test_it_is_due_when_the_hour_comes_next(at: str, due: str) -> None:
    expected = moment(due, AMSTERDAM)
    assert digest_after(moment(at, AMSTERDAM), 18, AMSTERDAM) == expected


def test_the_hour_is_that_of_the_zone() -> None:
    at = moment("2027-07-01 00:00")
    assert utc(digest_after(at, 8, AMSTERDAM)) == "2027-07-01 06:00"
    assert utc(digest_after(at, 8, "Asia/Kolkata")) == "2027-07-01 02:30"
    assert utc(digest_after(at, 8, "America/Los_Angeles")) == "2027-07-01 15:00"


def test_an_hour_that_the_clock_skips_comes_an_hour_later() -> None:
    first = digest_after(moment("2027-03-28 00:00", AMSTERDAM), 2, AMSTERDAM)
    assert utc(first) == "2027-03-28 01:00"
    assert utc(digest_after(first, 2, AMSTERDAM)) == "2027-03-29 00:00"


def test_of_an_hour_that_comes_twice_the_first_counts() -> None:
    first = digest_after(moment("2027-10-31 00:00", AMSTERDAM), 2, AMSTERDAM)
    assert utc(first) == "2027-10-31 00:00"
    between = first + HOUR
    assert utc(digest_after(between, 2, AMSTERDAM)) == "2027-11-01 01:00"


@pytest.mark.parametrize(
    "zone", [AMSTERDAM, "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"]
)
@pytest.mark.parametrize("hour", [0, 2, 3, 23])
def test_there_is_one_for_each_day_of_a_year(zone: str, hour: int) -> None:
    at = moment("2027-01-01 12:00")
    due = [at]
    while due[-1] < at + 365 * DAY:
        due.append(digest_after(due[-1], hour, zone))
    days = [datetime.fromtimestamp(each // SECOND, ZoneInfo(zone)).date() for each in due[1:]]
    assert all(after - before == timedelta(days=1) for before, after in pairwise(days))


def test_a_zone_that_is_no_longer_known_counts_as_utc() -> None:
    assert utc(digest_after(moment("2027-01-10 00:00"), 8, "Mars/Base")) == "2027-01-10 08:00"
