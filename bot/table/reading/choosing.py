"""Choosing a move step by step: what is asked, how far the choice has come, what it would lead to.

One click passes a few questions; nobody lists all moves. Knows no rule of a game and no SQL, and
changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.match import permissions
from bot.match.game import Game
from bot.match.rules import rules_of
from bot.store.connection.faults import retry_on_conflict
from bot.table.deciding.positions import State
from bot.table.reading.drafts import Drafts
from bot.table.reading.games import Games, Position
from engine.questions import Part, Question, Walk, is_final, parts_of, parts_that_stay, walk

FEW = 4
"""With at most this many choices, the question after each of them is looked up."""


@dataclass(frozen=True, slots=True)
class ChoiceProgress:
    """How far somebody's choice has come."""

    position: Position
    walk: Walk
    text: str = ""
    """The move, when it is complete; a prediction has none."""
    events: tuple[Any, ...] = ()
    """What would happen, within what the player can know; empty for a prediction."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """The move for each first choice, if each of them makes a complete one."""
    stay: int = 0
    """How many of the parts cannot be taken back."""
    is_final: bool = False
    """Whether what is chosen next cannot be taken back."""
    ahead: Mapping[str, Question] = field(default_factory=dict)
    """The question after each later choice, if there are few and all lead to the same step, so that
    both can be answered at once."""


class Questions:
    """The questions somebody is asked in a position, one after another.

    What they have begun is their draft. As far as it cannot be taken back, there is no other choice
    any more.
    """

    def __init__(
        self,
        position: Position,
        state: State,
        *,
        predicting: bool = False,
        draft: Sequence[str] = (),
    ) -> None:
        self.position = position
        self._rules = rules_of(position.game.kind)
        self._state = state
        self._predicting = predicting
        self._asked: dict[tuple[Part, ...], Question | None] = {}
        self._final_steps = () if predicting else self._rules.final_steps(state)
        self.stay: tuple[Part, ...] = ()
        """The parts of the draft that cannot be taken back."""
        self.stay = self._staying(parts_of(self.ask, draft) or ())

    def ask(self, chosen: Sequence[Part]) -> Question | None:
        """The next question after these parts; None when they are complete."""
        key = tuple(chosen)
        if len(key) < len(self.stay) and key == self.stay[: len(key)]:
            step, token = self.stay[len(key)]
            return Question(step, (token,))
        if key not in self._asked:
            asks = self._rules.predictable if self._predicting else self._rules.question
            self._asked[key] = asks(self._state, key)
        return self._asked[key]

    def text(self, parts: Sequence[Part]) -> str:
        """The move made of these parts, which are complete."""
        return self._rules.move_text(self._rules.assemble(parts))

    def read(self, text: str) -> tuple[Part, ...]:
        """The parts of a move in notation, which may not be possible. Raises NotationError."""
        return tuple(self._rules.parts(self._rules.parse_move(text)))

    def after(self, wanted: Sequence[Part] = ()) -> ChoiceProgress:
        """How far `wanted`, and the choices that go without saying, lead."""
        begun = tuple(wanted[: len(self.stay)]) == self.stay
        found = walk(self.ask, wanted if begun else self.stay)
        if self._predicting:
            return ChoiceProgress(self.position, found, ahead=self._ahead(found))
        if found.open is None:
            events = self._foreseen(found.parts)
            stay = len(self._staying(found.parts))
            return ChoiceProgress(self.position, found, self.text(found.parts), events, stay=stay)
        return ChoiceProgress(
            self.position,
            found,
            answers=self._answers(found),
            ahead=self._ahead(found),
            stay=len(self._staying(found.parts)),
            is_final=is_final(found.open.step, self._final_steps),
        )

    def _staying(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        return parts_that_stay(self.ask, parts, self._final_steps)

    def _foreseen(self, parts: Sequence[Part]) -> tuple[Any, ...]:
        rules, seat = self._rules, self.position.seat
        assert seat is not None
        _, events = rules.apply(self._state, seat, rules.assemble(parts))
        return rules.events_for(rules.known_in_advance(events), seat)

    def _answers(self, found: Walk) -> Mapping[str, str]:
        if found.open is None or found.answered:
            return {}
        moves = {token: [(found.open.step, token)] for token in found.open.choices}
        if any(self.ask(parts) is not None for parts in moves.values()):
            return {}
        return {token: self.text(parts) for token, parts in moves.items()}

    def _ahead(self, found: Walk) -> Mapping[str, Question]:
        if found.open is None or not found.answered or len(found.open.choices) > FEW:
            return {}
        parts = found.parts
        asked = {
            token: self.ask((*parts, (found.open.step, token))) for token in found.open.choices
        }
        ahead = {token: question for token, question in asked.items() if question is not None}
        same = len({question.step for question in ahead.values()}) == 1
        return ahead if same and len(ahead) == len(asked) else {}


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves that players choose. One per table."""

    games: Games
    drafts: Drafts

    async def questions(
        self, game_id: int, user_id: int, ply: int | None = None, branch: int | None = None
    ) -> Questions:
        """What the player to act is asked, in the position they saw."""

        def may_look(game: Game) -> None:
            permissions.may_play(game, user_id, ply, branch)

        position, state = await retry_on_conflict(
            lambda: self.games.shown(game_id, user_id, None, may_look)
        )
        final = rules_of(position.game.kind).final_steps(state)
        return Questions(position, state, draft=await self.drafts.of(position) if final else ())
