"""What somebody has won in leagues is told in their statistics and on their profile."""

from dataclasses import replace

import pytest
import simcord

from bot.discord.features.context import utc_date
from bot.match.league.season import Entrant, Season, Stage, Terms
from bot.process.clock import DAY
from bot.store.leagues import insert_season, save_season
from tests.bot.discord.kit.remembered import ended, hide
from tests.bot.discord.kit.seen import answered
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, texts

pytestmark = pytest.mark.sketched


async def won(world: World, name: str, channel: int | None = None, place: int = 1) -> None:
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


async def asked(who: simcord.MemberActor, world: World, command: str) -> simcord.ResponseMessage:
    return answered(await who.slash(world.channel, in_group(command), player=world.anna))


async def test_statistics_count_titles(friends: World) -> None:
    await ended(friends, won=0)
    await won(friends, "Summer Cup")
    assert "**A title:** Winner of Summer Cup\n" in texts(
        await asked(friends.ben, friends, "stats")
    )
    await won(friends, "Harvest League")
    await won(friends, "Harvest League")
    await won(friends, "Winter League", place=2)
    honours = "**3 titles:** 2-time winner of Harvest League and Winner of Summer Cup\n"
    assert honours in texts(await asked(friends.ben, friends, "stats"))


async def test_a_profile_has_the_titles_of_its_year(friends: World) -> None:
    await ended(friends, won=0)
    await won(friends, "Harvest League")
    alt = "all years. Winner of Harvest League. 1 game, 1 won."
    assert alt in alts(await asked(friends.ben, friends, "profile"))[0]
    friends.clock.turn(400 * DAY)
    await ended(friends, won=0)
    shown = await asked(friends.ben, friends, "profile")
    year = answered(await friends.ben.click(shown, label=str(utc_date(friends.clock()).year)))
    assert "Winner" not in alts(year)[0]


async def test_titles_of_hidden_channels_are_ones_own(friends: World) -> None:
    await ended(friends, won=0)
    await won(friends, "Secret League", hide(friends).id)
    for command in ("stats", "profile"):
        shown = await asked(friends.ben, friends, command)
        assert "Secret" not in texts(shown) + "".join(alts(shown))
        shown = await asked(friends.anna, friends, command)
        assert "Secret League" in texts(shown) + alts(shown)[0]
        shared = answered(await friends.anna.slash(friends.channel, in_group(command), share=True))
        assert "Secret" not in texts(shared) + "".join(alts(shared))


async def test_an_erased_person_has_no_titles(friends: World) -> None:
    await ended(friends, won=0)
    await won(friends, "Harvest League")
    await friends.table.people.erase(friends.anna.id)
    assert await friends.table.leagues.titles(friends.guild.id, friends.anna.id) == []
