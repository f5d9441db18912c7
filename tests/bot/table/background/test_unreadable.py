"""Stored messages that cannot be read: a damaged one is given up, one of a newer version waits for
a process of that version, and neither holds up anything else for long."""

from typing import Any

import pytest
from sqlalchemy import select, update

from bot.host.health import Health
from bot.match.actions import Resign
from bot.match.errors import StoreLocked
from bot.match.league.messages import LeagueMessage
from bot.match.message_codec import TYPES, QueuedMessage, UnreadableMessage, load_message
from bot.match.messages import Message
from bot.process.clock import HOUR, SECOND
from bot.process.metrics import Metrics
from bot.process.shards import Shards
from bot.process.stopping import Stopping
from bot.store import claims
from bot.store.schema import outbox as stored
from bot.table.delivery import FAULTY_FOR, NEWER_WITHIN, Delivery
from bot.table.posting import ChannelForbidden, ChannelGone
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
from tests.bot.table.background.test_outbox import START, states

DAMAGED = ("{", "[]", "7", '{"mention":[]}', '{"game_id":1,"mention":7}', "")
NEWER = ('{"game_id":1,"mention":[],"colour":"red"}',)


async def spoil(seated: Seated, payload: str, kind: str = "lobby", place: int = CHANNEL) -> int:
    """Replace the payload of the only message of this kind in a place; returns its id."""
    async with seated.database.writing() as connection:
        conditions = stored.c.place_id == place, stored.c.kind == kind
        changed = update(stored).where(*conditions).values(payload=payload).returning(stored.c.id)
        number: int = (await connection.execute(changed)).scalar_one()
    return number


async def state_of(seated: Seated, number: int) -> tuple[str, str | None]:
    async with seated.database.reading() as connection:
        query = select(stored.c.state, stored.c.error).where(stored.c.id == number)
        state, error = (await connection.execute(query)).one()
    return state, error


@pytest.mark.parametrize("payload", DAMAGED)
async def test_damaged_messages_are_dropped_and_the_next_board_is_sent(
    seated: Seated,
    outbox: Delivery,
    poster: FakePoster,
    caplog: pytest.LogCaptureFixture,
    payload: str,
) -> None:
    game = await seated.start()
    await seated.start(OTHER_CHANNEL)
    number = await spoil(seated, payload)
    await outbox.drain()
    assert await state_of(seated, number) == ("failed", "unreadable")
    assert poster.kinds(CHANNEL) == ["started", "board 0"]
    assert poster.kinds(OTHER_CHANNEL) == START
    assert any(f"cannot read message {number}" in message for message in caplog.messages)
    assert (await seated.table.games.get(game.id)).pause is None


