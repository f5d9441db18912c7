"""A computer player's knowledge of Castellan."""

from collections.abc import Sequence

from engine.castellan.moves import Turn
from engine.castellan.state import State
from engine.players.castellan import candidates, prospects, reasons
from engine.players.expert import Candidate, Curve, Draw, Expert, Reason
from engine.rules import Rules


class CastellanExpert(Expert[State, Turn]):
    speed = 1_200
    curve = Curve(turn=-2.08, spread=0.30, bend=1.19)
    luck_left = 0.8
    luck_explains = 0.16
    errors_left = 0.8
    errors_together = 0.75
    halved_at = 2.0
    themes = reasons.THEMES
    clear_margin = 1.2

    def candidates(self, state: State) -> Sequence[Candidate[Turn]]:
        return candidates.candidates(state)

    def beginner(self, state: State) -> Sequence[Candidate[Turn]]:
        return candidates.beginner(state)

    def prospects(self, state: State) -> Sequence[float]:
        return prospects.prospects(state)

    def reasons(self, state: State, move: Turn) -> tuple[Reason, ...]:
        return reasons.reasons(state, move)

    def to_come(self, state: State) -> int:
        return candidates.to_come(state)

    def draws(self, state: State, before: State | None) -> Sequence[Draw[State]]:
        return candidates.draws(state, before)

    def rollout(
        self, rules: Rules[State, Turn, object, object], state: State, moves: int
    ) -> tuple[Sequence[float], int]:
        """Everybody chooses among fewer turns than usual."""
        return candidates.rollout(state, moves)


EXPERT = CastellanExpert()
