"""A computer player's knowledge of Carcassonne."""

from engine.carcassonne.moves import Turn
from engine.carcassonne.state import State, unseen_tiles
from engine.carcassonne.turn import apply
from engine.players.carcassonne.appraisal import prospects
from engine.players.carcassonne.candidates import CURVE, beginner, candidates, spread
from engine.players.carcassonne.reasons import reasons
from engine.players.expert import Expert
from engine.players.tiles import TileDraws, to_come

DRAWS = TileDraws(unseen_tiles, apply)
EXPERT: Expert[State, Turn] = Expert(
    speed=20_000,
    candidates=candidates,
    beginner=beginner,
    prospects=prospects,
    reasons=reasons,
    curve=CURVE,
    luck_left=0.7,
    errors_left=0.5,
    to_come=to_come,
    draws=DRAWS.draws,
    spread=spread,
    outcomes=DRAWS.outcomes,
)
