"""Opening a game: in the channel, in a thread of its own, or as a rematch."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import discord

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.agreements import resign_page
from bot.discord.features.context import HERE, button, command, last_game
from bot.discord.features.lobby import cancel_button, cancel_page
from bot.discord.features.new_game_form import request_target
from bot.discord.pages.page import PageButton, Target, page
from bot.discord.pages.wording import escape, pairing, plain_text
from bot.locale import Words
from bot.match.actions import Actor, Answer, Done, NewGame, Rematch
from bot.match.computers import FIRST_LEVEL, USUAL_LEVEL, has_computers
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Status, Timeouts
from bot.match.requests import GameRequest
from bot.table.channels import Threads

LONGEST_THREAD_NAME = 100


def channel_for_threads(visit: Visit) -> discord.TextChannel | None:
    """Find the channel for somebody's threads: this one or, inside a thread, that of the thread."""
    channel = visit.interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel if isinstance(channel, discord.TextChannel) else None


def may_create_threads(visit: Visit) -> bool:
    """Check whether the bot may create threads here, and play in them."""
    permissions = visit.interaction.app_permissions
    is_permitted = permissions.create_public_threads and permissions.send_messages_in_threads
    return is_permitted and channel_for_threads(visit) is not None


def check_opponents(visit: Visit, people: Sequence[discord.Member]) -> tuple[tuple[int, str], ...]:
    """Name the people for whom seats are kept: not this person, no bots, and nobody twice."""
    if any(person.bot or person.id == visit.user_id for person in people):
        raise Mistake("new.no_opponent")
    if len({person.id for person in people}) < len(people):
        raise Mistake("new.named_twice")
    return tuple((person.id, person.display_name) for person in people)


async def put_here(visit: Visit, new_game: NewGame) -> NewGame:
    """Put a game that asks for people by their ids in this channel, and add their names."""
    members = [await find_member(visit, user_id) for user_id, _ in new_game.opponents]
    return replace(
        new_game,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        opponents=check_opponents(visit, members),
    )


async def find_member(visit: Visit, user_id: int) -> discord.Member:
    """Find somebody in this server, by their id."""
    guild = visit.interaction.guild
    if guild is None:
        raise Mistake("refused.not_here")
    try:
        return guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        raise Mistake("refused.not_a_member") from None


async def open_request(visit: Visit, request: GameRequest) -> bool:
    """Open what a person is asking for, here or in a thread; false if the channel was busy."""
    new_game = await put_here(visit, request.asked)
    if not request.thread:
        return await open_here(visit, new_game)
    await open_in_thread(visit, new_game)
    return True


async def open_here(visit: Visit, new_game: NewGame) -> bool:
    """Open a game in this channel, or in a thread as its settings say; if there is no room for it,
    offer what makes some, and return false."""
    threads = await _when_in_threads(visit)
    wants_thread = threads == "always" and visit.parent_id is None
    if wants_thread and may_create_threads(visit):
        await open_in_thread(visit, new_game)
        return True
    try:
        answer = await visit.table.open(await visit.with_rights(), new_game)
    except Refused as refusal:
        if _moves_to_thread(visit, refusal, threads):
            await open_in_thread(visit, new_game)
            return True
        await _offer_room(visit, refusal, GameRequest.of(new_game))
        return False
    await _confirm(visit, answer, lacks_thread=wants_thread)
    return True


async def _when_in_threads(visit: Visit) -> Threads:
    settings = await visit.table.channels.settings(visit.parent_id or visit.channel_id)
    return settings.threads


def _moves_to_thread(visit: Visit, refusal: Refused, threads: Threads) -> bool:
    """Check whether a game that was refused here starts in a thread without being asked."""
    is_busy = refusal.why is Why.CHANNEL_BUSY
    return is_busy and threads != "never" and may_create_threads(visit)


async def open_in_thread(visit: Visit, new_game: NewGame) -> None:
    """Open a game in a thread, created for it unless the game would be refused."""
    with _one_at_a_time(visit):
        by = await visit.with_rights()
        await visit.table.may_open_thread(by, new_game)
        thread = await _new_thread(
            visit, by, new_game.kind, [name for _, name in new_game.opponents]
        )
        in_thread = replace(new_game, channel_id=thread.id, parent_id=thread.parent_id)
        answer = await visit.table.open(by, in_thread)
    await _confirm(visit, answer, thread)


@command("game")
@button("rematch")
async def rematch(visit: Visit, target: Target = HERE) -> None:
    """Open the same game again in this channel, or in a thread if it is busy; or join a rematch
    that another player has already opened."""
    game_id = target.game
    if target == HERE:
        game = await last_game(visit)
        original_id = game.rematch_of if game.status is Status.LOBBY else None
        game_id = game.id if original_id is None else original_id
    try:
        await _rematch_here(visit, game_id)
    except Refused as refusal:
        if _moves_to_thread(visit, refusal, await _when_in_threads(visit)):
            await open_rematch_in_thread(visit, Target(game_id))
        else:
            await _offer_room(visit, refusal, game_id)


async def _rematch_here(visit: Visit, game_id: int) -> None:
    if not visit.guild_id:
        raise Mistake("refused.not_here")
    game = await visit.get_game(game_id)
    if game.status not in ENDED:
        raise Mistake("new.still_running" if game.status is Status.RUNNING else "refused.in_lobby")
    action = Rematch(visit.channel_id, visit.parent_id)
    await _confirm(visit, await visit.table.act(await visit.with_rights(), game_id, action))


