"""A computer player's knowledge of Carcassonne."""

from engine.players.carcassonne.appraisal import prospects
from engine.players.carcassonne.candidates import candidates
from engine.players.carcassonne.draws import draws, outcomes
from engine.players.carcassonne.reasons import reasons
from engine.players.expert import Curve, Expert
from engine.players.tiles import to_come

EXPERT = Expert(
    speed=24_000,
    candidates=candidates,
    prospects=prospects,
    reasons=reasons,
    curve=Curve(turn=0.97, spread=0.28, bend=0.94),
    to_come=to_come,
    draws=draws,
    outcomes=outcomes,
)
