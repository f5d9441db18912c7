"""Digests in the outbox: when a channel gets one, and when it does not."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.host.data.archive import export_channel, import_channel
from bot.match.actions import Resign, Undo
from bot.match.messages import Digest
from bot.process.clock import DAY, HOUR
from bot.store.connection.database import Database
from bot.store.schema import channels
from bot.store.schema import outbox as stored
from bot.table.channels import parse_settings
from bot.table.delivery import Delivery
from bot.table.posting import ChannelForbidden, TryLater
from tests.bot.kit import ANNA, CHANNEL, GUILD, NOON, OTHER_CHANNEL, FakePoster, Seated, TurnedClock

# At noon it is 08:00 in UTC.
AT_NINE: Mapping[str, str] = {"digest": "9"}
NINE = NOON + HOUR


async def set_channel(seated: Seated, settings: Mapping[str, str], channel: int = CHANNEL) -> None:
    await seated.table.channels.set(GUILD, channel, settings)


async def row_of(database: Database, channel: int = CHANNEL) -> Any:
    async with database.reading() as connection:
        query = select(channels).where(channels.c.channel_id == channel)
        return (await connection.execute(query)).one()


async def digests(seated: Seated) -> list[tuple[int, str, str]]:
    """The place, the state and the content of each digest."""
    async with seated.database.reading() as connection:
        query = select(stored.c.place_id, stored.c.state, stored.c.payload)
        rows = await connection.execute(
            query.where(stored.c.kind == "digest").order_by(stored.c.id)
        )
        return [(row.place_id, row.state, row.payload) for row in rows]


def posted(poster: FakePoster) -> list[Digest]:
    return [message for _, message, _ in poster.posted if isinstance(message, Digest)]


async def pass_time(seated: Seated, time: int) -> None:
    seated.clock.turn(time)
    await seated.look()


async def test_there_is_none_by_default(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await pass_time(seated, DAY)
    await outbox.drain()
    assert posted(poster) == []


async def test_one_is_posted_at_its_hour(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    await pass_time(seated, HOUR - 1)
    assert await digests(seated) == []
    await pass_time(seated, 1)
    await outbox.drain()
    assert posted(poster) == [Digest(game.id, CHANNEL, NOON - DAY, NINE)]
    assert (await row_of(seated.database)).due_at == NINE + DAY


async def test_nothing_is_posted_when_nothing_was_played(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    for _ in range(4):
        await pass_time(seated, DAY)
    await outbox.drain()
    assert len(posted(poster)) == 1


async def test_after_quiet_days_it_tells_since_the_last_one(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    for _ in range(3):
        await pass_time(seated, DAY)
        await outbox.drain()
    await seated.play(game.id)
    await pass_time(seated, DAY)
    await outbox.drain()
    first, second = posted(poster)
    assert second.since == first.until


async def test_a_move_that_was_taken_back_was_not_played(seated: Seated) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    await seated.act(ANNA, game.id, Undo())
    await pass_time(seated, HOUR)
    assert await digests(seated) == []


async def test_what_is_played_in_a_thread_counts_for_its_channel(seated: Seated) -> None:
    await set_channel(seated, AT_NINE, 77)
    game = await seated.start()
    async with seated.database.writing() as connection:
        await connection.exec_driver_sql("UPDATE games SET parent_id = 77")
    await seated.play(game.id)
    await pass_time(seated, HOUR)
    [(place, _, _)] = await digests(seated)
    assert place == 77


async def test_what_is_played_elsewhere_does_not_count(seated: Seated) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start(OTHER_CHANNEL)
    await seated.play(game.id)
    await pass_time(seated, HOUR)
    assert await digests(seated) == []


async def test_two_processes_queue_it_once(seated: Seated) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    seated.clock.turn(HOUR)
    others = [seated, *(seated.in_another_process() for _ in range(3))]
    for _ in range(3):
        await asyncio.gather(*(each.table.digests.look_after(CHANNEL) for each in others))
    assert len(await digests(seated)) == 1


async def test_what_was_missed_while_the_bot_was_down_is_one(seated: Seated) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    await pass_time(seated, 10 * DAY)
    await seated.look()
    assert len(await digests(seated)) == 1
    assert (await row_of(seated.database)).due_at == NINE + 10 * DAY


async def test_one_that_still_waits_is_replaced_by_the_next(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id)
    await pass_time(seated, HOUR)
    await seated.play(game.id)
    await pass_time(seated, DAY)
    assert [state for _, state, _ in await digests(seated)] == ["cancelled", "waiting"]
    await outbox.drain()
    assert posted(poster) == [Digest(game.id, CHANNEL, NOON - DAY, NINE + DAY)]


async def test_a_crash_before_the_commit_leaves_it_due(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the message without the next moment, nor the next moment without the message."""
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    seated.clock.turn(HOUR)

    async def dies(*_: object, **__: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("bot.table.digests.digests.plan_digest", dies)
        with pytest.raises(RuntimeError):
            await seated.table.digests.look_after(CHANNEL)
    assert await digests(seated) == []
    await seated.look()
    assert len(await digests(seated)) == 1


async def test_a_lost_answer_makes_no_second_post(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await pass_time(seated, HOUR)
    poster.lost_answers = 1
    await outbox.drain()
    seated.clock.turn(HOUR)
    await outbox.drain()
    assert len(posted(poster)) == 1
    assert [state for _, state, _ in await digests(seated)] == ["delivered"]


async def test_a_channel_that_refuses_it_pauses_no_game(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await pass_time(seated, HOUR)
    poster.failures[CHANNEL] = [ChannelForbidden()]
    await outbox.drain()
    assert [state for _, state, _ in await digests(seated)] == ["failed"]
    assert (await seated.table.games.get(game.id)).pause is None


async def test_it_waits_no_longer_when_its_game_is_over(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """A digest is about others as well: it is not given up with what its game has to post."""
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await pass_time(seated, HOUR)
    poster.failures[CHANNEL] = [TryLater(60.0)]
    await outbox.drain()
    await seated.act(ANNA, game.id, Resign())
    seated.clock.turn(HOUR)
    await outbox.drain()
    assert len(posted(poster)) == 1


@pytest.mark.parametrize(
    ("language", "zone"), [("nl", "Europe/Amsterdam"), ("de", "Europe/Berlin"), ("en", "UTC")]
)
def test_the_usual_zone_fits_the_language(language: str, zone: str) -> None:
    assert parse_settings({"language": language}).zone == zone
    assert parse_settings({"language": language, "zone": "Nowhere"}).zone == zone


def test_a_digest_that_was_stored_otherwise_is_off() -> None:
    assert parse_settings({"digest": "24"}).digest == "off"
    assert parse_settings({"digest": "23"}).digest == "23"


async def test_another_hour_or_zone_moves_the_next_one(seated: Seated) -> None:
    await set_channel(seated, AT_NINE)
    await set_channel(seated, {"digest": "20"})
    assert (await row_of(seated.database)).due_at == NOON + 12 * HOUR
    await set_channel(seated, {"zone": "Europe/Amsterdam"})
    assert (await row_of(seated.database)).due_at == NOON + 11 * HOUR
    await set_channel(seated, {"digest": "off"})
    assert (await row_of(seated.database)).due_at is None


async def test_switched_off_and_on_nothing_is_told_twice(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    await pass_time(seated, HOUR)
    await set_channel(seated, {"digest": "off"})
    await set_channel(seated, {"digest": "10"})
    await pass_time(seated, HOUR)
    assert len(await digests(seated)) == 1


async def test_an_archive_keeps_it_and_tells_nothing_old(
    seated: Seated, clock: TurnedClock, other: Database
) -> None:
    await set_channel(seated, AT_NINE)
    game = await seated.start()
    await seated.play(game.id)
    archive = await export_channel(seated.database, CHANNEL)
    later = clock.now + 30 * DAY
    await import_channel(other, archive, later)
    row = await row_of(other)
    assert (row.due_at, row.digest_since) == (NINE + 30 * DAY, later)


async def test_a_digest_that_has_a_fault_holds_up_no_other(
    seated: Seated, caplog: pytest.LogCaptureFixture
) -> None:
    await set_channel(seated, AT_NINE)
    await set_channel(seated, AT_NINE, OTHER_CHANNEL)
    async with seated.database.writing() as connection:
        broken = update(channels).where(channels.c.channel_id == CHANNEL)
        await connection.execute(broken.values(settings="{"))
    game = await seated.start(OTHER_CHANNEL)
    await seated.play(game.id)
    await pass_time(seated, HOUR)
    assert [place for place, _, _ in await digests(seated)] == [OTHER_CHANNEL]
    assert (await row_of(seated.database)).due_at == NINE + HOUR
    assert "channel 10" in caplog.text
