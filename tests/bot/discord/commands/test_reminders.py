"""Being told about one's turn on Discord: the ping, reminders, snoozes and nudges, and /table
me."""

from dataclasses import asdict

import pytest
import simcord

from bot.match.game import Game
from bot.match.seat_calls import WantedCalls
from bot.process.clock import DAY, HOUR
from bot.table.channels import ChannelSettings
from bot.table.housekeeping import Timers
from engine.games import GAMES
from tests.bot.discord.kit.forms import initial_values, submit
from tests.bot.discord.kit.seen import answer_of, parts
from tests.bot.discord.kit.trouble import (
    DIRECT,
    deliver_twice,
    direct,
    legal_move,
    move_on,
    public,
    refusal,
    text_of,
)
from tests.bot.discord.kit.world import World, labels, texts


async def pass_time(friends: World, hours: int) -> None:
    friends.clock.turn(hours * HOUR)
    await look(friends)
    await friends.deliver()


async def look(friends: World) -> None:
    await Timers(friends.database, friends.table, friends.clock).look()


async def like(friends: World, person: simcord.MemberActor, **options: str) -> str:
    answer = await person.slash(friends.channel, "table me", **options)
    assert answer_of(answer).ephemeral
    return text_of(answer)


def last_ping(friends: World) -> object:
    """Whom the bot's last post pinged."""
    sent = [request for request in friends.env.http_requests if request.method == "POST"]
    posted = [request.json for request in sent if request.path.endswith("/messages")]
    assert isinstance(posted[-1], dict)
    return posted[-1]["allowed_mentions"].get("users", [])


async def ones_own_turn(friends: World, game: Game, person: simcord.MemberActor) -> Game:
    """Play until it is this person's turn."""
    while await friends.to_act() is not person:
        game = await move_on(friends, game)
    return game


# Reminders in the channel.


async def test_reminders_ping_the_player_to_act_with_buttons(friends: World) -> None:
    game = await friends.start()
    await pass_time(friends, 24)
    since = game.waiting_since // 1000
    assert texts(friends.last_post) == (
        f"{friends.anna.mention} It is your turn. It began <t:{since}:R>."
    )
    assert labels(friends.last_post) == ["Play", "Snooze"]
    assert last_ping(friends) == [friends.anna.id]


async def test_a_reminder_is_in_the_language_of_the_channel(friends: World) -> None:
    await friends.start()
    settings = ChannelSettings(language="nl")
    await friends.table.channels.set(friends.guild.id, friends.channel.id, asdict(settings))
    await pass_time(friends, 24)
    assert "Je bent aan de beurt." in texts(friends.last_post)
    assert labels(friends.last_post) == ["Spelen", "Later"]


async def test_the_panel_opens_from_a_reminder(friends: World) -> None:
    await friends.start()
    await pass_time(friends, 24)
    await friends.restart()
    answer = await friends.anna.click(friends.last_post, label="Play")
    assert labels(answer_of(answer))


async def test_a_reminder_is_not_posted_after_the_move(
    friends: World,
) -> None:
    game = await friends.start()
    friends.clock.turn(DAY)
    await look(friends)
    await friends.play_on(game, [await legal_move(friends, game)])
    await friends.deliver()
    assert not any("It is your turn." in text for text in public(friends))


async def test_only_the_last_of_waiting_reminders_is_posted(
    friends: World,
) -> None:
    await friends.start()
    for _ in range(4):
        friends.clock.turn(2 * DAY)
        await look(friends)
    await friends.deliver()
    assert sum("It is your turn." in text for text in public(friends)) == 1


# Snoozing.


