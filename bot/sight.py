"""What channels somebody can see, so that no list tells of games in the others.

A thread that is put away is not remembered by discord.py, and Discord is asked for it. Knows no
table.
"""

from typing import Any

import discord

from bot.game import Game

Viewer = discord.Member | discord.Role
"""A person, or the role that everybody has, for what everybody is shown."""


class Sight:
    """For one answer: remembers what it found out."""

    def __init__(self, interaction: discord.Interaction[Any], *, shared: bool = False) -> None:
        """What is shared is for everybody who reads this channel."""
        self._client = interaction.client
        self._guild = interaction.guild
        self._here = interaction.channel_id
        self._user = interaction.user
        self._shared = shared
        self._found: dict[int, bool] = {}

    async def sees(self, game: Game) -> bool:
        """Whether the game may be listed: it is played here, by this person, or where they look."""
        playing = any(seat.user_id == self._user.id for seat in game.seats)
        if game.channel_id == self._here or (playing and not self._shared):
            return True
        if game.channel_id not in self._found:
            self._found[game.channel_id] = await self._looks_into(game)
        return self._found[game.channel_id]

    async def _looks_into(self, game: Game) -> bool:
        viewer = self._viewer
        if self._guild is None or viewer is None:
            return False
        place = self._guild.get_channel_or_thread(game.channel_id)
        if place is None and game.parent_id is not None:
            place = await self._thread(game.channel_id)
        if isinstance(place, discord.Thread):
            return await self._looks_into_thread(place, viewer)
        return place is not None and place.permissions_for(viewer).view_channel

    @property
    def _viewer(self) -> Viewer | None:
        if self._shared:
            return None if self._guild is None else self._guild.default_role
        return self._user if isinstance(self._user, discord.Member) else None

    async def _thread(self, thread_id: int) -> discord.Thread | None:
        try:
            found = await self._client.fetch_channel(thread_id)
        except (discord.NotFound, discord.Forbidden):
            return None
        return found if isinstance(found, discord.Thread) else None

    async def _looks_into_thread(self, thread: discord.Thread, viewer: Viewer) -> bool:
        parent = thread.parent
        if parent is None or not parent.permissions_for(viewer).view_channel:
            return False
        if not thread.is_private():
            return True
        if isinstance(viewer, discord.Role):
            return False
        if parent.permissions_for(viewer).manage_threads:
            return True
        try:
            await thread.fetch_member(viewer.id)
        except discord.NotFound:
            return False
        return True
