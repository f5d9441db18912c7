"""Months at the table: a snooze stops reminders for a while, a nudge asks for a move."""

from bot.match.actions import Done, Nudge, Resume, Snooze
from bot.match.errors import Why
from bot.match.game import Game
from bot.match.messages import Notice
from bot.match.preferences import Away
from bot.process.clock import DAY, HOUR
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, NOON, OTHER_CHANNEL, by, pauses_of
from tests.bot.table.months import Months, refused


async def test_a_snooze_is_silent_to_its_end_and_then_reminds_once(
    months: Months,
) -> None:
    game = await months.start()
    await months.wait(25 * HOUR)
    await months.act(ANNA, game, Snooze(100 * HOUR))
    await months.wait(10 * DAY)
    assert months.hours() == [24, 125, 7 * 24]
    assert (await months.game(game)).reminders.reminders == 3


async def test_the_end_of_a_snooze_uses_up_no_reminder(months: Months) -> None:
    game = await months.start()
    await months.wait(25 * HOUR)
    await months.act(ANNA, game, Snooze(8 * HOUR))
    await months.wait(58 * DAY)
    assert months.hours() == [24, 33, 72, 7 * 24, 14 * 24, 28 * 24]


async def test_a_snooze_that_ends_at_night_ends_in_the_morning(months: Months) -> None:
    game = await months.start(quiet="22-7")
    await months.act(ANNA, game, Snooze(18 * HOUR))
    await months.wait(DAY)
    assert months.whole_hours() == ["15 Jan 08:00", "16 Jan 07:00"]


async def test_a_later_snooze_replaces_the_one_before(months: Months) -> None:
    game = await months.start()
    await months.act(ANNA, game, Snooze(72 * HOUR))
    await months.act(ANNA, game, Snooze(8 * HOUR))
    await months.wait(20 * HOUR)
    assert months.hours() == [8]


async def test_a_move_ends_a_snooze(months: Months) -> None:
    game = await months.start()
    await months.act(ANNA, game, Snooze(72 * HOUR))
    await months.play(game, until=1)
    assert (await months.game(game)).reminders.snoozed is None


async def test_a_snooze_outlives_a_pause(months: Months) -> None:
    game = await months.start()
    await months.act(ANNA, game, Snooze(50 * HOUR))
    await pauses_of(months.seated.table).pause(game.id, CHANNEL, "place_gone")
    await months.listen()
    months.seated.clock.turn(10 * HOUR)
    await months.act(BEN, game, Resume(OTHER_CHANNEL))
    await months.wait(DAY + 20 * HOUR)
    assert months.hours() == [50]


async def test_only_who_is_to_act_can_snooze(months: Months) -> None:
    game = await months.start()
    assert (await refused(months, BEN, game, Snooze(HOUR))).why is Why.NOT_YOUR_TURN
    assert (await refused(months, CARLA, game, Snooze(HOUR))).why is Why.NOT_A_PLAYER


async def test_the_same_click_snoozes_once(months: Months) -> None:
    game = await months.start()
    click = by(ANNA)
    await months.seated.table.act(click, game.id, Snooze(8 * HOUR))
    months.seated.clock.turn(HOUR)
    await months.seated.table.act(click, game.id, Snooze(8 * HOUR))
    assert (await months.game(game)).reminders.snoozed == NOON + 8 * HOUR


# Nudging.


async def test_nudging_is_allowed_after_12_hours_and_once_a_day(months: Months) -> None:
    game = await months.start()
    early = await refused(months, BEN, game, Nudge())
    assert (early.why, early.facts) == (Why.TOO_EARLY, {"at": NOON + 12 * HOUR})
    await months.wait(12 * HOUR)
    await months.act(BEN, game, Nudge())
    assert months.hours() == [12]
    again = await refused(months, BEN, game, Nudge())
    assert (again.why, again.facts) == (Why.TOO_EARLY, {"at": NOON + 36 * HOUR})
    await months.wait(24 * HOUR)
    await months.act(BEN, game, Nudge())
    assert months.hours() == [12, 24, 36]


async def test_a_nudge_postpones_an_imminent_reminder(months: Months) -> None:
    game = await months.start()
    await months.wait(23 * HOUR)
    await months.act(BEN, game, Nudge())
    await months.wait(6 * HOUR)
    assert months.hours() == [23, 27]


async def test_a_nudge_in_quiet_hours_is_told_at_their_end(months: Months) -> None:
    game = await months.start(quiet="19-5")
    await months.wait(13 * HOUR)
    await months.act(BEN, game, Nudge())
    assert months.hours() == []
    assert (await months.game(game)).reminders.nudged == NOON + 21 * HOUR
    await months.wait(9 * HOUR)
    assert months.hours() == [21]
    notice = months.pings[-1][1]
    assert isinstance(notice, Notice)
    assert notice.done is Done.NUDGED


async def test_a_held_nudge_and_a_reminder_arrive_as_one(months: Months) -> None:
    game = await months.start(quiet="19-8")
    await months.wait(13 * HOUR)
    await months.act(BEN, game, Nudge())
    await months.wait(40 * HOUR)
    assert months.hours() == [24]
    assert (await months.game(game)).reminders.reminders == 1


async def test_a_nudge_waits_for_the_end_of_a_snooze(months: Months) -> None:
    game = await months.start()
    await months.act(ANNA, game, Snooze(20 * HOUR))
    await months.wait(13 * HOUR)
    await months.act(BEN, game, Nudge())
    await months.wait(8 * HOUR)
    assert months.hours() == [20]


async def test_who_is_away_cannot_be_nudged(months: Months) -> None:
    await months.away(Away(NOON + 10 * HOUR, NOON + 5 * DAY))
    game = await months.start()
    await months.wait(2 * DAY)
    away = await refused(months, BEN, game, Nudge())
    assert (away.why, away.facts) == (Why.AWAY, {"at": NOON + 5 * DAY})
    await months.wait(3 * DAY)
    early = await refused(months, BEN, game, Nudge())
    assert early.facts == {"at": NOON + 5 * DAY + 2 * HOUR}


async def test_a_move_makes_the_next_turn_free_to_nudge_again(months: Months) -> None:
    game = await months.start()
    await months.wait(12 * HOUR)
    await months.act(BEN, game, Nudge())
    await months.play(game, until=1)
    await months.play(game, until=0)
    early = await refused(months, BEN, game, Nudge())
    assert early.facts == {"at": months.now + 12 * HOUR}


async def test_only_a_player_who_waits_can_nudge(months: Months) -> None:
    game = await months.start()
    await months.wait(13 * HOUR)
    assert (await refused(months, ANNA, game, Nudge())).why is Why.YOUR_TURN
    assert (await refused(months, CARLA, game, Nudge())).why is Why.NOT_A_PLAYER
    await pauses_of(months.seated.table).pause(game.id, CHANNEL, "place_gone")
    assert (await refused(months, BEN, game, Nudge())).why is Why.PAUSED
    assert (await refused(months, BEN, await lobby(months), Nudge())).why is Why.WRONG_STATUS


async def lobby(months: Months) -> Game:
    return await months.seated.table.games.get(await months.seated.open(OTHER_CHANNEL))
