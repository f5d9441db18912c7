"""Storing a step: everything it changes, in the one transaction of the given connection."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match import computers
from bot.match.actions import Actor, Answer, Done
from bot.match.announcing import watcher_messages
from bot.match.due import look_again_at
from bot.match.game import OPEN, Game, Status, Timeouts
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.store import log, message_queue, orders
from bot.store.claims import Claimant, Claimed, claim_next_post
from bot.store.connection.database import AsyncConnection
from bot.store.connection.faults import WriteConflict
from bot.store.games import all_open_games_of, change_game, save_secret
from bot.store.orders import clear_seat, delete_drafts
from bot.store.snapshots import save_snapshot
from bot.store.spectators import watchers_of
from bot.table.deciding.steps import Decision
from bot.table.reading.boards import BoardExtras, ShownBoard, board_extras
from bot.table.reading.games import position_of


@dataclass(frozen=True, slots=True)
class SavedDecision:
    """A step that is stored once its transaction is committed."""

    step: Decision
    answer: Answer
    claimed: Claimed | None = None
    """The first of its posts, if this process delivers it."""
    extras: BoardExtras | None = None
    """What the board shows in addition to its position, if that post is a board."""

    def shown(self) -> ShownBoard | None:
        """The board that spectators see after a move."""
        if self.extras is None:
            return None
        step, last = self.step, (self.step.move, *self.step.ordered)[-1]
        assert last is not None
        events = rules_of(step.after.kind).parse_events(last.events)
        return ShownBoard(position_of(step.after, step.state, last, events), *self.extras)


async def save_and_claim(
    connection: AsyncConnection,
    before: Game,
    step: Decision,
    by: Actor | None,
    claimant: Claimant | None,
    *,
    now: Millis,
    timeouts: Timeouts,
) -> SavedDecision:
    """Save a step, and claim the first of its posts for a process that delivers it."""
    answer = await save_decision(connection, before, step, by, now=now, timeouts=timeouts)
    if claimant is None or not step.messages:
        return SavedDecision(step, answer)
    claimed = await claim_next_post(connection, step.after.channel_id, claimant)
    if claimed is None or step.move is None:
        return SavedDecision(step, answer, claimed)
    return SavedDecision(
        step, answer, claimed, await board_extras(connection, step.after, step.after.ply)
    )


async def save_decision(
    connection: AsyncConnection,
    before: Game,
    step: Decision,
    by: Actor | None,
    *,
    now: Millis,
    timeouts: Timeouts,
) -> Answer:
    """Raises WriteConflict, and stores nothing, when the game has changed since it was read."""
    after = step.after
    ply = after.ply if step.move is None else step.move.ply
    to_act = None if after.to_act is None else after.seats[after.to_act].user_id
    can_order = step.done is Done.PLAYED and after.status is Status.RUNNING
    orders = can_order and bool(rules_of(after.kind).kinds(step.state))
    answer = Answer(before.id, step.done, ply, orders, to_act)
    await _change(connection, before, after, timeouts, now)
    if step.secret is not None:
        await save_secret(connection, before.id, step.secret, now)
    if step.move is not None:
        for move in (step.move, *step.ordered):
            await log.append_move(connection, before.id, move)
    if step.done is not Done.PLAYED:
        await log.log_action(connection, answer, by=by, now=now)
    if after.branch != before.branch:
        await _take_back(connection, before, step, now)
    if step.done is Done.HANDED_OVER:
        await clear_seat(connection, before, after)
        await log.log_replacement(connection, before, after, now)
    if step.state is not None:
        rules = rules_of(after.kind)
        await save_snapshot(connection, after, rules.rules_version, rules.encode(step.state))
    moved = (after.ply, after.branch, after.status) != (before.ply, before.branch, before.status)
    if before.drafted and moved:
        await delete_drafts(connection, before.id)
    await _see_to_orders(connection, before, step, now)
    await _post(connection, before, step, now)
    return answer


async def _change(
    connection: AsyncConnection, before: Game, after: Game, timeouts: Timeouts, now: Millis
) -> None:
    """With the moments at which something is to happen in the game on its own."""
    due_at, moves_at = look_again_at(after, timeouts, now), computers.moves_at(after, timeouts)
    await change_game(connection, before, after, now, due_at=due_at, moves_at=moves_at)


async def _see_to_orders(
    connection: AsyncConnection, before: Game, step: Decision, now: Millis
) -> None:
    """A finished game needs none."""
    if step.left is not None:
        await orders.add_order(connection, before.id, step.left, now)
    elif before.ordered and step.after.status not in OPEN:
        await orders.delete_all_orders(connection, before.id)
    elif step.gone:
        await orders.delete_orders(connection, before.id, step.gone)
    elif before.ordered and step.after.branch != before.branch:
        await orders.rebase_orders(connection, before.id, step.after.branch)


async def reschedule_games_of(
    connection: AsyncConnection, user_id: int, timeouts: Timeouts, now: Millis
) -> Sequence[Game]:
    """Recompute the next moment of each open game of a person whose habits have changed, and turn a
    move computed with the old ones into a WriteConflict. Returns the games that they play."""
    open_games = await all_open_games_of(connection, user_id)
    for game in open_games:
        await _change(connection, game, game, timeouts, now)
    return [game for game in open_games if game.status is Status.RUNNING]


async def _take_back(
    connection: AsyncConnection, before: Game, step: Decision, now: Millis
) -> None:
    """What was claimed for delivery since the step was computed stays: a WriteConflict."""
    await message_queue.cancel_boards(connection, before.id, step.after.ply, now)
    if step.unseen and await message_queue.was_shown(connection, before.id, before.ply):
        raise WriteConflict("the board was shown to somebody in the meantime")
    await log.take_back(connection, before.id, step.after.ply, step.after.branch)


async def _post(connection: AsyncConnection, before: Game, step: Decision, now: Millis) -> None:
    """Held messages come before new ones, because they were written first. No other post follows
    where a game was paused, so its live board there is refreshed here."""
    if step.done is Done.PAUSED:
        await message_queue.hold(connection, before.id, step.probe)
    if step.done is Done.RESUMED:
        if before.lost:
            await message_queue.hold(connection, before.id)
        for message in step.messages:
            await message_queue.replace_held(connection, message, now)
        await message_queue.release(connection, before.id, step.after.channel_id, now)
    if before.lost and step.after.status not in OPEN:
        await message_queue.withdraw(connection, before.id, now)
    if before.pause is not None and await message_queue.live_post(
        connection, before.id, before.channel_id
    ):
        await message_queue.refresh_live_board(connection, before.id, before.channel_id, now)
    messages = step.messages
    if before.watched:
        watching = await watchers_of(connection, before.id)
        last = (step.move, *step.ordered)[-1]
        mover = None if last is None else last.seat
        messages = (*messages, *watcher_messages(step.after, messages, mover, watching))
    await message_queue.enqueue(connection, before.channel_id, step.behind, now)
    await message_queue.enqueue(connection, step.after.channel_id, messages, now)
    if step.tells:
        await message_queue.mark_shown(connection, before.id, step.after.ply, now)
