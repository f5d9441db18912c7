"""Who may start, cancel and end games is configured for each channel; the bot needs six
permissions."""

import discord
import pytest
import simcord

from bot.discord.connection import NEEDED
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import confirm_page, move_on, public, refusal, text_of
from tests.bot.discord.kit.world import World, labels, texts


@pytest.fixture
def dora(friends: World) -> simcord.MemberActor:
    """A moderator."""
    return friends.new_moderator("Dora")


async def test_only_moderators_see_and_use_the_settings(
    friends: World, dora: simcord.MemberActor
) -> None:
    assert "table-admin settings" in dora.available_commands(friends.channel)
    assert "table-admin settings" not in friends.anna.available_commands(friends.channel)
    with pytest.raises(simcord.SetupError):
        await friends.anna.slash(friends.channel, "table-admin settings", start="everyone")
    answer = await dora.slash(friends.channel, "table-admin settings")
    assert "Games are started by: **everyone**" in text_of(answer)


async def test_starting_games_can_be_kept_to_moderators(
    friends: World, dora: simcord.MemberActor
) -> None:
    answer = await dora.slash(friends.channel, "table-admin settings", start="moderators")
    assert "Games are started by: **moderators**" in text_of(answer)
    for thread in (False, True):
        answer = await friends.anna.slash(friends.channel, "castle new", thread=thread)
        assert text_of(answer) == "You may not start games in this channel. Ask a moderator."
    assert friends.channel.threads == []
    answer = await dora.slash(friends.channel, "castle new", thread=False)
    assert "The invitation is posted" in text_of(answer)


async def test_only_moderators_get_a_rematch_where_only_they_start(
    friends: World, dora: simcord.MemberActor
) -> None:
    await friends.start()
    await dora.slash(friends.channel, "table-admin settings", start="moderators")
    sure = await friends.ben.slash(friends.channel, "castle resign")
    assert sure.response is not None
    await friends.ben.click(sure.response, label="Yes, resign")
    await friends.deliver()
    answer = await friends.anna.click(friends.last_post, label="Rematch")
    assert text_of(answer) == "You may not start games in this channel. Ask a moderator."


async def test_settings_hold_in_their_channel_only(
    friends: World, dora: simcord.MemberActor
) -> None:
    await dora.slash(friends.channel, "table-admin settings", start="moderators")
    other = friends.guild.create_text_channel("elsewhere")
    answer = await friends.anna.slash(other, "castle new", thread=False)
    assert "The invitation is posted" in text_of(answer)


async def test_in_a_thread_the_settings_of_its_channel_hold(
    friends: World, dora: simcord.MemberActor
) -> None:
    backend = friends.env.backend
    thread = backend.create_thread(friends.channel.id, "a thread", friends.anna.id)
    [thread_handle] = [handle for handle in friends.channel.threads if handle.id == thread.id]
    await friends.env.settle()
    await dora.slash(thread_handle, "table-admin settings", start="moderators")
    for place in (thread_handle, friends.channel):
        answer = await friends.anna.slash(place, "castle new", thread=False)
        assert text_of(answer) == "You may not start games in this channel. Ask a moderator."


@pytest.mark.parametrize(
    ("who", "may"), [("players", False), ("moderators", False), ("everyone", True)]
)
async def test_who_cancels_an_invitation_is_as_it_is_set(
    friends: World, dora: simcord.MemberActor, who: str, may: bool
) -> None:
    await dora.slash(friends.channel, "table-admin settings", cancel=who)
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    answer = await friends.carla.click(friends.last_post, label="Decline")
    assert (text_of(answer) == refusal("not_invited")) is not may
    if may:
        await friends.carla.click(answer_of(answer), label="Cancel")
    lobby = await friends.table.games.open_in(friends.channel.id)
    assert (lobby is None) is may


async def test_a_moderator_and_the_opener_can_always_cancel(
    friends: World, dora: simcord.MemberActor
) -> None:
    await dora.slash(friends.channel, "table-admin settings", cancel="moderators")
    for person in (dora, friends.anna):
        await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
        await friends.deliver()
        asked = answer_of(await person.click(friends.last_post, label="Decline"))
        assert texts(asked) == "Cancel the invitation Anna – Ben for everybody?"
        await person.click(asked, label="Cancel")
        assert await friends.table.games.open_in(friends.channel.id) is None


@pytest.mark.parametrize(
    ("who", "spectator", "player"),
    [("moderators", False, False), ("players", False, True), ("everyone", True, True)],
)
async def test_who_ends_a_running_game_is_as_it_is_set(
    friends: World, dora: simcord.MemberActor, who: str, spectator: bool, player: bool
) -> None:
    await dora.slash(friends.channel, "table-admin settings", end=who)
    game = await friends.start()
    for person, may in ((friends.carla, spectator), (friends.anna, player), (dora, True)):
        if (await friends.table.games.get(game.id)).status != "running":
            continue
        answer = await person.slash(friends.channel, "castle propose", what="stop")
        said = "The game has ended." if may else "You may not end this game. Ask a moderator."
        assert text_of(answer) == said
        assert ((await friends.table.games.get(game.id)).status != "running") == may


async def test_a_whole_game_needs_six_permissions_and_no_other(friends: World) -> None:
    only_what_is_needed(friends)
    game = await friends.start()
    await confirm_page(friends, friends.anna)
    moves = eager_moves(3)
    await friends.play_on(game, moves[:2])
    await friends.deliver()
    looked = await friends.carla.slash(friends.channel, "castle board", share=True)
    assert looked.response is not None
    await friends.play_on(game, moves[2:])
    await friends.deliver()
    after = await friends.table.games.get(game.id)
    assert (after.status, after.pause) == ("finished", None)
    assert "Rematch" in labels(friends.last_post)
    boards = [post for post in friends.channel.history() if "Play" in labels(post)]
    assert boards == []


async def test_a_game_in_a_thread_needs_no_more(friends: World) -> None:
    only_what_is_needed(friends)
    await friends.anna.slash(
        friends.channel, "castle new", opponent=friends.ben, first="me", thread=True
    )
    await friends.deliver()
    [friends.channel] = friends.channel.threads
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    await move_on(friends, game, 2)
    assert (await friends.table.games.get(game.id)).ply == 2
    assert len([post for post in friends.channel.history() if "Play" in labels(post)]) == 1


async def test_the_bot_reads_nothing(friends: World) -> None:
    await move_on(friends, await friends.start(), 2)
    asked = [request.path for request in friends.env.http_requests if request.method == "GET"]
    assert not [path for path in asked if "/messages" in path]
    assert len(public(friends)) > 3


def only_what_is_needed(world: World) -> None:
    """The bot itself has only these permissions; those that everybody has do not help it."""
    backend = world.env.backend
    people = discord.Permissions(view_channel=True, use_application_commands=True)
    backend.edit_role(world.guild.id, world.guild.id, {"permissions": people.value})
    [role] = [role for role in backend.guilds[world.guild.id].roles.values() if role.managed]
    backend.edit_role(world.guild.id, role.id, {"permissions": NEEDED.value})
