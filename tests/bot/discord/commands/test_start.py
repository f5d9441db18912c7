"""Starting games: invitations, rematches, rated games, and going on elsewhere."""

import re
from dataclasses import asdict
from typing import Any

import discord
import pytest
import simcord
from sqlalchemy import insert

from bot.discord.features.new_game import LONGEST_OPTIONS
from bot.locale import words_of
from bot.match.actions import Accept, Actor, NewGame, Propose, SetRated
from bot.match.game import Game, Status
from bot.match.lobby import OPEN_SEAT
from bot.store.games import insert_game
from bot.store.schema import results
from bot.table.channels import ChannelSettings
from bot.table.invitations import MOST_THREADS
from tests.bot.discord.failing.test_places import deny
from tests.bot.discord.kit.limits import messages
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import forge_post, refusal, text_of
from tests.bot.discord.kit.world import LOOKING_BACK, World, labels, texts

ENGLISH = words_of("en")
FOR_BEGINNERS = ("Learn by playing", "Rules", "Try against the computer")


async def invite(friends: World, kind: str = "castle", **options: object) -> str:
    """Post Anna's invitation to a game that counts; returns the answer to her."""
    options = {"rated": True, **options}
    answer = await friends.anna.slash(friends.channel, f"{kind} new", **options)
    assert answer.ephemeral
    await friends.deliver()
    return texts(answer.response)


async def the_game(friends: World) -> Game:
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    return game


async def test_an_invitation_names_game_rules_and_deadline(friends: World) -> None:
    answer = await invite(friends, opponent=friends.ben)
    post = texts(friends.last_post)
    assert answer == "The invitation is posted: Anna – Ben."
    assert "Carcassonne: The Castle" in post
    assert f"**Anna** invites {friends.ben.mention} to a game." in post
    assert "Rules: Official (the printed rules)" in post
    assert "Chance decides who begins." in post
    assert "expires <t:" in post


