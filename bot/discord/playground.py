"""A local, simulated Discord for the bot: one channel in the browser, with people to switch
between.

For trying the bot without an account. Needs the optional dependency group `playground`; nothing
else in the project knows about the simulation.
"""

import asyncio
import logging
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
import simcord
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import OverwriteType
from simcord.preview._media import MediaInfo, MediaWorker, _process_media

from bot.discord.client import TableBot
from bot.discord.features.guide import post_welcome
from bot.discord.pages.board_posts import posted_position
from bot.discord.playground_page import STEP_FROM_HERE, OnPage, PageServer
from bot.locale import ENGLISH, words_of
from bot.table.delivery import Delivery, Outbox
from bot.table.reviews import Progress, Reviews
from engine.games import GAMES
from engine.players.review import Review
from render.picture.png import SIGNATURE

log = logging.getLogger(__name__)

BOT = "Carcassonne"
# To play or to watch; the last one has moderator commands, as she owns the server.
PEOPLE = ("Anna", "Ben", "Carla")
CHANNEL = "games"
TOPIC = (
    f"Type {' or '.join(f'/{kind} new' for kind in GAMES)} and name an opponent, or choose a level "
    "to play against the computer. “Viewing as”, above, makes you another person."
)
# The timeout for a click, in seconds. On the first start it may have to wait for the art.
PATIENCE = 90.0
# The polling interval for a post that the page is missing, in seconds.
LOOK_EVERY = 1.0
# In bytes.
LARGEST_EMOJI = 32_000
# The seconds by which the simulated time may lag behind.
BEHIND = 60.0


class PlaygroundError(Exception):
    """The page cannot be served."""


async def play_in_browser(
    bot: TableBot, delivery: Delivery, outbox: Outbox, port: int, *, show: bool = True
) -> None:
    """Serve the page until it is closed."""
    table = bot.desk.table
    env = simcord.Env(bot, check_errors=False, settle_timeout=PATIENCE)
    _keep_emojis(env, bot)
    _follow_reviews(env, table.reviews)
    guild, channel, people = _create_server(env)
    await env.start()
    try:
        await _catch_up(env)
        language = await table.channels.language(channel.id) or ENGLISH
        await table.channels.set(guild.id, channel.id, {"page": "always"})
        preview = env.preview(channel, viewers=people, layout="channel")
        at_work = asyncio.Lock()
        _let_clicks_wait(preview, at_work)
        on_page = OnPage(
            switch_language=partial(_switch, bot, guild, channel),
            find_boards=partial(_find_boards, channel),
            step_from=partial(_step_from, channel, people, at_work),
        )
        preview._server = PageServer(preview, port, language, on_page)
        async with _serve(preview, port):
            screens = _Screens(env, preview, delivery, at_work)
            await _welcome(bot, channel, language)
            for game in await table.games.open_in_server(guild.id):
                await table.repost(game.id)  # the channel starts out empty
            screens.deliver_soon()  # the pictures of these posts may have to wait for the art
            outbox.on_wake(screens.deliver_soon)
            _announce(preview.url, show)
            await screens.keep_up()
    finally:
        await env.shutdown()


def _create_server(
    env: simcord.Env,
) -> tuple[GuildHandle, ChannelHandle, list[simcord.MemberActor]]:
    """Create the server, in the same order at every start, so that all ids are the same."""
    env.backend.edit_bot_profile(BOT)
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild("Playground", owner=users[-1])
    channel = guild.create_text_channel(CHANNEL, topic=TOPIC)
    _forbid_threads(env, channel)
    players = [guild.add_member(user) for user in users[:-1]]
    return guild, channel, [*players, simcord.MemberActor(env, guild, users[-1])]


def _forbid_threads(env: simcord.Env, channel: ChannelHandle) -> None:
    """Have the bot open each game in the channel, as the page cannot show one in a thread."""
    deny = discord.Permissions(create_public_threads=True).value
    bot_id = env.backend.bot_user.id
    env.backend.set_overwrite(channel.id, Overwrite(bot_id, OverwriteType.MEMBER, deny=deny))


def _keep_emojis(env: simcord.Env, bot: TableBot) -> None:
    """Keep the picture of each emoji for the page: the simulation keeps its name alone."""
    create = bot.create_application_emoji

    async def create_and_keep(*, name: str, image: bytes) -> discord.Emoji:
        emoji = await create(name=name, image=image)
        env.backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = image
        return emoji

    setattr(bot, "create_application_emoji", create_and_keep)  # noqa: B010, it is a method


def _follow_reviews(env: simcord.Env, reviews: Reviews) -> None:
    """Count a click that asks for a review as answered while the review is made, so that the page
    is free, and shows its progress."""
    follow: Callable[..., Coroutine[Any, Any, Review]] = reviews.follow
    outside = copy_context()

    async def follow_outside(*args: Any, **kwargs: Any) -> Review:
        *about, on_progress = args
        inside = copy_context()  # of the click, without which nothing can be answered

        async def show(progress: Progress) -> None:
            await inside.run(asyncio.create_task, on_progress(progress))

        following = outside.run(asyncio.create_task, follow(*about, show, **kwargs))
        review: Review = await env.external_wait(following, reason="a review takes minutes")
        return review

    setattr(reviews, "follow", follow_outside)  # noqa: B010, it is a method


