"""Channels that somebody sees, and those where they are a moderator: no list shows games from other
channels, and no game is resumed where its players cannot see it.

discord.py does not cache archived threads, so they are fetched from Discord.
"""

import discord

from bot.match.game import Game

# A person, or the @everyone role for what everybody is shown.
Viewer = discord.Member | discord.Role
HIDDEN = (discord.NotFound, discord.Forbidden, discord.InvalidData)


class ChannelVisibility:
    """Channels that the reader of one answer can see. Caches what it finds."""

    def __init__(self, interaction: discord.Interaction, *, shared: bool = False) -> None:
        """A shared answer is for everybody who reads this channel."""
        self._guild = interaction.guild
        self._channel = interaction.channel
        self._user = interaction.user
        self._shared = shared
        self._cache: dict[int, bool] = {}

    async def sees(self, game: Game) -> bool:
        """Check whether the game may be listed: it is played here, by this person, or in a channel
        they can see."""
        playing = game.belongs(self._user.id) and not self._shared
        return playing or await self.sees_channel(game.guild_id, game.channel_id, game.parent_id)

    async def sees_channel(
        self, guild_id: int, channel_id: int, parent_id: int | None = None
    ) -> bool:
        """Check whether it is this channel, or a channel or thread that they can see."""
        guild = self._guild
        viewer = self._user
        if self._channel is not None and channel_id == self._channel.id:
            return True
        if guild is None or guild.id != guild_id:
            return False
        if channel_id not in self._cache:
            person = viewer if isinstance(viewer, discord.Member) else None
            reader = guild.default_role if self._shared else person
            visible = reader is not None and await can_see_channel(
                guild, reader, channel_id, parent_id
            )
            self._cache[channel_id] = visible
        return self._cache[channel_id]

    async def players_without(self, game: Game) -> frozenset[int]:
        """Find the players of a game who are in this server, but cannot see this channel."""
        guild = self._guild
        channel = self._channel
        if guild is None or channel is None:
            return frozenset()
        parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
        blind = set()
        for seat in game.seats:
            member = None if seat.user_id is None else await _find_member(guild, seat.user_id)
            if member is None:
                continue
            if not await can_see_channel(guild, member, channel.id, parent_id):
                blind.add(member.id)
        return frozenset(blind)


async def can_still_see(client: discord.Client, user_id: int, game: Game) -> bool:
    """Check whether somebody who is not interacting right now can see the channel of a game. A
    server that this process does not know belongs to another process's shards, or the bot has left
    it."""
    try:
        guild = client.get_guild(game.guild_id) or await client.fetch_guild(
            game.guild_id, with_counts=False
        )
    except (discord.NotFound, discord.Forbidden):
        return False
    member = await _find_member(guild, user_id)
    if member is None:
        return False
    return await can_see_channel(guild, member, game.channel_id, game.parent_id)


async def is_in_private_thread(client: discord.Client, game: Game) -> bool:
    """Check whether a game is played in a thread that not everybody sees who sees its channel. One
    that cannot be found counts as such."""
    if game.parent_id is None:
        return False
    try:
        thread = client.get_channel(game.channel_id) or await client.fetch_channel(game.channel_id)
    except HIDDEN:
        return True
    return not isinstance(thread, discord.Thread) or thread.is_private()


def moderates(guild: discord.Guild, member: discord.Member, channel_id: int) -> bool:
    """Check whether somebody is a moderator in a channel. A thread has its channel's permissions;
    if the channel is gone, those of the server count."""
    channel = guild.get_channel(channel_id)
    permissions = member.guild_permissions if channel is None else channel.permissions_for(member)
    return permissions.manage_channels


async def _find_member(guild: discord.Guild, user_id: int) -> discord.Member | None:
    try:
        return guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        return None


async def is_seen_by_all(
    guild: discord.Guild | None, channel_id: int, parent_id: int | None = None
) -> bool:
    """Check whether everybody in a server sees a channel or thread; not if it is unknown."""
    if guild is None:
        return False
    return await can_see_channel(guild, guild.default_role, channel_id, parent_id)


async def can_see_channel(
    guild: discord.Guild, viewer: Viewer, channel_id: int, parent_id: int | None = None
) -> bool:
    """Check whether the viewer can see a channel, or a thread of a channel. If the server was
    fetched, discord.py knows none of its channels, and they are fetched too."""
    channel: discord.abc.GuildChannel | discord.Thread | None
    thread: discord.abc.GuildChannel | discord.Thread
    try:
        if guild.channels:
            channel = guild.get_channel(parent_id or channel_id)
        else:
            channel = await guild.fetch_channel(parent_id or channel_id)
        if channel is None or isinstance(channel, discord.Thread):
            return False
        if not channel.permissions_for(viewer).view_channel:
            return False
        if parent_id is None:
            return True
        thread = guild.get_thread(channel_id) or await guild.fetch_channel(channel_id)
    except HIDDEN:
        return False
    if not isinstance(thread, discord.Thread):
        return False
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
