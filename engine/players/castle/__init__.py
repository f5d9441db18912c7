"""A computer player's knowledge of The Castle."""

from collections.abc import Sequence

from engine.castle.moves import Move, Turn
from engine.castle.state import State
from engine.players import tiles
from engine.players.castle import candidates, reasons, worth
from engine.players.expert import Candidate, Curve, Draw, EndRules, Expert, Outcome, Reason
from engine.rules import Rules


class End(EndRules[State, Move]):
    cost = 20

    def outcomes(self, state: State, move: Move) -> Sequence[Outcome[State]]:
        return candidates.outcomes(state, move)

    def last_leads(self, state: State, move: Move) -> Sequence[float]:
        assert isinstance(move, Turn), "with no tile left nobody takes another turn"
        own = candidates.last_lead(state, move)
        return (own, -own) if state.seat == 0 else (-own, own)


class CastleExpert(Expert[State, Move]):
    speed = 250_000
    curve = Curve(turn=-0.31, spread=4.97, bend=0.17)
    halved_at = 3.0
    themes = reasons.THEMES
    end = End()

    def candidates(self, state: State) -> Sequence[Candidate[Move]]:
        return candidates.candidates(state)

    def beginner(self, state: State) -> Sequence[Candidate[Move]]:
        return candidates.beginner(state)

    def prospects(self, state: State) -> Sequence[float]:
        return worth.prospects(state)

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        return reasons.reasons(state, move)

    def next_tiles(self, state: State) -> Sequence[str]:
        return tiles.stack(state)

    def to_come(self, state: State) -> int:
        return tiles.to_come(state)

    def draws(self, state: State, before: State | None) -> Sequence[Draw[State]]:
        return candidates.DRAWS.draws(state, before)

    def rollout(
        self, rules: Rules[State, Move, object, object], state: State, moves: int
    ) -> tuple[Sequence[float], int]:
        """On the thinking board."""
        return candidates.rollout(state, moves)


EXPERT = CastleExpert()
