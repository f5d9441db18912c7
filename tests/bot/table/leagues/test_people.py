"""What people do in a season, and what becomes of the games."""

import pytest

from bot.match.actions import Resume
from bot.match.errors import Refused, UnknownSeason, Why
from bot.match.game import Status
from bot.match.league.actions import (
    EndSeason,
    GiveTime,
    MakeLast,
    SeasonDone,
    SignUp,
    Substitute,
    TakeBack,
    VoidFixture,
    WithdrawFromSeason,
)
from bot.match.league.messages import FixturePost, LeaguePost
from bot.match.league.season import Entry, FixtureState, Reason, Stage, Terms
from bot.match.rules import rules_of
from bot.process.clock import DAY, HOUR
from bot.table.leagues import MOST_ANNOUNCED
from bot.table.posting import ChannelForbidden, ChannelGone
from tests.bot.kit import CHANNEL, OTHER_CHANNEL, refusal_of
from tests.bot.table.leagues.kit import FIRST, SHORT, LeagueTable, actor
from tests.bot.turns import to_act


async def refusal(league: LeagueTable, action: object, user: int = FIRST, *rights: str) -> Why:
    return (await refusal_of(league.act(user, action, *rights))).why  # type: ignore[arg-type]


async def test_the_same_click_counts_once(league: LeagueTable) -> None:
    await league.open(SHORT)
    leagues = league.seated.table.leagues
    by = actor(5, interaction_id="click")
    first = await leagues.act(by, league.season_id, SignUp())
    again = await leagues.act(by, league.season_id, SignUp())
    assert first == again
    assert first.done is SeasonDone.SIGNED_UP
    assert len((await league.season()).taking_part) == 1


@pytest.mark.parametrize("again", ["Größe", "GRÖSSE", " größe ", "Gro\u0308ße", "Grö\u200bße"])
async def test_two_leagues_have_two_names(league: LeagueTable, again: str) -> None:
    await league.open(SHORT, name="Größe")
    assert (await refusal_of(league.open(SHORT, name=again))).why is Why.LEAGUE_NAME_TAKEN


async def test_a_refused_league_leaves_nothing(league: LeagueTable) -> None:
    with pytest.raises(Refused):
        await league.open(Terms(length=0))
    assert await league.seated.table.leagues.in_server(1, FIRST, 10) == []
    assert await league.outbox.deliver_due() == 0


async def test_there_is_no_season_of_another_number(league: LeagueTable) -> None:
    with pytest.raises(UnknownSeason):
        await league.season(99)