async def test_one_tap_snoozes_and_the_answer_offers_other_times(friends: World) -> None:
    game = await friends.start()
    await pass_time(friends, 24)
    answer = await friends.anna.click(friends.last_post, label="Snooze")
    until = (friends.clock() + DAY) // 1000
    assert answer_of(answer).ephemeral
    assert text_of(answer) == (
        f"This game leaves you alone, and reminds you again <t:{until}:R>. Or choose how long:"
    )
    assert labels(answer_of(answer)) == ["8 hours", "1 day", "3 days", "1 week"]
    other = await friends.anna.click(answer_of(answer), label="3 days")
    assert f"<t:{until + 2 * 24 * 3600}:R>" in text_of(other)
    now = await friends.table.games.get(game.id)
    assert now.reminders.snoozed == friends.clock() + 3 * DAY


async def test_a_snooze_works_after_a_restart_and_counts_once(
    friends: World,
) -> None:
    game = await friends.start()
    await pass_time(friends, 24)
    await friends.restart()
    with deliver_twice(friends):
        await friends.anna.click(friends.last_post, label="Snooze")
    now = await friends.table.games.get(game.id)
    assert now.reminders.snoozed == friends.clock() + DAY


async def test_nobody_snoozes_for_others(friends: World) -> None:
    await friends.start()
    await pass_time(friends, 24)
    other = await friends.ben.click(friends.last_post, label="Snooze")
    assert text_of(other).startswith("It is Anna's turn.")
    stranger = await friends.carla.click(friends.last_post, label="Snooze")
    assert "Only the players of this game" in text_of(stranger)


async def test_a_late_snooze_answers_whose_turn_it_is(friends: World) -> None:
    game = await friends.start()
    await pass_time(friends, 24)
    reminder = friends.last_post
    await ones_own_turn(friends, game, friends.ben)
    late = await friends.anna.click(reminder, label="Snooze")
    assert text_of(late) == refusal("not_your_turn", seat="Ben")


# Direct messages.


async def test_a_direct_call_says_what_was_played_and_where(
    friends: World,
) -> None:
    await like(friends, friends.anna, where="direct")
    game = await friends.start()
    assert last_ping(friends) == []
    game = await ones_own_turn(friends, game, friends.ben)
    game = await ones_own_turn(friends, game, friends.anna)
    assert last_ping(friends) == []
    last = direct(friends.anna)[-1]
    about = f"**Anna – Ben** in {friends.channel.mention} (*Carcassonne: The Castle*)"
    assert last.startswith(f"{about}\n**Ben** laid a tile on ")
    assert last.endswith("**It is your turn.**")
    note = friends.anna.user.dm_channel.history()[-1]
    [link] = [part for part in parts(note) if part.get("url")]
    assert link["url"].startswith(
        f"https://discord.com/channels/{friends.guild.id}/{friends.channel.id}"
    )
    assert labels(note) == ["To the board", "Snooze"]


async def test_a_direct_reminder_links_the_board_and_can_be_snoozed(
    friends: World,
) -> None:
    await like(friends, friends.anna, where="direct")
    game = await friends.start()
    board = friends.last_post
    await pass_time(friends, 24)
    note = friends.anna.user.dm_channel.history()[-1]
    [link] = [part["url"] for part in parts(note) if part.get("url")]
    assert link.endswith(f"/{friends.channel.id}/{board.id}")
    assert "It is your turn. It began" in texts(note)
    await friends.anna.user.click(note, label="Snooze")
    assert (await friends.table.games.get(game.id)).reminders.snoozed == friends.clock() + DAY


async def test_a_direct_message_is_in_its_readers_last_language(
    friends: World,
) -> None:
    await friends.start()
    await friends.table.people.prefer(friends.anna.id, {"place": "direct", "language": "nl"})
    await pass_time(friends, 24)
    assert "Je bent aan de beurt." in texts(friends.anna.user.dm_channel.history()[-1])


async def test_who_says_what_they_like_says_it_in_a_language(friends: World) -> None:
    await like(friends, friends.anna, reminders="12")
    assert (await friends.table.people.preferences(friends.anna.id)).language == "en"


