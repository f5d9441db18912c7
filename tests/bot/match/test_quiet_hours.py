"""The hours in which somebody is left alone, by their own clock: in summer, in winter, and when the
clocks change.

Moments are written as `2027-03-28T00:30Z`, hours of the day as on clocks there.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.match.preferences import (
    matching_zones,
    parse_quiet,
    parse_zone,
    quiet_text,
    quiet_until,
    zones,
)
from bot.process.clock import HOUR, SECOND, Millis

AMSTERDAM = "Europe/Amsterdam"
SYDNEY = "Australia/Sydney"
SANTIAGO = "America/Santiago"
MINUTE = 60 * SECOND


def moment(text: str) -> Millis:
    return round(datetime.fromisoformat(text).timestamp()) * SECOND


def iso(at: Millis | None) -> str | None:
    when = None if at is None else datetime.fromtimestamp(at // SECOND, UTC)
    return None if when is None else f"{when:%Y-%m-%dT%H:%MZ}"


@pytest.mark.parametrize(
    ("quiet", "at", "over"),
    [
        ((22, 8), "2027-01-15T20:59Z", None),
        ((22, 8), "2027-01-15T21:00Z", "2027-01-16T07:00Z"),
        ((22, 8), "2027-01-16T00:30Z", "2027-01-16T07:00Z"),
        ((22, 8), "2027-01-16T06:59Z", "2027-01-16T07:00Z"),
        ((22, 8), "2027-01-16T07:00Z", None),
        ((12, 13), "2027-07-15T10:30Z", "2027-07-15T11:00Z"),
        ((0, 9), "2027-07-14T22:00Z", "2027-07-15T07:00Z"),
        ((22, 0), "2027-07-15T21:59Z", "2027-07-15T22:00Z"),
    ],
)
def test_quiet_hours_follow_the_players_local_time(
    quiet: tuple[int, int], at: str, over: str | None
) -> None:
    assert iso(quiet_until(quiet, AMSTERDAM, moment(at))) == over


def test_without_quiet_hours_one_is_never_left_alone() -> None:
    assert quiet_until(None, AMSTERDAM, moment("2027-01-15T01:00Z")) is None


@pytest.mark.parametrize(
    ("zone", "quiet", "at", "over"),
    [
        # 28 March: 2:00 is followed by 3:00 in Amsterdam
        (AMSTERDAM, (22, 8), "2027-03-27T21:30Z", "2027-03-28T06:00Z"),
        (AMSTERDAM, (22, 2), "2027-03-28T00:30Z", "2027-03-28T01:00Z"),
        (AMSTERDAM, (2, 5), "2027-03-28T01:00Z", "2027-03-28T03:00Z"),
        # 31 October: 3:00 is followed by 2:00 in Amsterdam
        (AMSTERDAM, (22, 8), "2027-10-30T20:30Z", "2027-10-31T07:00Z"),
        (AMSTERDAM, (22, 2), "2027-10-30T23:30Z", "2027-10-31T00:00Z"),
        (AMSTERDAM, (22, 3), "2027-10-31T01:30Z", "2027-10-31T02:00Z"),
        (AMSTERDAM, (22, 2), "2027-10-31T01:30Z", None),
        # 4 April: 3:00 is followed by 2:00 in Sydney; 3 October: 2:00 by 3:00
        (SYDNEY, (22, 8), "2027-04-03T12:00Z", "2027-04-03T22:00Z"),
        (SYDNEY, (22, 8), "2027-10-02T13:00Z", "2027-10-02T21:00Z"),
        (SYDNEY, (0, 2), "2027-10-02T15:30Z", "2027-10-02T16:00Z"),
        # 5 September: midnight is followed by 1:00 in Santiago; 4 April: 24:00 by 23:00
        (SANTIAGO, (22, 0), "2027-09-05T03:30Z", "2027-09-05T04:00Z"),
        (SANTIAGO, (22, 8), "2027-04-04T02:30Z", "2027-04-04T12:00Z"),
    ],
)
def test_quiet_hours_end_correctly_across_dst_changes(
    zone: str, quiet: tuple[int, int], at: str, over: str | None
) -> None:
    assert iso(quiet_until(quiet, zone, moment(at))) == over


@pytest.mark.parametrize("zone", [AMSTERDAM, SYDNEY, SANTIAGO, "America/New_York", "Asia/Kolkata"])
@pytest.mark.parametrize("quiet", [(22, 8), (0, 3), (2, 3), (1, 2), (23, 0), (9, 17)])
def test_every_quiet_half_hour_of_two_years_ends_as_announced(
    zone: str, quiet: tuple[int, int]
) -> None:
    """Except for an hour that occurs twice: once it was said to be over, messages may arrive in
    it."""
    start = moment("2027-01-01T00:00Z")
    for number in range(0, 2 * 365 * 48, 5):
        at = start + number * 30 * MINUTE
        over = quiet_until(quiet, zone, at)
        silent = is_quiet(quiet, zone, at)
        assert (over is not None) == silent
        if over is not None:
            assert at < over <= at + 25 * HOUR
            assert not is_quiet(quiet, zone, over)


def is_quiet(quiet: tuple[int, int], zone: str, at: Millis) -> bool:
    """Implemented a second time, by counting the hours."""
    hour = quiet[0]
    asked = list[int]()
    while hour != quiet[1]:
        asked.append(hour)
        hour = (hour + 1) % 24
    return datetime.fromtimestamp(at / SECOND, ZoneInfo(zone)).hour in asked


def test_a_zone_that_is_known_no_more_counts_as_utc() -> None:
    at = moment("2027-07-15T23:00Z")
    assert iso(quiet_until((22, 8), "Mars/Olympus", at)) == "2027-07-16T08:00Z"


@pytest.mark.parametrize(
    ("typed", "quiet"),
    [
        ("22-8", (22, 8)),
        (" 22 - 8 ", (22, 8)),
        ("22:00–08:00", (22, 8)),  # what phones replace a hyphen with
        ("0-9", (0, 9)),
        ("20-24", (20, 0)),
        ("off", None),
        ("OFF", None),
    ],
)
def test_quiet_hours_are_read_as_people_write_them(
    typed: str, quiet: tuple[int, int] | None
) -> None:
    assert parse_quiet(typed) == quiet
    assert parse_quiet(quiet_text(quiet)) == quiet


@pytest.mark.parametrize("typed", ["", "8", "22-25", "8-8", "24-0", "22:30-8", "night", "-1-5"])
def test_what_is_no_pair_of_hours_is_not_read(typed: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_quiet(typed)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Amsterdam", AMSTERDAM),
        ("europe/amsterdam", AMSTERDAM),
        ("amsterdam", AMSTERDAM),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_found_by_its_name_or_its_city(typed: str, zone: str) -> None:
    assert parse_zone(typed) == zone


@pytest.mark.parametrize("typed", ["", "Amsterdan", "Europe", "../../etc/passwd"])
def test_what_is_no_zone_is_not_read(typed: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_zone(typed)


def test_every_zone_can_be_asked_for_its_time() -> None:
    assert len(zones()) > 400
    for zone in zones():
        assert (
            quiet_until((0, 12), zone, 0) is not None or quiet_until((12, 0), zone, 0) is not None
        )


def test_time_zones_autocomplete_with_common_ones_first() -> None:
    assert matching_zones("amst") == [AMSTERDAM]
    assert matching_zones("new y") == ["America/New_York"]
    assert matching_zones("europe/", ("Europe/Berlin",))[:2] == ["Europe/Berlin", AMSTERDAM]
