"""What the bot needs in a server: the link that invites it, and a warning about what it lacks.

A channel may still deny a permission, which shows only when the bot posts there.
"""

import logging

import discord
from discord.ext import commands

from bot.process.shards import Shards

log = logging.getLogger(__name__)

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
)
WELCOME = discord.Permissions(read_message_history=True)
"""Requested, but not required: used to find a post whose response was lost."""
SCOPES = ("bot", "applications.commands")


def invitation(application_id: int) -> str:
    """The URL that a server's owner opens to add the bot."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED | WELCOME, scopes=SCOPES)


def missing(guild: discord.Guild) -> list[str]:
    """The permissions that the bot lacks in a server, named as Discord names them."""
    granted = guild.me.guild_permissions
    return [
        name.replace("_", " ").title()
        for name, needed in NEEDED
        if needed and not getattr(granted, name)
    ]


def tell_the_host(bot: commands.AutoShardedBot) -> None:
    """When the bot is ready, log the invitation and what it lacks in each of its servers."""

    async def on_ready() -> None:
        assert bot.application_id is not None
        count = bot.shard_count or 1
        shards = Shards(count, tuple(bot.shard_ids or range(count)))
        log.info("ready in %d servers, with %s; invite the bot with", len(bot.guilds), shards)
        log.info("%s", invitation(bot.application_id))
        for guild in bot.guilds:
            _warn(guild)

    bot.add_listener(on_ready)
    bot.add_listener(_warn_of_new, "on_guild_join")


async def _warn_of_new(guild: discord.Guild) -> None:
    _warn(guild)


def _warn(guild: discord.Guild) -> None:
    lacking = missing(guild)
    if lacking:
        log.warning("in server %d the bot lacks %s", guild.id, ", ".join(lacking))
