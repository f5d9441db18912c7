"""What the bot asks of a server: the link that invites it, and a warning where it lacks something.

A channel may still refuse it something; that is found out when it posts there.
"""

import logging

import discord
from discord.ext import commands

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
"""What the bot asks for, and plays without: a post whose answer was lost is looked for."""
SCOPES = ("bot", "applications.commands")


def invitation(application_id: int) -> str:
    """The address at which a server's owner lets the bot in."""
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
    """Log the invitation when the bot is ready, and what it lacks in each server that it is in."""

    async def on_ready() -> None:
        assert bot.application_id is not None
        log.info("ready in %d servers; invite the bot with", len(bot.guilds))
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
