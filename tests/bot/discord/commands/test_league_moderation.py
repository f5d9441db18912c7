"""What moderators do in a league: a substitute, more time, a void game, the end, what follows."""

from dataclasses import dataclass, replace

import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.answering import visit as visits
from bot.discord.features import league_moderation
from bot.match.league.season import FixtureState, Reason, Season, Stage
from bot.process.clock import DAY, HOUR
from bot.store.leagues import save_season
from tests.bot.discord.commands.test_leagues import announce, begin, join, people, seasons, settle
from tests.bot.discord.commands.test_seat_calls import may_see
from tests.bot.discord.kit import forms
from tests.bot.discord.kit.forging import press, send_form
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import refusal, text_of
from tests.bot.discord.kit.world import MODERATOR, World, labels, texts

ALL = ["Substitute", "Give time", "Void a game", "No season after this", "End it now"]


@dataclass
class Moderation:
    """Mona, a moderator, and the page that she has open."""

    world: World
    mona: simcord.MemberActor
    page: simcord.ResponseMessage | None = None

    async def open(self) -> str:
        self.page = answer_of(await self.mona.slash(self.world.channel, "table-admin league"))
        return texts(self.page)

    async def click(self, label: str) -> simcord.InteractionResult:
        assert self.page is not None
        answer = await self.mona.click(self.page, label=label)
        if answer.response is not None:
            self.page = answer.response
        return answer

    async def choose(self, value: str) -> simcord.InteractionResult:
        assert self.page is not None
        answer = await self.mona.select(self.page, [value])
        if answer.response is not None:
            self.page = answer.response
        return answer

    async def season(self) -> Season:
        [season, *_] = await seasons(self.world)
        return await self.world.table.leagues.get(season.id)


@pytest.fixture
def moderation(friends: World, mona: simcord.MemberActor) -> Moderation:
    return Moderation(friends, mona)


async def test_a_season_under_way_has_a_button_for_each_thing(moderation: Moderation) -> None:
    await begin(moderation.world)
    text = await moderation.open()
    assert "## Harvest League, season 1\nIt has begun." in text
    assert "Games: 6 running.\n" in text
    assert "A season follows this one." in text
    assert labels(moderation.page) == ALL


async def test_without_a_league_nothing_is_to_be_decided(moderation: Moderation) -> None:
    assert "No league or cup is under way here" in await moderation.open()


async def test_players_decide_nothing_about_their_league(moderation: Moderation) -> None:
    world = moderation.world
    season = await begin(moderation.world)
    for who in ["players", "moderators"]:
        await world.table.channels.set(season.guild_id, season.channel_id, {"end": who})
        for verb in ("league", "substitute", "moretime", "voidgame", "endseason", "endsure"):
            answer = await press(world, world.anna, f"{verb}:0:1:0:{season.id}")
            assert "You may not decide about this league. Ask a moderator." in answer
        assert await moderation.season() == season


async def test_a_substitute_takes_over(moderation: Moderation) -> None:
    season = await begin(moderation.world)
    nora = moderation.world.new_person("Nora")
    await moderation.open()
    await moderation.click("Substitute")
    form = await moderation.choose(f"{season.id}.1")
    assert form.modal is not None
    assert form.modal["title"] == "In place of Ben"
    answer = await moderation.mona.submit_modal(form, {"person": [nora]})
    assert text_of(answer).startswith("The place is taken over.")
    await settle(moderation.world)
    season = await moderation.season()
    assert (season.entrants[1].user_id, season.entrants[1].name) == (nora.id, "Nora")
    posts = [texts(post) for post in moderation.world.posts]
    assert any("**Nora** takes the place of **Ben**" in text for text in posts)


async def test_not_everybody_can_take_over(moderation: Moderation) -> None:
    world = moderation.world
    season = await begin(world)
    robot = world.new_bot()
    ids = {"a bot": robot.id, "a player": world.anna.id, "a stranger": 12345}
    why = {
        "a bot": "A bot cannot play. Choose a person.",
        "a player": "This person has a place in this season, or had one.",
        "a stranger": "That person is not in this server.",
        "nobody": "Nothing was chosen.",
    }
    for who in ["a bot", "a player", "a stranger", "nobody"]:
        form = {"person": [str(ids[who]), ""] if who in ids else []}
        answer = await send_form(world, moderation.mona, f"replace:0:0:0:{season.id}.1", form)
        assert why[who] in answer
        assert (await moderation.season()).entrants == season.entrants


