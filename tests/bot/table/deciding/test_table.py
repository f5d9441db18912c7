"""The table: what an action does to the stored game, and that it does it only once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from bot.match.actions import (
    Accept,
    Answer,
    Claim,
    Decline,
    Done,
    Join,
    NewGame,
    Play,
    Propose,
    Refuse,
    Rematch,
    Resign,
    Resume,
    Undo,
    Withdraw,
)
from bot.match.errors import Refused, StaleMove, UnknownGame, Why
from bot.match.game import Status
from bot.process.clock import DAY, HOUR
from bot.store.connection.database import AsyncConnection
from bot.store.schema import outbox as messages
from bot.table.delivery import Delivery
from engine.errors import DataError, IllegalMove, NotationError
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    GUILD,
    OTHER_CHANNEL,
    Seated,
    by,
    pauses_of,
    refused,
)


async def test_a_game_goes_from_the_lobby_to_its_end(seated: Seated) -> None:
    game = await seated.start()
    assert (game.status, game.to_act, game.first) == (Status.RUNNING, 0, 0)
    ended = await seated.play_to_the_end(game.id)
    assert ended.status is Status.FINISHED
    assert ended.winners
    assert (await seated.table.games.position(game.id, None)).view.to_act is None


async def test_a_named_opponent_keeps_others_out(seated: Seated) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    assert await refused(seated, CARLA, game_id, Join()) is Why.NOT_INVITED
    assert (await seated.act(BEN, game_id, Join())).done is Done.STARTED


@pytest.mark.parametrize(("user", "action"), [(BEN, Decline()), (ANNA, Withdraw())])
async def test_a_lobby_can_be_closed(seated: Seated, user: int, action: Decline | Withdraw) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await seated.act(user, game_id, action)
    assert (await seated.table.games.get(game_id)).status is Status.CANCELLED
    assert await seated.table.games.open_in(CHANNEL) is None


async def test_busy_channels_refuse_another_game_but_a_thread_takes_it(seated: Seated) -> None:
    game = await seated.start()
    with pytest.raises(Refused) as caught:
        await seated.open()
    assert caught.value.why is Why.CHANNEL_BUSY
    assert caught.value.facts == {"game": game.id}
    thread = await seated.open(OTHER_CHANNEL, parent_id=CHANNEL)
    assert (await seated.table.games.get(thread)).parent_id == CHANNEL


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"kind": "chess"}, Refused),
        ({"seats": 3}, Refused),
        ({"first": 2}, Refused),
        ({"opponents": ((ANNA, "Anna"),)}, Refused),
        ({"options": {"extra_turn": "never"}}, DataError),
        ({"preset": "house"}, DataError),
    ],
)
async def test_a_game_that_the_rules_do_not_know_is_not_opened(
    seated: Seated, asked: dict[str, object], error: type[Exception]
) -> None:
    request = {"kind": "castle", "guild_id": GUILD, "channel_id": CHANNEL, **asked}
    with pytest.raises(error):
        await seated.table.open(by(ANNA), NewGame(**request))  # type: ignore[arg-type]
    assert await seated.table.games.open_in(CHANNEL) is None


async def test_the_same_interaction_gets_the_same_answer(seated: Seated) -> None:
    opened = NewGame("castle", GUILD, CHANNEL, first=0)
    answers = [await seated.table.open(by(ANNA, "open"), opened) for _ in range(2)]
    assert answers[0] == answers[1]
    game_id = answers[0].game_id
    for user, name, action in ((BEN, "join", Join()), (ANNA, "end", Propose("end"))):
        first = await seated.table.act(by(user, name), game_id, action)
        assert await seated.table.act(by(user, name), game_id, action) == first


async def test_a_move_delivered_twice_is_played_once(seated: Seated) -> None:
    game = await seated.start()
    move = await seated.legal_move(game)
    for ply in (0, 0, None):
        answer = await seated.table.act(by(ANNA, "click"), game.id, Play(move, ply))
        assert answer == Answer(game.id, Done.PLAYED, 1)
    assert (await seated.table.games.get(game.id)).ply == 1


async def test_an_interaction_that_was_undone_is_not_played_again(seated: Seated) -> None:
    game = await seated.start()
    move = await seated.legal_move(game)
    await seated.table.act(by(ANNA, "click"), game.id, Play(move, 0))
    await seated.act(ANNA, game.id, Undo())
    answer = await seated.table.act(by(ANNA, "click"), game.id, Play(move, 0))
    assert answer == Answer(game.id, Done.PLAYED, 1)
    assert (await seated.table.games.get(game.id)).ply == 0


async def test_a_stale_button_is_told_the_current_ply(seated: Seated) -> None:
    game = await seated.start()
    move = await seated.legal_move(game)
    await seated.play(game.id)
    with pytest.raises(StaleMove) as stale:
        await seated.act(ANNA, game.id, Play(move, 0))
    assert stale.value.ply == 1


async def test_a_game_that_was_read_before_is_no_newer_than_it_is(seated: Seated) -> None:
    seen = await seated.start()
    first, second, *_ = await seated.legal_moves(seen)
    await seated.in_another_process().table.act(by(ANNA), seen.id, Play(first, 0))
    with pytest.raises(StaleMove):
        await seated.table.act(by(ANNA), seen.id, Play(second, 0), game_as_read=seen)
    assert (await seated.table.games.get(seen.id)).ply == 1


async def test_games_watched_since_they_were_read_still_take_the_move(
    seated: Seated,
) -> None:
    seen = await seated.start()
    await seated.table.watch(seen.id, CARLA, "turns")
    answer = await seated.table.act(
        by(ANNA), seen.id, Play(await seated.legal_move(seen), 0), game_as_read=seen
    )
    assert answer.ply == 1
    async with seated.database.reading() as connection:
        rows = await connection.execute(select(messages.c.kind).where(messages.c.place_id == CARLA))
    assert rows.scalars().all() == ["direct"]


async def test_buttons_of_an_undone_position_are_stale(seated: Seated) -> None:
    """The ply is the same again, but not the position."""
    game = await seated.start()
    first, *_, second = await seated.legal_moves(game)
    await seated.act(ANNA, game.id, Play(first, 0))
    seen = await seated.table.games.get(game.id)
    await seated.table.games.position(game.id, None)
    reply = await seated.legal_move(seen)
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Accept("undo", 1))
    await seated.act(ANNA, game.id, Play(second, 0))
    with pytest.raises(StaleMove):
        await seated.act(BEN, game.id, Play(reply, seen.ply, seen.branch))
    now = await seated.table.games.get(game.id)
    await seated.act(BEN, game.id, Play(await seated.legal_move(now), now.ply, now.branch))
    assert (await seated.table.games.get(game.id)).ply == 2


async def test_a_bad_move_changes_nothing(seated: Seated) -> None:
    game = await seated.start()
    for text, error in (("nonsense", NotationError), ("A1 r0", IllegalMove)):
        with pytest.raises(error):
            await seated.act(ANNA, game.id, Play(text, 0))
    assert await refused(seated, BEN, game.id, Play("A1 r0", 0)) is Why.NOT_YOUR_TURN
    assert await seated.table.games.get(game.id) == game


async def test_no_game_no_action(seated: Seated) -> None:
    with pytest.raises(UnknownGame):
        await seated.act(ANNA, 99, Join())


async def test_undo_is_free_until_the_next_tile_was_shown(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.TAKEN_BACK
    assert (await seated.table.games.get(game.id)).ply == 0


async def test_undo_needs_consent_once_the_board_was_posted(
    seated: Seated, outbox: Delivery
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED
    assert (await seated.table.games.get(game.id)).ply == 1
    answer = await seated.act(BEN, game.id, Accept("undo", 1))
    assert answer == Answer(game.id, Done.TAKEN_BACK, 0)


async def test_looking_at_the_new_tile_ends_the_free_undo(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.table.games.position(game.id, ANNA)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_undo_after_the_opponents_move_takes_both_by_consent(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED
    await seated.act(BEN, game.id, Accept("undo", 2))
    assert (await seated.table.games.get(game.id)).ply == 0


async def test_a_refused_undo_leaves_the_game_as_it_is(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Refuse("undo"))
    assert (await seated.table.games.get(game.id)).offer is None


async def test_the_same_tiles_come_after_an_undo(seated: Seated) -> None:
    """Whatever is played instead: undo cannot be used to fish for another tile."""
    game = await seated.start()
    drawn = []
    for move in (await seated.legal_moves(game))[:4]:
        game = await seated.table.games.get(game.id)
        await seated.act(ANNA, game.id, Play(move, game.ply))
        drawn.append((await seated.table.games.position(game.id, None)).view.drawn)
        await seated.act(ANNA, game.id, Undo())
        await seated.act(BEN, game.id, Accept("undo", 1))
    assert len(set(drawn)) == 1
    assert (await seated.table.games.get(game.id)).branch == 4


async def test_nothing_to_undo_before_the_first_move(seated: Seated) -> None:
    game = await seated.start()
    assert await refused(seated, BEN, game.id, Undo()) is Why.NOTHING_TO_UNDO


async def test_another_process_sees_the_position_after_undo_and_a_move(
    seated: Seated,
) -> None:
    """As another process, with states of its own in memory."""
    game = await seated.start()
    other = seated.in_another_process().table
    first, *_, second = await seated.legal_moves(game)
    await seated.act(ANNA, game.id, Play(first, 0))
    before = (await other.games.position(game.id, None)).view
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Accept("undo", 1))
    await seated.act(ANNA, game.id, Play(second, 0))
    after = (await other.games.position(game.id, None)).view
    assert after == (await seated.table.games.position(game.id, None)).view
    assert after.laid != before.laid


async def test_resigning_and_a_rematch_with_the_seats_swapped(seated: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Resign())
    again = await seated.act(ANNA, game.id, Rematch(CHANNEL))
    joined = await seated.act(BEN, game.id, Rematch(CHANNEL))
    assert joined == Answer(again.game_id, Done.STARTED, 0)
    second = await seated.table.games.get(again.game_id)
    assert [seat.user_id for seat in second.seats] == [BEN, ANNA]
    assert (second.first, second.rematch_of) == (0, game.id)


async def test_both_can_agree_to_end(seated: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Propose("end"))
    assert await refused(seated, ANNA, game.id, Accept("end", 0)) is Why.YOUR_REQUEST
    await seated.act(BEN, game.id, Accept("end", 0))
    assert (await seated.table.games.get(game.id)).status is Status.AGREED


async def test_a_game_that_waits_too_long_can_be_claimed(seated: Seated) -> None:
    game = await seated.start()
    assert await refused(seated, BEN, game.id, Claim()) is Why.TOO_EARLY
    seated.clock.turn(7 * DAY)
    await seated.act(BEN, game.id, Claim())
    claimed = await seated.table.games.get(game.id)
    assert (claimed.status, claimed.winners) == (Status.ABANDONED, (1,))


async def test_a_lobby_runs_out(seated: Seated) -> None:
    game_id = await seated.open()
    assert await seated.look() == 0
    seated.clock.turn(48 * HOUR)
    assert await seated.look() == 1
    assert (await seated.table.games.get(game_id)).status is Status.CANCELLED
    assert await seated.look() == 0


async def test_a_move_sets_the_timer_anew(seated: Seated) -> None:
    game = await seated.start()
    seated.clock.turn(59 * DAY)
    await seated.play(game.id)
    seated.clock.turn(DAY)
    await seated.look()
    assert (await seated.table.games.get(game.id)).status is Status.RUNNING
    seated.clock.turn(59 * DAY)
    await seated.look()
    assert (await seated.table.games.get(game.id)).status is Status.ABANDONED


async def test_games_resumed_while_their_timer_is_checked_still_expire(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")

    @asynccontextmanager
    async def after_a_resume() -> AsyncIterator[AsyncConnection]:
        monkeypatch.undo()
        await seated.act(BEN, game.id, Resume(CHANNEL))
        async with seated.database.writing() as connection:
            yield connection

    monkeypatch.setattr(seated.database, "writing", after_a_resume)
    await seated.table.look_after(game.id)
    seated.clock.turn(60 * DAY)
    await seated.look()
    assert (await seated.table.games.get(game.id)).status is Status.ABANDONED


async def test_a_paused_game_goes_on_in_another_channel(seated: Seated) -> None:
    game = await seated.start()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    assert await refused(seated, ANNA, game.id, Play("A1 r0", 0)) is Why.PAUSED
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    resumed = await seated.table.games.open_in(OTHER_CHANNEL)
    assert resumed is not None
    assert (resumed.id, resumed.pause) == (game.id, None)
    await seated.play(game.id)


async def test_a_game_cannot_be_resumed_in_a_busy_channel(seated: Seated) -> None:
    game = await seated.start()
    await seated.start(OTHER_CHANNEL)
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    assert await refused(seated, BEN, game.id, Resume(OTHER_CHANNEL)) is Why.CHANNEL_BUSY


async def test_past_positions_can_be_looked_at(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    past = await seated.table.games.position(game.id, None, ply=1)
    assert (past.ply, len(past.view.laid)) == (1, 1)
    assert past.last_move is not None
    assert past.last_move.ply == 1
