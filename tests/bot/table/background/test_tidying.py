"""Messages delivered long ago are removed, except those that a game still refers to."""

from dataclasses import asdict, replace

import pytest
from sqlalchemy import func, select, update

from bot.match.actions import Accept, Done, Resign, Resume, Undo
from bot.match.messages import DirectMessage
from bot.process.clock import DAY, HOUR
from bot.store.cleanup import MESSAGES
from bot.store.schema import outbox as stored
from bot.table.channels import ChannelSettings
from bot.table.delivery import Delivery
from bot.table.housekeeping import KEEP_FOR, REST, Cleanup
from bot.table.posting import ChannelForbidden, TryLater
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, OTHER_CHANNEL, FakePoster, Seated, pauses_of


@pytest.fixture
def cleanup(seated: Seated) -> Cleanup:
    return Cleanup(seated.database, seated.clock, MESSAGES)


async def remaining(seated: Seated) -> list[tuple[str, int | None]]:
    """The kind and the ply of each remaining message, in order."""
    query = select(stored.c.kind, stored.c.ply).order_by(stored.c.id)
    async with seated.database.reading() as connection:
        return [(kind, ply) for kind, ply in await connection.execute(query)]


async def test_of_old_delivered_messages_only_the_last_board_is_kept(
    seated: Seated, outbox: Delivery, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await seated.play(game.id, 5)
    await outbox.drain()
    seated.clock.turn(KEEP_FOR + 1)
    assert await cleanup.round() > 10
    assert await remaining(seated) == [("board", 5)]


async def test_what_was_delivered_lately_stays(
    seated: Seated, outbox: Delivery, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await outbox.drain()
    seated.clock.turn(KEEP_FOR)
    assert await cleanup.round() == 0


async def test_a_post_stays_as_long_as_the_one_after_it_is_new(
    seated: Seated, outbox: Delivery, cleanup: Cleanup
) -> None:
    """The message that removes its buttons may not have been delivered yet."""
    game = await seated.start()
    await outbox.drain()
    seated.clock.turn(KEEP_FOR + 1)
    await seated.play(game.id)
    await outbox.drain()
    await cleanup.round()
    assert ("board", 0) in await remaining(seated)


async def test_a_board_of_long_ago_still_loses_its_buttons(
    seated: Seated, outbox: Delivery, poster: FakePoster, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    [last] = [poster.ids[nonce] for _, _, nonce in poster.posted[-1:]]
    seated.clock.turn(30 * DAY)
    await cleanup.round()
    await seated.play(game.id)
    await outbox.drain()
    assert poster.retired[-1] == (CHANNEL, last)


async def test_tidying_keeps_games_with_a_waiting_message(
    seated: Seated, outbox: Delivery, poster: FakePoster, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await outbox.drain()
    poster.failures[CHANNEL] = [TryLater(90 * 24 * 3600)]
    await seated.play(game.id)
    await outbox.drain()
    seated.clock.turn(30 * DAY)
    assert await cleanup.round() == 0


async def test_a_tile_that_was_shown_long_ago_stays_shown(
    seated: Seated, outbox: Delivery, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    seated.clock.turn(KEEP_FOR + 1)
    await cleanup.round()
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_boards_showing_more_than_their_successor_are_kept(
    seated: Seated, outbox: Delivery, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await outbox.drain()
    asked = await seated.act(BEN, game.id, Undo())
    assert asked.done is Done.UNDO_ASKED
    await seated.act(ANNA, game.id, Accept("undo", 2))
    await outbox.drain()
    seated.clock.turn(KEEP_FOR + 1)
    await cleanup.round()
    assert await remaining(seated) == [("board", 2), ("board", 1)]


async def test_undelivered_notes_are_kept_until_they_are_read(
    seated: Seated, outbox: Delivery, poster: FakePoster, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await outbox.drain()
    poster.failures[BEN] = [ChannelForbidden()]
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await outbox.drain()
    await seated.act(ANNA, game.id, Resign())
    await outbox.drain()
    seated.clock.turn(300 * DAY)
    await cleanup.round()
    [(number, note)] = await seated.table.people.missed_notes(BEN)
    assert isinstance(note, DirectMessage)
    assert note.done is Done.PAUSED
    await seated.table.people.note_read(number)
    seated.clock.turn(KEEP_FOR + REST + 1)
    await cleanup.round()
    assert ("direct", None) not in await remaining(seated)


@pytest.mark.parametrize("stands", [True, False])
async def test_the_last_word_on_a_live_board_stays(
    seated: Seated, outbox: Delivery, poster: FakePoster, cleanup: Cleanup, stands: bool
) -> None:
    settings = ChannelSettings(live="on")
    await seated.table.channels.set(GUILD, CHANNEL, asdict(settings))
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id)
    await outbox.drain()
    _, board = poster.lives[-1]
    if not stands:
        async with seated.database.writing() as connection:
            last = select(func.max(stored.c.id)).where(stored.c.kind == "live").scalar_subquery()
            gone = update(stored).where(stored.c.id == last).values(message_id=None)
            await connection.execute(gone)
    seated.clock.turn(KEEP_FOR + 1)
    await cleanup.round()
    assert [kind for kind, _ in await remaining(seated)].count("live") == 1
    await seated.play(game.id)
    await outbox.drain()
    assert poster.lives[-1] == (CHANNEL, board if stands else None)


async def test_held_messages_of_a_paused_game_survive_a_long_pause(
    seated: Seated, outbox: Delivery, poster: FakePoster, cleanup: Cleanup
) -> None:
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id)
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await outbox.drain()
    seated.clock.turn(20 * DAY)
    await cleanup.round()
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL)[-1] == "board 1"


async def test_tidying_removes_messages_in_batches_and_then_rests(
    seated: Seated, outbox: Delivery
) -> None:
    cleanup = Cleanup(seated.database, seated.clock, replace(MESSAGES, batch=3))
    game = await seated.start()
    await seated.play(game.id, 3)
    await outbox.drain()
    seated.clock.turn(KEEP_FOR + 1)
    steps = [await cleanup.step() for _ in range(4)]
    assert all(0 < removed <= 3 for removed in steps[:2])
    await cleanup.round()
    assert await remaining(seated) == [("board", 3)]
    await seated.play(game.id)
    await outbox.drain()
    seated.clock.turn(HOUR // 2)
    assert await cleanup.step() == 0
