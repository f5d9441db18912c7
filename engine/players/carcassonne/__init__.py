"""A computer player's knowledge of Carcassonne."""

from collections.abc import Sequence

from engine.carcassonne.moves import Turn
from engine.carcassonne.state import State, unseen_piles
from engine.carcassonne.turn import apply
from engine.players import tiles
from engine.players.carcassonne import appraisal, candidates, reasons
from engine.players.expert import Candidate, Draw, EndRules, Expert, Outcome, Reason, lead

DRAWS = tiles.TileDraws(lambda state: unseen_piles(state._replace(dealt=state.dealt - 1)), apply)


class End(EndRules[State, Turn]):
    def outcomes(self, state: State, move: Turn) -> Sequence[Outcome[State]]:
        return DRAWS.outcomes(state, move)

    def last_leads(self, state: State, move: Turn) -> Sequence[float]:
        scores = apply(state, state.seat, move)[0].scores
        return [lead(scores, seat) for seat in range(len(scores))]


class CarcassonneExpert(Expert[State, Turn]):
    speed = 20_000
    curve = candidates.CURVE
    luck_left = 0.7
    errors_left = 0.5
    halved_at = 1.6
    themes = reasons.THEMES
    end = End()

    def candidates(self, state: State) -> Sequence[Candidate[Turn]]:
        return candidates.candidates(state)

    def beginner(self, state: State) -> Sequence[Candidate[Turn]]:
        return candidates.beginner(state)

    def prospects(self, state: State) -> Sequence[float]:
        return appraisal.prospects(state)

    def reasons(self, state: State, move: Turn) -> tuple[Reason, ...]:
        return reasons.reasons(state, move)

    def next_tiles(self, state: State) -> Sequence[str]:
        """The river comes before the land (RV1)."""
        piles = unseen_piles(state)
        return [tile for tile in tiles.stack(state) if tile in piles[0]] if piles else []

    def to_come(self, state: State) -> int:
        return tiles.to_come(state)

    def draws(self, state: State, before: State | None) -> Sequence[Draw[State]]:
        return DRAWS.draws(state, before)

    def spread(self, state: State) -> float:
        return candidates.spread(state)


EXPERT = CarcassonneExpert()
