"""What a channel allows, set and seen by its moderators; who is refused is tested elsewhere."""

import discord
import pytest
import simcord

from bot.discord.answering.studio import Studio
from tests.bot.discord.kit.seen import answered, seen
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import World, labels, texts

MODERATOR = discord.Permissions(manage_channels=True)
USUAL = [
    "In this channel and its threads:",
    "Games are started by: **everyone**",
    "Invitations are cancelled by: **the players**",
    "Games are ended early by: **moderators**",
    "Language of public posts: **English**",
    "Live board for each game: **no**",
]


@pytest.fixture
def studio() -> Studio:
    return Unpainted()


@pytest.fixture
def mona(friends: World) -> simcord.MemberActor:
    """A moderator."""
    role = friends.guild.create_role("moderators", permissions=MODERATOR)
    user = friends.env.create_user("mona", global_name="Mona")
    return friends.guild.add_member(user, roles=[role])


async def settings(mona: simcord.MemberActor, friends: World, **options: str) -> list[str]:
    answer = await mona.slash(friends.channel, "table-admin settings", **options)
    assert answer.ephemeral
    return texts(answer.response).split("\n")


async def test_the_settings_of_a_channel_are_shown(
    mona: simcord.MemberActor, friends: World
) -> None:
    assert await settings(mona, friends) == USUAL


async def test_settings_are_changed_one_by_one(mona: simcord.MemberActor, friends: World) -> None:
    changed = await settings(mona, friends, start="moderators")
    assert changed[1:] == ["Games are started by: **moderators**", *USUAL[2:]]
    both = await settings(mona, friends, cancel="everyone", end="players")
    assert [line.split("**")[1] for line in both[1:4]] == ["moderators", "everyone", "the players"]
    assert await settings(mona, friends) == both


async def test_a_channel_has_its_language_for_what_everybody_reads(
    mona: simcord.MemberActor, friends: World
) -> None:
    await settings(mona, friends, language="nl")
    await friends.anna.slash(friends.channel, "castle new")
    await friends.deliver()
    assert labels(friends.last_post) == ["Meedoen", "Annuleren"]


async def test_settings_hold_in_one_channel(mona: simcord.MemberActor, friends: World) -> None:
    await settings(mona, friends, start="moderators")
    friends.channel = friends.guild.create_text_channel("elsewhere")
    assert await settings(mona, friends) == USUAL


async def test_a_moderator_ends_a_game_without_a_winner(
    mona: simcord.MemberActor, friends: World
) -> None:
    await friends.start()
    answer = await mona.slash(friends.channel, "table-admin end")
    await friends.deliver()
    assert texts(answer.response) == "The game has ended."
    assert texts(friends.last_post).startswith(
        "## Anna – Ben: no winner\n**Mona** ended the game, without a winner."
    )
    assert labels(friends.last_post) == ["Rematch", "Replay", "Move by move", "Points", "Log"]


async def test_a_moderator_takes_an_invitation_back(
    mona: simcord.MemberActor, friends: World
) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    await mona.slash(friends.channel, "table-admin end")
    await friends.deliver()
    assert seen(friends.posts[0]).labels == ()
    assert texts(friends.last_post).startswith("**Mona** cancelled the invitation.")


async def test_players_end_their_game_where_they_may(
    mona: simcord.MemberActor, friends: World
) -> None:
    await friends.start()
    refused = await friends.anna.slash(friends.channel, "castle propose", what="stop")
    assert texts(answered(refused)) == "You may not end this game. Ask a moderator."
    await settings(mona, friends, end="players")
    await friends.anna.slash(friends.channel, "castle propose", what="stop")
    await friends.deliver()
    assert texts(friends.last_post).startswith("## Anna – Ben: no winner")
