"""Choosing a move step by step: what is asked, how far the choice has come, what it would lead to;
drafts of moves, and orders for later turns.

One click passes a few questions; nobody lists all moves. Drafts and orders are private to their
player, and nothing hidden is used in what is supposed for an order.
"""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.actions import Draft, Order
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game, Status
from bot.match.permissions import may_order, may_play, must_be, seat_in_play
from bot.match.rules import rules_of
from bot.process.clock import Clock
from bot.store import orders
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import lock_game, require_game
from bot.table.games import Games
from bot.table.positions import Position, State
from engine.errors import IllegalMove
from engine.games import AnyRules
from engine.questions import Part, Question, Walk, final_parts, parts_from, walk
from engine.rules import OrderRules, PredictionRules


@dataclass(frozen=True, slots=True)
class ChoiceProgress:
    """Progress of somebody's choice."""

    position: Position
    walk: Walk
    text: str = ""
    """The move, when it is complete; a prediction has none."""
    events: tuple[Any, ...] = ()
    """The events that would follow, within what the player can know; empty for a prediction."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """The move for each first choice, if each of them makes a complete one."""
    final_count: int = 0
    """The number of parts that cannot be taken back."""
    final_steps: tuple[str, ...] = ()
    """The steps that cannot be taken back."""


class Questions:
    """Questions somebody is asked in a position, one after another.

    What they have begun is their draft. As far as it cannot be taken back, there is no other choice
    any more.
    """

    def __init__(
        self,
        position: Position,
        state: State,
        *,
        predicting: PredictionRules[State] | None = None,
        draft: Draft | None = None,
    ) -> None:
        self.position = position
        self.draft = draft
        """What has been begun; None if that is not known."""
        self._rules = rules_of(position.game.kind)
        self._state = state
        self._predicting = predicting
        self._questions: dict[tuple[Part, ...], Question | None] = {}
        self._final_steps = () if predicting else self._rules.final_steps(state)
        self.final_parts: tuple[Part, ...] = ()
        """The parts of the draft that cannot be taken back."""
        if draft is not None:
            self.final_parts = self._find_final_parts(self.parts_begun)

    def ask(self, parts: Sequence[Part]) -> Question | None:
        """Find the next question after these parts; None when they are complete."""
        key = tuple(parts)
        if len(key) < len(self.final_parts) and key == self.final_parts[: len(key)]:
            step, token = self.final_parts[len(key)]
            return Question(step, (token,))
        if key not in self._questions:
            questioner = self._predicting or self._rules
            self._questions[key] = questioner.question(self._state, key)
        return self._questions[key]

    @property
    def parts_begun(self) -> tuple[Part, ...]:
        """List the parts of the draft, as long as they can be chosen."""
        return () if self.draft is None else parts_from(self.ask, self.draft.chosen) or ()

    def text(self, parts: Sequence[Part]) -> str:
        """Write the move made of these parts, which are complete."""
        return self._rules.move_text(self._rules.assemble(parts))

    def read(self, text: str) -> tuple[Part, ...]:
        """Read the parts of a move in notation, which may not be possible. Raises NotationError."""
        return tuple(self._rules.parts(self._rules.parse_move(text)))

    def whole(self, text: str) -> ChoiceProgress:
        """Read a whole move, which is not played yet. Raises NotationError, and IllegalMove as
        playing it would."""
        rules = self._rules
        seat = self.position.seat
        assert seat is not None
        rules.apply(self._state, seat, rules.parse_move(text))
        return self.after(self.read(text))

    def after(self, parts: Sequence[Part] = ()) -> ChoiceProgress:
        """Follow these parts, and the choices that go without saying, as far as they lead."""
        keeps_draft = tuple(parts[: len(self.final_parts)]) == self.final_parts
        walked = walk(self.ask, parts if keeps_draft else self.final_parts)
        progress = ChoiceProgress(self.position, walked)
        if self._predicting:
            return progress
        progress = replace(progress, final_count=len(self._find_final_parts(walked.parts)))
        if walked.open is None:
            text = self.text(walked.parts)
            events = self._preview(walked.parts)
            return replace(progress, text=text, events=events)
        final_steps = tuple(self._final_steps)
        return replace(progress, answers=self._answers(walked), final_steps=final_steps)

    def _find_final_parts(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        return final_parts(self.ask, parts, self._final_steps)

    def _preview(self, parts: Sequence[Part]) -> tuple[Any, ...]:
        rules = self._rules
        seat = self.position.seat
        assert seat is not None
        _, events = rules.apply(self._state, seat, rules.assemble(parts))
        return rules.events_for(rules.known_in_advance(events), seat)

    def _answers(self, walked: Walk) -> Mapping[str, str]:
        if walked.open is None or walked.answered:
            return {}
        moves = {token: [(walked.open.step, token)] for token in walked.open.choices}
        if any(self.ask(parts) is not None for parts in moves.values()):
            return {}
        return {token: self.text(parts) for token, parts in moves.items()}


@dataclass(frozen=True, slots=True)
class Drafts:
    """Everybody's drafts, and the questions that follow them. One per table."""

    database: Database
    games: Games
    clock: Clock

    async def questions(
        self,
        game_id: int,
        user_id: int,
        ply: int | None = None,
        branch: int | None = None,
        *,
        with_draft: bool = False,
    ) -> Questions:
        """Find the questions to the player to act, in the position they saw; with what they have
        begun, if that is asked for or cannot be taken back."""
        position, state = await self.games.look(
            game_id, user_id, may_look=lambda game: may_play(game, user_id, ply, branch)
        )
        with_draft = with_draft or bool(rules_of(position.game.kind).final_steps(state))
        return Questions(position, state, draft=await self.of(position) if with_draft else None)

    async def of(self, position: Position) -> Draft:
        """Read what the player looking at this position has chosen in it, for a move or for an
        order."""
        game = position.game
        seat = position.seat
        kind = position.supposed_kind
        if seat is None:
            return Draft()
        return await self.database.read(orders.load_draft, game, seat, kind)

    async def keep(
        self, position: Position, tokens: Sequence[str], known_draft: Draft | None = None
    ) -> int:
        """Keep these choices instead of what this player had begun before; returns their revision.
        Refused when the game is over; StaleMove when the position has changed, or the seat is no
        longer theirs, or this is not, any more, the `known_draft`."""

        async def keep(connection: AsyncConnection) -> int:
            game, seat = await _lock_position(connection, position)
            kind = position.supposed_kind
            now = self.clock()
            if (
                known_draft == Draft()
                and await orders.load_draft(connection, game, seat, kind) != known_draft
            ):
                raise StaleMove(game.id, game.ply)
            after = 0 if known_draft is None else known_draft.revision
            revision = await orders.save_draft(
                connection, game, seat, kind, tokens, now=now, after=after
            )
            if revision is None:
                raise StaleMove(game.id, game.ply)
            return revision

        if known_draft is not None and known_draft.revision and known_draft.chosen == tuple(tokens):
            return known_draft.revision
        return await self.database.change(keep)

    async def change_begun(
        self, position: Position, tokens: Sequence[str], known_draft: Draft | None = None
    ) -> None:
        """Keep these choices if this player has begun anything before, perhaps elsewhere. Raises
        what `keep` does."""
        draft = await self.of(position) if known_draft is None else known_draft
        if not draft.chosen:
            return
        if tokens:
            await self.keep(position, tokens, draft)
        else:
            await self.forget(position, draft)

    async def forget(self, position: Position, known_draft: Draft | None = None) -> None:
        """Start over. Raises what `keep` does."""

        async def forget(connection: AsyncConnection) -> None:
            game, seat = await _lock_position(connection, position)
            after = 0 if known_draft is None else known_draft.revision
            if not await orders.drop_draft(connection, game.id, seat, after):
                raise StaleMove(game.id, game.ply)

        draft = await self.of(position) if known_draft is None else known_draft
        if draft.chosen:
            await self.database.change(forget)


