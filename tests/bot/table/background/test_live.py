"""The live board in the outbox: one post per game, always updated to the current position."""

import asyncio
from dataclasses import asdict, replace

import pytest
from sqlalchemy import select, update

from bot.match.actions import Done, Resign, Resume, Undo
from bot.match.game import Game
from bot.match.messages import LiveBoard
from bot.process.clock import SECOND
from bot.store.schema import outbox as stored
from bot.table.channels import ChannelSettings, parse_settings
from bot.table.delivery import Delivery
from bot.table.posting import ChannelForbidden, ChannelGone, MessageGone, TryLater
from tests.bot.kit import (
    ANNA,
    BEN,
    CHANNEL,
    GUILD,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    TurnedClock,
    pauses_of,
    statements,
)


async def switch(seated: Seated, channel: int = CHANNEL, *, on: bool = True) -> None:
    settings = ChannelSettings(live="on" if on else "off")
    await seated.table.channels.set(GUILD, channel, asdict(settings))


async def live_rows(seated: Seated) -> list[str]:
    """In what state the messages about live boards are."""
    async with seated.database.reading() as connection:
        query = select(stored.c.state).where(stored.c.kind == "live").order_by(stored.c.id)
        return list((await connection.execute(query)).scalars())


async def start_with_board(seated: Seated, outbox: Delivery) -> Game:
    """A game in a channel whose live board has been posted."""
    await switch(seated)
    game = await seated.start()
    await outbox.drain()
    return game


