"""The rules about time, each tested separately elsewhere, in combination: warnings next to
reminders, seats that change hands, offers across pauses, wrong clocks."""

from bot.match.actions import Accept, Done, HandOver, Propose, Resume, Snooze, Wait
from bot.match.clocks import time_up_at
from bot.match.game import Game, Status
from bot.match.messages import Notice
from bot.match.preferences import Away
from bot.match.reminders import is_still_relevant
from bot.process.clock import DAY, HOUR
from bot.store.people import set_aways
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, Seated, by, pauses_of
from tests.bot.table.months import Months, pinged
from tests.bot.table.timed import left, start


async def start_limited(months: Months, time: str) -> Game:
    game = await start(months.seated, time)
    await months.listen()
    return game


def notices(months: Months, earlier: int) -> list[Done]:
    """The notices that pinged Anna, after the first `earlier` messages."""
    return [message.done for _, message in months.pings[earlier:] if isinstance(message, Notice)]


def of_time(months: Months, done: Done) -> list[Notice]:
    posted = [message for _, message, _ in months.poster.posted]
    return [message for message in posted if isinstance(message, Notice) and message.done is done]


async def hand_over(seated: Seated, game_id: int, user: int, to: int) -> None:
    action = HandOver(user, to, "New")
    await seated.table.act(by(CARLA, rights=("end",)), game_id, action)


async def test_a_simultaneous_warning_and_reminder_are_merged(months: Months) -> None:
    await start_limited(months, "2d")
    earlier = len(months.pings)
    await months.wait(24 * HOUR)
    assert notices(months, earlier) == [Done.WARNED]
    await months.wait(23 * HOUR)
    assert notices(months, earlier) == [Done.WARNED] * 3


async def test_who_is_given_time_is_not_reminded_at_once_as_well(months: Months) -> None:
    game = await start_limited(months, "2d")
    await months.wait(8 * DAY)
    earlier = len(months.pings)
    await months.act(BEN, game, Wait())
    await months.look()
    assert notices(months, earlier) == [Done.WAITED]


async def test_a_snooze_that_ends_after_the_timeout_is_not_followed_up(
    months: Months,
) -> None:
    game = await start_limited(months, "2d")
    await months.wait(47 * HOUR)
    await months.act(ANNA, game, Snooze(8 * HOUR))
    await months.wait(2 * DAY)
    earlier = len(months.pings)
    await months.act(BEN, game, Wait())
    await months.look()
    assert notices(months, earlier) == [Done.WAITED]


async def test_a_seats_new_player_gets_no_outdated_warning(months: Months) -> None:
    game = await start_limited(months, "10d")
    await months.wait(9 * DAY)
    earlier = len(months.poster.posted)
    await hand_over(months.seated, game.id, ANNA, 104)
    await months.look()
    pings = [message for _, message, _ in months.poster.posted[earlier:] if 104 in pinged(message)]
    assert len(pings) == 1
    assert time_up_at(await months.game(game)) == time_up_at(game)


async def test_handing_over_a_seat_does_not_repeat_the_timeout_notice(
    months: Months,
) -> None:
    game = await start_limited(months, "2d")
    await months.wait(3 * DAY)
    await hand_over(months.seated, game.id, ANNA, 104)
    await months.wait(HOUR)
    assert months.poster.kinds(CHANNEL).count("timed_out") == 1


async def test_invitations_handed_on_wait_for_the_new_player(months: Months) -> None:
    game_id = await months.seated.open(opponents=((BEN, "Ben"),))
    now = months.now
    async with months.seated.database.writing() as connection:
        await set_aways(connection, BEN, [Away(now, now + 20 * DAY)], now)
    await months.wait(10 * DAY)
    await hand_over(months.seated, game_id, BEN, 104)
    await months.wait(40 * HOUR)
    assert (await months.seated.table.games.get(game_id)).status is Status.LOBBY
    await months.wait(10 * HOUR)
    assert (await months.seated.table.games.get(game_id)).status is Status.CANCELLED


async def test_a_clock_that_is_set_back_gives_nobody_time(months: Months) -> None:
    game = await start_limited(months, "5d+12h max 20d")
    await months.wait(2 * DAY)
    await months.play(game)
    before = await left(months.seated, game)
    months.seated.clock.turn(-5 * HOUR)
    await months.play(game)
    after = await left(months.seated, game)
    assert after[1] == before[1] + 12 * HOUR


async def test_offers_last_as_if_there_had_been_no_pause(months: Months) -> None:
    """Ben is away for the two days before; the three days begin when he is back."""
    game = await months.start()
    now = months.now
    async with months.seated.database.writing() as connection:
        await set_aways(connection, BEN, [Away(now, now + 2 * DAY)], now)
    await months.act(ANNA, game, Propose("end"))
    await months.wait(2 * DAY)
    await pauses_of(months.seated.table).pause(game.id, CHANNEL, "place_gone")
    await months.wait(8 * DAY)
    await months.act(BEN, game, Resume(CHANNEL))
    await months.wait(3 * DAY - HOUR)
    assert (await months.game(game)).offer is not None
    await months.act(BEN, game, Accept("end", 0))


async def test_undelivered_notices_of_a_turn_are_dropped_in_the_next(
    months: Months,
) -> None:
    """Discord is down for days; the warning, and the notice that the time is over, wait."""
    game = await start_limited(months, "2d")
    await months.wait(24 * HOUR)
    [warning] = of_time(months, Done.WARNED)
    assert is_still_relevant(warning, await months.game(game))
    await months.wait(2 * DAY)
    [over] = of_time(months, Done.TIMED_OUT)
    assert is_still_relevant(over, await months.game(game))
    await months.act(BEN, game, Wait())
    waiting = await months.game(game)
    assert not is_still_relevant(warning, waiting)
    assert not is_still_relevant(over, waiting)
    await months.play(game)
    played = await months.game(game)
    assert not any(is_still_relevant(notice, played) for notice in (warning, over))
