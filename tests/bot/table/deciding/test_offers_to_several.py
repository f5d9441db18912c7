"""Offers to several: granted when everybody who is asked has agreed, ended by the first no."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from bot.match.actions import (
    Accept,
    Claim,
    Done,
    HandOver,
    LeaveOrder,
    Nudge,
    Play,
    Propose,
    Refuse,
    Resume,
    Undo,
    Wait,
)
from bot.match.errors import Why
from bot.match.game import Game, Status
from bot.match.lobby import rematch_seats
from bot.match.messages import DirectMessage, Notice
from bot.match.preferences import Away
from bot.match.time_limits import read_limit
from bot.process.clock import DAY, HOUR
from bot.store.schema import games, seats
from bot.table.delivery import Delivery
from engine.players.players import EXPERTS
from tests.bot import rounds
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, DORA, FakePoster, by
from tests.bot.thinking import EXPERT


async def answer(company: Company, user: int) -> Done:
    """A press on the yes button of the open offer."""
    asked = (await company.game()).offer
    assert asked is not None
    return await company.done(user, Accept(asked.request, asked.ply, asked.number))


async def play_seen(company: Company, *moves: int) -> Game:
    """A game of three after these moves, the last of which everybody has seen."""
    await company.start()
    await company.play(*moves)
    await company.seated.table.games.position(company.game_id, None)
    return await company.game()


async def seat_computer(company: Company, *numbers: int, rated: bool = False) -> None:
    """Seat computer players in a running game, which only a test can do."""
    async with company.seated.database.writing() as connection:
        await connection.execute(update(games).values(rated=rated))
        for number in numbers:
            statement = update(seats).where(seats.c.seat == number)
            await connection.execute(statement.values(user_id=None, name="", computer="medium"))


async def test_an_offer_is_granted_when_all_others_have_agreed(company: Company) -> None:
    await company.start(4)
    await company.act(ANNA, Propose("end"))
    assert [await answer(company, user) for user in (CARLA, BEN, DORA)] == [
        Done.CONSENTED,
        Done.CONSENTED,
        Done.AGREED,
    ]
    assert (await company.game()).status is Status.AGREED


async def test_each_yes_tells_who_is_still_asked_and_pings_nobody(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.start(4)
    await company.act(ANNA, Propose("adjourn"))
    await company.posts(outbox, poster)
    await answer(company, CARLA)
    [notice] = await company.posts(outbox, poster)
    assert isinstance(notice, Notice)
    assert (notice.done, notice.seat, notice.mention) == (Done.CONSENTED, 2, ())
    assert notice.facts["asked"] == "1,3"


async def test_one_no_ends_it_and_tells_whoever_asked(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.start()
    await company.act(ANNA, Propose("end"))
    await answer(company, BEN)
    await company.posts(outbox, poster)
    assert await company.done(CARLA, Refuse("end")) is Done.REQUEST_REFUSED
    assert (await company.game()).offer is None
    [notice] = await company.posts(outbox, poster)
    assert isinstance(notice, Notice)
    assert (notice.seat, notice.mention) == (2, (ANNA,))


async def test_agreeing_twice_is_refused_but_refusing_later_is_allowed(company: Company) -> None:
    game = await company.start()
    await company.act(ANNA, Propose("end"))
    await answer(company, BEN)
    assert (await company.refused(BEN, Accept("end", game.ply))).why is Why.AGREED_ALREADY
    assert await company.done(BEN, Refuse("end")) is Done.REQUEST_REFUSED


async def test_a_yes_delivered_twice_is_one(company: Company) -> None:
    game = await company.start(4)
    await company.act(ANNA, Propose("end"))
    yes = by(BEN, "yes")
    answers = [
        await company.seated.table.act(yes, game.id, Accept("end", game.ply)) for _ in range(2)
    ]
    assert [answer.done for answer in answers] == [Done.CONSENTED] * 2


async def test_offers_stay_open_while_someone_asked_is_away(company: Company) -> None:
    await company.start()
    now = company.seated.clock.now
    await company.seated.table.people.go_away(by(BEN), Away(now, now + 10 * DAY))
    await company.act(ANNA, Propose("end"))
    company.seated.clock.turn(5 * DAY)
    await answer(company, BEN)
    await company.seated.look()
    assert (await company.game()).offer is not None
    assert await answer(company, CARLA) is Done.AGREED


async def test_an_offer_is_dropped_when_a_seat_is_handed_over(company: Company) -> None:
    game = await company.start()
    await company.act(ANNA, Propose("end"))
    moderator = by(ANNA, rights=("end",))
    await company.seated.table.act(moderator, game.id, HandOver(CARLA, DORA, "Dora"))
    assert (await company.game()).offer is None


# Taking back.


async def test_undoing_answered_moves_needs_everyones_consent(
    company: Company,
) -> None:
    await play_seen(company, 1, 2)
    assert await company.done(ANNA, Undo()) is Done.UNDO_ASKED
    assert await answer(company, BEN) is Done.CONSENTED
    assert (await company.game()).ply == 2
    assert await answer(company, CARLA) is Done.TAKEN_BACK
    assert (await company.game()).ply == 0


@pytest.mark.parametrize(
    ("points", "done"), [(1, Done.TAKEN_BACK), (3, Done.UNDO_ASKED)], ids=["quiet", "revealing"]
)
async def test_ones_last_move_is_freely_undone_unless_it_was_revealing(
    company: Company, points: int, done: Done
) -> None:
    await play_seen(company, points)
    assert await company.done(ANNA, Undo()) is done


async def test_undo_by_consent_drops_orders_but_a_free_undo_does_not(company: Company) -> None:
    await play_seen(company, 1)
    await company.act(CARLA, LeaveOrder("odd", "1", 1, 0))
    await company.act(ANNA, Undo())
    assert (await company.game()).ordered == 1
    await company.play(1, 1)
    await company.act(ANNA, Undo())
    await answer(company, BEN)
    assert (await company.game()).ordered == 1
    await answer(company, CARLA)
    assert (await company.game()).ordered == 0


# More time, a rest.


async def test_who_asked_for_time_gets_it_with_the_consent_of_all(company: Company) -> None:
    await company.start(time_limit=read_limit("1d"))
    await company.act(CARLA, Propose("time"))
    assert await answer(company, ANNA) is Done.CONSENTED
    assert await answer(company, BEN) is Done.TIME_GIVEN
    limit = (await company.game()).time_limit
    assert limit is not None
    assert limit.left == (DAY, DAY, 2 * DAY)


async def test_anybody_of_several_resumes_what_all_have_adjourned(company: Company) -> None:
    await company.start()
    await company.act(ANNA, Propose("adjourn"))
    await answer(company, BEN)
    assert await answer(company, CARLA) is Done.ADJOURNED
    assert await company.done(CARLA, Resume(CHANNEL)) is Done.RESUMED


async def test_whoever_is_nudged_is_told_by_whom(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.start()
    company.seated.clock.turn(13 * HOUR)
    await company.posts(outbox, poster)
    await company.act(CARLA, Nudge())
    [notice] = await company.posts(outbox, poster)
    assert isinstance(notice, Notice)
    assert (notice.seat, notice.facts["asker"], notice.mention) == (0, 2, (ANNA,))


# Computer players.


async def test_a_computer_player_is_not_asked(company: Company) -> None:
    await company.start()
    await seat_computer(company, 1)
    await company.act(ANNA, Propose("end"))
    assert await answer(company, CARLA) is Done.AGREED


@pytest.fixture
def foresight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players expect everybody to finish with the points that they have now."""
    monkeypatch.setitem(EXPERTS, rounds.KIND, EXPERT)