async def test_live_boards_are_off_by_default(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await outbox.drain()
    assert (poster.lives, await live_rows(seated)) == ([], [])


async def test_live_board_is_posted_at_the_start_and_edited_every_move(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await start_with_board(seated, outbox)
    [(channel, before)] = poster.lives
    assert (channel, before) == (CHANNEL, None)
    assert poster.kinds(CHANNEL).count("live") == 1
    for _ in range(2):
        await seated.play(game.id)
        await outbox.drain()
    posts = {post for _, post in poster.lives[1:]}
    assert len(poster.lives) == 3
    assert len(posts) == 1
    assert None not in posts
    assert poster.kinds(CHANNEL).count("live") == 1


async def test_it_costs_the_transaction_of_a_move_nothing(seated: Seated, outbox: Delivery) -> None:
    game = await seated.start()
    await seated.play(game.id)
    with statements(seated.database) as without:
        await seated.play(game.id)
    await switch(seated)
    await outbox.drain()
    with statements(seated.database) as with_it:
        await seated.play(game.id)
    assert len(with_it) == len(without)
    assert "live" not in repr(
        [statement for statement in with_it if "INSERT INTO outbox" in statement[0]]
    )


async def test_one_that_waits_already_is_enough(seated: Seated, outbox: Delivery) -> None:
    """The live board fails while the moves continue."""
    await switch(seated)
    game = await seated.start()
    await outbox.drain()
    async with seated.database.writing() as connection:
        later = seated.clock.now + 60 * SECOND
        behind = update(stored).where(stored.c.kind == "live")
        await connection.execute(behind.values(state="waiting", due_at=later))
    await seated.play(game.id, 3)
    await outbox.drain()
    assert await live_rows(seated) == ["waiting"]


async def test_while_one_is_being_shown_the_next_is_not_left_out(
    seated: Seated, outbox: Delivery
) -> None:
    game = await start_with_board(seated, outbox)
    async with seated.database.writing() as connection:
        claimed = {"claimed_by": "other", "claimed_until": seated.clock.now + 60 * SECOND}
        begun = update(stored).where(stored.c.kind == "live")
        await connection.execute(begun.values(state="waiting", **claimed))
    await seated.play(game.id)
    await outbox.drain()
    assert await live_rows(seated) == ["waiting", "waiting"]


async def test_trouble_with_it_holds_up_no_board(
    seated: Seated, outbox: Delivery, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuses(*_: object) -> None:
        raise TryLater(300.0)

    await switch(seated)
    monkeypatch.setattr(poster, "show_live", refuses)
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id, 2)
    await outbox.drain()
    assert poster.kinds(CHANNEL)[-2:] == ["board 1", "board 2"]
    monkeypatch.undo()
    seated.clock.turn(300 * SECOND)
    await outbox.drain()
    assert poster.lives == [(CHANNEL, None)]


@pytest.mark.parametrize("error", [ChannelForbidden(), ChannelGone()])
async def test_a_forbidden_live_board_is_retried_with_the_next_move(
    seated: Seated,
    outbox: Delivery,
    poster: FakePoster,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    async def refuses(*_: object) -> None:
        raise error

    await switch(seated)
    monkeypatch.setattr(poster, "show_live", refuses)
    game = await seated.start()
    await outbox.drain()
    monkeypatch.undo()
    assert await live_rows(seated) == ["failed"]
    assert (await seated.table.games.get(game.id)).pause is None
    await seated.play(game.id)
    await outbox.drain()
    assert await live_rows(seated) == ["failed", "delivered"]


async def test_one_that_is_gone_is_made_anew_with_the_next_move(
    seated: Seated, outbox: Delivery, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await start_with_board(seated, outbox)

    async def is_gone(*_: object) -> None:
        raise MessageGone

    monkeypatch.setattr(poster, "show_live", is_gone)
    await seated.play(game.id)
    await outbox.drain()
    monkeypatch.undo()
    await seated.play(game.id)
    await outbox.drain()
    assert poster.lives[-1] == (CHANNEL, None)


async def test_a_crash_before_recording_the_live_board_posts_no_second(
    seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await switch(seated)
    await seated.start()
    while not await live_rows(seated):
        await outbox.deliver_due()
    poster.lost_answers = 1
    await outbox.drain()
    clock.turn(60 * SECOND)
    await outbox.drain()
    assert poster.kinds(CHANNEL).count("live") == 1
    assert await live_rows(seated) == ["delivered"]


async def test_a_board_delivered_after_a_crash_updates_the_live_board(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """The process died after claiming the board: the next one delivers both."""
    game = await start_with_board(seated, outbox)
    await seated.play(game.id)
    async with seated.database.writing() as connection:
        dead = {"claimed_by": "dead", "claimed_until": seated.clock.now + 1, "attempts": 1}
        waiting = update(stored).where(stored.c.state == "waiting")
        await connection.execute(waiting.values(**dead))
    seated.clock.turn(1)
    await outbox.drain()
    assert len(poster.lives) == 2


async def test_two_processes_make_one_live_board(
    seated: Seated, poster: FakePoster, clock: TurnedClock
) -> None:
    await switch(seated)
    game = await seated.start()
    both = [Delivery(seated.database, poster, clock=clock) for _ in range(2)]
    for _ in range(3):
        for _ in range(10):
            await asyncio.gather(*(delivery.drain() for delivery in both))
        await seated.play(game.id)
    assert poster.kinds(CHANNEL).count("live") == 1
    assert len({post for _, post in poster.lives[1:]}) == 1


async def test_a_move_that_was_taken_back_is_shown_so(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await start_with_board(seated, outbox)
    await seated.play(game.id)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.TAKEN_BACK
    await outbox.drain()
    assert len(poster.lives) == 2


async def test_the_end_is_shown_too(seated: Seated, outbox: Delivery, poster: FakePoster) -> None:
    game = await start_with_board(seated, outbox)
    await seated.act(BEN, game.id, Resign())
    await outbox.drain()
    assert len(poster.lives) == 2
    assert set(await live_rows(seated)) == {"delivered"}


async def test_switching_the_live_board_posts_or_removes_it_at_once(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.start()
    await outbox.drain()
    await switch(seated)
    await outbox.drain()
    assert poster.lives == [(CHANNEL, None)]
    await switch(seated)
    await outbox.drain()
    assert len(poster.lives) == 1
    await switch(seated, on=False)
    await outbox.drain()
    assert len(poster.lives) == 2


async def test_it_is_switched_on_for_the_threads_of_a_channel(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.start()
    await seated.start(OTHER_CHANNEL)
    async with seated.database.writing() as connection:
        await connection.exec_driver_sql("UPDATE games SET parent_id = 77")
    await outbox.drain()
    await switch(seated, 77)
    await outbox.drain()
    assert sorted(poster.lives) == [(CHANNEL, None), (OTHER_CHANNEL, None)]


async def test_it_moves_along_when_a_game_goes_on_elsewhere(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    """And the old one is updated."""
    game = await start_with_board(seated, outbox)
    await switch(seated, OTHER_CHANNEL)
    [(_, first)] = poster.lives
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_forbidden")
    await seated.act(ANNA, game.id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    made = poster.ids[
        next(nonce for _, message, nonce in poster.posted if isinstance(message, LiveBoard))
    ]
    assert first is None
    assert set(poster.lives[1:]) == {(CHANNEL, made), (OTHER_CHANNEL, None)}


async def test_showing_it_counts_as_showing_the_new_tile(seated: Seated, outbox: Delivery) -> None:
    """Because its picture shows the position at the time it is painted."""
    game = await start_with_board(seated, outbox)
    await seated.play(game.id)
    await seated.table.games.position(game.id, None)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_the_setting_is_off_where_it_was_stored_otherwise() -> None:
    assert parse_settings({"live": "maybe"}).live == "off"
    assert parse_settings({"live": "on"}).live == "on"
    with pytest.raises(ValueError, match="live"):
        replace(ChannelSettings(), live="maybe")  # type: ignore[arg-type]