async def test_whoever_signed_up_can_leave(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(2)
    await league.act(FIRST, TakeBack())
    assert await refusal(league, TakeBack()) is Why.NOT_SIGNED_UP
    assert [entrant.user_id for entrant in (await league.season()).taking_part] == [FIRST + 1]


async def test_moderators_only_end_seasons(league: LeagueTable) -> None:
    await league.open(SHORT)
    for action in (EndSeason(), MakeLast(), GiveTime(5), VoidFixture(0), Substitute(0, 1, "Sam")):
        assert await refusal(league, action, FIRST + 1) is Why.NOT_ALLOWED


async def test_whoever_announced_a_league_can_call_it_off(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(4)
    await league.act(FIRST, EndSeason())
    await league.settle()
    assert (await league.season()).stage is Stage.CANCELLED
    assert "stopped" in league.news()


async def test_whoever_announced_a_league_cannot_end_it_once_it_runs(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    assert await refusal(league, EndSeason()) is Why.NOT_ALLOWED


async def test_nobody_announces_without_end(league: LeagueTable) -> None:
    for number in range(MOST_ANNOUNCED):
        await league.open(SHORT, name=f"League {number}")
    assert (await refusal_of(league.open(SHORT, name="One more"))).why is Why.TOO_MANY_LEAGUES


async def test_who_is_asked_is_mentioned_once_an_hour(league: LeagueTable) -> None:
    asked = ((42, "Sam"), (43, "Tom"))
    await league.open(SHORT, asked=asked[:1])
    await league.open(SHORT, name="Another", asked=asked)
    await league.settle()
    posts = [post for _, post, _ in league.poster.news if isinstance(post, LeaguePost)]
    assert [post.mention for post in posts] == [(42,), (43,)]
    entrants = (await league.season()).entrants
    assert [entrant.entry for entrant in entrants] == [Entry.ASKED, Entry.ASKED]


async def test_who_has_joined_is_not_reminded(league: LeagueTable) -> None:
    await league.open(SHORT, asked=((42, "Sam"), (43, "Tom")))
    await league.act(43, SignUp())
    await league.wait_until((await league.season()).closes_at - DAY)
    [reminder] = [
        post for _, post, _ in league.poster.news if getattr(post, "news", "") == "reminded"
    ]
    assert isinstance(reminder, LeaguePost)
    assert reminder.mention == (42,)


async def test_the_switch_of_the_next_season_goes_both_ways(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    assert (await league.moderate(MakeLast())).done is SeasonDone.MADE_LAST
    assert (await league.moderate(MakeLast(last=False))).done is SeasonDone.GOES_ON
    season = await league.play_to_the_end()
    assert season.next_id is not None


async def test_games_of_somebody_who_withdraws_early_end(league: LeagueTable) -> None:
    await league.begin(5, SHORT)
    await league.act(FIRST, WithdrawFromSeason())
    await league.settle()
    season = await league.season()
    assert {fixture.state for fixture in season.fixtures_of(0)} == {FixtureState.VOID}
    for fixture in season.fixtures_of(0):
        assert not fixture.to_adjust
        if fixture.game_id is not None:
            game = await league.game_of(fixture)
            assert (game.status, game.winners) == (Status.ABANDONED, ())
    assert "withdrawn" in league.news()


async def test_games_of_somebody_who_withdraws_late_are_lost(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    for fixture in season.fixtures_of(0)[:2]:
        game = await league.game_of(await league.fixture(fixture.number))
        while game.to_act is not None:
            await league.play(game, to_act(game))
            game = await league.game_of(await league.fixture(fixture.number))
    await league.act(FIRST, WithdrawFromSeason())
    await league.settle()
    season = await league.season()
    reasons = sorted(str(fixture.reason) for fixture in season.fixtures_of(0))
    assert reasons == ["played", "played", "withdrawn"]
    [lost] = [fixture for fixture in season.fixtures_of(0) if fixture.reason is Reason.WITHDRAWN]
    assert (await league.game_of(lost)).status is Status.RESIGNED


async def test_a_table_plays_on_when_somebody_withdraws(league: LeagueTable) -> None:
    await league.begin(5, Terms(seats=4, length=40 * DAY))
    await league.act(FIRST, WithdrawFromSeason())
    await league.settle()
    season = await league.season()
    for fixture in season.fixtures_of(0):
        game = await league.game_of(fixture)
        assert game.status is Status.RUNNING
        assert [seat.user_id for seat in game.seats if seat.left] == [FIRST]


async def test_a_substitute_plays_on_in_every_game(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    await league.moderate(Substitute(0, 42, "Sam"))
    await league.settle()
    season = await league.season()
    assert season.entrants[0].user_id == 42
    for fixture in season.fixtures_of(0):
        game = await league.game_of(fixture)
        assert 42 in [seat.user_id for seat in game.seats]
        assert FIRST not in [seat.user_id for seat in game.seats]


async def test_whoever_was_replaced_sees_no_more_than_others(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    in_server = league.seated.table.leagues.in_server
    [listed] = await in_server(1, FIRST, 5)
    assert listed.entered
    await league.moderate(Substitute(0, 42, "Sam"))
    entered = [(await in_server(1, user, 5))[0].entered for user in (FIRST, 42)]
    assert entered == [False, True]
    assert await refusal(league, Substitute(1, FIRST, "Anna"), 1, "end") is Why.HAS_A_PLACE


async def test_a_substitute_for_somebody_late_has_their_own_day(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    waited_for = season.fixtures[0].players[0]
    started = league.seated.clock.now
    for days in range(1, 6):
        await league.play_all(but=0)
        await league.wait_until(started + days * DAY)
    await league.wait_until(started + 5 * DAY + 20 * HOUR)
    await league.moderate(Substitute(waited_for, 42, "Sam"))
    await league.settle()
    await league.wait_until(league.seated.clock.now + 23 * HOUR, step=HOUR)
    assert (await league.game_of(await league.fixture(0))).status is Status.RUNNING
    await league.wait_until(league.seated.clock.now + 2 * HOUR, step=HOUR)
    fixture = await league.fixture(0)
    assert (await league.game_of(fixture)).status is Status.ABANDONED
    assert (fixture.reason, fixture.places) == (Reason.LATE, (2, 1))


async def test_time_for_everybody_counts_once(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    await league.moderate(GiveTime(24))
    await league.settle()
    await league.settle()
    for fixture in (await league.season()).fixtures:
        game = await league.game_of(fixture)
        assert game.time_limit is not None
        assert game.time_limit.left == (6 * DAY, 6 * DAY)


async def test_time_is_also_given_to_whoever_is_late(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    await league.wait_until(season.closes_at + 5 * DAY + 12 * HOUR)
    await league.moderate(GiveTime(24))
    await league.settle()
    game = await league.game_of(await league.fixture(0))
    assert not game.reminders.timed_out
    await league.wait_until(league.seated.clock.now + 23 * HOUR)
    assert (await league.game_of(await league.fixture(0))).status is Status.RUNNING


async def test_a_void_game_ends(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    await league.moderate(VoidFixture(0))
    await league.settle()
    assert (await league.fixture(0)).reason is Reason.VOIDED
    assert (await league.game_of(await league.fixture(0))).status is Status.ABANDONED


async def test_a_game_lost_on_time_that_becomes_void_takes_nobody_out(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    late = season.fixtures[0].players[0]
    for _ in range(13):
        await league.play_all(but=0)
        await league.wait_until(league.seated.clock.now + 12 * HOUR)
    assert (await league.season()).entrants[late].late == 1
    await league.moderate(VoidFixture(0))
    assert (await league.season()).entrants[late].late == 0


async def test_nobody_wins_a_season_of_which_no_game_counts(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    for fixture in season.fixtures:
        await league.moderate(VoidFixture(fixture.number))
    await league.play_to_the_end()
    season = await league.season()
    assert season.stage is Stage.OVER
    assert await league.seated.table.leagues.titles(season.guild_id, FIRST) == []


async def test_a_season_that_is_ended_is_decided_as_it_stands(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    await league.play_all(lambda user: "2")
    await league.moderate(EndSeason())
    await league.settle()
    season = await league.season()
    assert season.stage is Stage.OVER
    assert {fixture.reason for fixture in season.fixtures} == {Reason.BY_SCORE}
    assert {fixture.places for fixture in season.fixtures} == {(1, 2)}
    assert season.next_id is None


async def test_the_end_is_that_of_the_rules(league: LeagueTable) -> None:
    assert rules_of("rounds").most_turns(2) == 12
    await league.begin(4, SHORT)
    await league.moderate(EndSeason())
    await league.settle()
    assert {fixture.places for fixture in (await league.season()).fixtures} == {(1, 1)}


async def test_a_season_that_is_followed_already_is_not_the_last(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    await league.play_until((season.ends_at or 0) - DAY)
    assert (await refusal_of(league.moderate(MakeLast()))).why is Why.FOLLOWED_ALREADY


@pytest.mark.parametrize("hours", [-1, 0, 337])
async def test_time_is_given_within_bounds(league: LeagueTable, hours: int) -> None:
    await league.begin(4, SHORT)
    assert (await refusal_of(league.moderate(GiveTime(hours)))).why is Why.GIVEN_TIME


async def test_no_season_follows_the_last(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    await league.moderate(MakeLast())
    season = await league.play_to_the_end()
    assert season.next_id is None
    assert await league.seated.table.leagues.of(FIRST) == ()


async def test_a_channel_that_is_lost_is_waited_for(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(4)
    await league.settle()
    league.poster.failures[CHANNEL] = [ChannelForbidden(), ChannelForbidden()]
    season = await league.season()
    await league.wait_until(season.closes_at)
    posted = [(place, getattr(message, "news", None)) for place, message, _ in league.poster.news]
    assert (FIRST, "no_place") in posted
    assert await league.running() == []
    await league.wait_until(season.closes_at + 3 * HOUR, step=HOUR)
    assert len(await league.running()) == 6
    assert [news for _, news in posted].count("no_place") == 1


async def test_a_void_game_is_no_longer_called(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(5)
    await league.settle()
    league.poster.failures[CHANNEL] = [ChannelForbidden(), ChannelForbidden()]
    season = await league.season()
    await league.wait_until(season.closes_at)
    await league.act(FIRST, WithdrawFromSeason())
    await league.wait_until(season.closes_at + 2 * HOUR, step=HOUR)
    called = {post.number for _, post, _ in league.poster.news if isinstance(post, FixturePost)}
    season = await league.season()
    assert called
    assert not called & {fixture.number for fixture in season.fixtures_of(0)}


@pytest.mark.parametrize("loss", [ChannelForbidden, ChannelGone])
async def test_a_season_ends_although_its_channel_is_gone(
    league: LeagueTable, loss: type[ChannelForbidden | ChannelGone]
) -> None:
    await league.open(SHORT)
    await league.sign_up(4)
    await league.settle()
    league.poster.failures[CHANNEL] = [loss() for _ in range(2000)]
    season = await league.season()
    await league.wait_until((season.ends_at or 0) + HOUR, step=DAY)
    season = await league.season()
    assert season.stage is Stage.OVER
    assert {fixture.reason for fixture in season.fixtures} == {Reason.NEVER_BEGUN}
    ends = [
        place for place, message, _ in league.poster.news if getattr(message, "news", "") == "ended"
    ]
    assert sorted(ends) == list(league.people)


async def test_a_cup_ends_although_its_channel_is_gone(league: LeagueTable) -> None:
    await league.open(Terms(full=4))
    await league.settle()
    league.poster.failures[CHANNEL] = [ChannelForbidden() for _ in range(2000)]
    await league.sign_up(4)
    await league.settle()
    cup = await league.season()
    await league.wait_until(league.seated.clock.now + cup.terms.length + HOUR, step=3 * DAY)
    assert (await league.season()).stage is Stage.OVER
    ends = [
        place for place, message, _ in league.poster.news if getattr(message, "news", "") == "ended"
    ]
    assert sorted(ends) == list(league.people)


async def test_a_game_whose_thread_is_gone_is_decided_by_the_score(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    game = await league.game_of(season.fixtures[0])
    await league.play(game, game.seats[0].user_id or 0, "3")
    league.poster.failures[game.channel_id] = [ChannelGone() for _ in range(50)]
    await league.settle()
    assert (await league.game_of(season.fixtures[0])).pause == "place_gone"
    await league.play_to_the_end()
    fixture = await league.fixture(0)
    assert (fixture.reason, fixture.places) == (Reason.BY_SCORE, (1, 2))


async def test_a_game_can_be_resumed_elsewhere(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    game = await league.game_of(season.fixtures[0])
    user = game.seats[0].user_id or 0
    await league.play(game, user, "3")
    league.poster.failures[game.channel_id] = [ChannelGone() for _ in range(50)]
    await league.settle()
    await league.ask(user, game, Resume(OTHER_CHANNEL))
    await league.play_to_the_end()
    fixture = await league.fixture(0)
    assert (fixture.reason, fixture.places) == (Reason.PLAYED, (1, 2))
    assert (await league.game_of(fixture)).channel_id == OTHER_CHANNEL


async def test_whoever_is_erased_before_it_begins_is_out(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(2)
    await league.seated.table.people.erase(FIRST)
    season = await league.season()
    assert [entrant.user_id for entrant in season.taking_part] == [FIRST + 1]
    erased = season.entrants[0]
    assert (erased.user_id, erased.name, erased.entry) == (None, "", Entry.OUT)


async def test_whoever_is_gone_without_a_word_is_soon_out(league: LeagueTable) -> None:
    """They left the server, or are banned: nothing tells the bot, and their clocks run."""
    season = await league.begin(5, SHORT)
    gone = season.entrants[0].user_id
    for _ in range(18):
        for fixture in await league.running():
            game = await league.game_of(fixture)
            user = None if game.to_act is None else game.seats[game.to_act].user_id
            if user is not None and user != gone:
                await league.play(game, user)
        await league.wait_until(league.seated.clock.now + 12 * HOUR)
    over = await league.play_to_the_end()
    assert over.entrants[0].entry is Entry.WITHDRAWN
    assert not any(fixture.undecided for fixture in over.fixtures)
    [following] = [await league.season(over.next_id)]
    assert gone not in [entrant.user_id for entrant in following.taking_part]
    assert len(following.taking_part) == 4


async def test_nobody_is_erased_in_the_middle_of_a_season(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    assert (await refusal_of(league.seated.table.people.erase(FIRST))).why is Why.STILL_PLAYING
    await league.act(FIRST, WithdrawFromSeason())
    await league.settle()
    await league.seated.table.people.erase(FIRST)
    assert (await league.season()).entrants[0].user_id is None


async def test_past_seasons_stay_when_somebody_is_erased(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    await league.moderate(MakeLast())
    before = await league.play_to_the_end()
    await league.settle()
    await league.seated.table.people.erase(FIRST)
    after = await league.season()
    assert [entrant.place for entrant in after.entrants] == [
        entrant.place for entrant in before.entrants
    ]
    assert after.entrants[0].name == ""