async def test_who_cannot_be_told_directly_is_told_in_the_channel(friends: World) -> None:
    await like(friends, friends.anna, where="direct")
    await friends.start()
    friends.clock.turn(DAY)
    await look(friends)
    friends.env.inject_error("POST", dm_of(friends), status=403, code=50007)
    await friends.deliver()
    assert texts(friends.last_post).startswith(f"{friends.anna.mention} It is your turn.")
    assert last_ping(friends) == [friends.anna.id]


def dm_of(friends: World) -> str:
    return f"/channels/{friends.anna.user.dm_channel.id}/messages"


# /castle nudge.


async def test_a_nudge_pings_whoever_is_to_act(friends: World) -> None:
    game = await friends.start()
    await pass_time(friends, 12)
    answer = await friends.ben.slash(friends.channel, "castle nudge")
    await friends.deliver()
    assert answer_of(answer).ephemeral
    assert text_of(answer) == "**Anna** has been told that you are waiting."
    since = game.waiting_since // 1000
    assert texts(friends.last_post) == (
        f"{friends.anna.mention} A nudge from **Ben**: it is your turn. It began <t:{since}:R>."
    )
    assert last_ping(friends) == [friends.anna.id]


async def test_an_early_nudge_says_when_it_is_possible(friends: World) -> None:
    game = await friends.start()
    answer = await friends.ben.slash(friends.channel, "castle nudge")
    at = (game.waiting_since + 12 * HOUR) // 1000
    assert text_of(answer) == f"That is possible <t:{at}:R> at the earliest. Try again then."


async def test_a_nudge_in_quiet_hours_says_when_it_will_be_told(friends: World) -> None:
    await friends.start()
    await like(friends, friends.anna, quiet="19-5")
    await pass_time(friends, 13)
    answer = await friends.ben.slash(friends.channel, "castle nudge")
    at = (friends.clock() + 8 * HOUR) // 1000
    assert f"and will be told <t:{at}:R>" in text_of(answer)
    await friends.deliver()
    assert labels(friends.last_post) == ["Play", "Board", "Tiles left", "Log", "Predict"]
    await pass_time(friends, 8)
    assert "A nudge from **Ben**" in texts(friends.last_post)


async def test_nudges_without_a_game_or_by_others_are_refused(friends: World) -> None:
    nowhere = await friends.ben.slash(friends.channel, "castle nudge")
    assert text_of(nowhere).startswith("No game has been played in this channel yet.")
    await friends.start()
    await pass_time(friends, 12)
    own = await friends.anna.slash(friends.channel, "castle nudge")
    assert text_of(own) == refusal("your_turn")
    stranger = await friends.carla.slash(friends.channel, "castle nudge")
    assert "Only the players of this game" in text_of(stranger)


# /table me.


async def test_the_form_holds_what_is_set(friends: World) -> None:
    assert initial_values(await friends.anna.slash(friends.channel, "table me")) == {
        "reminders": ["usual"],
        "quiet": "",
        "zone": "UTC",
        "calls": [],
        "more": ["follower"],
    }
    preferences = {
        "reminders": "12",
        "where": "direct",
        "quiet": "22:00 - 8:00",
        "follower": "never",
    }
    await like(friends, friends.anna, timezone="amsterdam", **preferences)
    await friends.table.people.prefer(
        friends.anna.id, {}, WantedCalls(friends.guild.id, ["castle"])
    )
    assert initial_values(await friends.anna.slash(friends.channel, "table me")) == {
        "reminders": ["12"],
        "quiet": "22-8",
        "zone": "Europe/Amsterdam",
        "calls": ["castle"],
        "more": ["direct"],
    }


