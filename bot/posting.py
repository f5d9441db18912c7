"""Discord as the place where the outbox delivers: makes posts of messages.

What a post shows is read from the table when it is delivered. What Discord refuses is told in the
outbox's words: later, never here, or not to this person.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, assert_never

import discord
from aiohttp import ClientError

from bot.calling import REMINDERS, instead_of, still_tells
from bot.game import Game, Status
from bot.locale import Words, words_of
from bot.messages import Board, Direct, Live, Lobby, Message, Notice, Retire
from bot.outbox import MessageGone, NotTaken, Outdated, PlaceForbidden, PlaceGone, TryLater
from bot.ui.calls import call_page, is_call, reminder_page
from bot.ui.live import last_live_page, live_page
from bot.ui.notes import direct_page
from bot.ui.page import NEVER_TAKEN, NOBODY, Page
from bot.ui.posts import (
    board_page,
    end_page,
    is_end,
    lobby_page,
    notice_page,
    old_board_page,
)

if TYPE_CHECKING:
    from bot.client import TableBot

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
ARCHIVED, LOCKED = 50083, 160005
"""Of a thread that was put away, and of one in which only moderators may write."""
NOT_YET = 2.0
"""How many seconds to wait for the connection to Discord."""


class ChannelPoster:
    """The poster of one process. Serves the client that it is given."""

    def __init__(self) -> None:
        self._client: TableBot | None = None

    def serve(self, client: "TableBot") -> None:
        self._client = client

    @property
    def client(self) -> "TableBot":
        if self._client is None or not self._client.is_ready():
            raise TryLater(NOT_YET)
        return self._client

    async def post(self, channel_id: int, message: Lobby | Board | Notice, nonce: str) -> int:
        place = self.client.get_partial_messageable(channel_id)
        return await self._send(place, await self._page(message), nonce)

    async def tell(self, user_id: int, message: Direct, nonce: str) -> int:
        game = await self.client.table.game(message.game_id)
        if not still_tells(message, game):
            raise Outdated
        language = (await self.client.table.habits(user_id)).language
        words = words_of(language) if language else await self._words(game.set_in)
        if is_call(game, message):
            return await self._call(user_id, words, game, message, nonce)
        shown = direct_page(words, self.client.faces[game.kind], game, message)
        with_person = await self._person(user_id)
        return await self._send(with_person, shown, nonce)

    async def _call(self, user_id: int, words: Words, game: Game, note: Direct, nonce: str) -> int:
        """To whoever is to act; in the channel where they cannot be told directly."""
        table, face = self.client.table, self.client.faces[game.kind]
        position, post = await table.position(game.id, ply=game.ply), await table.board_post(game)
        shown = call_page(words, face, position, note, post)
        try:
            return await self._send(await self._person(user_id), shown, nonce)
        except (PlaceForbidden, PlaceGone):
            place = self.client.get_partial_messageable(game.channel_id)
            words = await self._words(game.set_in)
            shown = reminder_page(words, game, instead_of(note, game))
            return await self._send(place, shown, nonce)

    async def retire(self, channel_id: int, message_id: int, message: Message) -> None:
        """The same post without its buttons; its pictures stay where they are."""
        plain = await self._page(message, live=False)
        async with _told_in_the_outbox_words():
            place = self.client.get_partial_messageable(channel_id)
            post = place.get_partial_message(message_id)
            try:
                await post.edit(view=plain.view, allowed_mentions=NOBODY)
            except discord.HTTPException as error:
                if error.code == ARCHIVED:
                    raise MessageGone from error
                raise

    async def show_live(
        self, channel_id: int, message: Live, message_id: int | None, nonce: str
    ) -> int | None:
        """Edited where it is, made where it is not; taken away where none is wanted any more."""
        game = await self.client.table.game(message.game_id)
        settings = await self.client.table.channel_settings(game.set_in)
        place = self.client.get_partial_messageable(channel_id)
        post = None if message_id is None else place.get_partial_message(message_id)
        if settings.live == "off" or game.channel_id != channel_id:
            await _taken_away(post)
            return None
        if post is None and game.status is not Status.RUNNING:
            return None
        runs, shown = await self._live_page(words_of(settings.language), game)
        if post is not None and await self._edited(post, shown):
            if not runs:
                await _where_the_bot_may(post.unpin)
            return post.id
        if not runs:
            return None
        made = await self._send(place, shown, nonce)
        await _where_the_bot_may(place.get_partial_message(made).pin)
        return made

    async def _live_page(self, words: Words, game: Game) -> tuple[bool, Page]:
        """Whether the game still runs, with the page that says so."""
        table, face = self.client.table, self.client.faces[game.kind]
        position = await table.position(game.id)
        if position.game.status is Status.RUNNING:
            return True, live_page(words, face, position)
        return False, last_live_page(words, face, await table.story(game.id))

    async def _edited(self, post: discord.PartialMessage, shown: Page) -> bool:
        """Whether the post was there to be edited."""
        files = await self.client.files(shown)
        try:
            async with _told_in_the_outbox_words():
                await post.edit(view=shown.view, attachments=files, allowed_mentions=NOBODY)
        except MessageGone:
            return False
        return True

    async def _page(self, message: Message, *, live: bool = True) -> Page:
        """The post of a message; with its buttons while it is live."""
        table = self.client.table
        game = await table.game(message.game_id)
        words = await self._words(game.set_in)
        face = self.client.faces[game.kind]
        match message:
            case Lobby(mention=mention):
                return lobby_page(words, game, table.patience, mention, live=live)
            case Board(ply=ply, mention=mention):
                position = await table.position(game.id, ply=ply)
                predicted = await table.predictions.of_move(game.id, position.ply)
                if live:
                    return board_page(words, face, position, mention, predicted)
                return old_board_page(words, face, position, message, predicted)
            case Notice() if not still_tells(message, game):
                raise Outdated
            case Notice(done=done) if done in REMINDERS:
                return reminder_page(words, game, message)
            case Notice() if is_end(message, game):
                predictions = await table.predictions.table(game.id)
                return end_page(words, face, await table.story(game.id), message, predictions)
            case Notice():
                return notice_page(words, game, table.patience, message)
            case Retire() | Live() | Direct():
                raise AssertionError("this is no post of a channel")
            case _:
                assert_never(message)

    async def _words(self, channel_id: int) -> Words:
        """Of the language that is set for a channel and its threads."""
        settings = await self.client.table.channel_settings(channel_id)
        return words_of(settings.language)

    async def _person(self, user_id: int) -> discord.abc.Messageable:
        async with _told_in_the_outbox_words():
            return self.client.get_user(user_id) or await self.client.fetch_user(user_id)

    async def _send(self, place: discord.abc.Messageable, shown: Page, nonce: str) -> int:
        files = await self.client.files(shown)
        async with _told_in_the_outbox_words():
            sent = await place.send(
                view=shown.view, files=files, nonce=nonce, allowed_mentions=shown.allowed
            )
            return sent.id


async def _taken_away(post: discord.PartialMessage | None) -> None:
    if post is not None:
        async with _told_in_the_outbox_words():
            await post.delete()


async def _where_the_bot_may(pin: Callable[[], Awaitable[None]]) -> None:
    """Pinning comes on top: whatever it ends in, such as a right that is missing or a channel that
    is full of pins, the post is there."""
    try:
        await pin()
    except (discord.HTTPException, discord.RateLimited, ClientError, OSError) as error:
        log.info("the pin of a live board stays as it is: %s", error)


@asynccontextmanager
async def _told_in_the_outbox_words() -> AsyncIterator[None]:
    try:
        yield
    except discord.NotFound as error:
        raise (MessageGone if error.code == UNKNOWN_MESSAGE else PlaceGone) from error
    except discord.Forbidden as error:
        raise PlaceForbidden from error
    except discord.RateLimited as error:
        raise TryLater(error.retry_after) from error
    except (discord.HTTPException, ClientError, OSError) as error:
        if isinstance(error, discord.HTTPException) and error.code in (ARCHIVED, LOCKED):
            raise PlaceForbidden from error
        if isinstance(error, discord.HTTPException) and error.status in NEVER_TAKEN:
            raise NotTaken from error
        log.warning("a post has to wait: %s", error)
        raise TryLater from error