@pytest.mark.parametrize("action", [Undo(), Propose("end")])
async def test_computers_do_not_give_away_rated_games(
    company: Company, foresight: None, action: Undo | Propose
) -> None:
    await play_seen(company, 3)
    await seat_computer(company, 1, rated=True)
    assert (await company.refused(ANNA, action)).why is Why.COMPUTER_DECLINES


async def test_computers_agree_to_end_a_game_they_have_lost(
    company: Company, foresight: None
) -> None:
    await play_seen(company, 3, 1, 1, 3, 1, 1, 3)
    await seat_computer(company, 1, 2, rated=True)
    assert await company.done(ANNA, Propose("end")) is Done.AGREED


async def test_computers_refuse_undo_in_a_lost_rated_game(
    company: Company, foresight: None
) -> None:
    await play_seen(company, 3, 1, 1, 3, 1, 1, 3)
    await seat_computer(company, 1, 2, rated=True)
    assert (await company.refused(ANNA, Undo())).why is Why.COMPUTER_DECLINES


async def test_one_computer_that_can_still_win_refuses_to_end_the_game(
    company: Company, foresight: None
) -> None:
    await play_seen(company, 3, 1, 3, 3)
    await seat_computer(company, 1, 2, rated=True)
    assert (await company.refused(ANNA, Propose("end"))).why is Why.COMPUTER_DECLINES


