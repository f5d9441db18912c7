"""What somebody has won in leagues is told in their statistics and on their profile."""

from dataclasses import replace

import pytest
import simcord

from bot.discord.features.context import utc_date
from bot.match.league.season import Entrant, Season, Stage, Terms
from bot.process.clock import DAY
from bot.store.leagues import insert_season, save_season
from tests.bot.discord.kit.remembered import end_game, hide
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, texts

pytestmark = pytest.mark.sketched


async def win_season(world: World, name: str, channel: int | None = None, place: int = 1) -> None:
    """A season is over, and this was Anna's place."""
    season = Season(
        id=0,
        guild_id=world.guild.id,
        channel_id=channel or world.channel.id,
        kind="castle",
        options={},
        name=name,
        number=1,
        opener_id=None,
        terms=Terms(),
        stage=Stage.RUNNING,
        closes_at=world.clock(),
        ends_at=world.clock(),
        entrants=(Entrant(0, world.anna.id, "Anna", division=0, place=place),),
    )
    async with world.database.writing() as connection:
        stored = await insert_season(connection, season, world.clock())
        over = replace(stored, stage=Stage.OVER)
        await save_season(connection, stored, over, world.clock())


async def ask(who: simcord.MemberActor, world: World, command: str) -> simcord.ResponseMessage:
    return answer_of(await who.slash(world.channel, in_group(command), player=world.anna))


async def test_statistics_count_titles(friends: World) -> None:
    await end_game(friends, won=0)
    await win_season(friends, "Summer Cup")
    assert "**A title:** Winner of Summer Cup\n" in texts(await ask(friends.ben, friends, "stats"))
    await win_season(friends, "Harvest League")
    await win_season(friends, "Harvest League")
    await win_season(friends, "Winter League", place=2)
    honours = "**3 titles:** 2-time winner of Harvest League and Winner of Summer Cup\n"
    assert honours in texts(await ask(friends.ben, friends, "stats"))


async def test_a_profile_has_the_titles_of_its_year(friends: World) -> None:
    await end_game(friends, won=0)
    await win_season(friends, "Harvest League")
    alt = "all years. Winner of Harvest League. 1 game, 1 won."
    assert alt in alts(await ask(friends.ben, friends, "profile"))[0]
    friends.clock.turn(400 * DAY)
    await end_game(friends, won=0)
    profile = await ask(friends.ben, friends, "profile")
    year = answer_of(await friends.ben.click(profile, label=str(utc_date(friends.clock()).year)))
    assert "Winner" not in alts(year)[0]


async def test_titles_of_hidden_channels_are_ones_own(friends: World) -> None:
    await end_game(friends, won=0)
    await win_season(friends, "Secret League", hide(friends).id)
    for command in ("stats", "profile"):
        answer = await ask(friends.ben, friends, command)
        assert "Secret" not in texts(answer) + "".join(alts(answer))
        answer = await ask(friends.anna, friends, command)
        assert "Secret League" in texts(answer) + alts(answer)[0]
        shared = answer_of(await friends.anna.slash(friends.channel, in_group(command), share=True))
        assert "Secret" not in texts(shared) + "".join(alts(shared))


async def test_an_erased_person_has_no_titles(friends: World) -> None:
    await end_game(friends, won=0)
    await win_season(friends, "Harvest League")
    await friends.table.people.erase(friends.anna.id)
    assert await friends.table.leagues.titles(friends.guild.id, friends.anna.id) == []
