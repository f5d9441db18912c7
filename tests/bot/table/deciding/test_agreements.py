"""Offers: exactly one is answered, each expires, and what happens when it is accepted."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, update

from bot.match import offers
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
from bot.match.due import Due, next_due
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game, Offer, Timeouts, TurnReminders
from bot.match.messages import Notice
from bot.match.preferences import Away, PlayerPreferences, dump_aways
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, HOUR
from bot.store.games import stored_value
from bot.store.schema import games, players
from bot.table.delivery import Delivery
from bot.table.table import Table
from tests.bot.kit import ANNA, BEN, CHANNEL, NOON, FakePoster, Seated, by, refused
from tests.bot.match.test_changes import END_ASKED, RUNNING, TIME_ASKED, TIMED, UNDO_ASKED

PATIENCE = Timeouts()
ASKED = replace(END_ASKED, offer=Offer("end", 1, 4, 4, NOON, 7))
GONE = (Away(NOON + DAY, NOON + 11 * DAY),)


def with_preferences(game: Game, seat: int, preferences: PlayerPreferences) -> Game:
    seats = list(game.seats)
    seats[seat] = replace(seats[seat], preferences=preferences)
    return replace(game, seats=tuple(seats))


def why_not(attempt: Callable[[], object]) -> Why:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value.why


# Which offer is meant.


@pytest.mark.parametrize("meant", [Accept("end", 4, 6), Accept("end", 4, 0), Accept("undo", 4, 7)])
def test_only_the_offer_that_is_named_is_accepted(meant: Accept) -> None:
    refusal = why_not(lambda: offers.accept(ASKED, by(ANNA), meant, PATIENCE, NOON))
    assert refusal is Why.NO_SUCH_REQUEST


def number_of(game: Game, interaction_id: str) -> int:
    asked = offers.ask(game, by(BEN, interaction_id), "end", PATIENCE, NOON).offer
    assert asked is not None
    return asked.number


def test_each_offer_has_a_number_of_its_own() -> None:
    assert number_of(RUNNING, "one") != number_of(RUNNING, "other")


def test_offer_numbers_do_not_reveal_the_games_revision() -> None:
    """It is part of button ids, and leaving an order changes the game too."""
    assert number_of(RUNNING, "one") == number_of(replace(RUNNING, revision=90), "one")


def test_only_the_offer_that_is_named_is_refused() -> None:
    assert why_not(lambda: offers.refuse(ASKED, by(ANNA), Refuse("end", 6))) is (
        Why.NO_SUCH_REQUEST
    )
    assert offers.refuse(ASKED, by(ANNA), Refuse("end", 7)).offer is None


# Until when it is open.


def test_an_offer_stands_for_three_days() -> None:
    last = NOON + 3 * DAY - 1
    assert offers.accept(ASKED, by(ANNA), Accept("end", 4, 7), PATIENCE, last).winners == ()
    refusal = why_not(
        lambda: offers.accept(ASKED, by(ANNA), Accept("end", 4, 7), PATIENCE, last + 1)
    )
    assert refusal is Why.NO_SUCH_REQUEST
    reminded = replace(ASKED, reminders=TurnReminders(reminders=5, at=NOON))
    assert Due(NOON + 3 * DAY, Done.OFFER_EXPIRED) == next_due(reminded, PATIENCE, NOON)


def test_an_offers_deadline_excludes_absences_of_those_asked() -> None:
    away = with_preferences(ASKED, 0, PlayerPreferences(aways=GONE))
    assert offers.stands_until(away, PATIENCE) == NOON + 13 * DAY
    asker_away = with_preferences(ASKED, 1, PlayerPreferences(aways=GONE))
    assert offers.stands_until(asker_away, PATIENCE) == NOON + 3 * DAY


def test_offers_without_a_time_count_from_the_last_move() -> None:
    assert offers.stands_until(UNDO_ASKED, PATIENCE) == NOON + 3 * DAY


def test_an_offer_does_not_run_out_while_the_game_is_paused() -> None:
    paused = replace(ASKED, pause="place_gone", paused_at=NOON + DAY)
    assert offers.stands_until(paused, PATIENCE) is None


def test_an_offer_does_not_run_out_before_its_time() -> None:
    refusal = why_not(lambda: offers.expire(ASKED, PATIENCE, NOON + 3 * DAY - 1))
    assert refusal is Why.TOO_EARLY


def test_an_expired_but_uncleared_offer_does_not_block_another() -> None:
    after = offers.ask(ASKED, by(ANNA), "adjourn", PATIENCE, NOON + 3 * DAY)
    assert after.offer is not None
    assert (after.offer.request, after.offer.seat) == ("adjourn", 0)


# More time.


def test_more_time_is_for_whoever_asked() -> None:
    after = offers.accept(TIME_ASKED, by(ANNA), Accept("time", 4), PATIENCE, NOON)
    assert after.time_limit == TimeLimit(3 * DAY, DAY, 3 * DAY, (2 * DAY, HOUR + DAY))
    assert (after.ply, after.waiting_since, after.offer) == (4, NOON, None)


@pytest.mark.parametrize(
    ("to_act", "expected"),
    [(1, TurnReminders(reminders=1, at=NOON)), (0, TurnReminders(reminders=1, warnings=2))],
)
def test_granted_time_resets_the_warnings_of_the_awaited_player(
    to_act: int, expected: TurnReminders
) -> None:
    game = replace(TIME_ASKED, to_act=to_act, reminders=TurnReminders(reminders=1, warnings=2))
    after = offers.accept(game, by(ANNA), Accept("time", 4), PATIENCE, NOON)
    assert after.reminders == expected


def test_without_a_limit_there_is_no_time_to_ask_for() -> None:
    refusal = why_not(lambda: offers.ask(RUNNING, by(ANNA), "time", PATIENCE, NOON))
    assert refusal is Why.NO_TIME_LIMIT
    assert offers.ask(TIMED, by(ANNA), "time", PATIENCE, NOON).offer is not None


# At the table.


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
    for table in (seated.table, Table(seated.database, clock=seated.clock)):
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
    other = Table(seated.database, clock=seated.clock)
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
    other = Table(seated.database, clock=seated.clock)
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
    said = [(one.seat, one.mention) for one in notices if one.done is Done.REQUEST_REFUSED]
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