@pytest.mark.parametrize("payload", NEWER)
async def test_newer_messages_wait_an_hour_for_a_process_reading_them(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock, payload: str
) -> None:
    await seated.start()
    number = await spoil(seated, payload)
    lent: Any = {"stopping": Stopping(), "metrics": Metrics(), "clock": clock}
    health = Health(seated.database, AsyncConnection(), delivery=outbox, **lent)
    for _ in range(NEWER_WITHIN // (30 * SECOND)):
        await outbox.drain()
        assert poster.kinds(CHANNEL) == []
        assert await health.problem() is None
        clock.turn(30 * SECOND)
    clock.turn(60 * SECOND)
    await outbox.drain()
    assert await state_of(seated, number) == ("failed", "unreadable")
    assert poster.kinds(CHANNEL) == ["started", "board 0"]


class AsyncConnection:
    connected = True
    connections = {0: True}  # noqa: RUF012


async def test_a_newer_process_takes_its_message_even_of_another_shard(
    seated: Seated,
    poster: FakePoster,
    clock: TurnedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the older process, which serves the server's shard, it is the next message all along."""
    older, newer = (
        Delivery(
            seated.database,
            poster,
            clock=clock,
            shards=Shards(2, (number,)),
            jitter=lambda: 1.0,
        )
        for number in (0, 1)
    )
    await seated.start()
    number = await spoil(seated, NEWER[0])
    for _ in range(5):
        await older.drain()
        with monkeypatch.context() as patch:
            patch.setattr(claims, "load_message", parse_as_a_newer_version)
            await newer.deliver_due()
        clock.turn(10 * SECOND)
    assert (await state_of(seated, number))[0] == "delivered"
    await older.drain()
    assert poster.kinds(CHANNEL) == START


def parse_as_a_newer_version(kind: str, text: str) -> QueuedMessage:
    return load_message(kind, text.replace(',"colour":"red"', ""))


@pytest.mark.parametrize(
    ("kind", "text", "newer"),
    [
        ("poll", '{"game_id":1}', True),
        ("notice", '{"game_id":1,"done":"danced"}', True),
        ("lobby", NEWER[0], True),
        ("notice", '{"game_id":1}', False),
        *(("lobby", payload, False) for payload in DAMAGED),
    ],
)
def test_unknown_messages_count_as_newer_and_others_as_damaged(
    kind: str, text: str, newer: bool
) -> None:
    with pytest.raises(UnreadableMessage) as caught:
        load_message(kind, text)
    assert caught.value.newer is newer


def test_every_kind_of_message_has_its_form() -> None:
    assert set(TYPES.values()) == {*Message.__args__, *LeagueMessage.__args__}


async def test_games_with_unreadable_held_messages_still_end(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await spoil(seated, "{")
    await seated.act(ANNA, game.id, Resign())
    await outbox.drain()
    assert poster.kinds(BEN)[-1] == "resigned"
    assert "held" not in await states(seated)


async def test_finished_games_drop_unreadable_messages(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await spoil(seated, "{", kind="board")
    await seated.act(ANNA, game.id, Resign())
    poster.failures[CHANNEL] = [ChannelGone()]
    await outbox.drain()
    assert "waiting" not in await states(seated)
    assert poster.kinds(BEN) == ["resigned"]


async def test_an_unreadable_note_does_not_block_the_others(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    for channel in (CHANNEL, OTHER_CHANNEL):
        game = await seated.start(channel)
        await pauses_of(seated.table).pause(game.id, channel, "place_gone")
    poster.failures[ANNA] = [ChannelForbidden(), ChannelForbidden()]
    await outbox.drain()
    (spoiled, _), (whole, _) = await seated.table.people.missed_notes(ANNA)
    async with seated.database.writing() as connection:
        condition = stored.c.id == spoiled
        await connection.execute(update(stored).where(condition).values(payload="{"))
    assert [number for number, _ in await seated.table.people.missed_notes(ANNA)] == [whole]


async def test_an_unreadable_invitation_does_not_block_new_ones(
    seated: Seated,
) -> None:
    await seated.open(opponents=((BEN, "Ben"),))
    await spoil(seated, "{")
    assert await seated.open(OTHER_CHANNEL, opponents=((BEN, "Ben"),))


async def test_posts_with_an_unreadable_message_keep_their_buttons(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    retired = len(poster.retired)
    await spoil(seated, "{", kind="board")
    await seated.play(game.id)
    await outbox.drain()
    assert (len(poster.retired), poster.kinds(CHANNEL)[-1]) == (retired, "board 1")
    assert set(await states(seated)) == {"delivered"}


async def test_erasing_a_user_also_cleans_unreadable_messages(seated: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Resign())
    number = await spoil(seated, f'{{"mention":[{ANNA}', kind="lobby")
    await seated.table.people.erase(ANNA)
    async with seated.database.reading() as connection:
        query = select(stored.c.payload).where(stored.c.id == number)
        assert (await connection.execute(query)).scalar_one() == "{}"


async def test_posts_failing_by_our_own_bug_are_dropped_after_an_hour(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.start()
    poster.failures[CHANNEL] = [KeyError("a bug")] * 1000
    await outbox.drain()
    clock.turn(FAULTY_FOR - 1)
    await outbox.drain()
    assert (await states(seated))[0] == "waiting"
    clock.turn(10 * 60 * SECOND)
    poster.failures[CHANNEL] = [KeyError("a bug")]
    await outbox.drain()
    assert (await states(seated))[0] == "failed"
    assert poster.kinds(CHANNEL) == ["started", "board 0"]


@pytest.mark.parametrize("error", [StoreLocked("locked", "wait"), TimeoutError()])
async def test_posts_wait_forever_for_the_database_and_the_network(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock, error: Exception
) -> None:
    """For days; what fails by our own bug is dropped after an hour."""
    await seated.start()
    poster.failures[CHANNEL] = [error] * 60
    for _ in range(60):
        await outbox.drain()
        clock.turn(HOUR)
    await outbox.drain()
    assert poster.kinds(CHANNEL) == START
