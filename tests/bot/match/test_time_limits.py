"""Time limits: what people type, and what a move takes and gives."""

import pytest

from bot.match.errors import Refused, Why
from bot.match.time_limits import TimeLimit, format_limit, read_limit
from bot.process.clock import DAY, HOUR

BANK = TimeLimit(10 * DAY, 36 * HOUR, 10 * DAY)
TYPED = {
    "3d": TimeLimit(3 * DAY, 3 * DAY, 3 * DAY),
    "24h": TimeLimit(DAY, DAY, DAY),
    "1d12h": TimeLimit(36 * HOUR, 36 * HOUR, 36 * HOUR),
    "10d+36h": BANK,
    " 10D + 36H ": BANK,
    "10d+36h max 20d": TimeLimit(10 * DAY, 36 * HOUR, 20 * DAY),
    "1h+2d": TimeLimit(HOUR, 2 * DAY, 2 * DAY),
}


@pytest.mark.parametrize("typed", TYPED)
def test_a_limit_is_read_as_people_write_it(typed: str) -> None:
    assert read_limit(typed) == TYPED[typed]


@pytest.mark.parametrize("typed", ["", " ", "off", "OFF"])
def test_without_a_limit_there_is_none(typed: str) -> None:
    assert read_limit(typed) is None


@pytest.mark.parametrize("limit", TYPED.values())
def test_what_is_typed_for_a_limit_is_read_as_that_limit(limit: TimeLimit) -> None:
    assert read_limit(format_limit(limit)) == limit


@pytest.mark.parametrize(
    "typed", ["3", "3 weeks", "d", "3d+", "-3d", "3d max 5d", "٣d", "3d.", "3h1d"]
)
def test_anything_else_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        read_limit(typed)
    assert refused.value.why in {Why.TIME_LIMIT_UNREADABLE, Why.TIME_LIMIT_OUT_OF_BOUNDS}


@pytest.mark.parametrize("typed", ["0h", "61d", "9999d", "3d+0h", "3d+61d", "3d+1h max 61d"])
def test_every_part_is_between_an_hour_and_sixty_days(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        read_limit(typed)
    assert refused.value.why is Why.TIME_LIMIT_OUT_OF_BOUNDS


@pytest.mark.parametrize("typed", ["10d+36h max 9d", "1d+3d max 2d"])
def test_time_limit_cap_is_at_least_the_start_and_the_increment(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        read_limit(typed)
    assert refused.value.why is Why.TIME_LIMIT_CAP


def test_a_move_takes_what_it_took_and_gives_the_increment() -> None:
    after = BANK.begin(2).after_move(0, 4 * DAY)
    assert after.left == (7 * DAY + 12 * HOUR, 10 * DAY)


def test_no_more_than_the_cap_is_saved() -> None:
    assert BANK.begin(2).after_move(1, HOUR).left == (10 * DAY, 10 * DAY)


def test_with_days_a_turn_every_turn_has_all_of_them() -> None:
    limit = TYPED["3d"].begin(2)
    assert limit.after_move(0, 2 * DAY).after_move(0, DAY).left == limit.left


def test_who_was_late_starts_from_nothing() -> None:
    assert BANK.begin(2).after_move(0, 12 * DAY).left[0] == 36 * HOUR


def test_undoing_a_move_removes_its_increment() -> None:
    limit = BANK.begin(2).charge(0, 5 * DAY)
    assert limit.after_move(0, DAY).after_undo(0).left[0] == 4 * DAY


def test_taking_back_and_playing_again_gives_no_time() -> None:
    limit = BANK.begin(2).charge(0, 5 * DAY).after_move(0, 0)
    again = limit
    for _ in range(10):
        again = again.after_undo(0).after_move(0, 0)
    assert again == limit


def test_granted_time_may_exceed_the_cap_until_the_next_move() -> None:
    longer = BANK.begin(2).add_increment(1)
    assert longer.left == (10 * DAY, 11 * DAY + 12 * HOUR)
    assert longer.after_move(1, HOUR).left[1] == 10 * DAY
