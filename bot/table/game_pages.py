"""Web pages of games and seasons: which of them has one, and the key in its address.

A channel that agrees gives each of its games and seasons a page, for everybody who has its address.
The key is made when a post first names the address; without the key, or with an old one, nothing
leads there.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import NamedTuple

from bot.match.game import ENDED, Game
from bot.match.league.season import Season
from bot.match.preferences import PlayerPreferences
from bot.process.clock import DAY, Clock, Millis
from bot.store import page_keys
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import require_game
from bot.store.leagues import require_season
from bot.store.page_keys import GAME_KEYS, SEASON_KEYS, KeyTable, PageState
from bot.store.people import preferences_of, settings_of
from bot.table.channels import PAGE_SETTINGS, ChannelSettings, parse_settings

# In bytes of chance.
KEY_LENGTH = 16
# The time for which ended games and seasons stay, where the channel does not keep them always.
MONTH = 30 * DAY


class PublicSeason(NamedTuple):
    """What a season's page needs to know beside the season."""

    season_id: int
    game_keys: Mapping[int, str]
    """The keys of its games that can be watched."""
    preferences: Mapping[int, PlayerPreferences]
    """Those of its people who ever set any."""


@dataclass(frozen=True, slots=True)
class GamePages:
    """The pages of all games and seasons. One per table."""

    database: Database
    clock: Clock

    async def key_of(self, game: Game, is_seen_by_all: Callable[[], Awaitable[bool]]) -> str | None:
        """Return the key of a game's page, made now if there is none yet; None if the channel did
        not agree. Where not everybody sees the channel, that takes a second yes."""
        return await self._key(GAME_KEYS, game.id, game.channel_id, game.parent_id, is_seen_by_all)

    async def key_of_season(
        self, season: Season, is_seen_by_all: Callable[[], Awaitable[bool]]
    ) -> str | None:
        """Return the key of a season's page, as for a game."""
        return await self._key(SEASON_KEYS, season.id, season.channel_id, None, is_seen_by_all)

    async def _key(
        self,
        keys: KeyTable,
        owner_id: int,
        channel_id: int,
        parent_id: int | None,
        is_seen_by_all: Callable[[], Awaitable[bool]],
    ) -> str | None:
        async def read(connection: AsyncConnection) -> tuple[ChannelSettings, str | None]:
            settings = await _settings_in(connection, channel_id, parent_id)
            return settings, await page_keys.load_key(connection, keys, owner_id)

        async def make(connection: AsyncConnection) -> str:
            key = await page_keys.load_key(connection, keys, owner_id)
            if key is None:
                key = token_urlsafe(KEY_LENGTH)
                await page_keys.save_key(connection, keys, owner_id, key, self.clock())
            return key

        settings, key = await self.database.view(read)
        agreed = settings.page != "off"
        if agreed and (settings.page_of_hidden == "on" or await is_seen_by_all()):
            return key or await self.database.change(make)
        if key is not None:
            await self.database.change(page_keys.remove_key, keys, owner_id)
        return None

    async def settings_in(self, channel_id: int, parent_id: int | None) -> ChannelSettings:
        """Read the settings that count in a channel or thread."""
        return await self.database.view(_settings_in, channel_id, parent_id)

    async def find(self, key: str) -> Game | None:
        """Find the game of a key, if it can be watched now."""

        async def find(connection: AsyncConnection) -> Game | None:
            game_id = await page_keys.owner_of_key(connection, GAME_KEYS, key)
            if game_id is None:
                return None
            game = await require_game(connection, game_id)
            if game.lost or game.commitment is None:
                return None
            settings = await _settings_in(connection, game.channel_id, game.parent_id)
            is_over = game.status in ENDED
            if is_over and await self._is_past(connection, GAME_KEYS, game_id, settings):
                return None
            return game

        return await self.database.view(find)

    async def find_season(self, key: str) -> PublicSeason | None:
        """Find the season of a key, if it can be seen now."""

        async def find(connection: AsyncConnection) -> PublicSeason | None:
            season_id = await page_keys.owner_of_key(connection, SEASON_KEYS, key)
            if season_id is None:
                return None
            season = await require_season(connection, season_id)
            settings = await _settings_in(connection, season.channel_id, None)
            if await self._is_past(connection, SEASON_KEYS, season_id, settings):
                return None
            game_ids = [fixture.game_id for fixture in season.fixtures if fixture.game_id]
            people = [entrant.user_id for entrant in season.entrants if entrant.user_id]
            return PublicSeason(
                season_id,
                await page_keys.keys_of_games(connection, game_ids, self._first_shown(settings)),
                await preferences_of(connection, people),
            )

        return await self.database.view(find)

    async def key_of_shown_season(self, game: Game) -> str | None:
        """Find the key of the page of a game's season, if it has one."""
        if game.season_id is None:
            return None
        return await self.database.read(page_keys.load_key, SEASON_KEYS, game.season_id)

    async def _is_past(
        self,
        connection: AsyncConnection,
        keys: KeyTable,
        owner_id: int,
        settings: ChannelSettings,
    ) -> bool:
        """Check whether it ended so long ago that its channel no longer shows it."""
        if settings.page != "month":
            return False
        over_since = await page_keys.ended_at(connection, keys, owner_id)
        return over_since is not None and over_since < self._first_shown(settings)

    def _first_shown(self, settings: ChannelSettings) -> Millis:
        """Find since when games and seasons may have ended and still be shown."""
        return self.clock() - MONTH if settings.page == "month" else 0

    async def states(self, game_ids: Collection[int]) -> Mapping[int, PageState]:
        """Read how these games stand, except those that cannot be seen now."""
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