def _let_clicks_wait(preview: simcord.Preview, at_work: asyncio.Lock) -> None:
    """Have whatever is clicked wait for what the playground does by itself. The simulation does one
    thing at a time, and a page whose click it refused waits for the answer until it is reloaded."""
    act = preview._action

    async def act_afterwards(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with at_work:
            pass
        return await act(context_id, body)

    setattr(preview, "_action", act_afterwards)  # noqa: B010, it is a method


async def _catch_up(env: simcord.Env) -> None:
    """Advance the simulated time to now. It starts over at every start, and the ids of clicks are
    derived from it; those of an earlier start must never recur."""
    await env.advance_time(max(_lag(env), 0.0))


def _lag(env: simcord.Env) -> float:
    return (datetime.now(UTC) - env.now()).total_seconds()


async def _switch(bot: TableBot, guild: GuildHandle, channel: ChannelHandle, language: str) -> None:
    """Set one language for the channel and all clients, each of which has its own in Discord."""
    await bot.desk.table.channels.set(guild.id, channel.id, {"language": language})
    await _welcome(bot, channel, language)


def _find_boards(channel: ChannelHandle) -> Sequence[int]:
    return [post.id for post in channel.history() if posted_position(post) is not None]


async def _step_from(
    channel: ChannelHandle,
    people: Sequence[simcord.MemberActor],
    at_work: asyncio.Lock,
    person_id: int,
    post_id: int,
) -> None:
    """Step through a game, which in Discord is a command in the menu of each post."""
    [person] = [person for person in people if person.id == person_id]
    [post] = [post for post in channel.history() if post.id == post_id]
    async with at_work:
        await person.context_menu(channel, words_of(ENGLISH)(STEP_FROM_HERE), post)


async def _welcome(bot: TableBot, channel: ChannelHandle, language: str) -> None:
    await post_welcome(bot.desk, bot.get_partial_messageable(channel.id), words_of(language))


@asynccontextmanager
async def _serve(preview: simcord.Preview, port: int) -> AsyncIterator[None]:
    try:
        await preview.__aenter__()
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise PlaygroundError(error) from error
        raise PlaygroundError(
            f"PLAYGROUND_PORT: {port} is not free; set another one, or 0 for any that is"
        ) from error
    preview._media_worker = _Pictures()
    try:
        yield
    finally:
        await preview.close()


def _announce(url: str, show: bool) -> None:
    print(f"\nThe playground is open at\n\n    {url}\n\nPress Ctrl-C to close it.", flush=True)
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if show and (has_display or sys.platform in ("win32", "darwin")):
        webbrowser.open(url)  # without a display, a text browser would open in the terminal


class _Pictures(MediaWorker):
    """Checks each picture in a separate process, as the preview does, but only once: otherwise
    every switch of person would check all of them again. Emojis are checked here, as there can be
    many on a page."""

    def __init__(self) -> None:
        super().__init__()
        self._infos: dict[tuple[str, float | None], MediaInfo] = {}

    async def validate(
        self, key: str, blob: bytes, *, media_time: float | None = None
    ) -> MediaInfo:
        if (key, media_time) not in self._infos:
            if len(blob) <= LARGEST_EMOJI and blob.startswith(SIGNATURE):
                info = await asyncio.to_thread(_process_media, blob, media_time)
            else:
                info = await super().validate(key, blob, media_time=media_time)
            self._infos[key, media_time] = info
        return self._infos[key, media_time]


class _Screens:
    """Screens of the browsers. The browser that clicks is updated with whatever its click has
    caused by the time it counts as answered; the other browsers, and anything later, have to be
    refreshed explicitly."""

    def __init__(
        self,
        env: simcord.Env,
        preview: simcord.Preview,
        delivery: Delivery,
        at_work: asyncio.Lock,
    ) -> None:
        self._env = env
        self._preview = preview
        self._delivery = delivery
        self._at_work = at_work
        self._context = copy_context()
        """A context outside the bot, whose time is simulated."""
        self._requests_shown = 0
        """How many requests about messages the browsers reflect."""
        self._deliveries: set[asyncio.Task[None]] = set()

    def deliver_soon(self) -> None:
        """Begin a delivery, as part of the click that caused it, if there is one."""
        delivery = asyncio.create_task(self.deliver())
        self._deliveries.add(delivery)
        delivery.add_done_callback(self._deliveries.discard)

    async def deliver(self) -> None:
        try:
            await self._delivery.drain()
        except Exception:
            log.warning("delivery failed; retrying later", exc_info=True)
        self._context.run(self._show)

    async def keep_up(self) -> None:
        """Show new posts and advance the simulated time, until the playground is closed."""
        while not await self._wait_until_closed():
            if self._requests_shown != self._count_requests():
                self._show()
            if _lag(self._env) > BEHIND:
                # Somebody is clicking, or has asked for what takes long, such as a review.
                with suppress(simcord.SetupError, TimeoutError):
                    async with self._at_work:
                        await _catch_up(self._env)

    def _show(self) -> None:
        self._requests_shown = self._count_requests()
        for page in list(self._preview._pages.values()):
            if page is not self._preview._action_page:
                self._preview._publish(page, reason="refresh")

    async def _wait_until_closed(self) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._preview.wait_closed(), LOOK_EVERY)
            return True
        return False

    def _count_requests(self) -> int:
        about = ("/channels/", "/webhooks/")
        return sum(request.path.startswith(about) for request in self._env.http_requests)