@pytest.mark.parametrize("action", [Propose("time"), Propose("adjourn")])
async def test_computers_grant_time_even_in_rated_games(company: Company, action: Propose) -> None:
    await company.start(2, time_limit=read_limit("9d"))
    await seat_computer(company, 1, rated=True)
    granted = {Done.TIME_GIVEN, Done.ADJOURNED}
    assert await company.done(ANNA, action) in granted


async def test_where_nobody_is_left_to_ask_it_is_granted_at_once(company: Company) -> None:
    await play_seen(company, 3)
    await seat_computer(company, 1, 2)
    assert await company.done(ANNA, Undo()) is Done.TAKEN_BACK
    assert await company.done(ANNA, Propose("end")) is Done.AGREED


async def test_undo_among_computers_drops_orders_as_if_by_consent(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    """The player has seen what was turned up."""
    await play_seen(company, 3)
    await company.act(ANNA, LeaveOrder("odd", "1", 1, 0))
    await seat_computer(company, 1, 2)
    await company.posts(outbox, poster)
    assert await company.done(ANNA, Undo()) is Done.TAKEN_BACK
    posts = await company.posts(outbox, poster)
    facts = [post.facts for post in posts if isinstance(post, Notice)]
    assert facts == [{"ply": 0}]
    dropped = [post for post in posts if isinstance(post, DirectMessage)]
    assert dropped == [DirectMessage(company.game_id, ANNA, Done.ORDERS_DROPPED, {"count": 1})]
    assert (await company.game()).ordered == 0


async def test_a_computer_player_is_not_called_reminded_or_nudged(
    company: Company, outbox: Delivery, poster: FakePoster
) -> None:
    await company.start(time_limit=read_limit("9d"))
    await company.posts(outbox, poster)
    await seat_computer(company, 1)
    answered = await company.act(ANNA, Play("1"))
    assert answered.waits_for is None
    assert (await company.refused(CARLA, Nudge())).why is Why.COMPUTER_TO_ACT
    for _ in range(8):
        company.seated.clock.turn(DAY)
        await company.seated.look()
    posts = await company.posts(outbox, poster)
    assert [post.mention for post in posts if isinstance(post, Notice)] == []
    assert all(not getattr(post, "mention", ()) for post in posts)


async def test_a_stuck_computer_can_be_waited_for_or_passed_over(company: Company) -> None:
    """If it ever fails to move."""
    await company.start(time_limit=read_limit("1d"))
    await seat_computer(company, 0)
    company.seated.clock.turn(DAY)
    await company.seated.look()
    assert await company.done(BEN, Wait()) is Done.WAITED
    company.seated.clock.turn(DAY)
    assert await company.done(BEN, Claim()) is Done.PASSED_OVER


async def test_a_computer_player_sits_in_a_rematch_from_the_start(company: Company) -> None:
    await company.start()
    await seat_computer(company, 1)
    over = replace(await company.game(), status=Status.FINISHED)
    assert [seat.taken for seat in rematch_seats(over, by(ANNA))] == [True, False, True]
