"""Leagues in Discord: announcing one, joining, and the posts of a season."""

from collections.abc import Sequence

import discord
import pytest
import simcord
from simcord.results import to_discord_message

from bot.match.league.season import FixtureState, Season
from bot.process.clock import DAY, HOUR
from bot.table.housekeeping import Timers
from tests.bot.discord.kit import forms
from tests.bot.discord.kit.trouble import told
from tests.bot.discord.kit.world import World, labels, texts


async def announce(world: World, **changes: str) -> simcord.InteractionResult:
    """Anna announces a league."""
    shown = await world.anna.slash(world.channel, "table league new", game="castle")
    answer = await forms.submit(world.anna, shown, **{"name": "Harvest League", **changes})
    await world.deliver()
    return answer


async def begin(world: World) -> Season:
    """Four people are in, and the season has begun."""
    await announce(world)
    await join(world, people(world))
    [season] = await world.table.leagues.in_server(world.guild.id, 5)
    world.clock.turn(7 * DAY)
    await settle(world)
    return await world.table.leagues.get(season.id)


async def settle(world: World) -> None:
    timers = Timers(world.database, world.table, world.clock)
    for _ in range(20):
        if not await timers.look():
            return
        await world.deliver()
    raise AssertionError("it never rests")


SIDES = ["Standings", "Crosstable", "Games", "In words"]


def people(world: World) -> list[simcord.MemberActor]:
    dora = world.guild.add_member(world.env.create_user("dora", global_name="Dora"))
    return [world.anna, world.ben, world.carla, dora]


async def join(world: World, joining: Sequence[simcord.MemberActor]) -> None:
    post = world.post_ids[-1]
    for person in joining:
        await person.click(world.post(post), label="Join")


def shown(post: discord.Message) -> str:
    return texts(post)


async def test_an_invitation_says_what_one_commits_to(friends: World) -> None:
    answer = await announce(friends)
    assert told(answer) == f"**Harvest League** is announced in <#{friends.channel.id}>."
    post = shown(friends.last_post)
    assert "## Harvest League, season 1" in post
    assert "one move every two days" in post
    assert "Nobody has joined yet." in post
    assert labels(friends.last_post) == ["Join", "Leave"]


async def test_who_joins_and_leaves_is_shown_on_the_post(friends: World) -> None:
    await announce(friends)
    await join(friends, [friends.anna, friends.ben])
    assert "**2 are in:** Anna and Ben" in shown(friends.last_post)
    await friends.anna.click(friends.last_post, label="Leave")
    assert "**1 is in:** Ben" in shown(friends.last_post)


async def test_an_invitation_answers_after_a_restart(friends: World) -> None:
    await announce(friends)
    await friends.restart()
    await join(friends, [friends.ben])
    assert "**1 is in:** Ben" in shown(friends.last_post)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"until": "0"}, "1 to 60 days"),
        ({"until": "2001-01-01"}, "1 to 60 days"),
        ({"until": "-5"}, "neither a number of days nor a date"),
        ({"until": "soon"}, "neither a number of days nor a date"),
        ({"days": "0"}, "a season lasts"),
        ({"days": "9999"}, "a season lasts"),
        ({"days": "½"}, "neither a number of days nor a date"),
    ],
)
async def test_a_league_that_cannot_be_is_refused(
    friends: World, changes: dict[str, str], why: str
) -> None:
    posts = friends.post_ids
    assert why in (told(await announce(friends, **changes)) or "")
    assert await friends.table.leagues.in_server(friends.guild.id, 5) == ()
    assert friends.post_ids == posts


async def test_two_leagues_of_one_name_are_refused(friends: World) -> None:
    await announce(friends)
    assert "already a league called" in (told(await announce(friends)) or "")


async def test_only_moderators_announce_where_it_is_set_so(friends: World) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"league": "moderators"})
    answer = await friends.anna.slash(friends.channel, "table league new", game="castle")
    assert answer.modal is None
    assert "announce leagues here" in (told(answer) or "")


async def test_games_begin_in_threads_of_their_own(friends: World) -> None:
    season = await begin(friends)
    running = [one for one in season.fixtures if one.state is FixtureState.RUNNING]
    assert len(running) == 6
    for fixture in running:
        assert fixture.game_id is not None
        game = await friends.table.games.get(fixture.game_id)
        assert (game.channel_id, game.parent_id) == (fixture.thread_id, friends.channel.id)
    news = [shown(post) for post in friends.posts]
    assert any("The season begins." in one and "**Division 1**" in one for one in news)
    assert sum("the game begins in the thread" in one for one in news) == 6


async def test_a_board_names_its_league_last_and_in_small(friends: World) -> None:
    season = await begin(friends)
    stored = friends.env.backend.messages[season.fixtures[0].thread_id or 0]
    board = to_discord_message(friends.env, stored[max(stored)])
    assert shown(board).splitlines()[-1] == "-# Harvest League, season 1"


async def test_standings_are_posted_every_week(friends: World) -> None:
    await begin(friends)
    friends.clock.turn(7 * DAY)
    await settle(friends)
    posts = [one for one in friends.posts if "The standings after week 1." in shown(one)]
    assert [len(one.attachments) for one in posts] == [1]


async def test_the_last_post_has_the_final_standings(friends: World) -> None:
    season = await begin(friends)
    assert season.ends_at is not None
    friends.clock.turn(season.ends_at - friends.clock.now + HOUR)
    await settle(friends)
    assert any("The season is over." in shown(one) for one in friends.posts)


async def test_a_league_is_shown_with_its_standings_and_games(friends: World) -> None:
    await begin(friends)
    answer = await friends.anna.slash(friends.channel, "table league show")
    assert answer.ephemeral
    assert answer.response is not None
    assert len(answer.response.attachments) == 1
    assert "**Your games**" in told(answer)
    assert labels(answer.response) == [*SIDES, "Withdraw"]
    games = await friends.anna.click(answer.response, label="Games")
    assert "**Running games**\n- Dora – Anna: Dora to play, <t:" in told(games)
    assert games.response is not None
    cross = await friends.anna.click(games.response, label="Crosstable")
    assert cross.response is not None
    [picture] = cross.response.attachments
    assert picture.filename == "crosstable.png"
    text = await friends.anna.click(cross.response, label="In words")
    assert "1. **" in told(text)


async def test_a_post_of_a_season_leads_to_ones_own_games(friends: World) -> None:
    await begin(friends)
    [begun] = [one for one in friends.posts if "The season begins." in shown(one)]
    answer = await friends.ben.click(begun, label="Standings and my games")
    assert answer.ephemeral
    assert "**Your games**" in told(answer)


async def test_a_shared_league_has_no_buttons(friends: World) -> None:
    await begin(friends)
    answer = await friends.anna.slash(friends.channel, "table league show", share=True)
    assert not answer.ephemeral
    assert answer.response is not None
    assert labels(answer.response) == []


async def test_without_a_league_there_is_nothing_to_show(friends: World) -> None:
    answer = await friends.anna.slash(friends.channel, "table league show")
    assert "no league here yet" in told(answer)


async def test_withdrawing_takes_two_taps(friends: World) -> None:
    season = await begin(friends)
    shown = await friends.anna.slash(friends.channel, "table league show")
    assert shown.response is not None
    asked = await friends.anna.click(shown.response, label="Withdraw")
    assert "All 3 games become void" in told(asked)
    assert asked.response is not None
    assert len((await friends.table.leagues.get(season.id)).taking_part) == 4
    await friends.anna.click(asked.response, label="Yes, withdraw")
    assert len((await friends.table.leagues.get(season.id)).taking_part) == 3
