"""Leaving a game of more than two: the others play on, and the player who left is passed over."""

from typing import Any

import pytest

from bot.host.data.verify import verify
from bot.match.actions import (
    Accept,
    Actor,
    Claim,
    Done,
    Draft,
    HandOver,
    Join,
    LeaveOrder,
    Nudge,
    Play,
    Propose,
    Rematch,
    Resign,
    Resume,
    Snooze,
    Undo,
    Wait,
)
from bot.match.errors import Refused, Why
from bot.match.game import Status
from bot.match.messages import BoardPost, DirectMessage, Message, Notice
from bot.match.preferences import Away
from bot.match.reminders import is_still_relevant
from bot.match.time_limits import read_limit
from bot.process.clock import DAY, HOUR
from bot.store.orders import load_draft, save_draft
from bot.table.delivery import Delivery
from engine.games import GAMES
from tests.bot.company import Company
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    DORA,
    GUILD,
    NOON,
    FakePoster,
    by,
    pauses_of,
    refusal_of,
)
from tests.bot.rounds import KIND, ROUNDS


def moderating(user: int) -> Actor:
    return by(user, rights=("start", "end"))


def notices(messages: list[Message], done: Done) -> list[Notice]:
    return [message for message in messages if isinstance(message, Notice) and message.done is done]


async def late(company: Company, players: int = 3) -> None:
    """Anna has until tomorrow, and does nothing."""
    await company.start(players, time_limit=read_limit("1d"))
    company.seated.clock.turn(DAY)


# Who plays on.


async def test_who_resigns_is_passed_over_and_the_others_play_on(company: Company) -> None:
    await company.start()
    await company.play(1)
    assert await company.done(BEN, Resign()) is Done.LEFT
    game = await company.game()
    assert [seat.left for seat in game.seats] == [False, True, False]
    assert (game.status, game.ply, game.to_act) == (Status.RUNNING, 2, 2)
    assert (await company.play(1, 1)).to_act == 2


async def test_the_awaited_player_stays_awaited_when_another_leaves(company: Company) -> None:
    await company.start(time_limit=read_limit("3d"))
    company.seated.clock.turn(HOUR)
    before = await company.game()
    await company.act(CARLA, Resign())
    after = await company.game()
    assert (after.to_act, after.waiting_since) == (before.to_act, before.waiting_since)
    assert after.reminders == before.reminders


async def test_of_two_one_who_resigns_ends_the_game(company: Company) -> None:
    await company.start()
    await company.act(BEN, Resign())
    assert await company.done(CARLA, Resign()) is Done.RESIGNED
    game = await company.game()
    assert (game.status, game.winners) == (Status.RESIGNED, (0,))


async def test_resigning_a_game_that_needs_everyone_lets_the_rest_win(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ROUNDS, "leaving", None)
    await company.start()
    assert await company.done(BEN, Resign()) is Done.RESIGNED
    assert (await company.game()).winners == (0, 2)


async def test_one_claim_passes_over_the_late_player_in_a_larger_game(
    company: Company,
) -> None:
    await late(company)
    assert await company.done(CARLA, Claim()) is Done.PASSED_OVER
    game = await company.game()
    assert (game.status, game.to_act, game.seats[0].left) == (Status.RUNNING, 1, True)
    assert game.time_limit is not None
    assert game.time_limit.left[1:] == (DAY, DAY)
    assert game.waiting_since == company.seated.clock.now


async def test_a_claim_wins_for_the_rest_if_nobody_can_be_passed_over(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ROUNDS, "leaving", None)
    await late(company)
    assert await company.done(CARLA, Claim()) is Done.CLAIMED
    game = await company.game()
    assert (game.status, game.winners) == (Status.ABANDONED, (1, 2))


async def test_a_claim_comes_too_early_as_long_as_there_is_time(company: Company) -> None:
    await company.start(time_limit=read_limit("1d"))
    company.seated.clock.turn(DAY - 1)
    assert (await company.refused(BEN, Claim())).why is Why.TIME_LEFT


async def test_a_leaving_delivered_twice_is_one(company: Company) -> None:
    game = await company.start()
    leaving = by(BEN, "leaving")
    table = company.seated.table
    answers = [await table.act(leaving, game.id, Resign()) for _ in range(2)]
    assert [(answer.done, answer.ply) for answer in answers] == [(Done.LEFT, 1)] * 2
    assert (await company.game()).ply == 1


