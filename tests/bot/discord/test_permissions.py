"""What the host is told about the servers that the bot is in."""

import logging

import discord
import pytest

from bot.discord.connection import NEEDED, invite_url, log_when_ready
from tests.bot.discord.kit.world import World


@pytest.fixture
def guild(friends: World, caplog: pytest.LogCaptureFixture) -> discord.Guild:
    """A server as the bot sees it, once the host has been told."""
    caplog.set_level(logging.INFO, "bot.discord.connection")
    log_when_ready(friends.bot)
    found = friends.bot.get_guild(friends.guild.id)
    assert found is not None
    return found


def test_the_invitation_asks_for_what_is_needed_and_no_more() -> None:
    # view, send, embed, attach, public threads, send in threads; and the history, if possible
    bits = (10, 11, 14, 15, 35, 38, 16)
    asked = sum(1 << bit for bit in bits)
    for part in (f"permissions={asked}", "client_id=123", "scope=bot+applications.commands"):
        assert part in invite_url(123).replace("?", "&").split("&")
    assert not NEEDED.read_message_history


async def test_the_host_is_given_the_invitation_when_the_bot_is_ready(
    friends: World, guild: discord.Guild, caplog: pytest.LogCaptureFixture
) -> None:
    friends.bot.dispatch("ready")
    await friends.env.settle()
    assert invite_url(friends.bot.application_id or 0) in caplog.text
    assert "missing permissions" not in caplog.text


async def test_the_host_is_told_what_the_bot_lacks(
    friends: World, guild: discord.Guild, caplog: pytest.LogCaptureFixture
) -> None:
    lacking = discord.Permissions(attach_files=True, create_public_threads=True)
    for role in guild.roles:
        role._permissions &= ~lacking.value
    friends.bot.dispatch("ready")
    friends.bot.dispatch("guild_join", guild)
    await friends.env.settle()
    warning = f"missing permissions in server {guild.id}: Attach Files, Create Public Threads"
    assert caplog.text.count(warning) == 2