async def test_whoever_cannot_see_the_channel_takes_no_place(moderation: Moderation) -> None:
    world = moderation.world
    nora = moderation.world.new_person("Nora")
    season = await begin(world)
    await may_see(world, nora, False)
    form = {"person": [str(nora.id), ""]}
    answer = await send_form(world, moderation.mona, f"replace:0:0:0:{season.id}.1", form)
    assert "**Nora** cannot see this channel." in answer
    assert (await moderation.season()).entrants == season.entrants


async def test_everybody_gets_time(moderation: Moderation) -> None:
    await begin(moderation.world)
    await moderation.open()
    form = await moderation.click("Give time")
    assert forms.initial_values(form) == {"hours": "24"}
    answer = await forms.submit(moderation.mona, form, hours="36")
    assert text_of(answer).startswith("Everybody gets the time within a minute.")
    await settle(moderation.world)
    season = await moderation.season()
    for fixture in season.fixtures:
        game = await moderation.world.table.games.get(fixture.game_id or 0)
        assert game.time_limit is not None
        assert game.time_limit.left == (5 * DAY + 36 * HOUR, 5 * DAY + 36 * HOUR)


async def test_time_is_a_number_of_hours(moderation: Moderation) -> None:
    season = await begin(moderation.world)
    for hours in ["0", "337", "-3", "many", "½"]:
        await moderation.open()
        form = await moderation.click("Give time")
        answer = await forms.submit(moderation.mona, form, hours=hours)
        assert "1 to 336" in text_of(answer) or "neither a number" in text_of(answer)
        assert (await moderation.season()).fixtures == season.fixtures


async def test_a_game_becomes_void_with_two_taps(moderation: Moderation) -> None:
    season = await begin(moderation.world)
    await moderation.open()
    await moderation.click("Void a game")
    await moderation.choose(f"{season.id}.0")
    assert "will count for nobody" in texts(moderation.page)
    assert (await moderation.season()).fixtures == season.fixtures
    await moderation.click("Yes, void it")
    assert texts(moderation.page).startswith("The game is void.")
    fixture = (await moderation.season()).fixtures[0]
    assert (fixture.state, fixture.reason) == (FixtureState.VOID, Reason.VOIDED)


async def test_a_game_is_void_once(moderation: Moderation) -> None:
    season = await begin(moderation.world)
    again = f"voidsure:0:0:0:{season.id}.0"
    assert "The game is void." in await press(moderation.world, moderation.mona, again)
    assert "void already" in await press(moderation.world, moderation.mona, again)


async def test_many_games_are_on_several_pages(
    moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_moderation, "MOST_OPTIONS", 4)
    await begin(moderation.world)
    await moderation.open()
    await moderation.click("Void a game")
    assert labels(moderation.page) == ["More", "Back"]
    await moderation.click("More")
    assert labels(moderation.page) == ["Earlier ones", "Back"]
    await moderation.click("Earlier ones")
    await moderation.click("Back")
    assert labels(moderation.page) == ALL


async def test_a_season_ends_with_two_taps(moderation: Moderation) -> None:
    await begin(moderation.world)
    await moderation.open()
    await moderation.click("End it now")
    assert "6 running games count as they stand" in texts(moderation.page)
    assert (await moderation.season()).ends_at != moderation.world.clock.now
    await moderation.click("Yes, end it now")
    await settle(moderation.world)
    assert (await moderation.season()).stage is Stage.OVER
    answer = await moderation.mona.slash(moderation.world.channel, "table-admin league")
    assert "No league or cup is under way" in text_of(answer)


async def test_a_game_whose_post_is_on_its_way_is_void_at_the_end(moderation: Moderation) -> None:
    await begin(moderation.world)
    season = await moderation.season()
    called = replace(season.fixtures[0], state=FixtureState.CALLED, thread_id=None, game_id=None)
    async with moderation.world.database.writing() as connection:
        await save_season(connection, season, season.with_fixtures(called), 0)
    await moderation.open()
    await moderation.click("End it now")
    assert "5 running games count as they stand" in texts(moderation.page)
    assert "1 game that has not begun is void" in texts(moderation.page)
    await moderation.click("Yes, end it now")
    await settle(moderation.world)
    ends = [fixture.reason for fixture in (await moderation.season()).fixtures]
    assert ends == [Reason.NEVER_BEGUN, *[Reason.BY_SCORE] * 5]


