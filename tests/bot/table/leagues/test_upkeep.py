"""The cost of a season, counted in statements: for who looks after it, and for who looks at it."""

import asyncio

from bot.match.league.new_league import NewLeague
from bot.match.league.season import Terms
from bot.process.clock import DAY
from tests.bot.discord.answering.test_event_loop import MOST
from tests.bot.kit import CHANNEL, GUILD, statements
from tests.bot.table.leagues.kit import FIRST, SHORT, LeagueTable, actor
from tests.town.watch import function_calls, watching


async def test_a_look_at_what_is_due_is_one_statement(league: LeagueTable) -> None:
    await league.begin(7, SHORT)
    with statements(league.seated.database) as asked:
        assert await league.seated.look() == 0
    assert len(asked) == 1


async def test_seasons_are_due_beside_games(league: LeagueTable) -> None:
    """Those who wait longest first, of each kind."""
    await league.begin(4, SHORT)
    await league.wait_until(league.seated.clock.now + DAY)
    league.seated.clock.turn(7 * DAY)
    assert await league.seated.look() > 1
    assert league.news() == ["announced", "begun"], "the standings are not posted yet"
    await league.settle()
    assert league.news()[-1] == "standings"


async def test_a_season_that_is_not_due_is_not_read(league: LeagueTable) -> None:
    """Days go by in which people only play."""
    season = await league.begin(4, Terms(length=40 * DAY))
    with statements(league.seated.database) as asked:
        for _ in range(20):
            await league.seated.look()
    assert not any("entrants" in sql or "fixtures" in sql for sql, _ in asked)
    assert (await league.season()).revision == season.revision


async def test_a_season_of_thirty_begins_bit_by_bit(league: LeagueTable) -> None:
    """Real games, each in a step of its own: nobody's click waits for all of them."""
    seated = league.seated
    terms = Terms(length=80 * DAY)
    asked = NewLeague("carcassonne", GUILD, CHANNEL, "Harvest League", terms)
    league.season_id = (await seated.table.leagues.open(actor(FIRST), asked)).season_id
    await league.sign_up(30)
    seated.clock.turn((await league.season()).closes_at - seated.clock.now)

    async def begin() -> None:
        while await league.seated.look() + await league.outbox.deliver_due():
            pass

    with function_calls() as gauge:
        async with watching(gauge) as watch:
            await asyncio.create_task(begin())
    assert len(await league.running()) >= 30
    assert watch.longest.amount <= MOST, str(watch.longest)


async def test_a_view_of_standings_is_a_few_statements(league: LeagueTable) -> None:
    """However many games it has."""
    season = await league.begin(7, SHORT)
    with statements(league.seated.database) as asked:
        await league.seated.table.leagues.view(season.id)
    assert len(asked) <= 8
