"""A season at the table: it starts, runs and ends by itself."""

from collections import Counter

from bot.match.game import Status
from bot.match.league.actions import EndSeason
from bot.match.league.course import running_games
from bot.match.league.messages import FixturePost, LeaguePost, News
from bot.match.league.season import FixtureState, Reason, Stage, Terms
from bot.process.clock import DAY
from tests.bot.kit import CHANNEL
from tests.bot.rounds import TURNS
from tests.bot.table.leagues.kit import FIRST, SHORT, LeagueTable


async def test_the_invitation_goes_out_at_once(league: LeagueTable) -> None:
    await league.open()
    await league.settle()
    assert league.news() == ["announced"]


async def test_games_begin_in_threads_made_from_their_posts(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    assert len(season.fixtures) == 6
    for fixture in season.fixtures:
        game = await league.game_of(fixture)
        assert (game.status, game.channel_id) == (Status.RUNNING, fixture.thread_id)
        assert game.parent_id == CHANNEL
        assert league.poster.threads[game.channel_id] == FixturePost(season.id, fixture.number)


async def test_the_first_in_a_pairing_begins(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    for fixture in season.fixtures:
        game = await league.game_of(fixture)
        assert game.to_act == 0
        assert [seat.user_id for seat in game.seats] == [
            season.entrants[player].user_id for player in fixture.players
        ]


async def test_nobody_has_more_than_three_games_at_first(league: LeagueTable) -> None:
    season = await league.begin(7, SHORT)
    assert max(running_games(season).values()) == 3
    await league.wait_until(season.released_at)
    season = await league.season()
    assert FixtureState.WAITING not in {fixture.state for fixture in season.fixtures}


async def test_when_a_game_ends_the_next_begins(league: LeagueTable) -> None:
    await league.begin(7, SHORT)
    before = len(await league.running())
    for _ in range(TURNS):
        await league.play_all()
    await league.settle()
    season = await league.season()
    decided = [fixture for fixture in season.fixtures if fixture.state is FixtureState.DECIDED]
    assert len(decided) == before
    assert len(await league.running()) > 0


async def test_a_season_ends_on_its_day(league: LeagueTable) -> None:
    season = await league.play_a_season(5)
    assert season.stage is Stage.OVER
    assert league.seated.clock.now == season.ends_at
    assert {fixture.reason for fixture in season.fixtures} == {Reason.PLAYED}
    assert sorted(entrant.place or 0 for entrant in season.entrants)[0] == 1
    assert league.news() == [
        "announced",
        "begun",
        "standings",
        "standings",
        "announced",
        "standings",
        "ended",
    ]


async def test_unfinished_games_count_as_they_stand(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    first = season.fixtures[0]
    game = await league.game_of(first)
    await league.play(game, game.seats[0].user_id or 0, "3")
    end = season.ends_at or 0
    await league.wait_until(season.closes_at + 4 * DAY)
    clock = league.seated.clock
    clock.turn(end - clock.now)
    for fixture in season.fixtures:  # as if nobody's time had run out until then
        assert fixture.game_id is not None
    await league.settle()
    season = await league.season()
    assert season.stage is Stage.OVER
    assert season.fixtures[0].places == (1, 2)
    assert season.fixtures[0].scores == (3, 0)
    ended = await league.game_of(season.fixtures[0])
    assert (ended.status, ended.winners) == (Status.ABANDONED, (0,))


async def test_whoever_finished_is_in_the_next_season(league: LeagueTable) -> None:
    season = await league.play_a_season(4)
    assert season.next_id is not None
    following = await league.season(season.next_id)
    assert following.number == 2
    assert following.closes_at == (season.ends_at or 0) + DAY
    assert [entrant.user_id for entrant in following.taking_part] == list(league.people)
    await league.wait_until(following.closes_at)
    await league.settle()
    assert (await league.season(following.id)).stage is Stage.RUNNING


async def test_too_few_end_it_before_it_begins(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(3)
    season = await league.season()
    await league.wait_until(season.closes_at)
    assert (await league.season()).stage is Stage.CANCELLED
    assert league.news() == ["announced", "given_up"]


async def test_an_invitation_is_closed_when_the_season_begins(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    [invitation] = [
        league.poster.ids[nonce]
        for _, post, nonce in league.poster.news
        if post == LeaguePost(season.id, News.ANNOUNCED)
    ]
    await league.wait_until(season.closes_at + DAY)
    assert league.poster.closed == [(CHANNEL, invitation, season.id)]


async def test_an_invitation_is_closed_when_too_few_signed_up(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.wait_until((await league.season()).closes_at)
    assert [season_id for *_, season_id in league.poster.closed] == [league.season_id]


async def test_an_invitation_is_closed_when_a_season_is_stopped(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.settle()
    await league.moderate(EndSeason())
    await league.settle()
    assert [season_id for *_, season_id in league.poster.closed] == [league.season_id]


async def test_a_deleted_invitation_holds_up_nothing(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.settle()
    league.poster.deleted.update(league.poster.ids.values())
    await league.sign_up(4)
    await league.wait_until((await league.season()).closes_at)
    assert league.poster.closed == []
    assert len(await league.running()) == 6


async def test_those_who_were_asked_are_reminded(league: LeagueTable) -> None:
    await league.open(SHORT, asked=((FIRST + 9, "Nina"),))
    season = await league.season()
    await league.wait_until(season.closes_at - DAY)
    pinging = [post for _, post, _ in league.poster.news if isinstance(post, LeaguePost)]
    assert [(post.news, post.mention) for post in pinging] == [
        (News.ANNOUNCED, (FIRST + 9,)),
        (News.REMINDED, (FIRST + 9,)),
    ]


async def test_a_cup_begins_when_it_is_full(league: LeagueTable) -> None:
    await league.open(Terms(full=4))
    await league.settle()
    await league.sign_up(4)
    await league.settle()
    assert len(await league.running()) == 6
    for _ in range(TURNS):
        await league.play_all()
    await league.settle()
    assert (await league.season()).stage is Stage.OVER
    assert league.news() == ["announced", "begun", "ended"]


async def test_tables_of_several_begin_at_once(league: LeagueTable) -> None:
    season = await league.begin(5, Terms(seats=3, length=40 * DAY))
    assert Counter(
        player for fixture in season.fixtures for player in fixture.players
    ) == dict.fromkeys(range(5), 3)
    over = await league.play_to_the_end()
    assert {fixture.reason for fixture in over.fixtures} == {Reason.PLAYED}
    assert all(len(fixture.places) == 3 for fixture in over.fixtures)


async def test_standings_come_once_however_long_the_bot_was_down(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    league.seated.clock.turn(15 * DAY)
    await league.settle()
    assert league.news().count("standings") == 1
    assert (await league.season()).shown == 2
    assert league.seated.clock.now < (season.ends_at or 0)


async def test_a_second_process_does_nothing_twice(league: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(6)
    season = await league.season()
    league.seated.clock.turn(season.closes_at - league.seated.clock.now)
    table = league.seated.table
    for _ in range(3):
        await table.leagues.look_after(season.id)
    await league.settle()
    posts = [post for _, post, _ in league.poster.news if isinstance(post, FixturePost)]
    assert len(posts) == len({post.number for post in posts})


async def test_the_standings_can_be_looked_at_any_time(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    await league.play_until(season.closes_at + 9 * DAY)
    view = await league.seated.table.leagues.view(season.id)
    [division] = view.divisions
    assert len(division.rows) == 4
    running = [fixture.number for fixture in await league.running()]
    assert sorted(view.games) == running
    assert all(game.to_act is not None for game in view.games.values())
    assert all(row.reachable.first <= row.standing.place for row in division.rows)
    assert [fixture.number for fixture in view.fixtures_of(0)] == sorted(
        fixture.number for fixture in season.fixtures_of(0)
    )


async def test_titles_are_counted(league: LeagueTable) -> None:
    season = await league.play_a_season(4)
    [winner, *_] = [entrant for entrant in season.entrants if entrant.place == 1]
    won = await league.seated.table.leagues.titles(season.guild_id, winner.user_id or 0)
    assert [title.id for title in won] == [season.id]