async def test_a_page_of_a_season_that_is_over_says_so(moderation: Moderation) -> None:
    await begin(moderation.world)
    await moderation.open()
    await moderation.click("End it now")
    await moderation.click("Yes, end it now")
    await settle(moderation.world)
    season = await moderation.season()
    for verb in ("substitute", "voidgame", "endseason", "endsure", "moretime", "lastseason"):
        answer = await press(moderation.world, moderation.mona, f"{verb}:0:1:0:{season.id}")
        assert "The season is over, so this is not possible." in answer
    assert "It is over." in await press(
        moderation.world, moderation.mona, f"league:0:0:0:{season.id}"
    )


async def test_whoever_announced_it_calls_it_off(moderation: Moderation) -> None:
    world = moderation.world
    await announce(world)
    assert labels(answer_of(await world.ben.slash(world.channel, "table league show"))) == []
    page = answer_of(await world.anna.slash(world.channel, "table league show"))
    assert labels(page) == ["Call it off"]
    sure = answer_of(await world.anna.click(page, label="Call it off"))
    assert "It will not take place" in texts(sure)
    await world.anna.click(sure, label="Yes, call it off")
    await world.deliver()
    assert (await moderation.season()).stage is Stage.CANCELLED
    assert "Called off" in texts(world.last_post)


async def test_what_was_said_about_the_end_has_to_hold(moderation: Moderation) -> None:
    """The sign-up ends between the two taps: it says anew what ending means."""
    world = moderation.world
    await announce(world)
    await join(world, people(world))
    await moderation.open()
    await moderation.click("Call it off")
    world.clock.turn(7 * DAY)
    await settle(world)
    await moderation.click("Yes, call it off")
    assert "6 running games count as they stand" in texts(moderation.page)
    assert (await moderation.season()).stage is Stage.RUNNING


async def test_the_switch_of_the_next_season_shows_its_state(moderation: Moderation) -> None:
    season = await begin(moderation.world)
    await moderation.open()
    await moderation.click("No season after this")
    assert "No season follows this one." in texts(moderation.page)
    assert "A season after this" in labels(moderation.page)
    await press(moderation.world, moderation.mona, f"lastseason:0:1:0:{season.id}")
    assert (await moderation.season()).is_last
    await moderation.click("A season after this")
    assert not (await moderation.season()).is_last


async def test_the_next_season_stays_when_this_one_is_ended(moderation: Moderation) -> None:
    season = await begin(moderation.world)
    moderation.world.clock.turn((season.ends_at or 0) - moderation.world.clock.now - 6 * DAY)
    await settle(moderation.world)
    this = f"endseason:0:0:0:{season.id}"
    text = await press(moderation.world, moderation.mona, this)
    assert "The next season has been announced." in text
    assert "No season follows" not in text


async def test_several_leagues_are_chosen_from_a_menu(moderation: Moderation) -> None:
    await announce(moderation.world)
    await announce(moderation.world, name="Winter League")
    assert "Winter League" in await moderation.open()
    both = await seasons(moderation.world)
    await moderation.choose(str(both[1].id))
    assert "## Harvest League, season 1" in texts(moderation.page)


async def test_a_right_that_was_lost_counts_for_nothing(moderation: Moderation) -> None:
    season = await begin(moderation.world)
    await moderation.open()
    form = await moderation.click("Give time")
    world = moderation.world
    mona = Overwrite(moderation.mona.id, OverwriteType.MEMBER, deny=MODERATOR.value)
    world.env.backend.set_overwrite(world.channel.id, mona)
    answer = await forms.submit(moderation.mona, form, hours="36")
    assert "You may not decide about this league." in text_of(answer)
    assert (await moderation.season()).fixtures == season.fixtures


async def test_a_form_that_is_not_ready_in_time_says_so(
    moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await begin(moderation.world)
    await moderation.open()
    concurrency = moderation.world.desk.concurrency
    mona = moderation.mona
    monkeypatch.setattr(visits, "FORM_WITHIN", 0)
    async with concurrency.admit(mona.id), concurrency.admit(mona.id):
        slow = await moderation.click("Give time")
    assert slow.modal is None
    assert texts(answer_of(slow)) == refusal("slow_form")
    assert await moderation.season() == before


async def test_a_page_answers_after_a_restart(moderation: Moderation) -> None:
    await begin(moderation.world)
    await moderation.open()
    form = await moderation.click("Give time")
    await moderation.world.restart()
    answer = await forms.submit(moderation.mona, form, hours="36")
    assert text_of(answer).startswith("Everybody gets the time")


async def test_a_league_is_moderated_from_another_channel(moderation: Moderation) -> None:
    world = moderation.world
    await begin(world)
    elsewhere = replace(world, channel=world.guild.create_text_channel("elsewhere"))
    answer = answer_of(await moderation.mona.slash(elsewhere.channel, "table-admin league"))
    assert labels(answer) == ALL
