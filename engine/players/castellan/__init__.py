"""A computer player's knowledge of Castellan."""

from engine.players.castellan.candidates import beginner, candidates, draws, rollout, to_come
from engine.players.castellan.prospects import prospects
from engine.players.castellan.reasons import reasons
from engine.players.expert import Curve, Expert

EXPERT = Expert(
    speed=1_200,
    candidates=candidates,
    beginner=beginner,
    prospects=prospects,
    reasons=reasons,
    curve=Curve(turn=-2.08, spread=0.30, bend=1.19),
    luck_left=0.8,
    errors_left=0.8,
    errors_together=0.75,
    to_come=to_come,
    draws=draws,
    rollout=rollout,
)
