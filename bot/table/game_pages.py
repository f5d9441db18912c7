"""Web pages of games: which game has one, and the key in its address.

A channel that agrees gives each of its games a page, for everybody who has its address. The key is
made when a post first names the address; without the key, or with an old one, nothing leads there.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from secrets import token_urlsafe

from bot.match.game import ENDED, Game
from bot.process.clock import DAY, Clock
from bot.store import page_keys
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import require_game
from bot.store.page_keys import PageState
from bot.store.people import settings_of
from bot.table.channels import PAGE_SETTINGS, ChannelSettings, parse_settings

# In bytes of chance.
KEY_LENGTH = 16
# The time for which ended games stay, where the channel does not keep them always.
MONTH = 30 * DAY


@dataclass(frozen=True, slots=True)
class GamePages:
    """The pages of all games. One per table."""

    database: Database
    clock: Clock

    async def key_of(self, game: Game, is_seen_by_all: Callable[[], Awaitable[bool]]) -> str | None:
        """Return the key of a game's page, made now if there is none yet; None if the channel did
        not agree. Where not everybody sees the channel, that takes a second yes."""

        async def read(connection: AsyncConnection) -> tuple[ChannelSettings, str | None]:
            settings = await _settings_in(connection, game.channel_id, game.parent_id)
            return settings, await page_keys.load_key(connection, game.id)

        async def make(connection: AsyncConnection) -> str:
            key = await page_keys.load_key(connection, game.id)
            if key is None:
                key = token_urlsafe(KEY_LENGTH)
                await page_keys.save_key(connection, game.id, key, self.clock())
            return key

        settings, key = await self.database.view(read)
        agreed = settings.page != "off"
        if agreed and (settings.page_of_hidden == "on" or await is_seen_by_all()):
            return key or await self.database.change(make)
        if key is not None:
            await self.database.change(page_keys.remove_key, game.id)
        return None

    async def settings_in(self, channel_id: int, parent_id: int | None) -> ChannelSettings:
        """Read the settings that count in a channel or thread."""
        return await self.database.view(_settings_in, channel_id, parent_id)

    async def find(self, key: str) -> Game | None:
        """Find the game of a key, if it can be watched now."""

        async def find(connection: AsyncConnection) -> Game | None:
            game_id = await page_keys.game_with_key(connection, key)
            if game_id is None:
                return None
            game = await require_game(connection, game_id)
            if game.lost or game.commitment is None:
                return None
            settings = await _settings_in(connection, game.channel_id, game.parent_id)
            if settings.page == "month" and game.status in ENDED:
                over_since = await page_keys.ended_at(connection, game_id)
                if over_since is not None and self.clock() > over_since + MONTH:
                    return None
            return game

        return await self.database.view(find)

    async def states(self, game_ids: Collection[int]) -> Mapping[int, PageState]:
        """Read how these games stand, except those without a page."""
        states = await self.database.read(page_keys.page_states, game_ids)
        return {state.game_id: state for state in states}

    async def close_in(self, channel_id: int) -> None:
        """Have the addresses of a channel and its threads lead nowhere. Later posts have new ones
        if pages are still wanted."""
        await self.database.change(page_keys.remove_keys_in, channel_id)

    async def close_server(self, guild_id: int) -> None:
        await self.database.change(page_keys.remove_keys_of_server, guild_id)


async def _settings_in(
    connection: AsyncConnection, channel_id: int, parent_id: int | None
) -> ChannelSettings:
    """Read the settings of a channel or thread. A private thread may have its own about pages."""
    settings = await settings_of(connection, parent_id or channel_id)
    if parent_id is None:
        return parse_settings(settings)
    own_settings = await settings_of(connection, channel_id)
    about_pages = {name: value for name, value in own_settings.items() if name in PAGE_SETTINGS}
    return parse_settings({**settings, **about_pages})
