"""Offers at the table: what of them is stored and told, and what two processes make of them."""

from typing import Any

import pytest
from sqlalchemy import insert, update

from bot.match.actions import (
    Accept,
    Action,
    Done,
    Play,
    Propose,
    Refuse,
    Undo,
    Withdraw,
)
from bot.match.errors import StaleMove, Why
from bot.match.game import Game
from bot.match.messages import Notice
from bot.match.preferences import Away, dump_aways
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY
from bot.store.games import stored_value
from bot.store.schema import games, players
from bot.table.delivery import Delivery
from tests.bot.kit import ANNA, BEN, CHANNEL, NOON, FakePoster, Seated, by, refused


async def offer(seated: Seated, action: Action) -> Game:
    """Anna's offer, in a game of one move."""
    game = await seated.start()
    await seated.play(game.id)
    await seated.table.games.position(game.id, None)
    await seated.act(ANNA, game.id, action)
    return await seated.table.games.get(game.id)


def accepting(game: Game) -> Accept:
    """A press on the button of the open offer."""
    assert game.offer is not None
    return Accept(game.offer.request, game.offer.ply, game.offer.number)


async def test_unanswered_offers_expire_with_a_notice_without_a_ping(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await offer(seated, Propose("end"))
    seated.clock.turn(3 * DAY)
    await seated.look()
    assert (await seated.table.games.get(game.id)).offer is None
    await outbox.drain()
    notices = [message for _, message, _ in poster.posted if isinstance(message, Notice)]
    [expired] = [notice for notice in notices if notice.done is Done.OFFER_EXPIRED]
    assert (expired.seat, expired.mention) == (0, ())
    assert expired.facts == {"request": "end"}
    assert await refused(seated, BEN, game.id, accepting(game)) is Why.NO_SUCH_REQUEST


async def test_an_offer_runs_out_once_in_two_processes(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await offer(seated, Propose("end"))
    seated.clock.turn(3 * DAY)
    for table in (seated.table, seated.in_another_process().table):
        await table.look_after(game.id)
    await outbox.drain()
    assert poster.kinds(CHANNEL).count("offer_expired") == 1


async def test_an_offer_waits_for_who_is_away(seated: Seated) -> None:
    away = dump_aways([Away(NOON + DAY, NOON + 11 * DAY)])
    async with seated.database.writing() as connection:
        row = {"user_id": BEN, "preferences": "{}", "changed_at": NOON, "aways": away}
        await connection.execute(insert(players), [row])
    game = await offer(seated, Propose("end"))
    seated.clock.turn(13 * DAY - 1)
    await seated.look()
    assert (await seated.table.games.get(game.id)).offer is not None
    seated.clock.turn(1)
    await seated.look()
    assert (await seated.table.games.get(game.id)).offer is None


async def test_an_earlier_offers_button_does_not_accept_a_later_offer(
    seated: Seated,
) -> None:
    """Both ask for the same thing, at the same ply."""
    first = await offer(seated, Undo())
    await seated.act(BEN, first.id, Refuse("undo"))
    await seated.act(ANNA, first.id, Undo())
    assert await refused(seated, BEN, first.id, accepting(first)) is Why.NO_SUCH_REQUEST
    second = await seated.table.games.get(first.id)
    assert (await seated.act(BEN, first.id, accepting(second))).done is Done.TAKEN_BACK


async def test_of_two_offers_at_once_one_stands(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben makes his while Anna's is being decided."""
    game = await seated.start()
    other = seated.in_another_process().table
    original = seated.table._decide

    async def after_ben(*asked: Any) -> Any:
        monkeypatch.undo()
        decided = await original(*asked)
        await other.act(by(BEN), game.id, Propose("adjourn"))
        return decided

    monkeypatch.setattr(seated.table, "_decide", after_ben)
    assert await refused(seated, ANNA, game.id, Propose("end")) is Why.REQUEST_OPEN
    asked = (await seated.table.games.get(game.id)).offer
    assert asked is not None
    assert (asked.request, asked.seat) == ("adjourn", 1)


async def test_a_move_and_a_yes_at_once_do_not_both_happen(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben plays in one process while he accepts in another: the move withdraws the offer."""
    game = await offer(seated, Undo())
    other = seated.in_another_process().table
    move = await seated.legal_move(game)
    original = seated.table._decide

    async def after_the_move(*asked: Any) -> Any:
        monkeypatch.undo()
        decided = await original(*asked)
        await other.act(by(BEN), game.id, Play(move, 1, 0))
        return decided

    monkeypatch.setattr(seated.table, "_decide", after_the_move)
    assert await refused(seated, BEN, game.id, accepting(game)) is Why.NO_SUCH_REQUEST
    now = await seated.table.games.get(game.id)
    assert (now.ply, now.branch) == (2, 0)


async def test_a_move_after_a_yes_is_stale(seated: Seated) -> None:
    game = await offer(seated, Undo())
    move = await seated.legal_move(game)
    await seated.act(BEN, game.id, accepting(game))
    with pytest.raises(StaleMove):
        await seated.act(BEN, game.id, Play(move, 1, 0))


async def test_a_yes_delivered_twice_is_one(seated: Seated) -> None:
    game = await offer(seated, Propose("adjourn"))
    answers = [await seated.table.act(by(BEN, "yes"), game.id, accepting(game)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0].done is Done.ADJOURNED


async def test_who_asked_for_time_gets_it(seated: Seated) -> None:
    game = await seated.start()
    limit = TimeLimit(3 * DAY, DAY, 3 * DAY, (3 * DAY, 3 * DAY))
    async with seated.database.writing() as connection:
        await connection.execute(update(games).values(time_limit=stored_value("time_limit", limit)))
    await seated.act(ANNA, game.id, Propose("time"))
    answer = await seated.act(BEN, game.id, accepting(await seated.table.games.get(game.id)))
    assert answer.done is Done.TIME_GIVEN
    after = (await seated.table.games.get(game.id)).time_limit
    assert after is not None
    assert after.left == (4 * DAY, 3 * DAY)


async def test_refusing_an_offer_pings_but_withdrawing_it_does_not(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await offer(seated, Propose("end"))
    await seated.act(ANNA, game.id, Refuse("end"))
    await seated.act(ANNA, game.id, Propose("end"))
    await seated.act(BEN, game.id, Refuse("end"))
    await outbox.drain()
    notices = [message for _, message, _ in poster.posted if isinstance(message, Notice)]
    said = [
        (notice.seat, notice.mention) for notice in notices if notice.done is Done.REQUEST_REFUSED
    ]
    assert said == [(0, ()), (1, (ANNA,))]


# Who is pinged.


def pings(poster: FakePoster) -> list[tuple[str, tuple[int, ...]]]:
    """What was asked or withdrawn in the channel, and whom each notice mentioned."""
    return [
        (str(message.done), message.mention)
        for _, message, _ in poster.posted
        if isinstance(message, Notice) and message.done is not Done.STARTED
    ]


@pytest.mark.parametrize("action", [Propose("end"), Propose("adjourn"), Undo()])
async def test_repeated_offers_ping_only_once(
    seated: Seated, outbox: Delivery, poster: FakePoster, action: Action
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await outbox.drain()
    for _ in range(3):
        asked = await seated.act(ANNA, game.id, action)
        offer = (await seated.table.games.get(game.id)).offer
        assert offer is not None
        await seated.act(ANNA, game.id, Refuse(offer.request, offer.number))
    await outbox.drain()
    mentions = [mention for done, mention in pings(poster) if done == asked.done]
    assert mentions == [(BEN,), (), ()]
    withdrawn = [mention for done, mention in pings(poster) if done == "request_refused"]
    assert withdrawn == [(), (), ()]


async def test_an_offer_after_another_move_pings_again(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    for _ in range(2):
        await seated.act(ANNA, game.id, Propose("end"))
        await seated.play(game.id)
    await outbox.drain()
    assert [mention for done, mention in pings(poster)] == [(BEN,), (BEN,)]


async def test_an_invitation_that_is_withdrawn_pings_nobody(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await seated.act(ANNA, game_id, Withdraw())
    await outbox.drain()
    assert pings(poster) == [("withdrawn", ())]
