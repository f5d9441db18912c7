"""A computer player's knowledge of Carcassonne."""

from engine.carcassonne.moves import Turn
from engine.carcassonne.placing import fits_somewhere
from engine.carcassonne.state import State, unseen_tiles
from engine.carcassonne.turn import apply
from engine.players.carcassonne.appraisal import prospects
from engine.players.carcassonne.candidates import candidates
from engine.players.carcassonne.reasons import reasons
from engine.players.expert import Curve, Expert
from engine.players.tiles import TileDraws, to_come

DRAWS = TileDraws(fits_somewhere, unseen_tiles, apply)
EXPERT: Expert[State, Turn] = Expert(
    speed=24_000,
    candidates=candidates,
    prospects=prospects,
    reasons=reasons,
    curve=Curve(turn=0.97, spread=0.28, bend=0.94),
    to_come=to_come,
    draws=DRAWS.draws,
    outcomes=DRAWS.outcomes,
)
