"""One interaction, from its arrival until it is answered.

It is acknowledged immediately, before anything slow, and answered once; a failure is answered too.
Only what opens a form is not acknowledged before, since a form must be the first answer: what it
needs is read within a second, or the person is asked to try again. When Discord does not take the
answer, because the interaction has expired or Discord has trouble, an ordinary message is sent
instead: a private one if the answer was private.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from time import perf_counter
from typing import Any

import discord
from aiohttp import ClientError
from discord.app_commands import Group

from bot.discord.answering.desk import Desk, desk_of
from bot.discord.answering.error_messages import Mistake, error_outcome, explain_error, log_incident
from bot.discord.answering.files import files_of
from bot.discord.answering.sending import Files, send_page
from bot.discord.answering.visibility import ChannelVisibility, moderates
from bot.discord.pages.forms import Form, FormValues
from bot.discord.pages.notices import direct_page
from bot.discord.pages.page import NEVER_ACCEPTED, Page, page, without_pictures
from bot.discord.pages.wording import code_text, names_of
from bot.games.face import AnyFace
from bot.locale import Words, words_of
from bot.locale.refusals import refusal
from bot.match.actions import Actor, Right
from bot.match.errors import StoreError, TableError, UnknownGame
from bot.match.game import Game, Status
from bot.match.league.season import Season
from bot.match.messages import Message
from bot.match.preferences import PlayerPreferences
from bot.process import logs
from bot.process.worker_processes import WorkerEnded
from bot.table.channels import rights
from bot.table.table import Table

log = logging.getLogger(__name__)

# Discord's code for an interaction that has already been acknowledged.
ACKNOWLEDGED = 40060
# In seconds: discord.py waits at least this long before it sends an acknowledgement again. The
# second may be rejected because the first arrived and only the reply to it was lost.
RETRIED_AFTER = 1.0
# In seconds, the longest that preparing a form may take: Discord waits three seconds for an
# interaction's first answer, and there must be time to say that it took too long.
FORM_WITHIN = 1.0
DEFERRED_IN_PLACE = discord.InteractionResponseType.deferred_message_update
OPENED_FORM = discord.InteractionResponseType.modal
# The errors when an answer cannot be sent: refused by Discord, or lost on the way.
UNREACHED = (discord.HTTPException, discord.RateLimited, ClientError, OSError)
_GAME_IN_ID = re.compile(r"=?[a-z]+:(?P<game>\d+):")


class Answered(Exception):
    """There is nothing left to answer."""


class AnsweredElsewhere(Answered):
    """Another process has acknowledged this interaction, and answers it."""


def ids_of(interaction: discord.Interaction) -> logs.Fields:
    """Collect the log's fields about an interaction: numbers, and no names. Discord's ids are
    logged as text, since many JSON parsers cannot read numbers that long."""
    ids: logs.Fields = {"interaction": str(interaction.id), "user": str(interaction.user.id)}
    data: Mapping[str, Any] = interaction.data or {}
    if match := _GAME_IN_ID.match(str(data.get("custom_id", ""))):
        ids["game"] = int(match["game"])
    return ids


def group_kind(interaction: discord.Interaction) -> str | None:
    """Find the game whose command group this is; None for a button, and for a command that belongs
    to no game."""
    group = getattr(interaction.command, "parent", None)
    return group.extras.get("kind") if isinstance(group, Group) else None


class Visit:
    """An interaction being answered."""

    def __init__(self, interaction: discord.Interaction, private: bool) -> None:
        self._since = perf_counter()
        self.interaction = interaction
        self.desk: Desk = desk_of(interaction)
        self.table: Table = self.desk.table
        self.words: Words = words_of(str(interaction.locale))
        self.private = private
        self.visibility = ChannelVisibility(interaction, shared=not private)
        self.game_id: int | None = None
        self.game: Game | None = None
        """The interaction's game, once it is read: errors are worded in its terms."""
        self.submitted: FormValues | None = None
        """The values of the form that was submitted, if one was."""
        self._form_limit: asyncio.Timeout | None = None
        self._first_answer_tried = False
        self.delivered = True
        """Every answer so far has reached the person, one way or another."""
        self.outcome = "answered"
        """In one word, for the metrics."""

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def viewer(self) -> int | None:
        """Person whose own view of a game may be shown here; None if everybody sees the answer."""
        return self.user_id if self.private else None

    @property
    def guild_id(self) -> int:
        return self.interaction.guild_id or 0

    @property
    def channel_id(self) -> int:
        return self.interaction.channel_id or 0

    @property
    def parent_id(self) -> int | None:
        """Channel of the thread this happens in; None outside threads."""
        channel = self.interaction.channel
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    async def preferences(self) -> PlayerPreferences:
        return await self.table.people.preferences(self.user_id)

    async def words_here(self) -> Words:
        """Find the words for everybody here: in the channel's language, else in the server's."""
        language = await self.table.channels.language(self.parent_id or self.channel_id)
        return words_of(language or str(self.interaction.guild_locale))

    def actor(self, rights: frozenset[Right] = frozenset()) -> Actor:
        """Describe this person and interaction as the table knows them."""
        user = self.interaction.user
        return Actor(str(self.interaction.id), user.id, user.display_name, rights)

    async def with_rights(self, game: Game | None = None) -> Actor:
        """Like `actor`, with this person's rights in this channel; or, for a game, their rights in
        the channel where it is played, wherever the click was. Joining a lobby gives no right over
        it."""
        channel = (self.parent_id or self.channel_id) if game is None else game.set_in
        settings = await self.table.channels.settings(channel)
        running = game is not None and game.status is not Status.LOBBY
        player = game is not None and running and game.plays(self.user_id)
        return self.actor(rights(settings, moderator=self.moderates(game), player=player))

    def moderates(self, game: Game | None = None) -> bool:
        """Check whether this person is a moderator here, or where a game is played."""
        if game is None or game.channel_id == self.channel_id:
            return self.guild_id != 0 and self.interaction.permissions.manage_channels
        return self._moderates_in(game.guild_id, game.set_in)

    async def with_rights_over(self, season: Season) -> Actor:
        """Like `with_rights`, over a season in its channel; taking part in it gives no right."""
        settings = await self.table.channels.settings(season.channel_id)
        if season.channel_id in (self.channel_id, self.parent_id):
            moderator = self.interaction.permissions.manage_channels
        else:
            moderator = self._moderates_in(season.guild_id, season.channel_id)
        return self.actor(rights(settings, moderator=moderator, player=False))

    def _moderates_in(self, guild_id: int, channel_id: int) -> bool:
        guild = self.interaction.guild
        user = self.interaction.user
        if guild is None or guild.id != guild_id or not isinstance(user, discord.Member):
            return False
        return moderates(guild, user, channel_id)

    def pay(self, price: int) -> None:
        """Call before anything slow is done for this person. Raises TooFast."""
        self.desk.allowance.take(self.user_id, price)

    async def reach(self, game_id: int) -> None:
        """Set the game of a button. It must be a game of this server that this person plays or can
        see; raises UnknownGame for any other, so that nothing about it is revealed."""
        self.game_id = game_id
        game = await self.table.games.get(game_id)
        elsewhere = self.guild_id not in (0, game.guild_id)
        if elsewhere or not await self.visibility.sees(game):
            raise UnknownGame(game_id)
        self.about(game)

    async def get_game(self, game_id: int) -> Game:
        """Read the game, which this interaction is about."""
        return self.about(await self.table.games.get(game_id))

    def about(self, game: Game) -> Game:
        self.game = game
        logs.add(game=game.id)
        return game

    def face(self, game: Game) -> AnyFace:
        return self.desk.faces[game.kind]

    @property
    def kind(self) -> str:
        """Kind of game whose commands this person is pointed to: the game's own, else that of the
        command's group, else the first."""
        if self.game is not None:
            return self.game.kind
        return group_kind(self.interaction) or next(iter(self.desk.faces))

    def refusal(self, key: str, **facts: object) -> str:
        """Say why something is refused: what went wrong, and what to do next."""
        return str(refusal(self.words, key, kind=self.kind, **facts))

    @contextmanager
    def record(self, verb: str | None) -> Iterator[None]:
        """Measure the body; `verb` is that of a button or a form, if this version has it."""
        match self.interaction.type:
            case discord.InteractionType.component:
                kind = "button"
                name = verb
            case discord.InteractionType.modal_submit:
                kind = "form"
                name = verb
            case _:
                command = self.interaction.command
                kind = "command"
                name = None if command is None else command.qualified_name
        name = name or "unknown"
        log.debug("%s %s", kind, name)
        try:
            yield
        finally:
            seconds = perf_counter() - self._since
            metrics = self.desk.metrics
            metrics.interactions.add(kind, name, self.outcome)
            metrics.answered.observe(seconds, kind)
            log.debug("%s %s: %s after %.3f s", kind, name, self.outcome, seconds)

    async def acknowledge(self, in_place: bool = False) -> None:
        """Tell Discord that an answer is coming, once. If it is too late for that, the answer is an
        ordinary message. Raises AnsweredElsewhere."""
        response = self.interaction.response
        if self._first_answer_tried:
            return
        if in_place:
            await self._answer_first(response.defer)
        else:
            await self._answer_first(lambda: response.defer(ephemeral=self.private, thinking=True))

    async def _answer_first(self, answer: Callable[[], Awaitable[object]]) -> bool:
        """Send the first answer; false if it is too late for that. Raises AnsweredElsewhere."""
        self._first_answer_tried = True
        try:
            await answer()
        except discord.InteractionResponded:
            return True
        except UNREACHED as error:
            acknowledged = isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED
            if acknowledged and perf_counter() - self._since < RETRIED_AFTER:
                raise AnsweredElsewhere from error
            return False
        self.desk.metrics.acknowledged.observe(perf_counter() - self._since)
        return True

    @asynccontextmanager
    async def preparing_form(self) -> AsyncIterator[None]:
        """Have the body open a form within a second, or the person is asked to try again."""
        try:
            async with asyncio.timeout(FORM_WITHIN) as self._form_limit:
                yield
        except TimeoutError:
            await self.fail(Mistake("refused.slow_form"))

    async def open_form(self, form: Form) -> None:
        """Answer with a form. Only in what has not been acknowledged."""
        if self._form_limit is not None:
            self._form_limit.reschedule(None)
        modal = form.modal()
        if not await self._answer_first(lambda: self.interaction.response.send_modal(modal)):
            raise Mistake("refused.slow_form")

    async def show(self, answer: Page) -> None:
        """Answer with this page, replacing the page that was clicked or the placeholder."""
        edit = self.interaction.edit_original_response
        mentions = answer.allowed_mentions
        await self._answer(
            answer,
            lambda view, files: edit(view=view, attachments=files, allowed_mentions=mentions),
            private=self.private,
        )

    async def say(self, key: str, **facts: object) -> None:
        """Answer with a text alone."""
        await self.show(page(self.words(key, **facts)))

    async def show_progress(self, text: str) -> None:
        """Show a text until the answer replaces it; a failure to show it is ignored."""
        with suppress(*UNREACHED):
            await self.interaction.edit_original_response(view=page(text).view)

    async def add(self, answer: Page) -> None:
        """Send one more private message, below the answer."""
        send = self.interaction.followup.send
        await self._answer(
            answer, lambda view, files: send(view=view, files=files, ephemeral=True), private=True
        )

    async def _answer(
        self,
        answer: Page,
        send: Callable[[discord.ui.LayoutView, Files], Awaitable[object]],
        *,
        private: bool,
    ) -> None:
        await self.acknowledge()
        answer, files = await self._paint(answer)
        try:
            await send_page(
                self.desk.emojis, self.desk.commands, answer, files, partial(send, answer.view)
            )
        except UNREACHED as error:
            await self._send_instead(answer, error, private=private)

    async def _paint(self, answer: Page) -> tuple[Page, list[discord.File]]:
        """Paint the files of a page. If the painters die or hang over its pictures, the
        page says so instead, and keeps its words and buttons."""
        try:
            return answer, await files_of(self.desk.studio, answer, self.user_id)
        except WorkerEnded as error:
            log.warning("answered without pictures: %s", error)
            plain = without_pictures(answer, self.refusal("refused.unpainted"))
            return plain, await files_of(self.desk.studio, plain, self.user_id)

    async def _send_instead(self, answer: Page, error: Exception, *, private: bool) -> None:
        """Send an ordinary message instead; what was private goes to the person alone. As the last
        resort, one sentence in the channel asks them to try again."""
        if isinstance(error, discord.HTTPException) and error.status in NEVER_ACCEPTED:
            raise error
        log.info("answering with an ordinary message: %s", error)
        client: discord.Client = self.interaction.client
        channel = client.get_partial_messageable(self.channel_id)
        try:
            answer, files = await self._paint(answer)
            recipient = self.interaction.user if private else channel
            mentions = answer.allowed_mentions
            await send_page(
                self.desk.emojis,
                self.desk.commands,
                answer,
                files,
                lambda files: recipient.send(
                    view=answer.view, files=files, allowed_mentions=mentions
                ),
            )
        except UNREACHED as unsent:
            log.warning("could not answer person %d: %s", self.user_id, unsent)
            if self.delivered and self.guild_id:
                text = self.refusal("refused.undelivered", who=f"<@{self.user_id}>")
                request = page(text, mention=[self.user_id])
                with suppress(*UNREACHED):
                    await channel.send(view=request.view, allowed_mentions=request.allowed_mentions)
            self.delivered = False
            self.outcome = "unheard"

    async def fail(self, error: Exception) -> None:
        """Say what went wrong, and show again what was typed into a form; a private page that was
        clicked stays as it is."""
        self.outcome = error_outcome(error)
        text = await self._error_text(error)
        if self.submitted is not None:
            text = "\n".join([text, *map(_quote, self.submitted.long_texts)])
        answer = page(text)
        in_place = self.interaction.response.type is DEFERRED_IN_PLACE
        try:
            await (self.add(answer) if in_place else self.show(answer))
        except AnsweredElsewhere:
            raise
        except Exception as unanswered:
            log_incident(unanswered)

    def explain(self, error: Exception, kind: str) -> str:
        """Put a refusal into words, for an answer that says more than that."""
        self.outcome = error_outcome(error)
        return str(explain_error(self.words, kind, None, (), error))

    async def _error_text(self, error: Exception) -> str:
        try:
            if self.game is None and self.game_id:
                with suppress(TableError, StoreError):
                    self.game = await self.table.games.get(self.game_id)
            names = () if self.game is None else names_of(self.words, self.game)
            texts = None if self.game is None else self.face(self.game).texts
            return str(explain_error(self.words, self.kind, texts, names, error))
        except Exception as ours:
            return self.refusal("refused.bug", incident=log_incident(ours))

    async def deliver_missed_notes(self) -> None:
        """Deliver what could not be sent directly; each note is kept until it has arrived."""
        receiving = self.desk.receiving_notes
        if not self.delivered or self.user_id in receiving:
            return
        receiving.add(self.user_id)
        try:
            for number, note in await self.table.people.missed_notes(self.user_id):
                if not await self._deliver_note(note):
                    break
                await self.table.people.note_read(number)
        except Exception as error:
            log_incident(error)
        finally:
            receiving.discard(self.user_id)

    async def _deliver_note(self, note: Message) -> bool:
        """Return whether it was delivered. A note that can never be delivered is skipped, so that
        it does not hold back the others."""
        game = await self.table.games.get(note.game_id)
        try:
            await self.add(direct_page(self.words, self.face(game).texts, game, note))
        except Exception as error:
            log_incident(error)
        return self.delivered


