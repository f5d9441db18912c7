"""Offers: exactly one is answered, each stands for some days, and what follows when it is
accepted."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.match import offers
from bot.match.actions import Accept, Done, Refuse
from bot.match.due import Due, next_due
from bot.match.errors import Refused, Why
from bot.match.game import Game, Offer, Timeouts, TurnReminders
from bot.match.preferences import Away, PlayerPreferences
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, HOUR
from tests.bot.kit import ANNA, BEN, NOON, by
from tests.bot.match.test_changes import END_ASKED, RUNNING, TIME_ASKED, TIMED, UNDO_ASKED

PATIENCE = Timeouts()
ASKED = replace(END_ASKED, offer=Offer("end", 1, 4, 4, NOON, 7))
GONE = (Away(NOON + DAY, NOON + 11 * DAY),)


def with_preferences(game: Game, seat: int, preferences: PlayerPreferences) -> Game:
    seats = list(game.seats)
    seats[seat] = replace(seats[seat], preferences=preferences)
    return replace(game, seats=tuple(seats))


def why_not(attempt: Callable[[], object]) -> Why:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value.why


# Which offer is meant.


@pytest.mark.parametrize("meant", [Accept("end", 4, 6), Accept("end", 4, 0), Accept("undo", 4, 7)])
def test_only_the_offer_that_is_named_is_accepted(meant: Accept) -> None:
    refusal = why_not(lambda: offers.accept(ASKED, by(ANNA), meant, PATIENCE, NOON))
    assert refusal is Why.NO_SUCH_REQUEST


def number_of(game: Game, interaction_id: str) -> int:
    asked = offers.ask(game, by(BEN, interaction_id), "end", PATIENCE, NOON).offer
    assert asked is not None
    return asked.number


def test_each_offer_has_a_number_of_its_own() -> None:
    assert number_of(RUNNING, "one") != number_of(RUNNING, "other")


def test_offer_numbers_do_not_reveal_the_games_revision() -> None:
    """It is part of button ids, and leaving an order changes the game too."""
    assert number_of(RUNNING, "one") == number_of(replace(RUNNING, revision=90), "one")


def test_only_the_offer_that_is_named_is_refused() -> None:
    assert why_not(lambda: offers.refuse(ASKED, by(ANNA), Refuse("end", 6))) is (
        Why.NO_SUCH_REQUEST
    )
    assert offers.refuse(ASKED, by(ANNA), Refuse("end", 7)).offer is None


# Until when it is open.


def test_an_offer_stands_for_three_days() -> None:
    last = NOON + 3 * DAY - 1
    assert offers.accept(ASKED, by(ANNA), Accept("end", 4, 7), PATIENCE, last).winners == ()
    refusal = why_not(
        lambda: offers.accept(ASKED, by(ANNA), Accept("end", 4, 7), PATIENCE, last + 1)
    )
    assert refusal is Why.NO_SUCH_REQUEST
    reminded = replace(ASKED, reminders=TurnReminders(reminders=5, at=NOON))
    assert Due(NOON + 3 * DAY, Done.OFFER_EXPIRED) == next_due(reminded, PATIENCE, NOON)


def test_an_offers_deadline_excludes_absences_of_those_asked() -> None:
    away = with_preferences(ASKED, 0, PlayerPreferences(aways=GONE))
    assert offers.stands_until(away, PATIENCE) == NOON + 13 * DAY
    asker_away = with_preferences(ASKED, 1, PlayerPreferences(aways=GONE))
    assert offers.stands_until(asker_away, PATIENCE) == NOON + 3 * DAY


def test_offers_without_a_time_count_from_the_last_move() -> None:
    assert offers.stands_until(UNDO_ASKED, PATIENCE) == NOON + 3 * DAY


def test_an_offer_does_not_run_out_while_the_game_is_paused() -> None:
    paused = replace(ASKED, pause="place_gone", paused_at=NOON + DAY)
    assert offers.stands_until(paused, PATIENCE) is None


def test_an_offer_does_not_run_out_before_its_time() -> None:
    refusal = why_not(lambda: offers.expire(ASKED, PATIENCE, NOON + 3 * DAY - 1))
    assert refusal is Why.TOO_EARLY


def test_an_expired_but_uncleared_offer_does_not_block_another() -> None:
    after = offers.ask(ASKED, by(ANNA), "adjourn", PATIENCE, NOON + 3 * DAY)
    assert after.offer is not None
    assert (after.offer.request, after.offer.seat) == ("adjourn", 0)


# More time.


def test_more_time_is_for_whoever_asked() -> None:
    after = offers.accept(TIME_ASKED, by(ANNA), Accept("time", 4), PATIENCE, NOON)
    assert after.time_limit == TimeLimit(3 * DAY, DAY, 3 * DAY, (2 * DAY, HOUR + DAY))
    assert (after.ply, after.waiting_since, after.offer) == (4, NOON, None)


@pytest.mark.parametrize(
    ("to_act", "expected"),
    [(1, TurnReminders(reminders=1, at=NOON)), (0, TurnReminders(reminders=1, warnings=2))],
)
def test_granted_time_resets_the_warnings_of_the_awaited_player(
    to_act: int, expected: TurnReminders
) -> None:
    game = replace(TIME_ASKED, to_act=to_act, reminders=TurnReminders(reminders=1, warnings=2))
    after = offers.accept(game, by(ANNA), Accept("time", 4), PATIENCE, NOON)
    assert after.reminders == expected


def test_without_a_limit_there_is_no_time_to_ask_for() -> None:
    refusal = why_not(lambda: offers.ask(RUNNING, by(ANNA), "time", PATIENCE, NOON))
    assert refusal is Why.NO_TIME_LIMIT
    assert offers.ask(TIMED, by(ANNA), "time", PATIENCE, NOON).offer is not None
