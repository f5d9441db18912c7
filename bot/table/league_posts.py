"""Fate of the posts of a season: the thread of a game is known as soon as its post is made, and a
channel that cannot be posted to is waited for."""

from bot.match.game import Loss
from bot.match.league import course
from bot.match.league.messages import (
    ClosedInvitation,
    FixturePost,
    LeagueMessage,
    LeagueNote,
    LeaguePost,
    News,
)
from bot.match.league.season import UNDER_WAY, FixtureState, Season
from bot.process.clock import HOUR, Millis
from bot.store import leagues, message_queue, page_keys
from bot.store.claims import Claimed
from bot.store.connection.database import AsyncConnection
from bot.store.page_keys import SEASON_KEYS

# A channel that is lost is tried again this long, as long as its season is under way.
TRY_AGAIN_AFTER = HOUR
# The news with which a season is over.
LAST_NEWS = (News.ENDED, News.GIVEN_UP, News.STOPPED)
# The beginning of the error of a post that has been refused in this way.
LOST = "lost: "


async def note_news(
    connection: AsyncConnection, message: LeagueMessage, post_id: int | None, now: Millis
) -> None:
    """Note that a message about a season has been posted, in the transaction that stores that."""
    if post_id is None:
        return
    match message:
        case FixturePost(season_id=season_id, number=number):
            season = await leagues.require_season(connection, season_id, to_change=True)
            if season.fixtures[number].state is FixtureState.CALLED:
                after = course.give_thread(season, number, post_id)
                await leagues.save_season(connection, season, after, now)
        case LeaguePost(season_id=season_id, news=News.ANNOUNCED):
            await leagues.set_invitation(connection, season_id, post_id)
        case LeaguePost() | LeagueNote() | ClosedInvitation():
            pass


async def wait_for_channel(
    connection: AsyncConnection, claim: Claimed, reason: Loss, now: Millis
) -> None:
    """Wait for a season's channel that cannot be posted to; a direct message has failed. The season
    goes on as far as it can: who opened it is notified once, and the end is sent to everybody who
    takes part."""
    if isinstance(claim.message, LeagueNote):
        await message_queue.mark_failed(connection, claim, reason, now)
        return
    for number, message in await message_queue.waiting_news(connection, claim.place_id):
        season = await leagues.require_season(connection, message.season_id)
        await page_keys.remove_key(connection, SEASON_KEYS, season.id)
        if season.stage not in UNDER_WAY:
            await message_queue.give_up_news(connection, number, reason, now)
            notes = _notes_instead(season, message)
            await message_queue.enqueue(connection, season.channel_id, notes, now)
        elif number == claim.id:
            error = f"{LOST}{reason}"
            due_at = now + TRY_AGAIN_AFTER
            await message_queue.postpone(connection, claim, error, due_at)
            is_known = (claim.error or "").startswith(LOST)
            if not is_known and season.opener_id is not None:
                note = LeagueNote(season.id, season.opener_id, News.NO_PLACE, {"pause": reason})
                await message_queue.enqueue(connection, season.channel_id, [note], now)


def _notes_instead(season: Season, post: LeaguePost | FixturePost) -> list[LeagueNote]:
    """Make a note for each person in a season, when its last post cannot be made."""
    if isinstance(post, FixturePost) or post.news not in LAST_NEWS:
        return []
    people = [entrant.user_id for entrant in season.taking_part if entrant.user_id is not None]
    return [LeagueNote(season.id, user_id, post.news, post.facts) for user_id in people]