async def test_a_move_and_a_leaving_at_once_both_happen(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna plays in another process while Ben's leaving is being decided."""
    game = await company.start()
    other = company.seated.in_another_process().table
    table = company.seated.table
    original = table._decide

    async def after_the_move(*asked: Any) -> Any:
        monkeypatch.undo()
        monkeypatch.setitem(GAMES, KIND, ROUNDS)
        decided = await original(*asked)
        await other.act(by(ANNA), game.id, Play("1", 0, 0))
        return decided

    monkeypatch.setattr(table, "_decide", after_the_move)
    assert await company.done(BEN, Resign()) is Done.LEFT
    after = await company.game()
    assert (after.ply, after.to_act, after.seats[1].left) == (2, 2, True)


async def test_one_can_leave_a_game_that_rests(company: Company) -> None:
    await company.start()
    company.seated.clock.turn(HOUR)
    await pauses_of(company.seated.table).pause(company.game_id, CHANNEL, "place_gone")
    company.seated.clock.turn(DAY)
    assert await company.done(ANNA, Resign()) is Done.LEFT
    game = await company.game()
    assert (game.to_act, game.pause) == (1, "place_gone")
    await company.act(BEN, Resume(CHANNEL))
    assert (await company.game()).waiting_since == company.seated.clock.now


# What the player who left can do.


async def test_who_left_no_longer_plays_a_part(company: Company) -> None:
    await company.start()
    await company.act(BEN, Resign())
    for action in (
        Play("1"),
        Undo(),
        Propose("end"),
        Propose("time"),
        Propose("adjourn"),
        Resign(),
        Claim(),
        Wait(),
        Nudge(),
        Snooze(HOUR),
        LeaveOrder("odd", "1", 1, 0),
        Accept("end", 1),
    ):
        assert (await company.refused(BEN, action)).why is Why.LEFT_ALREADY


async def test_who_left_does_not_come_back_by_another_ones_seat(company: Company) -> None:
    game = await company.start()
    await company.act(BEN, Resign())
    table = company.seated.table
    for handing, why in (
        (HandOver(BEN, DORA, "Dora"), Why.NO_SUCH_PLAYER),
        (HandOver(CARLA, BEN, "Ben"), Why.PLAYS_ALREADY),
    ):
        with pytest.raises(Refused) as refused:
            await table.act(moderating(ANNA), game.id, handing)
        assert refused.value.why is why


async def test_who_left_predicts_nothing(company: Company) -> None:
    game = await company.start()
    await company.act(BEN, Resign())
    assert (
        await refusal_of(company.seated.table.predictions.predictable(game.id, BEN))
    ).why is Why.HAD_A_SEAT


async def test_a_game_that_one_has_left_is_none_of_theirs(company: Company) -> None:
    game = await company.start()
    await company.act(BEN, Resign())
    assert await company.seated.table.games.open_of(BEN, GUILD) == ()
    now = company.seated.clock.now
    await company.seated.table.people.go_away(by(BEN), Away(now, now + DAY))
    await company.seated.table.people.erase(BEN)
    assert (await company.game()).seats[1].user_id is None
    assert [line async for line in verify(company.seated.database)] == []
    assert (await company.play(1, 1)).id == game.id


async def test_who_left_may_watch_and_hears_of_moves_only_then(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    game = await company.start()
    await company.act(BEN, Resign())
    await company.play(1)
    await company.posts(outbox, poster)
    assert poster.kinds(BEN) == []
    await company.seated.table.watch(game.id, BEN, "turns")
    await company.play(1)
    await company.posts(outbox, poster)
    assert poster.kinds(BEN) == ["played"]


# What is posted.


async def test_leaving_pings_the_others_and_the_board_pings_the_next(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    game = await company.start()
    await company.posts(outbox, poster)
    await company.act(ANNA, Resign())
    notice, board = await company.posts(outbox, poster)
    assert notice == Notice(game.id, Done.LEFT, 0, (CARLA,), {"ply": 1})
    assert board == BoardPost(game.id, 1, 0, (BEN,))


async def test_whoever_is_to_act_still_is_not_called_again(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    game = await company.start()
    await company.posts(outbox, poster)
    await company.act(CARLA, Resign())
    notice, board = await company.posts(outbox, poster)
    assert notice == Notice(game.id, Done.LEFT, 2, (ANNA, BEN), {"ply": 1})
    assert board == BoardPost(game.id, 1, 0)


async def test_the_late_player_learns_who_asked_to_pass_them_over(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await late(company)
    await company.posts(outbox, poster)
    await company.act(CARLA, Claim())
    [notice] = notices(await company.posts(outbox, poster), Done.PASSED_OVER)
    assert (notice.seat, notice.mention) == (0, (ANNA,))
    assert notice.facts == {"ply": 1, "asker": 2}


async def test_watchers_are_told_that_somebody_left(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    game = await company.start()
    await company.seated.table.watch(game.id, DORA, "turns")
    await company.act(BEN, Resign())
    await company.posts(outbox, poster)
    assert poster.kinds(DORA) == ["left"]


async def test_leaving_a_lost_channel_notifies_the_others_directly(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.start()
    await company.posts(outbox, poster)
    await pauses_of(company.seated.table).pause(company.game_id, CHANNEL, "place_gone")
    await company.act(BEN, Resign())
    sent = [
        message
        for message in await company.posts(outbox, poster)
        if isinstance(message, DirectMessage)
    ]
    assert [message.user_id for message in sent if message.done is Done.LEFT] == [ANNA, CARLA]


async def test_only_those_who_play_are_reminded_and_told_the_end(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.start()
    await company.act(BEN, Resign())
    await company.posts(outbox, poster)
    for _ in range(61):
        company.seated.clock.turn(DAY)
        await company.seated.look()
    messages = await company.posts(outbox, poster)
    pinged = {
        user for message in messages if isinstance(message, Notice) for user in message.mention
    }
    assert pinged == {ANNA, CARLA}
    assert [notice.mention for notice in notices(messages, Done.EXPIRED)] == [(ANNA, CARLA)]


@pytest.mark.parametrize(("who", "relevant"), [(CARLA, True), (ANNA, False)])
async def test_timeout_notices_stay_relevant_if_another_player_leaves(
    company: Company, outbox: Delivery, poster: FakePoster, who: int, relevant: bool
) -> None:
    """Before the notice could be posted."""
    await late(company)
    await company.seated.look()
    [notice] = notices(await company.posts(outbox, poster), Done.TIMED_OUT)
    await company.act(who, Resign())
    assert is_still_relevant(notice, await company.game()) is relevant


async def test_whoever_is_to_act_is_reminded_after_somebody_left(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.start()
    await company.act(BEN, Resign())
    await company.posts(outbox, poster)
    company.seated.clock.turn(DAY)
    await company.seated.look()
    [notice] = notices(await company.posts(outbox, poster), Done.REMINDED)
    assert is_still_relevant(notice, await company.game())


# What goes with a seat that is left.


async def test_leaving_deletes_the_seats_orders_and_others_orders_play(
    company: Company,
) -> None:
    await company.start(4)
    await company.act(CARLA, LeaveOrder("even", "1", 0, 0))
    await company.act(BEN, LeaveOrder("odd", "2", 0, 0))
    await company.act(CARLA, LeaveOrder("odd", "3", 0, 0))
    await company.act(CARLA, Resign())
    game = await company.game()
    assert (game.ordered, game.ply) == (1, 1)
    await company.act(ANNA, Resign())
    game = await company.game()
    assert (game.ordered, game.ply, game.to_act) == (0, 3, 3)


async def test_a_leaving_ends_every_draft(company: Company) -> None:
    game = await company.start()
    async with company.seated.database.writing() as connection:
        await save_draft(connection, game, 0, "", ("1",), now=NOON)
    await company.act(CARLA, Resign())
    async with company.seated.database.reading() as connection:
        assert await load_draft(connection, await company.game(), 0, "") == Draft()


async def test_an_open_offer_is_dropped(company: Company) -> None:
    await company.start(4)
    await company.act(ANNA, Propose("end"))
    await company.act(BEN, Resign())
    assert (await company.game()).offer is None


async def test_nothing_is_taken_back_past_a_leaving(company: Company) -> None:
    await company.start()
    await company.play(1)
    await company.act(CARLA, Resign())
    assert (await company.refused(ANNA, Undo())).why is Why.NOTHING_TO_UNDO
    await company.play(1)
    assert await company.done(BEN, Undo()) is Done.TAKEN_BACK
    assert (await company.game()).ply == 2


async def test_time_that_was_given_is_taken_back_from_who_got_it(company: Company) -> None:
    await company.start(time_limit=read_limit("1d+1d max 9d"))
    await company.play(1)
    await company.act(BEN, Resign())
    await company.play(1)
    await company.act(CARLA, Undo())
    limit = (await company.game()).time_limit
    assert limit is not None
    assert limit.left == (2 * DAY, DAY, DAY)


async def test_a_rematch_seats_nobody_but_invites_all_former_players(
    company: Company,
) -> None:
    game = await company.start()
    await company.act(BEN, Resign())
    await company.act(CARLA, Resign())
    again = (await company.act(BEN, Rematch(CHANNEL))).game_id
    company.game_id = again
    seats = (await company.game()).seats
    assert [(seat.name, seat.taken, seat.left) for seat in seats] == [
        ("Ben", True, False),
        ("Carla", False, False),
        ("Anna", False, False),
    ]
    assert await company.done(ANNA, Join()) is Done.JOINED
    assert game.id != again