async def test_the_form_sets_everything(friends: World) -> None:
    form = await friends.anna.slash(friends.channel, "table me")
    answer = await submit(
        friends.anna,
        form,
        reminders=["off"],
        quiet="23-7",
        zone="berlin",
        calls=["carcassonne", "castellan"],
        more=["direct"],
    )
    assert answer_of(answer).ephemeral
    assert text_of(answer) == (
        "Your settings, for all your games:\n"
        "Reminders of your turn: **never**\n"
        "Messages about your turns: **by direct message**\n"
        "Quiet hours, without any message about your turns: **23:00 to 7:00**\n"
        "Time zone: **Europe/Berlin**, where it is 09:00 now\n"
        "A follower is suggested unasked: **never**\n"
        "You follow games: **mostly in pictures**\n"
        "On web pages of your games you appear: **by name**\n"
        "You are called when somebody here looks for a game of: **Carcassonne and Castellan**"
    )
    assert len(direct(friends.anna)) == 1


async def test_the_page_leads_back_to_the_form(friends: World) -> None:
    form = await friends.anna.slash(friends.channel, "table me")
    page = answer_of(await submit(friends.anna, form, quiet="23-7"))
    again = await friends.anna.click(page, label="Change")
    assert initial_values(again)["quiet"] == "23-7"
    changed = await submit(friends.anna, again, quiet="")
    assert "Quiet hours: **none**" in text_of(changed)
    assert answer_of(changed).id == page.id


async def test_calls_to_open_seats_are_tried_first(friends: World) -> None:
    form = await friends.anna.slash(friends.channel, "table me")
    friends.env.inject_error(*DIRECT, status=403, code=50007)
    answer = await submit(friends.anna, form, calls=["castle"], quiet="22-6")
    assert "Allow direct messages" in text_of(answer)
    assert not await friends.table.seat_calls.kinds_for(friends.guild.id, friends.anna.id)
    again = await friends.anna.slash(friends.channel, "table me")
    await submit(friends.anna, again, calls=["castle"])
    assert direct(friends.anna) == [
        "From now on, you will hear here when somebody looks for a game, once a day at most."
    ]


async def test_a_form_that_cannot_be_read_changes_nothing(friends: World) -> None:
    form = await friends.anna.slash(friends.channel, "table me")
    answer = await submit(friends.anna, form, quiet="at night", calls=["castle"])
    assert "`at night` cannot be read as quiet hours." in text_of(answer)
    assert initial_values(await friends.anna.slash(friends.channel, "table me")) == initial_values(
        form
    )


async def test_what_was_refused_need_not_be_entered_again(friends: World) -> None:
    form = await friends.anna.slash(friends.channel, "table me")
    entered = {"reminders": ["12"], "quiet": "at night | never", "zone": "Berlin"}
    checked = {"calls": ["castle", "castellan"], "more": ["direct"]}
    refused = answer_of(await submit(friends.anna, form, **entered, **checked))
    await friends.restart()
    again = await friends.anna.click(refused, label="Back to the form")
    assert initial_values(again) == {**entered, **checked, "quiet": "at night / never"}
    mended = await submit(friends.anna, again, quiet="23-7")
    assert "Quiet hours, without any message about your turns: **23:00 to 7:00**" in text_of(mended)
    assert answer_of(mended).id == refused.id


@pytest.mark.parametrize(
    ("typed", "games"),
    [
        ("castle", "Carcassonne: The Castle"),
        ("Castellan, carcassonne: THE Castle", "Carcassonne: The Castle and Castellan"),
        ("castle,castle,", "Carcassonne: The Castle"),
    ],
)
async def test_calls_to_seats_can_be_typed(friends: World, typed: str, games: str) -> None:
    said = await like(friends, friends.anna, calls=typed)
    assert f"You are called when somebody here looks for a game of: **{games}**" in said
    assert f"**{games}**" in await like(friends, friends.anna, reminders="12")
    assert "Calls to open seats in this server: **none**" in await like(
        friends, friends.anna, calls="off"
    )


@pytest.mark.parametrize("typed", [",", "chess", "castle, chess", "off, castle"])
async def test_calls_to_no_known_game_change_nothing(friends: World, typed: str) -> None:
    await friends.table.people.prefer(
        friends.anna.id, {}, WantedCalls(friends.guild.id, ["castle"])
    )
    said = await like(friends, friends.anna, calls=typed, reminders="12")
    assert f"None of the games is called `{typed}`." in said
    assert await friends.table.seat_calls.kinds_for(friends.guild.id, friends.anna.id) == {"castle"}


