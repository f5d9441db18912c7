"""A game continues elsewhere only where its player could start one, in sight of all players."""

import discord
import pytest
import simcord

from bot.discord.answering.studio import Studio
from bot.match.actions import Accept, Actor, OfferAdjourn
from bot.match.game import Game
from tests.bot.discord.kit.trouble import Unpainted, told
from tests.bot.discord.kit.world import World, labels, texts


@pytest.fixture
def studio() -> Studio:
    return Unpainted()


@pytest.fixture
async def game(friends: World) -> Game:
    """Adjourned; Anna is to act."""
    game = await friends.start()
    for user, action in ((friends.anna, OfferAdjourn()), (friends.ben, Accept("adjourn", 0))):
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
    return told(await who.click(offer.response, label="Resume here"))


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
    told_there = " ".join(texts(post) for post in other.history())
    before = f"It was played in {friends.channel.mention} before."
    assert f"The game Anna – Ben continues here. {before}" in told_there
    assert told_there.count(friends.anna.mention) > 0


async def test_who_has_left_the_server_loses_sight_of_nothing(friends: World, game: Game) -> None:
    friends.guild.remove_member(friends.ben)
    await friends.env.settle()
    other = friends.guild.create_text_channel("elsewhere")
    assert await go_on(friends.anna, other) == "The game continues here."