def _quote(typed: str) -> str:
    """Quote a text that was typed into a form, to be copied and sent again."""
    return "\n".join(["```", *map(code_text, typed.splitlines()), "```"])


@asynccontextmanager
async def open_visit(
    interaction: discord.Interaction,
    *,
    private: bool = True,
    in_place: bool = False,
    opens_form: bool = False,
    verb: str | None = None,
) -> AsyncIterator[Visit]:
    """Acknowledge the interaction, unless it is to be answered with a form, then run the body,
    which waits while this person has too many others in progress. If the body fails, the answer
    says why. `verb` is that of a button or a form, if it has one; `in_place` if the answer replaces
    the page clicked. Raises Answered if the body cannot run."""
    visit = Visit(interaction, private)
    body_began = False
    desk = visit.desk
    with desk.stopping.work(), logs.about(**ids_of(interaction)), visit.record(verb):
        try:
            if not opens_form:
                await visit.acknowledge(in_place)
            async with (
                visit.preparing_form() if opens_form else nullcontext(),
                desk.concurrency.admit(visit.user_id),
            ):
                body_began = True
                try:
                    yield visit
                except AnsweredElsewhere:
                    raise
                except Exception as error:
                    await visit.fail(error)
                    error.__traceback__ = None  # its frames refer to the error
                if interaction.response.type is not OPENED_FORM:
                    await visit.deliver_missed_notes()
            if not body_began:  # there was no time for the form before others were done
                raise Answered
        except AnsweredElsewhere:
            visit.outcome = "elsewhere"
            raise
        except asyncio.CancelledError:
            if desk.stopping.is_requested:  # it took too long
                await visit.fail(Mistake("refused.restarting"))
            raise
