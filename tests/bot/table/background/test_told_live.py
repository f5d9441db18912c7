"""Moves that the live board tells: no post of the board, but one that calls the next player."""

import asyncio

import pytest
from sqlalchemy import select, update

from bot.match.actions import Undo
from bot.match.game import Game
from bot.match.messages import CallPost
from bot.process.clock import DAY, SECOND
from bot.store.cleanup import MESSAGES
from bot.store.schema import outbox as stored
from bot.table.delivery import Delivery
from bot.table.housekeeping import Cleanup
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, FakePoster, Seated, TurnedClock


async def tell_live(seated: Seated, poster: FakePoster, posts: str = "live") -> None:
    poster.tells_live = posts == "live"
    await seated.table.channels.set(GUILD, CHANNEL, {"posts": posts})


@pytest.fixture
async def game(seated: Seated, outbox: Delivery, poster: FakePoster) -> Game:
    """A game in a channel whose live board tells its moves."""
    await tell_live(seated, poster)
    game = await seated.start()
    await outbox.drain()
    return game


def calls(poster: FakePoster) -> list[CallPost]:
    return [message for _, message, _ in poster.posted if isinstance(message, CallPost)]


async def states(seated: Seated, kind: str) -> list[str]:
    async with seated.database.reading() as connection:
        query = select(stored.c.state).where(stored.c.kind == kind).order_by(stored.c.id)
        return list((await connection.execute(query)).scalars())


async def test_the_start_has_its_post_and_a_live_board(game: Game, poster: FakePoster) -> None:
    assert poster.kinds(CHANNEL) == ["lobby", "started", "board 0", "live"]


async def test_a_move_calls_the_next_player_in_a_post_of_its_own(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.play(game.id)
    await outbox.drain()
    assert calls(poster) == [CallPost(game.id, 1, 0, (BEN,))]
    assert poster.kinds(CHANNEL)[4:] == ["call"]
    assert len(poster.lives) == 2


async def test_the_next_move_takes_the_call_away(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    for _ in range(3):
        await seated.play(game.id)
        await outbox.drain()
    of_calls = [
        poster.ids[nonce] for _, message, nonce in poster.posted if isinstance(message, CallPost)
    ]
    retired = [post for _, post in poster.retired]
    assert retired[-2:] == of_calls[:2]


async def test_who_is_called_directly_gets_no_line_in_the_channel(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.table.people.prefer(BEN, {"place": "direct"})
    await seated.play(game.id)
    await outbox.drain()
    assert calls(poster) == []
    assert poster.kinds(BEN) == ["played"]


async def test_a_crash_after_the_board_was_told_loses_no_call(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.play(game.id)
    while not await states(seated, "call"):
        await outbox.deliver_due()
    async with seated.database.writing() as connection:
        dead = {"claimed_by": "dead", "claimed_until": seated.clock.now + 1, "attempts": 1}
        waiting = update(stored).where(stored.c.state == "waiting")
        await connection.execute(waiting.values(**dead))
    seated.clock.turn(1)
    await outbox.drain()
    assert len(calls(poster)) == 1


async def test_a_lost_answer_calls_nobody_twice(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.play(game.id)
    poster.lost_answers = 1
    await outbox.drain()
    seated.clock.turn(60 * SECOND)
    await outbox.drain()
    assert len(calls(poster)) == 1
    assert await states(seated, "call") == ["delivered"]


async def test_two_processes_call_once(
    game: Game, seated: Seated, poster: FakePoster, clock: TurnedClock
) -> None:
    both = [Delivery(seated.database, poster, clock=clock) for _ in range(2)]
    for _ in range(3):
        await seated.play(game.id)
        for _ in range(10):
            await asyncio.gather(*(delivery.drain() for delivery in both))
    assert [call.ply for call in calls(poster)] == [1, 2, 3]


async def test_a_move_that_is_taken_back_takes_its_waiting_call_along(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.play(game.id)
    await seated.act(ANNA, game.id, Undo())
    await outbox.drain()
    assert calls(poster) == []


async def test_switched_off_boards_are_posted_again(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.play(game.id)
    await outbox.drain()
    await tell_live(seated, poster, "short")
    await outbox.drain()
    assert poster.kinds(CHANNEL)[-1] == "board 1"
    [(call_post, retired)] = [
        (poster.ids[nonce], poster.retired[-1][1])
        for _, message, nonce in poster.posted
        if isinstance(message, CallPost)
    ]
    assert call_post == retired
    assert len(poster.lives) == 3


async def test_the_live_board_stays_where_it_is_wanted_anyway(
    game: Game, seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.table.channels.set(GUILD, CHANNEL, {"live": "on"})
    await outbox.drain()
    assert {post for _, post in poster.lives[1:]} == {poster.lives[-1][1]}


async def test_what_was_shown_is_known_after_the_cleanup(
    game: Game, seated: Seated, outbox: Delivery, clock: TurnedClock
) -> None:
    """No board has a post of its own: the last one that was told live is kept."""
    await seated.play(game.id, 4)
    await outbox.drain()
    clock.turn(30 * DAY)
    await Cleanup(seated.database, clock, MESSAGES).round()
    again = seated.in_another_process()
    assert (await again.act(BEN, game.id, Undo())).done == "undo_asked"


async def test_old_boards_that_were_told_live_are_removed(
    game: Game, seated: Seated, outbox: Delivery, clock: TurnedClock
) -> None:
    for _ in range(4):
        await seated.play(game.id)
        await outbox.drain()
    clock.turn(30 * DAY)
    await Cleanup(seated.database, clock, MESSAGES).round()
    assert len(await states(seated, "board")) == 2
    assert len(await states(seated, "call")) == 1
