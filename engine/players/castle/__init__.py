"""A computer player's knowledge of The Castle."""

from engine.castle.moves import Move
from engine.castle.state import State
from engine.players.castle.candidates import DRAWS, beginner, candidates, outcomes, rollout
from engine.players.castle.reasons import reasons
from engine.players.castle.worth import prospects
from engine.players.expert import Curve, Expert
from engine.players.tiles import to_come

EXPERT: Expert[State, Move] = Expert(
    speed=250_000,
    candidates=candidates,
    beginner=beginner,
    prospects=prospects,
    reasons=reasons,
    curve=Curve(turn=-0.31, spread=4.97, bend=0.17),
    to_come=to_come,
    draws=DRAWS.draws,
    rollout=rollout,
    outcomes=outcomes,
    outcomes_cost=28,
)
