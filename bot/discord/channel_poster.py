"""Delivers the outbox to Discord: turns messages into posts.

The content of a post is read from the table when it is delivered. Posts that went out without
pictures, because the painters failed, are painted again a little later; this is remembered in
memory only.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import discord
from discord.utils import MISSING

from bot.discord.answering.desk import Desk
from bot.discord.answering.files import files_of
from bot.discord.answering.sending import send_page
from bot.discord.answering.visibility import can_still_see, is_seen_by_all
from bot.discord.answering.visit import UNREACHED
from bot.discord.client import TableBot
from bot.discord.features.agreements import notice_page
from bot.discord.features.digests import digest_page
from bot.discord.features.lobby import lobby_page, seat_call_page
from bot.discord.features.reminders import (
    call_page,
    call_post_page,
    is_call,
    played_page,
    reminder_page,
)
from bot.discord.pages import board_posts, end_posts, league_posts
from bot.discord.pages.league_tables import glance_line
from bot.discord.pages.notices import direct_page
from bot.discord.pages.page import NOBODY, Page, matches_post, without_pictures
from bot.discord.post_errors import ARCHIVED, translate_errors
from bot.locale import Words, words_of
from bot.match.actions import Done
from bot.match.announcing import ENDS
from bot.match.game import OPEN, Game, Status
from bot.match.league.messages import (
    ClosedInvitation,
    FixturePost,
    LeagueMessage,
    LeagueNote,
    LeaguePost,
    News,
)
from bot.match.league.season import Season
from bot.match.messages import (
    BoardPost,
    CallPost,
    ChannelPost,
    Digest,
    DirectMessage,
    LiveBoard,
    LobbyPost,
    Message,
    Notice,
    RetireButtons,
)
from bot.match.reminders import (
    REMINDERS,
    fallback_notice,
    free_at,
    is_still_relevant,
    is_still_to_act,
)
from bot.process.clock import SECOND, Millis
from bot.table import posting
from bot.table.boards import ShownBoard
from bot.table.channels import ChannelSettings

log = logging.getLogger(__name__)
AnyMessage = ChannelPost | DirectMessage | LeagueMessage
# The pause before each attempt to paint a post's pictures, in seconds.
RETRY_PAUSES = (15.0, 60.0, 300.0, 1800.0)
# The posts that can wait for their pictures at the same time; those beyond stay without.
MOST_BARE = 200
# The boards of which the text and the alt text are remembered, at about 1 KB each.
MOST_REMEMBERED = 1000
# The recent messages searched for a post that may already be there: one request.
MOST_SEARCHED = 100
# The maximum difference between this machine's clock and Discord's.
CLOCKS_APART = timedelta(minutes=1)
# Minutes without a message after which Discord hides the thread of a game, at most.
ARCHIVED_AFTER: Final = 10080
# Discord's code when a thread was made from a post already.
HAS_THREAD = 160004
# Errors after which it is no use trying again.
FUTILE = (
    posting.MessageGone,
    posting.ChannelGone,
    posting.ChannelForbidden,
    posting.NotAccepted,
    posting.Outdated,
)


class BarePosts:
    """Posts of one process that still lack their pictures. Call `close` when done."""

    def __init__(self, rest: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._rest = rest
        self._waiting: set[asyncio.Task[None]] = set()

    def repaint(self, post_id: int, edit: Callable[[], Awaitable[None]]) -> None:
        """Edit the pictures in later. `edit` fails while they cannot be painted."""
        if len(self._waiting) >= MOST_BARE:
            return
        task = asyncio.create_task(self._repaint(post_id, edit), context=copy_context())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def drain(self) -> None:
        """Wait until nothing is left to be painted."""
        while self._waiting:
            await asyncio.wait(set(self._waiting))

    def close(self) -> None:
        for task in self._waiting:
            task.cancel()

    async def _repaint(self, post_id: int, edit: Callable[[], Awaitable[None]]) -> None:
        for pause in RETRY_PAUSES:
            await self._rest(pause)
            try:
                await edit()
            except FUTILE as error:
                log.info("gave up on the pictures of post %d: %r", post_id, error)
                return
            except Exception as error:
                log.warning("cannot paint the pictures of post %d yet: %r", post_id, error)
            else:
                return
        log.error("gave up on the pictures of post %d", post_id)


class _Unpaintable(Exception):
    """A picture cannot be painted. A retry would fail too, and hold up the posts after this one."""


@dataclass(frozen=True, slots=True)
class _BoardRemains:
    """Words that stay of a board that this process has posted, once another supersedes it."""

    branch: int
    text: tuple[str, ...]
    alt: str


class ChannelPoster:
    """Poster of one process."""

    def __init__(self, client: TableBot, bare_posts: BarePosts | None = None) -> None:
        self.client = client
        self.bare_posts = bare_posts or BarePosts()
        self._remains = OrderedDict[int, _BoardRemains]()
        """Those of the latest boards, by post."""

    @property
    def desk(self) -> Desk:
        return self.client.desk

    @property
    def ready(self) -> bool:
        return self.client.is_ready()

    async def post(
        self, channel_id: int, message: ChannelPost, nonce: str, board: ShownBoard | None = None
    ) -> int:
        channel = self.client.get_partial_messageable(channel_id)
        if not isinstance(message, BoardPost):
            return await self._send(channel, await self._page(message), nonce, message)
        shown_board = await self._board_to_post(message, board)
        page, remains = await self._board_page(message, shown_board)
        post = await self._send(channel, page, nonce, message)
        self._remains[post] = remains
        if len(self._remains) > MOST_REMEMBERED:
            self._remains.popitem(last=False)
        return post

    async def post_news(self, channel_id: int, message: LeagueMessage, nonce: str) -> int:
        words, page = await self._news_page(message)
        channel = await self._channel(channel_id, message)
        return await self._send(channel, page, nonce, unpainted=words("league.unpainted"))

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        season = await self.desk.table.leagues.get(message.season_id)
        words = await self._words_in(season.channel_id)
        name = league_posts.thread_name(words, season, season.fixtures[message.number])
        channel = self.client.get_partial_messageable(channel_id, guild_id=season.guild_id)
        post = channel.get_partial_message(post_id)
        async with translate_errors():
            try:
                await post.create_thread(name=name, auto_archive_duration=ARCHIVED_AFTER)
            except discord.HTTPException as error:
                if error.code != HAS_THREAD:
                    raise

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        channel = self.client.get_partial_messageable(channel_id)
        await self._edit(channel.get_partial_message(post_id), await self._page(message))

    async def _channel(self, channel_id: int, message: AnyMessage) -> discord.abc.Messageable:
        if not isinstance(message, DirectMessage | LeagueNote):
            return self.client.get_partial_messageable(channel_id)
        async with translate_errors():
            return self.client.get_user(channel_id) or await self.client.fetch_user(channel_id)

    async def _news_page(self, message: LeagueMessage) -> tuple[Words, Page]:
        leagues = self.desk.table.leagues
        language = None
        if isinstance(message, LeagueNote):
            language = (await self.desk.table.people.preferences(message.user_id)).language
        view = await leagues.view(message.season_id)
        words = words_of(language) if language else await self._words_in(view.season.channel_id)
        match message:
            case FixturePost(number=number):
                page = league_posts.fixture_page(words, view.season, view.season.fixtures[number])
            case LeagueNote():
                page = league_posts.note_page(words, view, message)
            case ClosedInvitation():
                page = league_posts.invitation_page(words, view.season)
            case LeaguePost(news=news):
                face = self.desk.faces[view.season.kind]
                honours = await leagues.honours(view.season) if news is News.ENDED else None
                address = await self._season_address(view.season)
                page = league_posts.news_page(
                    words, face, view, message, honours=honours, address=address
                )
        return words, page

    async def find(self, channel_id: int, message: AnyMessage, since: Millis) -> int | None:
        """Search the messages since then, if the bot may read them, for one of its own with the
        same buttons or, if it has none, with the same words."""
        after = datetime.fromtimestamp(since / SECOND, UTC) - CLOCKS_APART
        if isinstance(message, BoardPost):
            await self._board_to_post(message)  # the live board has the same buttons
        try:
            channel = await self._channel(channel_id, message)
            page = await self._page(message)
            async with translate_errors():
                async for post in channel.history(limit=MOST_SEARCHED, after=after):
                    if post.author == self.client.user and matches_post(page, post):
                        return post.id
        except (posting.ChannelForbidden, posting.NotAccepted, posting.Rejected):
            log.info("cannot search for a post that may already be there")
        return None

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        """Send a direct message; a call that cannot arrive goes to the game's channel."""
        page = await self._page(message)
        try:
            return await self._send(await self._channel(user_id, message), page, nonce)
        except (posting.ChannelForbidden, posting.ChannelGone, posting.Rejected):
            game = await self.desk.table.games.get(message.game_id)
            if not is_call(game, message):
                raise
            channel = self.client.get_partial_messageable(game.channel_id)
            words = await self._words_in(game.set_in)
            page = reminder_page(words, game, fallback_notice(message, game))
            return await self._send(channel, page, nonce)

    async def _direct_page(self, message: DirectMessage) -> Page:
        table = self.desk.table
        game = await table.games.get(message.game_id)
        if not is_still_relevant(message, game):
            raise posting.Outdated
        if not game.belongs(message.user_id):  # a spectator must still see the channel
            async with translate_errors():
                if not await can_still_see(self.client, message.user_id, game):
                    raise posting.Outdated
        preferences = await table.people.preferences(message.user_id)
        now = table.clock()
        language = preferences.language
        words = words_of(language) if language else await self._words_in(game.set_in)
        if message.done is Done.SEAT_OPEN:
            if free_at(preferences, now) != now:  # as after an outage
                raise posting.Outdated
            return seat_call_page(words, game, await table.games.lobby_post(game))
        texts = self.desk.faces[game.kind].texts
        ply = message.facts.get("ply")
        if not is_call(game, message):
            if message.done is not Done.PLAYED or not isinstance(ply, int) or ply > game.ply:
                return direct_page(words, texts, game, message)
            position = await table.games.position(game.id, None, ply=ply)
            return played_page(words, texts, position, in_words=preferences.in_words)
        position = await table.games.position(game.id, None, ply=game.ply)
        post = await table.games.board_post(game)
        in_words = preferences.in_words
        return call_page(words, texts, position, message, post, in_words=in_words)

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        """Remove the buttons of a post; its pictures stay in place. For a board that this process
        has posted nothing is read, unless its move may have been taken back. A line that called
        somebody is deleted."""
        table = self.desk.table
        remains = self._remains.get(message_id)
        post = self.client.get_partial_messageable(channel_id).get_partial_message(message_id)
        if isinstance(message, LobbyPost):
            game = await table.games.get(message.game_id)
            words = await self._words_in(game.set_in)
            pictures = self.desk.faces[game.kind].pictures
            plain = lobby_page(words, pictures, game, table.timeouts, (), live=False)
            await self._edit_words(post, plain, [])
            return
        if isinstance(message, CallPost):
            async with translate_errors():
                await post.delete()
            return
        assert isinstance(message, BoardPost), "no other post has buttons"
        alt = "" if remains is None else remains.alt
        if remains is not None and remains.branch == by.branch:
            plain = board_posts.old_board_page(message, remains.text, remains.alt)
        else:
            plain = await self._old_board_page(message, alt)
        try:
            await self._edit_words(post, plain)
        except posting.NotAccepted:  # it may have gone out without its picture
            game = await table.games.get(message.game_id)
            words = await self._words_in(game.set_in)
            bare = await self._old_board_page(message, alt, in_full=True)
            await self._edit_words(post, without_pictures(bare, words("board.old")))

    async def _old_board_page(
        self, message: BoardPost, alt: str = "", *, in_full: bool = False
    ) -> Page:
        """Make the page of a superseded board from the log, in full if that is asked for or usual
        in its channel."""
        board = await self.desk.table.boards.read_superseded(message)
        words = words_of(board.settings.language)
        texts = self.desk.faces[board.game.kind].texts
        in_full = in_full or board.settings.posts == "full"
        text = board_posts.describe_superseded(words, texts, board, in_full=in_full)
        return board_posts.old_board_page(message, text, alt or words("board.old"))

    async def show_live(
        self, channel_id: int, message: LiveBoard, message_id: int | None, nonce: str
    ) -> int | None:
        """Edit the post if it exists, create it if not, and delete it if it is no longer wanted."""
        game = await self.desk.table.games.get(message.game_id)
        settings = await self.desk.table.channels.settings(game.set_in)
        channel = self.client.get_partial_messageable(channel_id)
        post = None if message_id is None else channel.get_partial_message(message_id)
        if not settings.has_live_boards or game.channel_id != channel_id:
            if post is not None:
                async with translate_errors():
                    await post.delete()
            return None
        if post is None and game.status is not Status.RUNNING:
            return None
        running, page = await self._live_page(settings, game)
        if post is not None:
            with suppress(posting.MessageGone):
                await self._edit(post, page)
                if not running:
                    await _try_pin(post.unpin)
                return post.id
        if not running:
            return None
        post_id = await self._send(channel, page, nonce)
        await _try_pin(channel.get_partial_message(post_id).pin)
        return post_id

    async def _live_page(self, settings: ChannelSettings, game: Game) -> tuple[bool, Page]:
        """Return whether a game is still running, and the page of its live board: where that tells
        the moves, all that the post of the last one would."""
        table = self.desk.table
        face = self.desk.faces[game.kind]
        words = words_of(settings.language)
        address = await self._page_address(game)
        if game.status is Status.RUNNING and settings.tells_live:
            board = await table.boards.show(BoardPost(game.id, game.ply, game.branch), None)
            if board.position.game.status is Status.RUNNING:
                league = await self._league_line(words, game)
                return True, board_posts.told_live_page(words, face, board, league, address)
        elif game.status is Status.RUNNING:
            position = await table.games.position(game.id, None)
            if position.game.status is Status.RUNNING:
                league = await self._league_line(words, game)
                return True, board_posts.live_page(words, face, position, league, address)
        story = await table.games.story(game.id)
        return False, end_posts.last_live_page(words, face, story, address)

    async def _edit(self, post: discord.PartialMessage, page: Page) -> None:
        files = await files_of(self.desk.studio, page)
        async with translate_errors():
            await send_page(
                self.desk.emojis,
                self.desk.commands,
                page,
                files,
                lambda files: post.edit(view=page.view, attachments=files, allowed_mentions=NOBODY),
            )

    async def _edit_words(
        self,
        post: discord.PartialMessage,
        page: Page,
        attachments: Sequence[discord.Attachment] = MISSING,
    ) -> None:
        """Edit a post of which nothing but these attachments stays, or all of its pictures."""
        edit = partial(post.edit, attachments=attachments, allowed_mentions=NOBODY)
        async with translate_errors():
            try:
                await send_page(
                    self.desk.emojis, self.desk.commands, page, [], lambda _: edit(view=page.view)
                )
            except discord.HTTPException as error:
                if error.code == ARCHIVED:
                    raise posting.MessageGone from error
                raise

    async def _page(self, message: AnyMessage, *, in_full: bool = False) -> Page:
        """Build the post of a message, with its buttons; in full if its pictures are missing."""
        if isinstance(message, BoardPost):
            return (await self._board_page(message, in_full=in_full))[0]
        if isinstance(message, DirectMessage):
            return await self._direct_page(message)
        if isinstance(message, LeagueMessage):
            return (await self._news_page(message))[1]
        if isinstance(message, Digest):
            words = await self._words_in(message.channel_id)
            return await digest_page(self.desk, self.client, words, message)
        table = self.desk.table
        game = await table.games.get(message.game_id)
        words = await self._words_in(game.set_in)
        face = self.desk.faces[game.kind]
        resumed = (
            replace(game, pause=None) if game.lost else game
        )  # posting here resumes a lost game
        match message:
            case LobbyPost(mention=mention):
                return lobby_page(words, face.pictures, game, table.timeouts, mention)
            case CallPost():
                position = await table.games.position(game.id, None)
                if not is_still_to_act(message, position.game):
                    raise posting.Outdated
                live = await table.games.live_post(game)
                return call_post_page(words, face, position, message, live)
            case Notice() if not is_still_relevant(message, resumed):
                raise posting.Outdated
            case Notice(done=done) if done in REMINDERS:
                return reminder_page(words, game, message)
            case Notice(done=done) if done in ENDS and game.commitment is not None:
                story = await table.games.story(game.id)
                league = await self._league_line(words, game)
                return end_posts.end_page(
                    words,
                    face,
                    story,
                    message,
                    in_full=in_full,
                    league=league,
                    address=await self._page_address(game),
                )
            case Notice():
                return notice_page(words, game, table.timeouts, message)

    async def _board_to_post(
        self, message: BoardPost, board: ShownBoard | None = None
    ) -> ShownBoard:
        """Read what a board shows. Raises ToldLive if the live board tells its move: the start has
        a post of its own, and so does a board that tests whether its channel accepts posts."""
        shown_board = await self.desk.table.boards.show(message, board)
        is_lost = shown_board.position.game.lost
        if shown_board.settings.tells_live and message.ply > 0 and not is_lost:
            raise posting.ToldLive
        return shown_board

    async def _board_page(
        self, message: BoardPost, board: ShownBoard | None = None, *, in_full: bool = False
    ) -> tuple[Page, _BoardRemains]:
        """Make the page of a board, in full if that is asked for or usual in its channel."""
        shown_board = await self.desk.table.boards.show(message, board)
        settings = shown_board.settings
        words = words_of(settings.language)
        in_full = in_full or settings.posts == "full"
        position = shown_board.position
        face = self.desk.faces[position.game.kind]

        def describe(score_line: str) -> tuple[str, ...]:
            return board_posts.describe_last_move(
                words,
                face.texts,
                position,
                shown_board.predictions,
                score_line,
                in_full=in_full,
            )

        page = board_posts.board_page(
            words,
            face,
            position,
            describe(board_posts.score_line_in(words, face.texts, position)),
            message.mention,
            in_full=in_full,
            league=await self._league_line(words, position.game),
            address=await self._page_address(position.game),
        )
        later = describe(board_posts.score_line_after(words, position))
        return page, _BoardRemains(message.branch, later, page.pictures[0].alt)

    async def _league_line(self, words: Words, game: Game) -> str:
        """Name the season of a game, and how its players stand as long as it is open: when it is
        over, it may count in the standings, or not yet."""
        glance = await self.desk.table.leagues.glance(game)
        if glance is not None and game.status not in OPEN:
            glance = replace(glance, ranks=())
        return glance_line(words, glance)

    async def _page_address(self, game: Game) -> str:
        """Find the address of a game's web page; empty if it has none."""
        address = self.desk.address
        if address is None:
            return ""

        guild = self.client.get_guild(game.guild_id)
        is_public = partial(is_seen_by_all, guild, game.channel_id, game.parent_id)
        key = await self.desk.table.game_pages.key_of(game, is_public)
        return "" if key is None else address.of_game(key)

    async def _season_address(self, season: Season) -> str:
        """Find the address of a season's web page; empty if it has none."""
        address = self.desk.address
        if address is None:
            return ""

        guild = self.client.get_guild(season.guild_id)
        is_public = partial(is_seen_by_all, guild, season.channel_id)
        key = await self.desk.table.game_pages.key_of_season(season, is_public)
        return "" if key is None else address.of_season(key)

    async def _words_in(self, channel_id: int) -> Words:
        """Get the words in the language set for a channel and its threads."""
        settings = await self.desk.table.channels.settings(channel_id)
        return words_of(settings.language)

    async def _send(
        self,
        channel: discord.abc.Messageable,
        page: Page,
        nonce: str,
        message: ChannelPost | None = None,
        *,
        unpainted: str = "",
    ) -> int:
        """Send a page. If a picture cannot be painted or Discord rejects it, only the words are
        sent, which still ping the same people. If the page is made of a message, they are sent in
        full, and what could not be painted is edited in later; else its alt texts are sent, below a
        text that says so."""
        try:
            return await self._send_once(channel, page, nonce)
        except (_Unpaintable, posting.NotAccepted) as error:
            if not page.pictures:
                raise
            log.exception("could not paint a post; posting it without pictures")
            if message is not None:
                page = await self._page(message, in_full=True)
            post_id = await self._send_once(channel, without_pictures(page, unpainted), nonce)
            if message is not None and isinstance(error, _Unpaintable):
                assert isinstance(channel, discord.PartialMessageable), "it is posted in a channel"
                post = self.client.get_partial_messageable(channel.id).get_partial_message(post_id)
                self.bare_posts.repaint(post_id, partial(self._repaint, post, message))
            return post_id

    async def _repaint(self, post: discord.PartialMessage, message: ChannelPost) -> None:
        """Edit the pictures into a post that went out without them. A board that was superseded in
        the meantime gets its picture, but neither buttons nor turn."""
        if not isinstance(message, BoardPost):
            await self._edit(post, await self._page(message))
            return
        stands, current = await self._stands_and_is_last(message)
        if not stands:
            raise posting.Outdated
        page, remains = await self._board_page(message)
        superseded = board_posts.old_board_page(message, remains.text, page.pictures[0])
        await self._edit(post, page if current else superseded)
        if current and not (await self._stands_and_is_last(message))[1]:
            superseded = board_posts.old_board_page(message, remains.text, remains.alt)
            await self._edit_words(post, superseded)

    async def _stands_and_is_last(self, board: BoardPost) -> tuple[bool, bool]:
        """Say of the move that led to a board whether it still stands, and whether it is the
        last."""
        game = await self.desk.table.games.get(board.game_id)
        stands = board.branch == game.branch and board.ply <= game.ply
        return stands, stands and board.ply == game.ply

    async def _send_once(self, channel: discord.abc.Messageable, page: Page, nonce: str) -> int:
        try:
            files = await files_of(self.desk.studio, page)
        except Exception as error:
            raise _Unpaintable from error
        async with translate_errors():
            post = await send_page(
                self.desk.emojis,
                self.desk.commands,
                page,
                files,
                lambda files: channel.send(
                    view=page.view,
                    files=files,
                    nonce=nonce,
                    allowed_mentions=page.allowed_mentions,
                ),
            )
            return post.id


async def _try_pin(pin: Callable[[], Awaitable[None]]) -> None:
    """Pin or unpin a post, which is optional: a failure, such as a missing permission or a channel
    full of pins, is only logged."""
    try:
        await pin()
    except UNREACHED as error:
        log.info("could not pin or unpin the live board: %s", error)
