"""Delivery, each queue on its own: slow places, old posts that lose their buttons, clocks that are
set, and posts that may already exist."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.match.messages import Message, RetireButtons
from bot.process.clock import SECOND
from bot.store.schema import outbox as stored
from bot.table.delivery import MOST_EDITS, NONCES_KNOWN, Delivery, Pace
from bot.table.posting import ChannelForbidden, ChannelGone, NotAccepted, TryLater
from tests.bot.kit import (
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    SlowPoster,
    TurnedClock,
)
from tests.bot.table.background.test_outbox import START, states


async def test_a_slow_place_holds_up_only_itself(seated: Seated) -> None:
    slow = SlowPoster(CHANNEL)
    outbox = Delivery(seated.database, slow, clock=seated.clock)
    await seated.start()
    await seated.start(OTHER_CHANNEL)
    outbox.worker.start()
    async with asyncio.timeout(60):
        while len(slow.kinds(OTHER_CHANNEL)) < len(START):
            await asyncio.sleep(0.01)
    assert slow.kinds(CHANNEL) == []
    slow.let.set()
    async with asyncio.timeout(60):
        while len(slow.kinds(CHANNEL)) < len(START):
            await asyncio.sleep(0.01)
    await outbox.worker.stop()
    await outbox.give_back()


async def test_drain_waits_for_deliveries_in_progress(
    seated: Seated,
) -> None:
    """Each delivery wakes the worker, which may take the next message of the queue."""
    slow = SlowPoster(CHANNEL)
    outbox = Delivery(seated.database, slow, clock=seated.clock)
    await seated.start()
    outbox.worker.start()
    await slow.begun.wait()
    drained = asyncio.create_task(outbox.drain())
    await asyncio.sleep(0.05)
    assert not drained.done()
    slow.let.set()
    await drained
    assert len(slow.kinds(CHANNEL)) == len(START)
    await outbox.worker.stop()
    await outbox.give_back()


async def test_what_was_written_first_goes_first(seated: Seated, poster: FakePoster) -> None:
    channels = [30, 10, 40, 20]
    for channel in channels:
        await seated.open(channel)
    one_at_once = Delivery(
        seated.database,
        poster,
        clock=seated.clock,
        pace=Pace(at_once=1),
    )
    await one_at_once.drain()
    assert [place for place, _, _ in poster.posted] == channels


async def test_posts_go_before_edits_of_old_ones(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """The buttons in one place were due to be removed before the post in the other was written."""
    game = await seated.start()
    other = await seated.start(OTHER_CHANNEL)
    await outbox.drain()
    await seated.play(game.id)
    await outbox.deliver_due()
    assert poster.kinds(CHANNEL)[-1] == "board 1"
    await seated.play(other.id)
    one_at_once = Delivery(
        seated.database,
        poster,
        clock=seated.clock,
        pace=Pace(at_once=1),
    )
    retired = len(poster.retired)
    await one_at_once.deliver_due()
    assert poster.kinds(OTHER_CHANNEL)[-1] == "board 1"
    assert len(poster.retired) == retired
    await one_at_once.drain()
    assert len(poster.retired) == retired + 2


async def test_a_claim_lasts_as_long_as_its_post_is_in_flight(
    seated: Seated, clock: TurnedClock
) -> None:
    slow = SlowPoster()
    other = FakePoster()
    pace = Pace(lease=0.03, look_again=0.01)
    outbox = Delivery(seated.database, slow, clock=clock, pace=pace)
    await seated.open()
    outbox.worker.start()
    await slow.begun.wait()
    until = (await claim_of(seated)).claimed_until
    clock.turn(20)
    async with asyncio.timeout(60):
        while (await claim_of(seated)).claimed_until != until + 20:
            await asyncio.sleep(0.01)
    clock.turn(20)
    await Delivery(seated.database, other, clock=clock, pace=pace).drain()
    assert other.posted == []
    slow.let.set()
    await outbox.worker.stop()
    await outbox.drain()
    assert slow.kinds(CHANNEL) == ["lobby"]


async def claim_of(seated: Seated) -> Any:
    async with seated.database.reading() as connection:
        return (await connection.execute(select(stored.c.claimed_by, stored.c.claimed_until))).one()


async def test_nothing_is_tried_before_there_is_a_way_to_discord(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.open()
    poster.ready = False
    await outbox.drain()
    async with seated.database.reading() as connection:
        assert (await connection.execute(select(stored.c.attempts))).scalar_one() == 0
    poster.ready = True
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]


class EditsNothing(FakePoster):
    """From now on old posts cannot be edited."""

    error: Exception = TryLater()

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        self.tries += 1
        raise self.error


async def test_no_board_waits_for_the_buttons_of_an_old_one(seated: Seated) -> None:
    poster = EditsNothing()
    outbox = Delivery(seated.database, poster, clock=seated.clock)
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id, 2)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == [*START, "board 1", "board 2"]
    assert (await seated.table.games.get(game.id)).pause is None


async def test_an_old_post_keeps_its_buttons_in_the_end(seated: Seated) -> None:
    poster = EditsNothing()
    outbox = Delivery(seated.database, poster, clock=seated.clock)
    await seated.start()
    for _ in range(MOST_EDITS + 1):
        await outbox.drain()
        seated.clock.turn(600 * SECOND)
    assert await states(seated) == ["delivered", "delivered", "delivered", "failed"]


@pytest.mark.parametrize("error", [ChannelForbidden(), ChannelGone(), NotAccepted()])
async def test_buttons_that_cannot_be_taken_off_pause_no_game(
    seated: Seated, error: Exception
) -> None:
    poster = EditsNothing()
    poster.error = error
    outbox = Delivery(seated.database, poster, clock=seated.clock)
    game = await seated.start()
    await outbox.drain()
    assert (await seated.table.games.get(game.id)).pause is None
    assert (await states(seated)).count("failed") == 1


async def test_buttons_wait_for_the_post_that_loses_them(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    poster.failures[CHANNEL] = [TryLater(30.0)]
    await seated.start()
    await outbox.drain()
    assert poster.retired == []
    clock.turn(30 * SECOND)
    await outbox.drain()
    assert poster.retired == [(CHANNEL, 5000)]


async def test_setting_the_clock_back_does_not_delay_earlier_messages(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.open()
    clock.turn(-60 * SECOND)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]


@pytest.mark.parametrize("ahead", [{"claimed_until": 121 * SECOND}, {"due_at": 7201 * SECOND}])
async def test_moments_implausibly_far_ahead_count_as_past(
    seated: Seated,
    outbox: Delivery,
    poster: FakePoster,
    clock: TurnedClock,
    ahead: dict[str, int],
) -> None:
    await seated.open()
    future = {name: clock.now + moment for name, moment in ahead.items()}
    async with seated.database.writing() as connection:
        tried = {"claimed_by": "dead", "attempts": 1, **future}
        await connection.execute(update(stored).values(**tried))
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]


async def test_setting_the_clock_back_does_not_resend_deliveries(
    seated: Seated, clock: TurnedClock
) -> None:
    slow = SlowPoster()
    outbox = Delivery(seated.database, slow, clock=clock)
    await seated.open()
    delivering = asyncio.create_task(outbox.drain())
    await slow.begun.wait()
    clock.turn(-3600 * SECOND)
    assert await outbox.deliver_due() == 0
    slow.let.set()
    await delivering
    assert slow.tries == 1


async def test_retries_after_the_nonce_expired_look_for_the_post_first(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    poster.forgetful = True
    await seated.open()
    poster.lost_answers = 1
    await outbox.drain()
    clock.turn(NONCES_KNOWN + 1)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]
    assert await states(seated) == ["delivered"]


async def test_a_claim_by_a_clock_that_is_a_little_ahead_holds(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.open()
    slow = SlowPoster()
    ahead = Delivery(seated.database, slow, clock=TurnedClock(clock.now + SECOND))
    delivering = asyncio.create_task(ahead.drain())
    await slow.begun.wait()
    await outbox.drain()
    assert poster.posted == []
    slow.let.set()
    await delivering
