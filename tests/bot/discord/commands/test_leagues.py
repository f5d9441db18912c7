"""Leagues in Discord: announcing one, joining, and the posts of a season."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest
import simcord
from simcord.results import to_discord_message

from bot.match.actions import Actor, NewGame, Resign
from bot.match.game import Status
from bot.match.league import entering
from bot.match.league.actions import Substitute
from bot.match.league.season import FixtureState, Season, Stage, Terms
from bot.match.requests import GameRequest, LeagueRequest
from bot.match.time_limits import format_limit
from bot.process.clock import DAY, HOUR
from bot.store.leagues import insert_season, save_season
from bot.table.housekeeping import Timers
from tests.bot.discord.commands.test_seat_calls import may_see
from tests.bot.discord.failing.test_places import deny
from tests.bot.discord.failing.test_posts import unpaintable
from tests.bot.discord.kit import forms
from tests.bot.discord.kit.forging import press, send_form
from tests.bot.discord.kit.limits import messages
from tests.bot.discord.kit.seen import answer_of, menus
from tests.bot.discord.kit.trouble import deliver_twice, text_of
from tests.bot.discord.kit.world import World, labels, texts


async def announce(world: World, people: str = "", **changes: str) -> simcord.InteractionResult:
    """Anna announces a league."""
    options = {"people": people} if people else {}
    form = await world.anna.slash(world.channel, "table league new", game="castle", **options)
    answer = await forms.submit(world.anna, form, **{"name": "Harvest League", **changes})
    await world.deliver()
    return answer


async def seasons(world: World) -> tuple[Season, ...]:
    """All of them."""
    leagues = world.table.leagues
    listed = await leagues.in_server(world.guild.id, world.anna.id, 25)
    return tuple([await leagues.get(season.id) for season, _ in listed])


async def begin(world: World) -> Season:
    """Four people are in, and the season has begun."""
    await announce(world)
    await join(world, people(world))
    [season] = await seasons(world)
    world.clock.turn(7 * DAY)
    await settle(world)
    return await world.table.leagues.get(season.id)


async def announce_season(world: World) -> Season:
    await announce(world)
    [season] = await seasons(world)
    return season


async def settle(world: World) -> None:
    timers = Timers(world.database, world.table, world.clock)
    for _ in range(20):
        if not await timers.look():
            return
        await world.deliver()
    raise AssertionError("it never rests")


def seasons_in_menu(page: simcord.ResponseMessage) -> list[int]:
    [options] = menus(page).values()
    return [int(value) for value in options.values()]


# Verbs whose ids name a season.
OF_A_SEASON = (
    "enter",
    "stepout",
    "leavenext",
    "quitseason",
    "quitsure",
    "season",
    "seasons",
    "standings",
)
OF_MODERATORS = (
    "league",
    "substitute",
    "moretime",
    "voidgame",
    "endseason",
    "endsure",
    "lastseason",
)
SIDES = ["Standings", "Crosstable", "Games", "In words"]


def people(world: World) -> list[simcord.MemberActor]:
    dora = world.new_person("Dora")
    return [world.anna, world.ben, world.carla, dora]


async def join(world: World, joining: Sequence[simcord.MemberActor]) -> None:
    post = world.post_ids[-1]
    for person in joining:
        await person.click(world.post(post), label="Join")


async def test_an_invitation_says_what_one_commits_to(friends: World) -> None:
    answer = await announce(friends)
    text = text_of(answer)
    assert text.startswith(f"**Harvest League** is announced in <#{friends.channel.id}>.")
    post = texts(friends.last_post)
    assert "## Harvest League, season 1" in post
    assert "one move every two days" in post
    assert "Nobody has joined yet." in post
    assert "makes all of them void; after that, the rest are lost" in post
    assert labels(friends.last_post) == ["Join", "Leave"]


async def test_the_beginning_says_who_plays_whom(friends: World) -> None:
    season = await begin(friends)
    posts = [texts(friends.post(post)) for post in friends.post_ids]
    [begun] = [post for post in posts if "The season begins." in post]
    [games] = [line.removeprefix("-# ") for line in begun.splitlines() if " – " in line]
    schedule = [part.split(" – ") for part in games.split(" · ")]
    pairs = [[first, second] for first, others in schedule for second in others.split(", ")]
    names = [entrant.name for entrant in season.entrants]
    assert sorted(pairs) == sorted(
        [names[seat] for seat in fixture.players] for fixture in season.fixtures
    )
    assert len(pairs) == 6


async def test_how_many_games_run_at_first_is_a_choice(friends: World) -> None:
    form = await friends.anna.slash(friends.channel, "table league new", game="castle", running=1)
    await forms.submit(friends.anna, form, name="Slow League")
    await friends.deliver()
    assert "Nobody has more than 1 running game at first." in texts(friends.last_post)
    await join(friends, people(friends))
    [season] = await seasons(friends)
    friends.clock.turn(7 * DAY)
    await settle(friends)
    season = await friends.table.leagues.get(season.id)
    assert sum(fixture.state is FixtureState.RUNNING for fixture in season.fixtures) == 2


async def test_the_clocks_of_a_league_are_a_choice(friends: World) -> None:
    """For its games, for the shortest season, for what one commits to, and for the next season."""
    for days in ("19", "20"):
        form = await friends.anna.slash(
            friends.channel, "table league new", game="castle", time="1d + 4h max 2d"
        )
        answer = await forms.submit(friends.anna, form, name="Quick League", days=days)
        assert ("a season lasts 20 to 365 days" in text_of(answer)) is (days == "19")
    await friends.deliver()
    post = texts(friends.last_post)
    assert "Time: 1 day, plus 4 hours with each move, up to 2 days" in post
    assert "one move every 10 hours in each game" in post
    await join(friends, people(friends))
    friends.clock.turn(7 * DAY)
    await settle(friends)
    [season] = await seasons(friends)
    game = await friends.table.games.get(season.fixtures[0].game_id or 0)
    assert game.time_limit is not None
    assert format_limit(game.time_limit) == "1d+4h max 2d"
    friends.clock.turn(13 * DAY)
    await settle(friends)
    following, _ = await seasons(friends)
    assert following.number == 2
    assert following.terms == season.terms


async def test_clocks_that_cannot_be_are_refused(friends: World) -> None:
    for time, why in [
        ("quickly", "That is not a time limit."),
        ("5d+x", "That is not a time limit."),
        ("5d+", "between one hour and 60 days"),
        ("0h", "between one hour and 60 days"),
        ("61d+12h", "between one hour and 60 days"),
        ("5d+12h max 2d", "The maximum (`max`) cannot be less"),
        ("off", "A league needs a time limit"),
        ("60d", "a season would last"),
    ]:
        answer = await friends.anna.slash(
            friends.channel, "table league new", game="castle", time=time
        )
        assert answer.modal is None
        assert why in text_of(answer)


async def test_clocks_are_suggested(friends: World) -> None:
    offered = await friends.anna.autocomplete(
        friends.channel, "table league new", "time", "36h", game="castle"
    )
    assert offered[0]["value"] == "36h"
    assert "off" not in [choice["value"] for choice in offered]


async def test_who_joins_and_leaves_is_shown_on_the_post(friends: World) -> None:
    await announce(friends)
    await join(friends, [friends.anna, friends.ben])
    assert "**2 are in:** Anna and Ben" in texts(friends.last_post)
    await friends.anna.click(friends.last_post, label="Leave")
    assert "**1 is in:** Ben" in texts(friends.last_post)


async def test_an_invitation_answers_after_a_restart(friends: World) -> None:
    await announce(friends)
    await friends.restart()
    await join(friends, [friends.ben])
    assert "**1 is in:** Ben" in texts(friends.last_post)


async def test_a_league_that_cannot_be_is_refused(friends: World) -> None:
    posts = friends.post_ids
    for changes, why in [
        ({"until": "0"}, "1 to 60 days"),
        ({"until": "2001-01-01"}, "1 to 60 days"),
        ({"until": "-5"}, "neither a number of days nor a date"),
        ({"until": "soon"}, "neither a number of days nor a date"),
        ({"days": "0"}, "a season lasts"),
        ({"days": "9999"}, "a season lasts"),
        ({"days": "½"}, "neither a number of days nor a date"),
    ]:
        assert why in (text_of(await announce(friends, **changes)) or "")
        assert await seasons(friends) == ()
        assert friends.post_ids == posts


async def test_two_leagues_of_one_name_are_refused(friends: World) -> None:
    await announce(friends)
    assert "already a league called" in (text_of(await announce(friends)) or "")


async def test_only_moderators_announce_where_it_is_set_so(friends: World) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"league": "moderators"})
    answer = await friends.anna.slash(friends.channel, "table league new", game="castle")
    assert answer.modal is None
    assert "announce leagues here" in (text_of(answer) or "")


async def test_games_begin_in_threads_of_their_own(friends: World) -> None:
    season = await begin(friends)
    running = [fixture for fixture in season.fixtures if fixture.state is FixtureState.RUNNING]
    assert len(running) == 6
    for fixture in running:
        assert fixture.game_id is not None
        game = await friends.table.games.get(fixture.game_id)
        assert (game.channel_id, game.parent_id) == (fixture.thread_id, friends.channel.id)
    news = [texts(post) for post in friends.posts]
    assert any("The season begins.\nThese play: " in text for text in news)
    assert sum("the game begins in the thread" in text for text in news) == 6


def posts_in(world: World, thread_id: int | None) -> list[discord.Message]:
    stored = world.env.backend.messages.get(thread_id or 0, {})
    return [to_discord_message(world.env, stored[message_id]) for message_id in sorted(stored)]


async def test_a_board_names_its_league_last_and_in_small(friends: World) -> None:
    season = await begin(friends)
    board = posts_in(friends, season.fixtures[0].thread_id)[-1]
    assert texts(board).splitlines()[-1] == "-# Harvest League, season 1"


async def test_a_live_board_names_its_league(friends: World) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"live": "on"})
    season = await begin(friends)
    posts = posts_in(friends, season.fixtures[0].thread_id)
    [live] = [post for post in posts if ", after move 0" in texts(post)]
    assert texts(live).splitlines()[-1] == "-# Harvest League, season 1"


async def test_the_end_of_a_game_names_its_league(friends: World) -> None:
    season = await begin(friends)
    game = await friends.table.games.get(season.fixtures[0].game_id or 0)
    user = game.seats[0].user_id or 0
    await friends.table.act(Actor("resign", user, "Somebody"), game.id, Resign())
    await friends.deliver()
    end = posts_in(friends, game.channel_id)[-1]
    assert "Standings and my games" in labels(end)
    assert texts(end).splitlines()[-1] == "-# Harvest League, season 1"


async def test_standings_are_posted_every_week(friends: World) -> None:
    await begin(friends)
    friends.clock.turn(7 * DAY)
    await settle(friends)
    posts = [post for post in friends.posts if "The standings after week 1." in texts(post)]
    assert [len(post.attachments) for post in posts] == [1]


async def test_standings_that_cannot_be_painted_are_told_in_words(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(friends)
    monkeypatch.setattr(friends.desk.studio, "paint", unpaintable)
    friends.clock.turn(7 * DAY)
    await settle(friends)
    [post] = [post for post in friends.posts if "The standings after week 1." in texts(post)]
    assert "In words:" in texts(post)
    assert "Standings: Harvest League, Season 1. 1. Anna: 0 (0 games" in texts(post)


async def test_a_reminder_has_the_button_to_join(friends: World) -> None:
    await announce(friends)
    [season] = await seasons(friends)
    async with friends.database.writing() as connection:
        asked = entering.ask(season, friends.ben.id, "Ben")
        await save_season(connection, season, asked, friends.clock())
    friends.clock.turn(6 * DAY)
    await settle(friends)
    assert labels(friends.last_post) == ["Join"]
    await friends.ben.click(friends.last_post, label="Join")
    assert "**1 is in:** Ben" in texts(friends.last_post)


async def test_the_last_post_has_the_final_standings(friends: World) -> None:
    season = await begin(friends)
    assert season.ends_at is not None
    friends.clock.turn(season.ends_at - friends.clock.now + HOUR)
    await settle(friends)
    assert any("The season is over.\n**" in texts(post) for post in friends.posts)
    answer = await friends.anna.slash(friends.channel, "table league show")
    assert answer.response is not None
    past = await friends.anna.select(answer.response, [str(season.id)])
    assert "It is over.\n**" in text_of(past)
    assert past.response is not None
    assert labels(past.response) == SIDES


async def test_a_league_is_shown_with_its_standings_and_games(friends: World) -> None:
    await begin(friends)
    answer = await friends.anna.slash(friends.channel, "table league show")
    assert answer.ephemeral
    assert answer.response is not None
    assert len(answer.response.attachments) == 1
    assert "**Your games**" in text_of(answer)
    assert labels(answer.response) == [*SIDES, "Withdraw"]
    games = await friends.anna.click(answer.response, label="Games")
    assert "**Running games**\n- Dora – Anna: Dora to play, <t:" in text_of(games)
    assert games.response is not None
    cross = await friends.anna.click(games.response, label="Crosstable")
    assert cross.response is not None
    [picture] = cross.response.attachments
    assert picture.filename == "crosstable.png"
    words = text_of(await friends.anna.click(cross.response, label="In words"))
    assert words.count("\n**1. ") == 4, "no list, which would be numbered from 1 to 4"


async def test_seasons_long_past_can_be_found(friends: World) -> None:
    """Thirty seasons: as many in the menu as it holds, and the others behind a button."""
    await announce(friends)
    [season] = await seasons(friends)
    past = [replace(season, number=number, stage=Stage.CANCELLED) for number in range(2, 31)]
    async with friends.database.writing() as connection:
        ids = [(await insert_season(connection, season, 0)).id for season in past]
    page = answer_of(await friends.anna.slash(friends.channel, "table league show"))
    assert seasons_in_menu(page) == [season.id, *ids[:-25:-1]]
    older = answer_of(await friends.anna.click(page, label="Older ones"))
    assert seasons_in_menu(older) == ids[4::-1]
    chosen = answer_of(await friends.anna.select(older, [str(ids[0])]))
    assert "## Harvest League, season 2\n" in texts(chosen)
    assert seasons_in_menu(chosen) == ids[4::-1]
    newer = answer_of(await friends.anna.click(chosen, label="Newer ones"))
    assert seasons_in_menu(newer) == seasons_in_menu(page)


async def test_a_post_of_a_season_leads_to_ones_own_games(friends: World) -> None:
    await begin(friends)
    [begun] = [post for post in friends.posts if "The season begins." in texts(post)]
    answer = await friends.ben.click(begun, label="Standings and my games")
    assert answer.ephemeral
    assert "**Your games**" in text_of(answer)


async def test_a_shared_league_has_no_buttons(friends: World) -> None:
    await begin(friends)
    answer = await friends.anna.slash(friends.channel, "table league show", share=True)
    assert not answer.ephemeral
    assert answer.response is not None
    assert labels(answer.response) == []


async def test_without_a_league_there_is_nothing_to_show(friends: World) -> None:
    answer = await friends.anna.slash(friends.channel, "table league show")
    assert "no league here yet" in text_of(answer)


async def test_withdrawing_takes_two_taps(friends: World) -> None:
    season = await begin(friends)
    answer = await friends.anna.slash(friends.channel, "table league show")
    assert answer.response is not None
    asked = await friends.anna.click(answer.response, label="Withdraw")
    assert "All 3 games become void" in text_of(asked)
    assert asked.response is not None
    assert len((await friends.table.leagues.get(season.id)).taking_part) == 4
    await friends.anna.click(asked.response, label="Yes, withdraw")
    assert len((await friends.table.leagues.get(season.id)).taking_part) == 3


# People asked to play.


async def test_who_is_asked_is_mentioned_in_the_invitation(friends: World) -> None:
    people = f"<@{friends.ben.id}> <@!{friends.carla.id}>, <@{friends.anna.id}>"
    form = await friends.anna.slash(
        friends.channel, "table league new", game="castle", people=people
    )
    await forms.submit(friends.anna, form, name="Harvest League")
    await friends.deliver()
    asked = f"Asked to play: <@{friends.ben.id}> and <@{friends.carla.id}>"
    assert asked in texts(friends.last_post)
    [sent] = [message for message in messages(friends.env.http_requests) if message.get("nonce")]
    assert sent["allowed_mentions"]["users"] == [friends.ben.id, friends.carla.id]
    await join(friends, [friends.ben])
    assert "Asked to play: **Carla**" in texts(friends.last_post)


async def test_a_bot_is_not_asked(friends: World) -> None:
    robot = friends.new_bot()
    assert "A bot cannot play." in text_of(await announce(friends, people=f"<@{robot.id}>"))
    assert friends.post_ids == []


async def test_only_mentions_ask_people(friends: World) -> None:
    for people, why in [
        ("Ben", "Only people who are mentioned can be asked"),
        ("<@&77>", "Only people who are mentioned can be asked"),
        (" ".join(f"<@{number}>" for number in range(1, 8)), "No more than 6 people"),
    ]:
        answer = await friends.anna.slash(
            friends.channel, "table league new", game="castle", people=people
        )
        assert answer.modal is None
        assert why in text_of(answer)


# A cup.


async def announce_cup(world: World, game: str = "castle", **changes: list[str]) -> None:
    form = await world.anna.slash(world.channel, "table league cup", game=game)
    assert forms.initial_values(form)["name"] == "Anna's cup"
    assert forms.initial_values(form)["size"] == ["4.2"]
    await forms.submit(world.anna, form, **changes)
    await world.deliver()


async def test_a_cup_begins_when_it_is_full_and_ends_with_its_games(friends: World) -> None:
    await announce_cup(friends)
    assert "as soon as 4 have joined" in texts(friends.last_post)
    await join(friends, people(friends))
    await friends.deliver()
    await settle(friends)
    [season] = await seasons(friends)
    assert [fixture.state for fixture in season.fixtures] == [FixtureState.RUNNING] * 6
    for fixture in season.fixtures:
        game = await friends.table.games.get(fixture.game_id or 0)
        user = game.seats[0].user_id or 0
        await friends.table.act(Actor(f"resign {game.id}", user, "Somebody"), game.id, Resign())
    await settle(friends)
    [season] = await seasons(friends)
    assert season.stage is Stage.OVER
    assert season.next_id is None


async def test_a_cup_can_be_one_table(friends: World) -> None:
    await announce_cup(friends, "carcassonne", size=["3.3"])
    assert "as soon as 3 have joined, who all play at one table" in texts(friends.last_post)
    await join(friends, people(friends)[:3])
    await settle(friends)
    [season] = await seasons(friends)
    assert [len(fixture.players) for fixture in season.fixtures] == [3]


async def test_a_cup_offers_only_what_its_game_seats(friends: World) -> None:
    for game, tables in (("castle", []), ("carcassonne", [3, 4, 5]), ("castellan", [3, 4])):
        form = await friends.anna.slash(friends.channel, "table league cup", game=game)
        sizes = ["3.2", "4.2", "5.2", *(f"{seats}.{seats}" for seats in tables)]
        assert [*forms.options(form, "size")] == sizes


async def test_a_cup_that_is_full_begins_at_once(friends: World) -> None:
    await announce_cup(friends, size=["3.2"])
    anna, ben, carla, dora = people(friends)
    invitation = friends.post_ids[-1]
    await join(friends, [anna, ben, carla])
    assert labels(friends.post(invitation)) == []
    assert texts(friends.post(invitation)).endswith("It has begun.")
    [season] = await seasons(friends)
    assert [fixture.state for fixture in season.fixtures] == [FixtureState.CALLED] * 3
    answer = await press(friends, dora, f"enter:0:0:0:{season.id}")
    assert "Nobody can join or leave this any longer." in answer


# What cannot be.


async def test_who_was_entered_again_can_step_out(friends: World) -> None:
    await announce(friends)
    await join(friends, people(friends))
    [season] = await seasons(friends)
    assert "You are out." in await press(friends, friends.anna, f"leavenext:0:0:0:{season.id}")
    season = await friends.table.leagues.get(season.id)
    assert friends.anna.id not in {entrant.user_id for entrant in season.taking_part}


async def test_an_invitation_loses_its_buttons_when_it_is_over(friends: World) -> None:
    await begin(friends)
    [invitation] = [post for post in friends.posts if "## Harvest League" in texts(post)]
    assert labels(invitation) == []
    assert texts(invitation).endswith("It has begun.")


async def test_a_button_of_an_old_invitation_is_answered(friends: World) -> None:
    season = await begin(friends)
    nora = friends.new_person("Nora")
    answer = await press(friends, nora, f"enter:0:0:0:{season.id}")
    assert "Nobody can join or leave this any longer." in answer


@pytest.mark.parametrize("has_begun", [False, True])
async def test_whoever_cannot_see_a_league_learns_nothing_of_it(
    friends: World, has_begun: bool
) -> None:
    season = await begin(friends) if has_begun else await announce_season(friends)
    nora = friends.new_person("Nora")
    elsewhere = friends.guild.create_text_channel("elsewhere")
    await may_see(friends, nora, False)
    for verb in (*OF_A_SEASON, *OF_MODERATORS):
        answer = await press(friends, nora, f"{verb}:0:0:0:{season.id}", place=elsewhere)
        assert "There is no such season." in answer, verb
        assert "Harvest" not in answer
        assert await friends.table.leagues.get(season.id) == season


async def test_who_no_longer_sees_a_league_can_leave_it_and_not_join_again(friends: World) -> None:
    season = await announce_season(friends)
    await join(friends, [friends.ben])
    elsewhere = friends.guild.create_text_channel("elsewhere")
    await may_see(friends, friends.ben, False)
    left = await press(friends, friends.ben, f"stepout:0:0:0:{season.id}", place=elsewhere)
    assert "You are out." in left
    again = await press(friends, friends.ben, f"enter:0:0:0:{season.id}", place=elsewhere)
    assert "There is no such season." in again
    assert (await friends.table.leagues.get(season.id)).taking_part == ()


async def test_who_was_replaced_and_sees_a_league_no_longer_learns_nothing(friends: World) -> None:
    season = await begin(friends)
    moderator = Actor("substitute", 1, "Mona", frozenset({"end"}))
    substitute = Substitute(1, 12345, "Sam")
    await friends.table.leagues.act(moderator, season.id, substitute)
    elsewhere = friends.guild.create_text_channel("elsewhere")
    await may_see(friends, friends.ben, False)
    for verb in OF_A_SEASON:
        answer = await press(friends, friends.ben, f"{verb}:0:0:0:{season.id}", place=elsewhere)
        assert "There is no such season." in answer


async def test_who_is_in_already_is_told_so(friends: World) -> None:
    await announce(friends)
    await join(friends, [friends.ben])
    answer = await friends.ben.click(friends.last_post, label="Join")
    assert "You are in already." in text_of(answer)
    answer = await friends.carla.click(friends.last_post, label="Leave")
    assert "You are not in this season." in text_of(answer)


async def request_form_id(friends: World) -> str:
    """The id of the form for a league that Anna asks for."""
    request = LeagueRequest("castle", 2, 3, Terms().time_limit, ())
    return f"league:0:0:0:request={await friends.table.requests.keep(friends.anna.id, request)}"


async def test_a_league_needs_a_name(friends: World) -> None:
    for name in ["", "   ", "x" * 500, "\u200b\u2060", "\u202e"]:
        form = {"name": [name], "until": ["7"], "days": ["70"]}
        answer = await send_form(friends, friends.anna, await request_form_id(friends), form)
        assert "A league needs a name of 1 to 60 characters." in answer
        assert await seasons(friends) == ()


async def test_a_name_is_only_text(friends: World) -> None:
    await announce(friends, name="**@everyone** <#1> # [x](http://y.z)")
    post = texts(friends.last_post)
    assert "@everyone" not in post
    assert "\\*\\*@" in post
    assert "\\[x\\](" in post


async def test_the_sign_up_has_a_last_day_soon(friends: World) -> None:
    for until in ["9999-12-31", "2026-02-30", "61", "99999999999"]:
        form = {"name": ["Harvest"], "until": [until], "days": ["70"]}
        answer = await send_form(friends, friends.anna, await request_form_id(friends), form)
        assert "1 to 60 days" in answer or "neither a number" in answer or "too long" in answer
        assert await seasons(friends) == ()


async def test_a_form_that_is_sent_twice_announces_once(friends: World) -> None:
    shown_form = await friends.anna.slash(friends.channel, "table league new", game="castle")
    with deliver_twice(friends):
        await forms.submit(friends.anna, shown_form, name="Harvest League")
    await friends.deliver()
    assert len(friends.post_ids) == 1
    assert len(await seasons(friends)) == 1


async def test_a_form_is_taken_after_a_restart(friends: World) -> None:
    shown_form = await friends.anna.slash(friends.channel, "table league new", game="castle")
    await friends.restart()
    answer = await forms.submit(friends.anna, shown_form, name="Harvest League")
    assert "**Harvest League** is announced" in text_of(answer)


@pytest.mark.parametrize("right", ["start", "league"])
async def test_a_right_lost_over_the_form_counts(friends: World, right: str) -> None:
    shown_form = await friends.anna.slash(friends.channel, "table league new", game="castle")
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {right: "moderators"})
    answer = await forms.submit(friends.anna, shown_form, name="Harvest League")
    assert "You may not" in text_of(answer)
    assert await seasons(friends) == ()


@pytest.mark.parametrize(
    "lacking", ["send_messages", "create_public_threads", "send_messages_in_threads"]
)
async def test_a_channel_has_to_allow_all_of_a_league(friends: World, lacking: str) -> None:
    shown_form = await friends.anna.slash(friends.channel, "table league new", game="castle")
    deny(friends, **{lacking: True})
    await friends.env.settle()
    for answer in (
        await friends.anna.slash(friends.channel, "table league new", game="castle"),
        await friends.anna.slash(friends.channel, "table league cup", game="castle"),
        await forms.submit(friends.anna, shown_form, name="Harvest League"),
    ):
        assert answer.modal is None
        assert "create public threads" in text_of(answer)
    assert await seasons(friends) == ()


async def test_seats_that_a_game_lacks_are_refused(friends: World) -> None:
    answer = await friends.anna.slash(friends.channel, "table league new", game="castle", seats=3)
    assert answer.modal is None
    assert "2" in text_of(answer)


async def test_a_form_of_another_version_is_refused(friends: World) -> None:
    """So is one of a league when its person has asked for another game or league since."""
    await request_form_id(friends)
    request = GameRequest(NewGame("castle", 0, 0))
    assert await friends.table.requests.keep(friends.anna.id, request) == 2
    for form_id in [
        "league:0:2:3:castle.1W0c1W.0",
        "league:0:0:0:request=1",
        "league:0:0:0:request=2",
        "league:0:0:0:request=3",
        "league:0:0:0:",
        "cup:0:0:0:go",
    ]:
        answer = await send_form(friends, friends.anna, form_id, {"name": ["Harvest"]})
        assert "another version" in answer or "This page has moved on" in answer
        assert await seasons(friends) == ()


# What is closed in the games.

CLOSED = {
    "Rematch",
    "Hint",
    "Claim the win",
    "Keep waiting",
    "Play on without them",
    "Give more time",
    "Adjourn",
    "End the game",
    "Play in a thread",
}


def labels_in(world: World, thread_id: int) -> set[str]:
    """Of every button in a thread."""
    return {label for post in posts_in(world, thread_id) for label in labels(post)}


async def test_nothing_closed_is_offered_in_a_league_game(friends: World) -> None:
    season = await begin(friends)
    [fixture] = [fixture for fixture in season.fixtures if {*fixture.players} == {0, 1}]
    thread = fixture.thread_id or 0
    game_id = fixture.game_id or 0
    begins = (await friends.table.games.get(game_id)).seats[0].user_id
    waiting = friends.ben if begins == friends.anna.id else friends.anna
    for moment in (HOUR, 4 * DAY, 25 * HOUR):  # running, warned, late
        friends.clock.turn(moment)
        await settle(friends)
        text = await press(friends, waiting, f"play:{game_id}:0:0:")
        assert "loses by being late" in text
        assert "claim" not in text
        assert not labels_in(friends, thread) & CLOSED
    refused = "others depend on how and when it ends"
    for verb in ("claim", "waitover", "waiton"):
        assert refused in await press(friends, waiting, f"{verb}:{game_id}:0:0:")
    friends.clock.turn(DAY)
    await settle(friends)
    assert (await friends.table.games.get(game_id)).status is Status.ABANDONED
    assert "Points" in labels_in(friends, thread)
    assert not labels_in(friends, thread) & CLOSED
    for verb in ("rematch", "rethread"):
        assert refused in await press(friends, waiting, f"{verb}:{game_id}:0:0:")
