"""A channel is lost: what a game still has to tell reaches its players all the same."""

from typing import Any

import pytest
from sqlalchemy import exists, select

from bot.match.actions import Decline, Done, Resign, Resume, Withdraw
from bot.match.errors import Why
from bot.match.messages import DirectMessage
from bot.store.schema import outbox as stored
from bot.table.delivery import Delivery
from bot.table.posting import ChannelGone
from tests.bot.kit import (
    ANNA,
    BEN,
    CHANNEL,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    pauses_of,
    refusal_of,
)


async def nothing_waits(seated: Seated) -> bool:
    async with seated.database.reading() as connection:
        waiting = select(exists().where(stored.c.state == "waiting"))
        return not (await connection.execute(waiting)).scalar_one()


async def test_resigning_a_paused_game_notifies_the_other_directly(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    poster.failures[CHANNEL] = [ChannelGone(), ChannelGone()]
    await outbox.drain()
    await seated.act(ANNA, game.id, Resign())
    await outbox.drain()
    assert (poster.kinds(ANNA), poster.kinds(BEN)) == (["paused"], ["paused", "resigned"])
    (*_, (_, message, _)) = poster.posted
    assert isinstance(message, DirectMessage)
    assert (message.seat, set(message.facts)) == (0, {"seed", "commitment"})
    assert (poster.kinds(CHANNEL), await nothing_waits(seated)) == ([], True)


async def test_withdrawing_a_paused_lobby_disturbs_nobody(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await outbox.drain()
    await pauses_of(seated.table).pause(game_id, CHANNEL, "place_gone")
    await seated.act(ANNA, game_id, Withdraw())
    await outbox.drain()
    assert (poster.kinds(ANNA), poster.kinds(BEN)) == (["paused"], [])


async def test_the_end_is_sent_directly_if_its_channel_proves_lost(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await seated.act(ANNA, game.id, Resign())
    poster.failures[CHANNEL] = [ChannelGone()]
    await outbox.drain()
    assert (poster.kinds(ANNA), poster.kinds(BEN)) == ([], ["resigned"])
    assert (await seated.table.games.get(game.id)).pause is None
    assert await nothing_waits(seated)


async def test_a_finish_is_sent_directly_when_the_channel_is_lost(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play_to_the_end(game.id)
    poster.failures[CHANNEL] = [ChannelGone()]
    await outbox.drain()
    messages: list[Any] = [message for _, message, _ in poster.posted]
    assert [message.done for message in messages] == [Done.FINISHED]


async def test_a_note_that_fails_while_others_are_read_is_kept(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    async def lose(channel: int) -> None:
        await seated.start(channel)
        poster.failures = {channel: [ChannelGone()], ANNA: [ChannelGone()]}
        await outbox.drain()

    await lose(CHANNEL)
    ((first, _),) = await seated.table.people.missed_notes(ANNA)
    await lose(OTHER_CHANNEL)
    await seated.table.people.note_read(first)
    ((second, _),) = await seated.table.people.missed_notes(ANNA)
    assert second != first


async def test_losing_a_moved_games_old_channel_does_not_pause_it(
    seated: Seated, outbox: Delivery, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()

    async def answers_late(channel_id: int, *_: object) -> int:
        monkeypatch.undo()
        await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
        await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
        raise ChannelGone

    monkeypatch.setattr(poster, "post", answers_late)
    await outbox.drain()
    assert (await seated.table.games.get(game.id)).pause is None
    assert poster.kinds(OTHER_CHANNEL) == ["lobby", "started", "resumed", "board 0"]
    assert await nothing_waits(seated)


async def test_where_a_game_goes_on_its_players_are_called_once(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id)
    poster.failures[CHANNEL] = [ChannelGone()]
    await outbox.drain()
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL) == ["resumed", "board 1"]
    mentions = [message.mention for place, message, _ in poster.posted if place == OTHER_CHANNEL]  # type: ignore[union-attr]
    assert mentions == [(ANNA,), ()], "Ben resumes it, in the moment in which he was called"


async def test_an_invitation_that_was_held_is_posted_once(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    poster.failures[CHANNEL] = [ChannelGone()]
    await outbox.drain()
    await seated.act(ANNA, game_id, Resume(OTHER_CHANNEL))
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL) == ["resumed", "lobby"]


async def test_games_ended_elsewhere_keep_their_messages_there(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    await seated.act(BEN, game.id, Resign())
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL)[-1] == "resigned"


async def test_a_paused_lobby_cannot_be_declined(seated: Seated) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await pauses_of(seated.table).pause(game_id, CHANNEL, "place_gone")
    assert (await refusal_of(seated.act(BEN, game_id, Decline()))).why is Why.PAUSED
