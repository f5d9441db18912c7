"""The garbage collector skips what lives as long as the connection."""

import gc

import pytest

from bot.start import settle_when_ready
from tests.bot.discord.kit.world import World


@pytest.mark.usefixtures("unsettled")
async def test_the_servers_of_the_bot_are_exempt_as_soon_as_it_is_ready(friends: World) -> None:
    guild = friends.bot.get_guild(friends.guild.id)
    settle_when_ready(friends.bot)
    assert any(found is guild for found in gc.get_objects())
    friends.bot.dispatch("ready")
    await friends.env.settle()
    assert not any(found is guild for found in gc.get_objects())