async def _lock_position(connection: AsyncConnection, position: Position) -> tuple[Game, int]:
    """Lock the game; returns it, and the seat of the player who looks at it. Raises Refused and
    StaleMove."""
    seen_game = position.game
    seat = position.seat
    assert seat is not None
    game = await require_game(connection, seen_game.id)
    await lock_game(connection, game)
    must_be(game, Status.RUNNING, paused=True)
    user_id = seen_game.seats[seat].user_id
    unchanged = game.ply == seen_game.ply and game.branch == seen_game.branch
    if not unchanged or user_id is None or game.seat_for(user_id) != seat:
        raise StaleMove(game.id, game.ply)
    return game, seat


@dataclass(frozen=True, slots=True)
class CheckedOrder:
    """An order, tried on the current board."""

    order: Order
    view: object
    """The position as its player would see it with the kind in hand."""
    parts: tuple[Part, ...]
    """The move, which was possible when the order was given."""
    refusal: IllegalMove | None
    """Why its move would not be possible now; it may become possible again."""


@dataclass(frozen=True, slots=True)
class OwnOrders:
    """A player's orders, and the kinds for which they could leave more."""

    position: Position
    orders: tuple[CheckedOrder, ...]
    kinds: tuple[str, ...]
    """Empty while it is their own turn."""