async def test_an_invitation_pings_only_whom_it_names(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    *_, post = messages(friends.env.http_requests)
    assert post["allowed_mentions"] == {"parse": [], "users": [friends.ben.id]}


async def test_a_named_opponent_accepts_and_the_game_begins(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    invitation = friends.last_post
    assert labels(invitation) == ["Accept", "Decline", "Just for fun", *FOR_BEGINNERS]
    answer = await friends.ben.click(invitation, label="Accept")
    await friends.deliver()
    invitation_now, begun, board = friends.posts
    assert texts(answer.response) == "You are in."
    assert labels(invitation_now) == []
    assert re.search(r"\n-# Seal: `[0-9a-f]{64}`$", texts(begun))
    assert labels(board) == ["Play", "Board", "Tiles left", "Log", "Predict"]
    assert (await the_game(friends)).status is Status.RUNNING


async def test_a_named_opponent_declines(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    await friends.ben.click(friends.last_post, label="Decline")
    await friends.deliver()
    invitation, notice = friends.posts
    assert labels(invitation) == []
    assert "**Ben** declines the invitation." in texts(notice)
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_an_invitation_to_somebody_is_not_for_others(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    for label in ("Accept", "Decline"):
        answer = await friends.carla.click(friends.last_post, label=label)
        assert texts(answer.response) == refusal("not_invited")
    assert (await the_game(friends)).status is Status.LOBBY


async def test_without_an_opponent_anybody_joins(friends: World) -> None:
    await invite(friends)
    post = friends.last_post
    assert "**Anna** is looking for somebody to play with." in texts(post)
    assert labels(post) == ["Join", "Just for fun", "Cancel", *FOR_BEGINNERS]
    await friends.carla.click(post, label="Join")
    await friends.deliver()
    assert [seat.name for seat in (await the_game(friends)).seats] == ["Anna", "Carla"]


async def test_nobody_joins_their_own_invitation(friends: World) -> None:
    await invite(friends)
    answer = await friends.anna.click(friends.last_post, label="Join")
    assert "You are in this game already" in texts(answer.response)


@pytest.mark.parametrize("command", ["Decline", "castle resign"])
async def test_only_the_opener_is_offered_to_cancel_an_invitation(
    friends: World, command: str
) -> None:
    answer = await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    assert labels(answer_of(answer)) == ["Cancel"]
    await friends.deliver()
    if command == "Decline":
        answer = await friends.anna.click(friends.last_post, label=command)
    else:
        answer = await friends.anna.slash(friends.channel, command)
    assert texts(answer_of(answer)) == "Cancel the invitation Anna – Ben for everybody?"
    await friends.anna.click(answer_of(answer), label="Cancel")
    await friends.deliver()
    assert texts(friends.last_post).startswith("**Anna** cancelled the invitation.")
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_who_invites_may_cancel_and_others_may_not(friends: World) -> None:
    await invite(friends)
    post = friends.last_post
    refused = await friends.carla.click(post, label="Cancel")
    assert texts(refused.response) == refusal("not_the_opener")
    await friends.anna.click(post, label="Cancel")
    await friends.deliver()
    assert labels(friends.posts[0]) == []
    assert texts(friends.last_post).startswith("**Anna** cancelled the invitation.")


async def test_the_host_chooses_whether_it_counts_until_it_starts(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    before = friends.last_post
    answer = await friends.anna.click(before, label="Just for fun")
    await friends.deliver()
    old, notice, now = friends.posts
    assert texts(answer.response) == ENGLISH("done.unrated")
    assert labels(old) == []
    assert "the game no longer counts for the ratings" in texts(notice)
    assert ENGLISH("lobby.unrated") in texts(now)
    assert labels(now) == ["Accept", "Decline", "For the ratings", *FOR_BEGINNERS]
    assert not (await the_game(friends)).rated


async def test_the_choice_is_not_the_guests(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    answer = await friends.ben.click(friends.last_post, label="Just for fun")
    assert texts(answer.response) == refusal("not_yours_to_rate")
    assert (await the_game(friends)).rated


async def test_nobody_joins_a_game_that_counts_unawares(friends: World) -> None:
    await invite(friends, opponent=friends.ben, rated=False)
    game = await the_game(friends)
    anna = Actor("rates it", friends.anna.id, "Anna")
    await friends.table.act(anna, game.id, SetRated(rated=True))
    answer = await friends.ben.click(friends.last_post, label="Accept")
    assert texts(answer.response) == refusal("rated_meanwhile")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Accept")
    assert (await the_game(friends)).status is Status.RUNNING


async def test_an_invitation_that_does_not_say_whether_it_counts_is_unknown(
    friends: World,
) -> None:
    await invite(friends, opponent=friends.ben)
    made_up = await forge_post(friends, f"join:{(await the_game(friends)).id}:0:0:")
    answer = await friends.ben.click(made_up, label="Press")
    assert texts(answer.response) == refusal("unknown_button")
    assert (await the_game(friends)).status is Status.LOBBY


@pytest.mark.parametrize("who", ["herself", "a bot"])
async def test_somebody_who_cannot_play_is_no_opponent(friends: World, who: str) -> None:
    machine = friends.new_bot()
    opponent = friends.anna if who == "herself" else machine
    assert "You cannot play against yourself" in await invite(friends, opponent=opponent)
    assert friends.post_ids == []


@pytest.mark.parametrize(("first", "begins"), [("me", "Anna"), ("opponent", "Ben")])
async def test_who_begins_can_be_chosen(friends: World, first: str, begins: str) -> None:
    await invite(friends, opponent=friends.ben, first=first)
    assert f"**{begins}** begins." in texts(friends.last_post)
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    assert (await friends.to_act()).user.global_name == begins


async def test_an_open_seat_that_begins_has_no_name_yet(friends: World) -> None:
    await invite(friends, first="opponent")
    assert "Whoever joins begins." in texts(friends.last_post)


@pytest.mark.parametrize(
    ("preset", "name"),
    [("official", "Official"), ("rio-grande", "Rio Grande"), ("site", "Online site")],
)
async def test_a_preset_is_told_in_the_invitation(friends: World, preset: str, name: str) -> None:
    await invite(friends, rules=preset)
    assert f"Rules: {name}" in texts(friends.last_post)


async def test_single_options_are_told_and_kept(friends: World) -> None:
    await invite(friends, options=" extra_turn=one_a_turn , double_market = five")
    post = texts(friends.last_post)
    assert "Rules: Official (the printed rules), except: Extra turns: one; " in post
    assert "Both wall tiles 7: 5 points" in post
    assert (await the_game(friends)).options["double_market"] == "five"


async def test_wrong_options_are_explained(friends: World) -> None:
    for options, advice in [
        ({"rules": "`@everyone`"}, "Choose one of `official`, `rio-grande`, `site`."),
        ({"options": "extra_turn"}, "`extra_turn` is not an option."),
        ({"options": "`*x*` <@1>"}, "is not an option."),
        ({"options": "extra_turn=@everyone"}, "Choose one of `any`, `one_a_turn`."),
        ({"options": "turns=3"}, "There is no option called `turns`."),
        ({"options": "x" * LONGEST_OPTIONS}, "is not an option."),
    ]:
        answer = await invite(friends, **options)
        assert advice in answer
        assert len(answer) < 500
        assert "@everyone" not in answer
        assert "<@1>" not in answer.replace("`'*x*' <@1>`", "")
        assert friends.post_ids == []


async def test_a_game_can_have_a_thread_of_its_own(friends: World) -> None:
    answer = await friends.anna.slash(
        friends.channel, "castle new", opponent=friends.ben, thread=True
    )
    await friends.deliver()
    [thread] = friends.channel.threads
    assert thread.name == "Carcassonne: The Castle: Anna – Ben"
    assert texts(answer.response) == f"The invitation is posted in {thread.mention}."
    assert not any(texts(post) for post in friends.posts)
    friends.channel = thread
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    game = await the_game(friends)
    assert (game.status, game.parent_id is None) == (Status.RUNNING, False)
    assert labels(friends.last_post) == ["Play", "Board", "Tiles left", "Log", "Predict"]


async def test_threads_from_a_busy_channel_keep_the_requested_settings(friends: World) -> None:
    await friends.start()
    answer = await friends.carla.slash(
        friends.channel,
        "castle new",
        opponent=friends.anna,
        first="opponent",
        rules="site",
        options="empty_starts_count=on",
    )
    await friends.deliver()
    [thread] = friends.channel.threads
    assert thread.mention in texts(answer.response)
    assert labels(answer.response) == ["Cancel"]
    game = await friends.table.games.open_in(thread.id)
    assert game is not None
    assert [seat.name for seat in game.seats] == ["Carla", "Anna"]
    assert game.first == 1
    assert game.options["empty_starts_count"] == "on"
    assert game.options["extra_turn"] == "one_a_turn"


async def test_a_channel_can_have_every_game_in_a_thread(friends: World) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"threads": "always"})
    answer = await friends.anna.slash(friends.channel, "castle new", rated=True)
    [thread] = friends.channel.threads
    assert texts(answer.response) == f"The invitation is posted in {thread.mention}."
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_a_game_that_cannot_have_its_thread_says_so(friends: World) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"threads": "always"})
    deny(friends, create_public_threads=True)
    answer = await friends.anna.slash(friends.channel, "castle new", rated=True)
    assert "I may not create threads in this channel" in texts(answer.response)
    assert friends.channel.threads == []
    assert await friends.table.games.open_in(friends.channel.id) is not None


async def in_a_thread(friends: World) -> None:
    """Anna invites somebody in a thread, and everybody goes there."""
    await friends.anna.slash(friends.channel, "castle new", thread=True)
    await friends.deliver()
    [friends.channel] = friends.channel.threads


async def test_a_game_beside_one_in_a_thread_has_its_own(friends: World) -> None:
    await friends.offer_threads()
    channel = friends.channel
    await in_a_thread(friends)
    busy = await friends.carla.slash(friends.channel, "castle new", thread=False)
    assert texts(busy.response) == ENGLISH("new.busy_invited")
    await friends.carla.click(answer_of(busy), label="Play in a thread")
    await friends.ben.slash(friends.channel, "castle new", thread=True)
    games = [await friends.table.games.open_in(thread.id) for thread in channel.threads]
    assert [game and (game.opener_id, game.parent_id) for game in games] == [
        (person.id, channel.id) for person in (friends.anna, friends.carla, friends.ben)
    ]


async def test_one_can_try_a_game_from_an_invitation_in_a_thread(friends: World) -> None:
    await friends.offer_threads()
    channel = friends.channel
    await in_a_thread(friends)
    answer = answer_of(await friends.ben.click(friends.last_post, label=FOR_BEGINNERS[-1]))
    begun = await friends.ben.click(answer, label="Play in a thread")
    thread = channel.threads[1]
    assert texts(answer_of(begun)) == ENGLISH(
        "new.started_in_thread", players="Ben – Computer (easy)", place=thread.mention
    )
    game = await friends.table.games.open_in(thread.id)
    assert game is not None
    assert game.status is Status.RUNNING


async def test_without_threads_a_player_can_make_room_for_another_game(friends: World) -> None:
    await friends.start()
    deny(friends, create_public_threads=True)
    asked = answer_of(await friends.anna.slash(friends.channel, "castellan new", level="easy"))
    assert texts(asked).startswith(ENGLISH("new.full"))
    await friends.anna.click(asked, label="Yes, resign")
    await friends.deliver()
    await friends.anna.slash(friends.channel, "castellan new", level="easy")
    assert (await the_game(friends)).kind == "castellan"
    assert friends.channel.threads == []


async def test_without_threads_an_invitation_can_make_room_for_another(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    deny(friends, send_messages_in_threads=True)
    asked = answer_of(await friends.anna.slash(friends.channel, "castle new", level="easy"))
    assert texts(asked).startswith(ENGLISH("new.full_invited"))
    await friends.anna.click(asked, label="Cancel")
    await friends.anna.slash(friends.channel, "castle new", level="easy")
    assert (await the_game(friends)).status is Status.RUNNING


async def test_without_threads_others_are_told_that_the_channel_is_busy(friends: World) -> None:
    await friends.start()
    deny(friends, create_public_threads=True)
    answer = answer_of(await friends.carla.slash(friends.channel, "castle new", level="easy"))
    assert texts(answer) == refusal("channel_busy")
    asked = answer_of(await friends.carla.slash(friends.channel, "castle new", thread=True))
    assert "I may not create threads in this channel." in texts(asked)


async def test_where_only_moderators_start_games_others_are_told(friends: World) -> None:
    settings = ChannelSettings(start="moderators")
    await friends.table.channels.set(friends.guild.id, friends.channel.id, asdict(settings))
    for thread in (False, True):
        refused = await friends.anna.slash(friends.channel, "castle new", thread=thread)
        assert "You may not start games in this channel." in texts(refused.response)
    assert friends.channel.threads == []


async def end_game(friends: World) -> None:
    await friends.start()
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(sure), label="Yes, resign")
    await friends.deliver()


async def test_a_rematch_starts_when_both_ask_for_it(friends: World) -> None:
    await end_game(friends)
    end = friends.last_post
    asked = await friends.ben.click(end, label="Rematch")
    await friends.deliver()
    assert "The invitation is posted: Ben – Anna." in texts(asked.response)
    assert f"**Ben** invites {friends.anna.mention}" in texts(friends.last_post)
    again = await friends.anna.slash(friends.channel, "castle rematch")
    await friends.deliver()
    assert "Ben – Anna: the game begins." in texts(again.response)
    assert labels(friends.last_post) == ["Play", "Board", "Tiles left", "Log", "Predict"]
    assert (await friends.to_act()) is friends.ben


async def test_the_rematch_button_of_an_older_game_still_works(friends: World) -> None:
    await end_game(friends)
    older = friends.last_post
    await end_game(friends)
    assert labels(older) == [*LOOKING_BACK, "Rematch"]
    answer = await friends.anna.click(older, label="Rematch")
    assert "The invitation is posted" in texts(answer.response)


async def test_only_the_players_ask_for_a_rematch(friends: World) -> None:
    await end_game(friends)
    answer = await friends.carla.click(friends.last_post, label="Rematch")
    assert texts(answer.response).startswith("Only the players of this game can do that.")
    assert texts(friends.last_post).startswith("## Ben wins")


async def test_no_rematch_while_the_game_runs_or_before_any_game(friends: World) -> None:
    none = await friends.anna.slash(friends.channel, "castle rematch")
    assert "No game has been played in this channel yet." in texts(none.response)
    await friends.start()
    running = await friends.anna.slash(friends.channel, "castle rematch")
    assert "This game is still running." in texts(running.response)


async def test_presets_are_offered_by_name_and_by_what_they_are(friends: World) -> None:
    offered = await friends.anna.autocomplete(friends.channel, "castle new", "rules", "")
    assert [choice["value"] for choice in offered] == ["official", "rio-grande", "site"]
    for typed, value in (("rio", "rio-grande"), ("site", "site"), ("printed", "official")):
        choices = await friends.anna.autocomplete(friends.channel, "castle new", "rules", typed)
        assert [choice["value"] for choice in choices] == [value]


async def test_the_editions_are_plain_choices(friends: World) -> None:
    """Each whole, as Discord cuts off what is longer than a choice."""
    offered = await friends.anna.autocomplete(friends.channel, "carcassonne new", "rules", "")
    assert [choice["name"] for choice in offered] == [
        "Rules of 2000: as first sold; farmers score city by city, the smallest city only 2 points",
        "Today's rules: as sold now; farmers score field by field, every city in full",
        "Big game: today's rules with The River and Inns & Cathedrals, for up to six",
    ]


async def test_options_are_offered_one_after_the_other(friends: World) -> None:
    async def offers(typed: str) -> list[str]:
        choices = await friends.anna.autocomplete(friends.channel, "castle new", "options", typed)
        assert len(choices) <= 25
        return [choice["value"] for choice in choices]

    first = await offers("")
    assert "extra_turn=one_a_turn" in first
    assert await offers("extra") == ["extra_turn=any", "extra_turn=one_a_turn"]
    then = await offers("extra_turn=one_a_turn, ")
    assert "extra_turn=one_a_turn, double_market=five" in then
    assert not [value for value in then if value.count("extra_turn") > 1]


async def test_every_option_that_is_offered_is_accepted(friends: World) -> None:
    offered = await friends.anna.autocomplete(friends.channel, "castle new", "options", "")
    for choice in offered:
        answer = await friends.anna.slash(friends.channel, "castle new", options=choice["value"])
        assert "The invitation is posted" in texts(answer.response), choice
        game = await the_game(friends)
        name, value = choice["value"].split("=")
        assert game.options[name] == value
        await friends.deliver()
        await friends.anna.click(friends.last_post, label="Cancel")


async def test_thread_names_are_stripped_of_invisible_characters(friends: World) -> None:
    user = friends.env.create_user("eve", global_name="\u202eE\u200bv\u2066e\u200f")
    eve = friends.guild.add_member(user)
    await friends.anna.slash(friends.channel, "castle new", opponent=eve, thread=True)
    [thread] = friends.channel.threads
    assert str(thread.name).endswith("Anna – Eve")


async def test_a_second_invitation_within_an_hour_does_not_ping(
    friends: World,
) -> None:
    first = await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    assert "ping" not in texts(first.response)
    await friends.deliver()
    await friends.anna.click(answer_of(first), label="Cancel")
    second = await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    assert "You invited Ben less than an hour ago" in texts(second.response)
    await friends.deliver()
    posts: list[Any] = [
        request.json
        for request in friends.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]
    assert posts[-1]["allowed_mentions"].get("users", []) == []
    assert friends.ben.mention in texts(friends.last_post)


async def test_who_opened_many_threads_is_told_when_to_retry(
    friends: World,
) -> None:
    for _ in range(MOST_THREADS):
        await friends.anna.slash(friends.channel, "castle new", thread=True)
    assert len(friends.channel.threads) == MOST_THREADS
    answer = await friends.anna.slash(friends.channel, "castle new", thread=True)
    assert "The next one can be opened <t:" in texts(answer.response)
    assert len(friends.channel.threads) == MOST_THREADS


UNRATED = "It does not count for the ratings."
LONGEST_ID = 100


async def open_game_is_rated(friends: World, channel_id: int) -> bool:
    game = await friends.table.games.open_in(channel_id)
    assert game is not None
    return game.rated


async def finish_games(friends: World, person: simcord.MemberActor, count: int) -> None:
    """This person has finished so many games in the server."""
    row = {"kind": "castle", "guild_id": friends.guild.id, "user_id": person.id, "outcome": "won"}
    row |= {"points": 1, "moves": 1, "thought": 0, "rated": False, "tally": "{}", "ended_at": 0}
    for number in range(count):
        asked = NewGame("castle", friends.guild.id, 1)
        async with friends.database.writing() as connection:
            over: Any = {"opener_id": None, "now": 0, "status": Status.FINISHED}
            game = await insert_game(connection, asked, {}, [OPEN_SEAT], **over)
            of_game = {"game_id": game.id, "seat": number}
            await connection.execute(insert(results).values(**row, **of_game))


async def test_games_are_rated_by_default_without_saying_so(friends: World) -> None:
    await finish_games(friends, friends.anna, 3)
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    await friends.deliver()
    assert UNRATED not in texts(friends.last_post)
    assert await open_game_is_rated(friends, friends.channel.id)


@pytest.mark.parametrize(("annas", "bens"), [(2, 3), (3, 2)])
async def test_the_first_games_of_a_newcomer_are_not_rated(
    friends: World, annas: int, bens: int
) -> None:
    await finish_games(friends, friends.anna, annas)
    await finish_games(friends, friends.ben, bens)
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    assert UNRATED in texts(friends.last_post)
    assert not await open_game_is_rated(friends, friends.channel.id)


async def test_an_invitation_to_an_unrated_game_says_so(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", rated=False)
    await friends.deliver()
    assert UNRATED in texts(friends.last_post)
    assert not await open_game_is_rated(friends, friends.channel.id)


@pytest.mark.parametrize("rated", [True, False])
async def test_the_offered_thread_is_for_the_same_game(friends: World, rated: bool) -> None:
    await friends.offer_threads()
    await friends.start()
    answer = await friends.carla.slash(friends.channel, "castle new", rated=rated)
    await friends.carla.click(answer_of(answer), label="Play in a thread")
    [thread] = friends.channel.threads
    assert await open_game_is_rated(friends, thread.id) is rated


async def test_a_rematch_of_an_unrated_game_is_unrated(friends: World) -> None:
    await friends.start(rated=False)
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(sure), label="Yes, resign")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Rematch")
    await friends.deliver()
    assert UNRATED in texts(friends.last_post)


@pytest.fixture
async def game(friends: World) -> Game:
    """Adjourned; Anna is to act."""
    game = await friends.start()
    for user, action in ((friends.anna, Propose("adjourn")), (friends.ben, Accept("adjourn", 0))):
        click = Actor(f"{type(action).__name__}", user.id, "somebody")
        await friends.table.act(click, game.id, action)
    await friends.deliver()
    return await friends.table.games.get(game.id)


def hidden(friends: World, *, but_for: simcord.MemberActor) -> simcord.ChannelHandle:
    nobody = discord.PermissionOverwrite(view_channel=False)
    allowed = discord.PermissionOverwrite(view_channel=True)
    everyone = friends.guild.default_role
    return friends.guild.create_text_channel(
        "hidden", overwrites={everyone: nobody, but_for: allowed}
    )


async def go_on(who: simcord.MemberActor, place: simcord.ChannelHandle) -> str:
    offer = await who.slash(place, "castle play")
    assert offer.response is not None
    return text_of(await who.click(offer.response, label="Resume here"))


async def test_not_where_the_other_player_cannot_see_it(friends: World, game: Game) -> None:
    answer = await go_on(friends.anna, hidden(friends, but_for=friends.anna))
    assert "**Ben** cannot see this channel." in answer
    assert "Resume the game in a channel that all its players can see." in answer
    assert (await friends.table.games.get(game.id)).pause == "adjourned"


async def test_not_where_only_moderators_start_games(friends: World, game: Game) -> None:
    other = friends.guild.create_text_channel("elsewhere")
    await friends.table.channels.set(friends.guild.id, other.id, {"start": "moderators"})
    assert "Ask a moderator." in await go_on(friends.anna, other)
    assert (await friends.table.games.get(game.id)).pause == "adjourned"


async def test_both_places_are_told_and_the_old_buttons_are_gone(
    friends: World, game: Game
) -> None:
    other = friends.guild.create_text_channel("elsewhere")
    board = next(post for post in friends.posts if "Play" in labels(post))
    assert await go_on(friends.ben, other) == "The game continues here."
    await friends.deliver()
    assert texts(friends.last_post) == f"The game Anna – Ben continues in {other.mention}."
    assert labels(friends.post(board.id)) == []
    text = " ".join(texts(post) for post in other.history())
    before = f"It was played in {friends.channel.mention} before."
    assert f"The game Anna – Ben continues here. {before}" in text
    assert text.count(friends.anna.mention) > 0


async def test_who_has_left_the_server_loses_sight_of_nothing(friends: World, game: Game) -> None:
    friends.guild.remove_member(friends.ben)
    await friends.env.settle()
    other = friends.guild.create_text_channel("elsewhere")
    assert await go_on(friends.anna, other) == "The game continues here."


async def test_an_invitation_shows_and_tells_what_the_game_is_like(friends: World) -> None:
    await invite(friends, opponent=friends.ben)
    invitation = friends.last_post
    assert [file.filename for file in invitation.attachments] == ["game-castle.png"]
    assert ENGLISH("castle.pitch") in texts(invitation)
    rules = answer_of(await friends.ben.click(invitation, label="Rules"))
    assert rules.ephemeral
    assert [file.filename for file in rules.attachments] == ["pieces.png"]
    assert labels(rules) == ["Learn by playing"]
    answer = await friends.ben.click(invitation, label="Accept")
    assert text_of(answer) == "You are in."
    await friends.deliver()
    over = friends.post(invitation.id)
    assert not over.attachments
    assert ENGLISH("castle.pitch") not in texts(over)


async def test_an_invitation_explains_the_expansions_of_its_game(friends: World) -> None:
    await invite(friends, kind="carcassonne", opponent=friends.ben, rules="big")
    rules = answer_of(await friends.carla.click(friends.last_post, label="Rules"))
    assert [file.filename for file in rules.attachments] == ["pieces-inns-river.png"]


async def test_a_rematch_explains_nothing(friends: World) -> None:
    await friends.start()
    asked = answer_of(await friends.anna.slash(friends.channel, "castle resign"))
    await friends.anna.click(asked, label="Yes, resign")
    await friends.deliver()
    await friends.anna.slash(friends.channel, "castle rematch")
    await friends.deliver()
    assert not friends.last_post.attachments
    assert labels(friends.last_post) == ["Accept", "Decline", "Just for fun"]


async def test_one_can_try_a_game_while_an_invitation_waits(friends: World) -> None:
    await friends.offer_threads()
    await invite(friends, opponent=friends.ben)
    answer = answer_of(await friends.ben.click(friends.last_post, label=FOR_BEGINNERS[-1]))
    assert labels(answer) == ["Play in a thread"]
