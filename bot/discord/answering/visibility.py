"""Which channels somebody can see, and where they are a moderator."""

from typing import Any

import discord

from bot.match.game import Game, belongs

Viewer = discord.Member | discord.Role
"""A person, or the @everyone role for what everybody is shown."""


class ChannelVisibility:
    """Serves one answer, and caches what it finds."""

    def __init__(self, interaction: discord.Interaction[Any], *, shared: bool = False) -> None:
        """A shared answer is for everybody who reads this channel."""
        self._guild = interaction.guild
        self._here = interaction.channel
        self._user = interaction.user
        self._shared = shared
        self._found: dict[int, bool] = {}

    async def sees(self, game: Game) -> bool:
        """Whether the game may be listed: it is played here, by this person, or in a channel they
        can see."""
        playing = belongs(game, self._user.id) and not self._shared
        here = self._here is not None and game.channel_id == self._here.id
        if here or playing:
            return True
        if game.channel_id not in self._found:
            self._found[game.channel_id] = await self._looks_into(game)
        return self._found[game.channel_id]

    async def players_without(self, game: Game) -> frozenset[int]:
        """The players of a game who are in this server, but cannot see this channel."""
        guild, here = self._guild, self._here
        if guild is None or here is None:
            return frozenset()
        parent_id = here.parent_id if isinstance(here, discord.Thread) else None
        blind = set()
        for seat in game.seats:
            member = None if seat.user_id is None else await _member(guild, seat.user_id)
            if member is not None and not await _can_see_channel(guild, member, here.id, parent_id):
                blind.add(member.id)
        return frozenset(blind)

    async def _looks_into(self, game: Game) -> bool:
        guild, viewer = self._guild, self._viewer
        if guild is None or viewer is None or guild.id != game.guild_id:
            return False
        return await can_see(guild, viewer, game)

    @property
    def _viewer(self) -> Viewer | None:
        if self._shared:
            return None if self._guild is None else self._guild.default_role
        return self._user if isinstance(self._user, discord.Member) else None


async def can_see(guild: discord.Guild, viewer: Viewer, game: Game) -> bool:
    """Whether this viewer can see the channel of a game of this server."""
    return await _can_see_channel(guild, viewer, game.channel_id, game.parent_id)


async def can_still_see(client: discord.Client, user_id: int, game: Game) -> bool:
    """Whether somebody who is not interacting right now can see the channel of a game."""
    guild = client.get_guild(game.guild_id) or await _fetch_guild(client, game.guild_id)
    if guild is None:
        return False
    member = await _member(guild, user_id)
    return member is not None and await can_see(guild, member, game)


def moderates(guild: discord.Guild, member: discord.Member, game: Game) -> bool:
    """Whether somebody is a moderator where a game is played. A thread has its channel's
    permissions; if the channel is gone, those of the server count."""
    place = guild.get_channel(game.set_in)
    held = member.guild_permissions if place is None else place.permissions_for(member)
    return held.manage_channels


async def _fetch_guild(client: discord.Client, guild_id: int) -> discord.Guild | None:
    """A server that this process does not know: it belongs to another process's shards, or the bot
    has left it."""
    try:
        return await client.fetch_guild(guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return None


async def _member(guild: discord.Guild, user_id: int) -> discord.Member | None:
    try:
        return guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        return None


async def _can_see_channel(
    guild: discord.Guild, viewer: Viewer, channel_id: int, parent_id: int | None
) -> bool:
    """Whether the viewer can see a channel, or a thread of a channel."""
    channel = await _channel(guild, parent_id or channel_id)
    if channel is None or not channel.permissions_for(viewer).view_channel:
        return False
    if parent_id is None:
        return True
    thread = await _thread(guild, channel_id)
    return thread is not None and await _can_see_thread(thread, viewer)


async def _channel(guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | None:
    """Fetched too if the server was fetched, as discord.py then knows none of its channels."""
    if guild.channels:
        return guild.get_channel(channel_id)
    try:
        found = await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return None
    return None if isinstance(found, discord.Thread) else found


async def _thread(guild: discord.Guild, thread_id: int) -> discord.Thread | None:
    try:
        found = guild.get_thread(thread_id) or await guild.fetch_channel(thread_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return None
    return found if isinstance(found, discord.Thread) else None


async def _can_see_thread(thread: discord.Thread, viewer: Viewer) -> bool:
    """For a viewer who can see its channel."""
    if not thread.is_private():
        return True
    if isinstance(viewer, discord.Role):
        return False
    if thread.permissions_for(viewer).manage_threads:
        return True
    try:
        await thread.fetch_member(viewer.id)
    except discord.NotFound:
        return False
    return True