@button("rethread", in_place=True)
async def open_rematch_in_thread(visit: Visit, target: Target) -> None:
    """Open a rematch in a thread, which is created only if the channel is still busy and no other
    player is waiting anywhere."""
    with _one_at_a_time(visit):
        try:
            await _rematch_here(visit, target.game)
        except Refused as refusal:
            if refusal.why is not Why.CHANNEL_BUSY or not may_create_threads(visit):
                raise
        else:
            return
        by = await visit.with_rights()
        game = await visit.table.games.get(target.game)
        await visit.table.invitations.may_have_thread(by)
        opponents = [seat.name for seat in game.seats if seat.user_id != visit.user_id]
        thread = await _new_thread(visit, by, game.kind, opponents)
        answer = await visit.table.act(by, game.id, Rematch(thread.id, thread.parent_id))
    await _confirm(visit, answer, thread)


@contextmanager
def _one_at_a_time(visit: Visit) -> Iterator[None]:
    """Keep a second click from creating a second thread."""
    if visit.user_id in visit.desk.opening:
        raise Mistake("new.opening")
    visit.desk.opening.add(visit.user_id)
    try:
        yield
    finally:
        visit.desk.opening.discard(visit.user_id)


async def _new_thread(
    visit: Visit, by: Actor, kind: str, opponents: Sequence[str]
) -> discord.Thread:
    """Create the thread for a game between this person and others."""
    channel = channel_for_threads(visit)
    if channel is None:
        raise Mistake("new.no_thread")
    if not may_create_threads(visit):
        raise Mistake("new.no_thread_allowed")
    people = " – ".join(map(plain_text, [by.name, *opponents]))
    name = visit.words("new.thread", game=visit.words(f"{kind}.name"), players=people)
    return await channel.create_thread(
        name=name[:LONGEST_THREAD_NAME], type=discord.ChannelType.public_thread
    )


async def _offer_room(visit: Visit, refusal: Refused, wish: GameRequest | int) -> None:
    """Offer a thread for a game, or for a rematch of this game, if the channel was busy and no game
    starts in one unasked; where there can be none, the way to end what is there, to whoever may."""
    game = await visit.table.games.open_in(visit.channel_id)
    if refusal.why is not Why.CHANNEL_BUSY or game is None:
        raise refusal
    is_lobby = game.status is Status.LOBBY
    if may_create_threads(visit):
        label = visit.words("button.thread")
        if isinstance(wish, GameRequest):
            revision = await visit.table.requests.keep(visit.user_id, wish)
            button = PageButton("thread", request_target(revision), label, "success")
        else:
            button = PageButton("rethread", Target(wish), label, "success")
        text = visit.words("new.busy_invited" if is_lobby else "new.busy")
        await visit.show(page(text, [button]))
    elif is_lobby and visit.user_id == game.opener_id:
        await visit.show(cancel_page(visit.words, game, visit.words("new.full_invited")))
    elif not is_lobby and game.plays(visit.user_id):
        seat = game.seat_of(visit.user_id)
        await visit.show(resign_page(visit.words, game, seat, visit.words("new.full")))
    else:
        raise refusal


async def _confirm(
    visit: Visit,
    answer: Answer,
    thread: discord.Thread | None = None,
    *,
    lacks_thread: bool = False,
) -> None:
    """Answer with the outcome, with who was not pinged, and with what the bot was not allowed."""
    words = visit.words
    game = await visit.table.games.get(answer.game_id)
    place = None if thread is None else thread.mention
    no_thread = [words("new.no_thread_made")] if lacks_thread else []
    if answer.done is Done.STARTED:
        key = "new.started" if place is None else "new.started_in_thread"
        started = words(key, players=pairing(words, game), place=place)
        await visit.show(page("\n".join([started, *no_thread])))
        return
    if answer.done is Done.JOINED:
        await visit.say("done.joined")
        return
    key = "new.opened" if place is None else "new.in_thread"
    lines = [words(key, players=pairing(words, game), place=place), *no_thread]
    quiet = await visit.table.invitations.unpinged_guests(game)
    if quiet:
        names = [escape(seat.name) for seat in game.seats if seat.user_id in quiet]
        lines.append(words("new.no_ping", who=words.join(names)))
    await visit.show(page("\n".join(lines), [cancel_button(words, game)]))


def solo_buttons(words: Words, kinds: Iterable[str], timeouts: Timeouts) -> list[PageButton]:
    """Make a button for each game that the computer plays."""
    buttons = []
    for kind in kinds:
        if has_computers(kind, timeouts):
            label = words("welcome.solo", game=words(f"{kind}.name"))
            buttons.append(PageButton("solo", Target(rest=kind), label, "success"))
    return buttons


@button("solo")
async def on_solo(visit: Visit, target: Target) -> None:
    """Open a game of one person, who begins, against the computer, at first an easy one."""
    kind = target.rest
    if kind not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    newcomer = await visit.table.statistics.has_newcomer(kind, visit.guild_id, [visit.user_id])
    computers = (FIRST_LEVEL if newcomer else USUAL_LEVEL,)
    new_game = NewGame(kind, 0, 0, computers=computers, seats=2, first=0, rated=False)
    await open_here(visit, await put_here(visit, new_game))
