"""Storing a step: everything that it changes, in the one transaction of the connection given."""

from bot.actions import Answer, Done, Interaction
from bot.clock import Moment
from bot.life import Game, Patience, runs_out_at
from bot.rules import rules_of
from bot.steps import Step
from bot.store import log, outbox, timers
from bot.store.database import Connected
from bot.store.faults import Clash
from bot.store.games import change_game, keep_secret
from bot.store.snapshots import save_snapshot

TIMED = (Done.STARTED, Done.RESUMED)
"""After these the timer is set; a move leaves it alone, it is set anew when it comes early."""


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
    await change_game(connection, before, after, now)
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
    due_at = runs_out_at(after, patience)
    if step.done in TIMED and due_at is not None:
        await timers.set_timer(connection, before.id, due_at)
    return answer


async def _take_back(connection: Connected, before: Game, step: Step, now: Moment) -> None:
    await log.take_back(connection, before.id, step.after.ply, step.after.branch)
    cancelled = await outbox.cancel_unseen(connection, before.id, before.ply, before.branch, now)
    if step.unseen and not cancelled:
        raise Clash("the board was shown to somebody in the meantime")


async def _post(connection: Connected, before: Game, step: Step, now: Moment) -> None:
    """Held messages come before new ones, as they were written before them."""
    if step.done is Done.PAUSED:
        await outbox.hold(connection, before.id)
    if step.done is Done.RESUMED:
        await outbox.release(connection, before.id, step.after.channel_id, now)
    await outbox.enqueue(connection, step.after.channel_id, step.messages, now)
