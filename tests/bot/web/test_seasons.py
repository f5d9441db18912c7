"""The page of a season: its standings, its crosstable, and its games as links."""

import re

import pytest

from bot.match.actions import Resign
from bot.match.league.season import Season, Terms
from bot.process.clock import DAY
from bot.table.delivery import Delivery
from bot.table.posting import ChannelGone
from tests.bot.kit import CHANNEL, GUILD, FakePoster, Seated
from tests.bot.table.leagues.kit import FIRST, LeagueTable
from tests.bot.web.conftest import Pages

NOWHERE = "/s/AAAAAAAAAAAAAAAAAAAAAA"
PARTS = ("", "/standings.png")


@pytest.fixture
def league(seated: Seated, outbox: Delivery, poster: FakePoster) -> LeagueTable:
    return LeagueTable(seated, outbox, poster, kind="castle")


async def open_season(pages: Pages, season: Season, setting: str = "always") -> str:
    """Give a season a page; its path."""
    await pages.seated.table.channels.set(GUILD, season.channel_id, {"page": setting})
    key = await pages.seated.table.game_pages.key_of_season(season, pages.is_seen_by_all)
    assert key is not None
    return f"/s/{key}"


async def begin(pages: Pages, league: LeagueTable, people: int = 4) -> str:
    return await open_season(pages, await league.begin(people, Terms()))


async def lose_first_game(league: LeagueTable) -> None:
    """Whoever begins the first game resigns it."""
    fixture = await league.fixture(0)
    game = await league.game_of(fixture)
    assert game.seats[0].user_id is not None
    await league.ask(game.seats[0].user_id, game, Resign())
    await league.settle()


async def test_everybody_stands_in_the_standings(pages: Pages, league: LeagueTable) -> None:
    text = await pages.text(await begin(pages, league))
    assert "Harvest League, season 1" in text
    for user_id in league.people:
        assert f"Person {user_id}" in text


async def test_a_result_is_in_the_crosstable(pages: Pages, league: LeagueTable) -> None:
    path = await begin(pages, league)
    await lose_first_game(league)
    text = await pages.text(path)
    assert len(re.findall(r'<td class="won">', text)) == 1
    assert len(re.findall(r'<td class="lost">', text)) == 1


async def test_each_game_with_a_page_is_a_link(pages: Pages, league: LeagueTable) -> None:
    path = await begin(pages, league)
    game_path = await pages.open(await league.game_of(await league.fixture(0)))
    links = re.findall(r'<li><a href="([^"]+)"', await pages.text(path))
    assert links == [f"{game_path}?lang=en"]
    assert (await pages.get(links[0])).status == 200


async def test_the_page_of_a_game_leads_to_its_season(pages: Pages, league: LeagueTable) -> None:
    path = await begin(pages, league)
    game_path = await pages.open(await league.game_of(await league.fixture(0)))
    assert f'<a href="{path}?lang=en">' in await pages.text(game_path)


async def test_its_preview_has_the_standings(pages: Pages, league: LeagueTable) -> None:
    text = await pages.text(await begin(pages, league))
    found = re.search(r'property="og:image" content="([^"]+)"', text)
    assert found is not None
    picture = found[1].removeprefix(pages.site.address.origin).replace("&amp;", "&")
    answer = await pages.get(picture)
    assert answer.status == 200
    assert "immutable" in answer.headers["Cache-Control"]


async def test_before_it_begins_it_names_who_is_in(pages: Pages, league: LeagueTable) -> None:
    await league.open()
    await league.sign_up(2)
    text = await pages.text(await open_season(pages, await league.season()))
    assert "open for sign-up" in text
    assert f"Person {FIRST}" in text


@pytest.mark.parametrize("language", ["en", "nl", "de"])
async def test_it_is_in_the_language_of_its_reader(
    pages: Pages, league: LeagueTable, language: str
) -> None:
    path = await begin(pages, league)
    text = await pages.text(path, {"Accept-Language": language})
    assert f'<html lang="{language}">' in text


async def test_some_appear_without_their_names(pages: Pages, league: LeagueTable) -> None:
    path = await begin(pages, league)
    await pages.seated.table.people.prefer(FIRST, {"page_name": "colour"})
    text = await pages.text(path)
    assert f"Person {FIRST}<" not in text
    assert "Player 1" in text


async def close_setting(pages: Pages, _: LeagueTable) -> None:
    await pages.seated.table.channels.set(GUILD, CHANNEL, {"page": "off"})


async def renew(pages: Pages, _: LeagueTable) -> None:
    await pages.seated.table.game_pages.close_in(CHANNEL)


async def leave_server(pages: Pages, _: LeagueTable) -> None:
    await pages.seated.table.game_pages.close_server(GUILD)


async def lose_channel(pages: Pages, league: LeagueTable) -> None:
    league.poster.failures[CHANNEL] = [ChannelGone() for _ in range(2000)]
    await league.wait_until(pages.seated.clock.now + 7 * DAY)


@pytest.mark.parametrize("close", [close_setting, renew, leave_server, lose_channel])
async def test_a_closed_page_is_like_one_that_never_was(  # type: ignore[no-untyped-def]
    pages: Pages, league: LeagueTable, close
) -> None:
    path = await begin(pages, league)
    await close(pages, league)
    for part in PARTS:
        refused = await pages.get(f"{path}{part}")
        unknown = await pages.get(f"{NOWHERE}{part}")
        assert (refused.status, await refused.text()) == (404, await unknown.text())


async def test_a_hidden_channel_needs_a_second_yes(pages: Pages, league: LeagueTable) -> None:
    async def is_seen_by_all() -> bool:
        return False

    path = await begin(pages, league)
    season = await league.season()
    assert await pages.seated.table.game_pages.key_of_season(season, is_seen_by_all) is None
    assert (await pages.get(path)).status == 404


@pytest.mark.parametrize(("setting", "status"), [("month", 404), ("always", 200)])
async def test_an_ended_season_stays_as_long_as_the_channel_says(
    pages: Pages, league: LeagueTable, setting: str, status: int
) -> None:
    season = await league.begin(4, Terms())
    path = await open_season(pages, season, setting)
    assert season.ends_at is not None
    await league.wait_until(season.ends_at, step=DAY)
    assert (await pages.get(path)).status == 200
    pages.seated.clock.turn(31 * DAY)
    assert (await pages.get(path)).status == status
