"""Storing a step: everything that it changes, in the one transaction of the connection given."""

from bot.actions import Answer, Done, Interaction
from bot.announcing import for_watchers
from bot.clock import Moment
from bot.due import next_due
from bot.game import OPEN, Game, Patience
from bot.rules import rules_of
from bot.steps import Step
from bot.store import log, outbox
from bot.store.database import Connected
from bot.store.faults import Clash
from bot.store.games import change_game, keep_secret
from bot.store.snapshots import save_snapshot
from bot.store.watchers import watchers_of


async def save_step(
    connection: Connected,
    before: Game,
    step: Step,
    by: Interaction | None,
    *,
    now: Moment,
    patience: Patience,
) -> Answer:
    """Raises Clash, and nothing is stored, when the game is another one than before by now."""
    after = step.after
    answer = Answer(before.id, step.done, after.ply)
    due = next_due(after, patience)
    await change_game(connection, before, after, now, None if due is None else due.at)
    if step.secret is not None:
        await keep_secret(connection, before.id, step.secret, now)
    if step.move is not None:
        await log.append_move(connection, before.id, step.move)
    else:
        await log.note(connection, answer, by=by, now=now)
    if after.branch != before.branch:
        await _take_back(connection, before, step, now)
    if step.state is not None:
        rules = rules_of(after.kind)
        await save_snapshot(connection, after, rules.rules_version, rules.encode(step.state))
    await _post(connection, before, step, now)
    return answer


async def _take_back(connection: Connected, before: Game, step: Step, now: Moment) -> None:
    """What was claimed for delivery since the step was worked out stays, and makes a Clash."""
    await outbox.cancel_boards(connection, before.id, step.after.ply, now)
    if step.unseen and await outbox.was_shown(connection, before.id, before.ply):
        raise Clash("the board was shown to somebody in the meantime")
    await log.take_back(connection, before.id, step.after.ply, step.after.branch)


async def _post(connection: Connected, before: Game, step: Step, now: Moment) -> None:
    """Held messages come before new ones, as they were written before them."""
    if step.done is Done.PAUSED:
        await outbox.hold(connection, before.id)
    if step.done is Done.RESUMED:
        for message in step.messages:
            await outbox.replace_held(connection, message, now)
        await outbox.release(connection, before.id, step.after.channel_id, now)
    if before.pause is not None and step.after.status not in OPEN:
        await outbox.withdraw(connection, before.id, now)
    messages = step.messages
    if before.watched:
        watching = await watchers_of(connection, before.id)
        mover = None if step.move is None else step.move.seat
        messages = (*messages, *for_watchers(step.after, messages, mover, watching))
    await outbox.enqueue(connection, step.after.channel_id, messages, now)
