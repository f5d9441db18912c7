"""Storing a decision: everything it changes, in the one transaction of the given connection; and
claiming the first of its posts for this process to deliver.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match import computers
from bot.match.actions import Actor, Answer, Done
from bot.match.announcing import watcher_messages
from bot.match.due import look_again_at
from bot.match.game import OPEN, Game, Status, Timeouts
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.store import leagues, log, message_queue, orders, seat_passes
from bot.store.claims import Claimant, Claimed, claim_next_post
from bot.store.connection.database import AsyncConnection
from bot.store.connection.faults import WriteConflict
from bot.store.games import all_open_games_of, change_game, save_secret
from bot.store.orders import clear_seat, delete_drafts
from bot.store.snapshots import save_snapshot
from bot.store.spectators import watchers_of
from bot.table import seat_pages
from bot.table.boards import BoardExtras, ShownBoard, board_extras
from bot.table.decisions import Decision
from bot.table.positions import position_of

# The two ends for the player to act of a game of a season who is late.
LATE_ENDS = (Done.LOST_ON_TIME, Done.PASSED_OVER)


@dataclass(frozen=True, slots=True)
class SavedDecision:
    """A decision that is stored once its transaction is committed."""

    decision: Decision
    answer: Answer
    claim: Claimed | None = None
    """The first of its posts, if this process delivers it."""
    extras: BoardExtras | None = None
    """The extras that the board shows in addition to its position, if that post is a board."""

    def board(self) -> ShownBoard | None:
        """Return the board that spectators see after a move, if that is what was claimed."""
        decision = self.decision
        last_move = (self.decision.move, *self.decision.order_moves)[-1]
        if self.extras is None or last_move is None:
            return None
        events = rules_of(decision.after.kind).event_log.parse(last_move.events)
        return ShownBoard(
            position_of(decision.after, decision.state, last_move, events), *self.extras
        )


@dataclass(frozen=True, slots=True)
class Saver:
    """Stores decisions in one transaction."""

    connection: AsyncConnection
    timeouts: Timeouts
    now: Millis

    async def save_and_claim(
        self, before: Game, decision: Decision, by: Actor | None, claimant: Claimant | None
    ) -> SavedDecision:
        after = decision.after
        answer = await self.save(before, decision, by)
        if claimant is None or not decision.messages:
            return SavedDecision(decision, answer)
        claim = await claim_next_post(self.connection, after.channel_id, claimant)
        if claim is None or decision.move is None:
            return SavedDecision(decision, answer, claim)
        extras = await board_extras(self.connection, after, after.ply)
        return SavedDecision(decision, answer, claim, extras)

    async def save(self, before: Game, decision: Decision, by: Actor | None = None) -> Answer:
        """Raises WriteConflict, and stores nothing, when the game has changed since it was read."""
        connection = self.connection
        now = self.now
        after = decision.after
        done = decision.done
        rules = rules_of(before.kind)
        ply = after.ply if decision.move is None else decision.move.ply
        to_act = None if after.to_act is None else after.seats[after.to_act].user_id
        can_order = (
            done is Done.PLAYED
            and after.status is Status.RUNNING
            and rules.orders is not None
            and bool(rules.orders.kinds(decision.state))
        )
        answer = Answer(before.id, done, ply, can_order, to_act)
        if before.season_id is not None and before.to_act is not None and done in LATE_ENDS:
            await leagues.note_late(connection, before.season_id, before.id, before.to_act)
        await self._change(before, after)
        if decision.secret is not None:
            await save_secret(connection, before.id, decision.secret, now)
        if decision.move is not None:
            for move in (decision.move, *decision.order_moves):
                await log.append_move(connection, before.id, move)
        if done is not Done.PLAYED:
            await log.log_action(connection, answer, by=by, now=now)
        if after.branch != before.branch:
            # What was claimed for delivery since the decision stays: a WriteConflict.
            await message_queue.cancel_boards(connection, before.id, after.ply, now)
            if decision.requires_unseen_board and await message_queue.was_shown(
                connection, before.id, before.ply
            ):
                raise WriteConflict("the board was shown to somebody in the meantime")
            await log.take_back(connection, before.id, after.ply, after.branch)
        if done is Done.HANDED_OVER:
            await clear_seat(connection, before, after)
            await log.log_replacement(connection, before, after, now)
        await self._end_passes(before, after)
        if decision.state is not None:
            snapshot = rules.snapshots.encode(decision.state)
            await save_snapshot(connection, after, rules.rules_version, snapshot)
        has_moved = before.ply != after.ply or before.branch != after.branch
        # A draft that was kept since the decision goes with the next move; after the end there is
        # none.
        if after.status not in OPEN or (before.drafted and has_moved):
            await delete_drafts(connection, before.id)
        if decision.new_order is not None:
            await orders.add_order(connection, before.id, decision.new_order, now)
        elif before.ordered and after.status not in OPEN:
            await orders.delete_all_orders(connection, before.id)
        elif decision.ended_orders:
            await orders.delete_orders(connection, before.id, decision.ended_orders)
        elif before.ordered and after.branch != before.branch:
            await orders.rebase_orders(connection, before.id, after.branch)
        await self._post(before, decision)
        return answer

    async def _end_passes(self, before: Game, after: Game) -> None:
        """Close the web pages of seats: all of them soon after the end of a game, and at once that
        of a seat whose player left or was replaced."""
        if after.status not in OPEN:
            good_until = self.now + seat_pages.SEEN_AFTER_END
            await seat_passes.end_passes_in(self.connection, before.id, good_until)
        elif after.seats != before.seats and before.status is Status.RUNNING:
            left = [
                number
                for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
                if (old.user_id, old.left) != (new.user_id, new.left)
            ]
            if left:
                await seat_passes.remove_passes_in(self.connection, before.id, left)

    async def _change(self, before: Game, after: Game) -> None:
        """Store the change, with when something is to happen in the game on its own."""
        due_at = look_again_at(after, self.timeouts, self.now)
        moves_at = computers.moves_at(after, self.timeouts)
        await change_game(
            self.connection, before, after, self.now, due_at=due_at, moves_at=moves_at
        )

    async def _post(self, before: Game, decision: Decision) -> None:
        """Post the messages, after held ones, which were written first. No other post follows where
        a game was paused, so its live board there is refreshed here."""
        connection = self.connection
        now = self.now
        game_id = before.id
        after = decision.after
        messages = decision.messages
        if decision.done is Done.PAUSED:
            await message_queue.hold(connection, game_id, decision.probe)
        if decision.done is Done.RESUMED:
            if before.lost:
                await message_queue.hold(connection, game_id)
            for message in messages:
                await message_queue.replace_held(connection, message, now)
            await message_queue.release(connection, game_id, after.channel_id, now)
        if before.lost and after.status not in OPEN:
            await message_queue.withdraw(connection, game_id, now)
        live_post = message_queue.live_post
        if before.pause is not None and await live_post(connection, game_id, before.channel_id):
            await message_queue.refresh_live_board(connection, game_id, before.channel_id, now)
        if before.watched:
            watching = await watchers_of(connection, game_id)
            last_move = (decision.move, *decision.order_moves)[-1]
            mover = None if last_move is None else last_move.seat
            messages = (*messages, *watcher_messages(after, messages, mover, watching))
        await message_queue.enqueue(
            connection, before.channel_id, decision.messages_left_behind, now
        )
        await message_queue.enqueue(connection, after.channel_id, messages, now)
        if decision.reveals_position:
            await message_queue.mark_shown(connection, game_id, after.ply, now)

    async def reschedule_games_of(self, user_id: int) -> Sequence[Game]:
        """Recompute the next moment of each open game of a person whose preferences have changed,
        and turn a move computed with the old ones into a WriteConflict. Returns the games that they
        play."""
        open_games = await all_open_games_of(self.connection, user_id)
        for game in open_games:
            await self._change(game, game)
        return [game for game in open_games if game.status is Status.RUNNING]
