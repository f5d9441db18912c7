"""A computer player's knowledge of The Castle."""

from engine.players.castle.candidates import candidates, rollout
from engine.players.castle.draws import draws, outcomes
from engine.players.castle.reasons import reasons
from engine.players.castle.worth import prospects
from engine.players.expert import Curve, Expert
from engine.players.tiles import to_come

EXPERT = Expert(
    speed=250_000,
    candidates=candidates,
    prospects=prospects,
    reasons=reasons,
    curve=Curve(turn=-0.31, spread=4.97, bend=0.17),
    to_come=to_come,
    draws=draws,
    rollout=rollout,
    outcomes=outcomes,
    outcomes_cost=12,
)