async def test_everything_can_be_set_and_stays(friends: World) -> None:
    said = await like(
        friends,
        friends.anna,
        reminders="12",
        where="direct",
        quiet="22:00 - 8:00",
        timezone="amsterdam",
        follower="never",
    )
    assert said == (
        "Your settings, for all your games:\n"
        "Reminders of your turn: **every 12 hours, at most five times**\n"
        "Messages about your turns: **by direct message**\n"
        "Quiet hours, without any message about your turns: **22:00 to 8:00**\n"
        "Time zone: **Europe/Amsterdam**, where it is 09:00 now\n"
        "A follower is suggested unasked: **never**\n"
        "You follow games: **mostly in pictures**\n"
        "On web pages of your games you appear: **by name**\n"
        "Calls to open seats in this server: **none**"
    )
    await friends.restart()
    assert await like(friends, friends.anna, reminders="12") == said
    assert "Quiet hours: **none**" in await like(friends, friends.anna, quiet="off")
    assert "every 12 hours" in await like(friends, friends.anna, follower="never")
    assert direct(friends.anna) == [
        "From now on, you will get a message here when it is your turn."
    ]


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (
            {"quiet": "at night"},
            "`at night` cannot be read as quiet hours. Write the first and the last hour",
        ),
        ({"timezone": "Atlantis"}, "There is no time zone `Atlantis`. Write its name, such as"),
        ({"quiet": "`@everyone`" * 9}, "…` cannot be read as quiet hours."),
    ],
)
async def test_unreadable_preferences_are_explained_and_not_saved(
    friends: World, options: dict[str, str], answer: str
) -> None:
    before = await friends.table.people.preferences(friends.anna.id)
    assert answer in await like(friends, friends.anna, reminders="6", **options)
    assert await friends.table.people.preferences(friends.anna.id) == before


async def test_direct_messages_that_are_closed_cannot_be_chosen(friends: World) -> None:
    friends.env.inject_error(*DIRECT, status=403, code=50007)
    said = await like(friends, friends.anna, where="direct")
    assert said.startswith("The bot cannot write to you directly.")
    assert (await friends.table.people.preferences(friends.anna.id)).place == "channel"


async def test_choices_are_offered_while_one_types(friends: World) -> None:
    anna = friends.anna
    channel = friends.channel
    zones = await anna.autocomplete(channel, "table me", "timezone", "")
    assert len(zones) == 25
    assert zones[0]["value"] == "Europe/Amsterdam"
    in_new_york = await anna.autocomplete(channel, "table me", "timezone", "new y")
    assert [choice["value"] for choice in in_new_york] == ["America/New_York"]
    calls = await anna.autocomplete(channel, "table me", "calls", "")
    assert [choice["value"] for choice in calls] == ["off", *GAMES]
    more = await anna.autocomplete(channel, "table me", "calls", "castle, castel")
    assert [choice["value"] for choice in more] == ["castle, castellan"]
    hours = await anna.autocomplete(channel, "table me", "quiet", "23")
    assert [choice["value"] for choice in hours] == ["23-7", "23-8"]
    own = await anna.autocomplete(channel, "table me", "quiet", "21:00 - 6")
    assert [choice["value"] for choice in own] == ["21-6"]


async def test_quiet_hours_hold_the_ping_back_until_their_end(friends: World) -> None:
    await like(friends, friends.anna, quiet="6-20")
    await friends.start()
    assert friends.anna.mention in texts(friends.last_post)
    assert last_ping(friends) == []
    await pass_time(friends, 12)
    assert texts(friends.last_post).startswith(f"{friends.anna.mention} It is your turn.")
    assert last_ping(friends) == [friends.anna.id]
