"""One interaction, from the moment it comes in until it is answered.

Acknowledges at once, before anything that takes time; answers once; and sees to it that whatever
goes wrong is answered too. When Discord does not take the answer, because the interaction is too
old or Discord has trouble, an ordinary message goes out instead: privately, if the answer was.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import discord
from aiohttp import ClientError

from bot import logs
from bot.actions import Interaction, Right
from bot.attending import Attended, attended
from bot.channel_settings import rights
from bot.errors import TableError
from bot.failures import Mistake, noted, told
from bot.game import Game
from bot.games.face import Face
from bot.locale import Words, words_of
from bot.table import Table
from bot.ui.escaping import escaped
from bot.ui.notes import direct_page
from bot.ui.page import NEVER_TAKEN, Page, page

if TYPE_CHECKING:
    from bot.client import TableBot

log = logging.getLogger(__name__)

UNREACHED = (discord.HTTPException, ClientError, OSError)
"""What an answer can end in: refused by Discord, or lost on the way there."""


class Visit:
    """An interaction being answered."""

    def __init__(
        self, interaction: discord.Interaction[Any], private: bool, seen: Attended
    ) -> None:
        self.interaction = interaction
        self.bot: TableBot = interaction.client
        self.table: Table = self.bot.table
        self.words: Words = words_of(str(interaction.locale))
        self.private = private
        self.seen = seen
        self.game_id: int | None = None
        self.game: Game | None = None
        """The game it is about, as soon as that is known: errors are told in its words."""
        self.heard = True
        """Whether everything could be answered so far, in one way or another."""

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def guild_id(self) -> int:
        return self.interaction.guild_id or 0

    @property
    def channel_id(self) -> int:
        return self.interaction.channel_id or 0

    @property
    def parent_id(self) -> int | None:
        """The channel of the thread this happens in; None when it is no thread."""
        channel = self.interaction.channel
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    def by(self, rights: frozenset[Right] = frozenset()) -> Interaction:
        """This click as the table knows it."""
        user = self.interaction.user
        return Interaction(str(self.interaction.id), user.id, user.display_name, rights)

    async def by_right(self, *, player: bool = False) -> Interaction:
        """The same with what this person may do in this channel."""
        settings = await self.table.channel_settings(self.parent_id or self.channel_id)
        moderator = self.interaction.permissions.manage_channels
        return self.by(rights(settings, moderator=moderator, player=player))

    def about(self, game: Game) -> Game:
        self.game = game
        logs.add(game=game.id)
        return game

    def face(self, game: Game) -> Face:
        return self.bot.faces[game.kind]

    async def acknowledge(self, within: bool) -> None:
        """Tell Discord that an answer comes. One that came too late is answered otherwise."""
        with suppress(*UNREACHED, discord.InteractionResponded):
            if within:
                await self.interaction.response.defer()
            else:
                await self.interaction.response.defer(ephemeral=self.private, thinking=True)
            self.seen.acknowledged()

    async def show(self, shown: Page) -> None:
        """Answer with this page, in place of the one that was pressed or of the promise."""
        files = await self.bot.files(shown, self.user_id)
        try:
            await self.interaction.edit_original_response(
                view=shown.view, attachments=files, allowed_mentions=shown.allowed
            )
        except UNREACHED as error:
            await self._send_instead(shown, error, private=self.private)

    async def say(self, text: str) -> None:
        await self.show(page(text))

    async def add(self, shown: Page) -> None:
        """A private message more, below the answer."""
        files = await self.bot.files(shown, self.user_id)
        try:
            await self.interaction.followup.send(view=shown.view, files=files, ephemeral=True)
        except UNREACHED as error:
            await self._send_instead(shown, error, private=True)

    async def fail(self, error: Exception) -> None:
        """Say what went wrong; a private page that was pressed stays as it is."""
        self.seen.failed(error)
        text = page(await self._told(error))
        pressed = self.interaction.type is discord.InteractionType.component
        within = self.interaction.response.type is (
            discord.InteractionResponseType.deferred_message_update
        )
        try:
            await (self.add(text) if pressed and within else self.show(text))
        except Exception as unanswered:
            noted(unanswered)

    async def _told(self, error: Exception) -> str:
        try:
            if self.game is None and self.game_id:
                with suppress(TableError):
                    self.game = await self.table.game(self.game_id)
            names = () if self.game is None else [escaped(seat.name) for seat in self.game.seats]
            face = None if self.game is None else self.face(self.game)
            return told(self.words, face, names, error)
        except Exception as ours:
            return self.words("refused.bug", incident=noted(ours))

    async def _send_instead(self, shown: Page, error: Exception, *, private: bool) -> None:
        """As an ordinary message: what was private goes to the person alone."""
        if isinstance(error, discord.HTTPException) and error.status in NEVER_TAKEN:
            raise error
        log.info("answered by an ordinary message, because of %s", error)
        place = self.interaction.user if private else self._here
        try:
            files = await self.bot.files(shown)
            await place.send(view=shown.view, files=files, allowed_mentions=shown.allowed)
        except UNREACHED as unsent:
            log.warning("person %d could not be answered: %s", self.user_id, unsent)
            await self._ask_to_come_again()

    async def _ask_to_come_again(self) -> None:
        """The last way to somebody who cannot be written to: one sentence, in the channel."""
        if self.heard and self.guild_id:
            asked = page(
                self.words("refused.unheard", who=f"<@{self.user_id}>"), mention=[self.user_id]
            )
            with suppress(*UNREACHED):
                await self._here.send(view=asked.view, allowed_mentions=asked.allowed)
        self.heard = False
        self.seen.unheard()

    @property
    def _here(self) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(self.channel_id)

    async def tell_missed_notes(self) -> None:
        """What could not be told to this person directly before."""
        for note in await self.table.missed_notes(self.user_id):
            game = await self.table.game(note.game_id)
            await self.add(direct_page(self.words, self.face(game), game, note))


@asynccontextmanager
async def visiting(
    interaction: discord.Interaction[Any], *, private: bool = True, within: bool = False
) -> AsyncIterator[Visit]:
    """Acknowledged before the body runs; answered with a sentence when the body fails."""
    with attended(interaction) as seen:
        visit = Visit(interaction, private, seen)
        await visit.acknowledge(within)
        try:
            yield visit
        except Exception as error:
            await visit.fail(error)
        except asyncio.CancelledError:
            if visit.bot.stopping.asked:  # it took too long
                await visit.fail(Mistake("refused.restarting"))
            raise
        try:
            if visit.heard:
                await visit.tell_missed_notes()
        except Exception as error:
            noted(error)
