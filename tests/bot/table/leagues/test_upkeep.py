"""The cost of a season, counted in statements: for who looks after it, and for who looks at it."""

from bot.match.league.season import Terms
from bot.process.clock import DAY
from tests.bot.kit import statements
from tests.bot.table.leagues.kit import SHORT, LeagueTable


async def test_a_look_at_what_is_due_is_one_statement(league: LeagueTable) -> None:
    await league.begin(7, SHORT)
    with statements(league.seated.database) as asked:
        assert await league.timers.look() == 0
    assert len(asked) == 1


async def test_seasons_are_due_beside_games(league: LeagueTable) -> None:
    """Those who wait longest first, of each kind."""
    await league.begin(4, SHORT)
    await league.wait_until(league.seated.clock.now + DAY)
    league.seated.clock.turn(7 * DAY)
    assert await league.timers.look() > 1
    assert league.news() == ["announced", "begun"], "the standings are not posted yet"
    await league.settle()
    assert league.news()[-1] == "standings"


async def test_a_season_that_is_not_due_is_not_read(league: LeagueTable) -> None:
    """Days go by in which people only play."""
    season = await league.begin(4, Terms(length=40 * DAY))
    with statements(league.seated.database) as asked:
        for _ in range(20):
            await league.timers.look()
    assert not any("entrants" in sql or "fixtures" in sql for sql, _ in asked)
    assert (await league.season()).revision == season.revision


async def test_a_view_of_standings_is_a_few_statements(league: LeagueTable) -> None:
    """However many games it has."""
    season = await league.begin(7, SHORT)
    with statements(league.seated.database) as asked:
        await league.seated.table.leagues.view(season.id)
    assert len(asked) <= 8
