"""Settings of a channel: who may open, cancel and end games in it, and how and where it is told of
them. Discord decides who is a moderator."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from bot.match.actions import Right
from bot.match.digests import digest_after
from bot.match.preferences import zones
from bot.process.clock import DAY, Clock, Millis
from bot.store import message_queue
from bot.store.connection.database import Database
from bot.store.connection.faults import with_retries
from bot.store.digests import plan_digest
from bot.store.page_keys import remove_keys_in
from bot.store.people import set_channel, settings_of

Who = Literal["everyone", "players", "moderators"]
Switch = Literal["off", "on"]
# How much the post of a move says; or the live board tells it, without a post.
Posts = Literal["short", "full", "live"]
# When a game starts in a thread of its own: if another one is running in the channel, or as said.
Threads = Literal["busy", "always", "never"]
# Whether games have web pages, and how long those of ended games stay.
GamePage = Literal["off", "month", "always"]

# Who can be given each right. A game that is not open yet has no players.
POSSIBLE: Mapping[str, tuple[Who, ...]] = {
    "start": ("everyone", "moderators"),
    "cancel": ("everyone", "players", "moderators"),
    "end": ("everyone", "players", "moderators"),
    "league": ("everyone", "moderators"),
}
# The values of a setting that is switched on or off.
SWITCHED: tuple[Switch, ...] = get_args(Switch)
# The values of the digest: none, or the hour of each.
DIGESTS = ("off", *map(str, range(24)))
# The time zone of a channel that has chosen none, by its language or, in any other, for all.
USUAL_ZONES: Mapping[str, str] = {"de": "Europe/Berlin", "nl": "Europe/Amsterdam"}
USUAL_ZONE = "UTC"
# How far back the first digest of a channel tells.
FIRST_DIGEST = DAY
# The possible values of each setting; languages and time zones are known elsewhere.
VALUES: Mapping[str, tuple[str, ...]] = {
    **POSSIBLE,
    "live": SWITCHED,
    "posts": get_args(Posts),
    "threads": get_args(Threads),
    "digest": DIGESTS,
    "page": get_args(GamePage),
    "page_of_hidden": SWITCHED,
}
# The settings of which a private thread has its own.
PAGE_SETTINGS = ("page", "page_of_hidden")


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    start: Who = "everyone"
    """Who may open a game."""
    cancel: Who = "players"
    """Who may cancel a lobby, apart from its opener."""
    end: Who = "moderators"
    """Who may end a running game, without a winner."""
    league: Who = "everyone"
    """Who may announce leagues and cups, of those who may open games."""
    language: str = "en"
    live: Switch = "off"
    """Each game has one post that always shows its board."""
    posts: Posts = "short"
    threads: Threads = "busy"
    digest: str = "off"
    """The hour of the day, by the clock of `zone`, at which spectators get a digest."""
    zone: str = USUAL_ZONE
    """A time zone by its name, such as Europe/Amsterdam."""
    page: GamePage = "off"
    page_of_hidden: Switch = "off"
    """Games have pages even where not everybody in the server sees the channel."""

    def __post_init__(self) -> None:
        for name, possible in VALUES.items():
            if getattr(self, name) not in possible:
                expected_values = ", ".join(possible)
                raise ValueError(f"{name}: expected {expected_values}, got {getattr(self, name)!r}")

    @property
    def tells_live(self) -> bool:
        """Moves are told on the live board, and whoever is to act is called by a line."""
        return self.posts == "live"

    @property
    def has_live_boards(self) -> bool:
        return self.live == "on" or self.tells_live

    @property
    def has_digests(self) -> bool:
        return self.digest != "off"

    def digest_after(self, at: Millis) -> Millis | None:
        """Find the moment of the first digest after this one; None if there are none."""
        return digest_after(at, int(self.digest), self.zone) if self.has_digests else None


def rights(settings: ChannelSettings, moderator: bool, player: bool) -> frozenset[Right]:
    """Give a person's rights: a moderator has all; `player` refers to the game in question."""

    def may(right: Right) -> bool:
        people = getattr(settings, right)
        return moderator or people == "everyone" or (people == "players" and player)

    return frozenset(right for right in get_args(Right) if may(right))


def parse_settings(values: Mapping[str, str]) -> ChannelSettings:
    """Read the stored settings; the default where nothing is stored, or the value is unknown."""
    known_values: dict[str, Any] = {
        name: value
        for name, value in values.items()
        if name == "language" or value in VALUES.get(name, ())
    }
    usual_zone = USUAL_ZONES.get(values.get("language", ""), USUAL_ZONE)
    zone = values.get("zone", usual_zone)
    return ChannelSettings(**known_values, zone=zone if zone in zones() else usual_zone)


@dataclass(frozen=True, slots=True)
class Channels:
    """Settings of all channels. One per table."""

    database: Database
    clock: Clock
    on_change: Callable[[], None]

    async def settings(self, channel_id: int) -> ChannelSettings:
        """Read the settings of a channel. A thread uses its channel's, so pass that channel."""
        return parse_settings(await self.database.read(settings_of, channel_id))

    async def language(self, channel_id: int) -> str | None:
        """Read the language that was chosen for a channel, if one was."""
        return (await self.database.read(settings_of, channel_id)).get("language")

    @with_retries
    async def set(
        self, guild_id: int, channel_id: int, changes: Mapping[str, str]
    ) -> ChannelSettings:
        """Change some settings of a channel, by name; returns all of them after that."""
        async with self.database.writing() as connection:
            before = parse_settings(await settings_of(connection, channel_id))
            now = self.clock()
            await set_channel(connection, guild_id, channel_id, changes, now)
            settings = parse_settings(await settings_of(connection, channel_id))
            if (settings.digest, settings.zone) != (before.digest, before.zone):
                not_before = None if before.has_digests else now - FIRST_DIGEST
                due_at = settings.digest_after(now)
                await plan_digest(connection, channel_id, due_at, not_before=not_before)
            if (settings.live, settings.tells_live) != (before.live, before.tells_live):
                await message_queue.refresh_live_boards(connection, channel_id, now)
            if before.tells_live and not settings.tells_live:
                await message_queue.post_boards(connection, channel_id, now)
            if settings.page == "off" and before.page != "off":
                await remove_keys_in(connection, channel_id)
        self.on_change()
        return settings