@dataclass(frozen=True, slots=True)
class OrderBook:
    """Everybody's orders. One per table."""

    database: Database
    games: Games
    drafts: Drafts

    async def of(self, game_id: int, user_id: int) -> OwnOrders:
        """List this player's own orders, while the game runs."""
        position, state = await self.games.look(
            game_id, user_id, may_look=lambda game: seat_in_play(game, user_id)
        )
        game = position.game
        seat = position.seat
        rules = rules_of(position.game.kind)
        if rules.orders is None:
            return OwnOrders(position, (), ())
        stored = await self.database.read(orders.orders_of, game.id)
        own = [order for order in stored if order.seat == seat]
        checked = await to_thread(_check_orders, rules, rules.orders, state, own)
        kinds = () if seat == game.to_act else tuple(rules.orders.kinds(state))
        return OwnOrders(position, checked, kinds)

    async def suppose(
        self,
        game_id: int,
        user_id: int,
        ply: int,
        branch: int,
        kind: str,
        *,
        with_draft: bool = False,
    ) -> Questions:
        """Find the questions to this player in the position they saw, with this kind in hand; with
        what they have begun, if that is asked for."""
        position, state = await self.games.look(
            game_id, user_id, may_look=lambda game: may_order(game, user_id, ply, branch)
        )
        rules = rules_of(position.game.kind)
        seat = position.seat
        assert seat is not None
        if rules.orders is None or kind not in rules.orders.kinds(state):
            raise Refused(Why.NOT_TO_COME)
        supposed_state = rules.orders.suppose(state, seat, kind)
        view = rules.view(supposed_state, seat)
        supposed_position = replace(
            position, view=view, last_move=None, events=(), supposed_kind=kind
        )
        draft = await self.drafts.of(supposed_position) if with_draft else None
        questions = Questions(supposed_position, supposed_state, draft=draft)
        first_question = questions.ask(())
        if first_question is None or not first_question.choices:
            raise Refused(Why.FITS_NOWHERE, drawn=kind)
        return questions


def _check_orders(
    rules: AnyRules, order_rules: OrderRules[Any], state: Any, own_orders: Sequence[Order]
) -> tuple[CheckedOrder, ...]:
    """Try orders on the current board. It may take some tens of milliseconds, as each is tried on a
    position of its own."""
    checked = list[CheckedOrder]()
    for order in own_orders:
        supposed_state = order_rules.suppose(state, order.seat, order.kind)
        move = rules.parse_move(order.move)
        refusal: IllegalMove | None = None
        try:
            rules.apply(supposed_state, order.seat, move)
        except IllegalMove as illegal:
            refusal = illegal
        view = rules.view(supposed_state, order.seat)
        checked.append(CheckedOrder(order, view, tuple(rules.parts(move)), refusal))
    return tuple(checked)
