"""Games that count for the ratings, and those that do not."""

import pytest

from bot.discord.answering.studio import Studio
from bot.discord.features.new_game_ids import encode_request
from bot.discord.pages.page import PageButton, Target
from bot.match.actions import NewGame
from tests.bot.discord.kit.seen import answered
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import World, texts

UNRATED = "It does not count towards the ratings."
LONGEST_ID = 100
SOMEBODY = 2**64 - 1


@pytest.fixture
def studio() -> Studio:
    return Unpainted()


async def open_game_is_rated(friends: World, channel_id: int) -> bool:
    game = await friends.table.games.open_in(channel_id)
    assert game is not None
    return game.rated


async def test_a_game_is_rated_and_the_invitation_says_nothing_of_it(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new")
    await friends.deliver()
    assert UNRATED not in texts(friends.last_post)
    assert await open_game_is_rated(friends, friends.channel.id)


async def test_an_invitation_to_an_unrated_game_says_so(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", rated=False)
    await friends.deliver()
    assert UNRATED in texts(friends.last_post)
    assert not await open_game_is_rated(friends, friends.channel.id)


@pytest.mark.parametrize("rated", [True, False])
async def test_the_thread_that_a_busy_channel_offers_is_for_the_same_game(
    friends: World, rated: bool
) -> None:
    await friends.start()
    answer = await friends.carla.slash(friends.channel, "castle new", rated=rated)
    await friends.carla.click(answered(answer), label="Play in a thread")
    [thread] = friends.channel.threads
    assert await open_game_is_rated(friends, thread.id) is rated


async def test_a_rematch_of_an_unrated_game_is_unrated(friends: World) -> None:
    await friends.start(rated=False)
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answered(sure), label="Yes, resign")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Rematch")
    await friends.deliver()
    assert UNRATED in texts(friends.last_post)


def test_a_request_for_an_unrated_game_fits_a_button() -> None:
    asked = NewGame("castle", 1, 1, opponents=((SOMEBODY, "Somebody"),), first=1, rated=False)
    button = PageButton("thread", Target(rest=encode_request(asked)), "")
    assert len(str(button.custom_id)) <= LONGEST_ID


def test_a_button_of_before_there_were_ratings_asks_for_a_rated_game() -> None:
    """Its id is the one that a usual game has today."""
    assert encode_request(NewGame("castle", 1, 1, rated=True)).count(".") == 3
