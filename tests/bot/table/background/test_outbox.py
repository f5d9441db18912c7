"""The outbox: at least once, in order, with patience; and what happens when a channel is lost."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.match.actions import Done, Propose, Resign, Resume, Undo
from bot.match.errors import StoreFull
from bot.match.messages import DirectMessage
from bot.process.clock import SECOND
from bot.store import claims
from bot.store import message_queue as queue
from bot.store.connection.faults import WriteConflict
from bot.store.schema import outbox as stored
from bot.table.delivery import Delivery, Pace
from bot.table.posting import ChannelForbidden, ChannelGone, NotAccepted, TryLater
from tests.bot.kit import (
    ANNA,
    BEN,
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    TurnedClock,
    pauses_of,
)

START = ["lobby", "started", "board 0"]


async def states(seated: Seated) -> list[str]:
    async with seated.database.reading() as connection:
        rows = await connection.execute(select(stored.c.state).order_by(stored.c.id))
        return [state for (state,) in rows]


async def test_everything_is_posted_in_its_order(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == [*START, "board 1", "board 2"]
    assert set(await states(seated)) == {"delivered"}


async def test_a_new_board_takes_the_buttons_off_the_one_before(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await outbox.drain()
    lobby, _, first, second, _ = (poster.ids[nonce] for _, _, nonce in poster.posted)
    assert poster.retired == [(CHANNEL, lobby), (CHANNEL, first), (CHANNEL, second)]


async def test_the_end_of_a_game_removes_the_last_boards_buttons(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await seated.act(ANNA, game.id, Resign())
    await outbox.drain()
    assert poster.retired[-1] == (CHANNEL, 5002)
    assert poster.kinds(CHANNEL)[-1] == "resigned"


async def test_a_place_that_has_to_wait_holds_up_only_itself(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.start()
    await seated.start(OTHER_CHANNEL)
    poster.failures[CHANNEL] = [TryLater(30.0)]
    await outbox.drain()
    assert poster.kinds(CHANNEL) == []
    assert poster.kinds(OTHER_CHANNEL) == START


async def test_outbox_backs_off_as_requested_and_then_exponentially(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.open()
    poster.failures[CHANNEL] = [TryLater(30.0), TryLater(), RuntimeError("down"), TryLater()]
    for seconds in (30, 4, 8, 16):
        await outbox.drain()
        tries = poster.tries
        clock.turn(seconds * SECOND - 1)
        await outbox.drain()
        assert poster.tries == tries
        clock.turn(1)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]


async def test_the_pause_between_attempts_has_a_limit(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.open()
    poster.failures[CHANNEL] = [TryLater() for _ in range(40)]
    for _ in range(40):
        await outbox.drain()
        clock.turn(600 * SECOND)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]


async def test_a_post_whose_answer_was_lost_is_not_posted_twice(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    """The nonce stays the same for all attempts."""
    await seated.open()
    poster.lost_answers = 1
    await outbox.drain()
    clock.turn(60 * SECOND)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]
    assert await states(seated) == ["delivered"]


async def test_messages_of_a_dead_process_are_sent_after_its_lease(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.open()
    async with seated.database.writing() as connection:
        claimed = {"claimed_by": "dead", "claimed_until": clock.now + 5000, "attempts": 1}
        await connection.execute(update(stored).values(**claimed))
    await outbox.drain()
    assert poster.posted == []
    clock.turn(5000)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["lobby"]


async def test_two_processes_post_nothing_twice(
    seated: Seated, poster: FakePoster, clock: TurnedClock
) -> None:
    games = [await seated.start(channel) for channel in range(100, 104)]
    for game in games:
        await seated.play(game.id, 2)
    both = [Delivery(seated.database, poster, clock=clock) for _ in range(2)]
    for _ in range(20):
        await asyncio.gather(*(delivery.drain() for delivery in both))
    assert poster.tries == len(await states(seated))
    assert all(
        poster.kinds(channel) == [*START, "board 1", "board 2"] for channel in range(100, 104)
    )


async def test_a_deleted_post_needs_no_edit(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.start()
    await outbox.deliver_due()
    poster.deleted.update(poster.ids.values())
    await outbox.drain()
    assert poster.retired == []
    assert set(await states(seated)) == {"delivered"}


async def test_permanently_rejected_posts_are_dropped_without_blocking(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    poster.failures[CHANNEL] = [NotAccepted()]
    game = await seated.start()
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["started", "board 0"]
    assert (await states(seated)).count("failed") == 1
    assert (await seated.table.games.get(game.id)).pause is None


@pytest.mark.parametrize(
    ("error", "pause"), [(ChannelGone(), "place_gone"), (ChannelForbidden(), "place_forbidden")]
)
async def test_a_lost_channel_pauses_its_game_and_loses_nothing(
    seated: Seated, outbox: Delivery, poster: FakePoster, error: Exception, pause: str
) -> None:
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id, 1)
    await seated.act(ANNA, game.id, Propose("end"))
    poster.failures[CHANNEL] = [error]
    await outbox.drain()
    assert (await seated.table.games.get(game.id)).pause == pause
    assert poster.kinds(ANNA) == poster.kinds(BEN) == ["paused"]
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL) == ["end_asked", "resumed", "board 1"]
    assert [state for state in await states(seated) if state != "delivered"] == ["cancelled"]


async def test_a_player_who_cannot_be_told_reads_the_note_later(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.start()
    poster.failures = {CHANNEL: [ChannelGone()], ANNA: [ChannelForbidden()]}
    await outbox.drain()
    ((number, note),) = await seated.table.people.missed_notes(ANNA)
    assert isinstance(note, DirectMessage)
    assert (note.done, note.facts) == (Done.PAUSED, {"pause": "place_gone", "channel": CHANNEL})
    await seated.table.people.note_read(number)
    assert await seated.table.people.missed_notes(ANNA) == []
    assert await seated.table.people.missed_notes(BEN) == []


async def test_a_board_undone_before_posting_is_never_posted(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.act(ANNA, game.id, Undo())
    await outbox.drain()
    assert poster.kinds(CHANNEL) == [*START, "taken_back", "board 0"]


@pytest.mark.parametrize(
    ("place", "error", "noted", "state"),
    [
        (CHANNEL, None, "mark_delivered", "delivered"),
        (CHANNEL, TryLater(30.0), "postpone", "waiting"),
        (ANNA, ChannelForbidden(), "mark_failed", "failed"),
    ],
)
async def test_delivery_results_are_stored_despite_a_lost_deadlock(
    seated: Seated,
    outbox: Delivery,
    poster: FakePoster,
    monkeypatch: pytest.MonkeyPatch,
    *,
    place: int,
    error: Exception | None,
    noted: str,
    state: str,
) -> None:
    game_id = await seated.open()
    if place == ANNA:
        await pauses_of(seated.table).pause(game_id, CHANNEL, "place_gone")
    poster.failures = {place: [error] if error else []}
    original = getattr(queue, noted)
    clashes = [WriteConflict("a deadlock")]

    async def loses_once(*asked: Any) -> None:
        if clashes:
            raise clashes.pop()
        await original(*asked)

    monkeypatch.setattr(queue, noted, loses_once)
    await outbox.deliver_due()
    async with seated.database.reading() as connection:
        query = select(stored.c.state, stored.c.claimed_by).where(stored.c.place_id == place)
        (row,) = (await connection.execute(query)).all()
    assert (clashes, poster.tries, tuple(row)) == ([], 1, (state, None))


async def test_it_wakes_for_a_move_and_stops_when_told(seated: Seated, poster: FakePoster) -> None:
    outbox = Delivery(seated.database, poster, clock=seated.clock, pace=Pace(look_again=60.0))
    seated.table._outbox.deliver_by(outbox)
    running = asyncio.create_task(outbox.worker.run())
    await asyncio.sleep(0.05)
    await seated.open()
    async with asyncio.timeout(60):
        while not poster.posted:
            await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await outbox.give_back()


@pytest.mark.parametrize(
    "error", [StoreFull("full", "make room"), WriteConflict("a deadlock"), ValueError("a bug")]
)
async def test_it_outlives_a_database_that_fails(
    seated: Seated, poster: FakePoster, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    outbox = Delivery(seated.database, poster, clock=seated.clock, pace=Pace(look_again=0.01))
    await seated.open()
    original = claims.due_heads
    failures = [error]

    async def fails_once(*asked: Any) -> Any:
        if failures:
            raise failures.pop()
        return await original(*asked)

    monkeypatch.setattr(claims, "due_heads", fails_once)
    running = asyncio.create_task(outbox.worker.run())
    async with asyncio.timeout(60):
        while not poster.posted:
            await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await outbox.give_back()
