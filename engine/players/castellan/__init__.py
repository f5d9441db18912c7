"""What a computer player knows about Castellan: implements `engine.players.judgement`."""

from engine.players.castellan.candidates import candidates
from engine.players.castellan.prospects import prospects
from engine.players.castellan.reasons import reasons
from engine.players.castellan.rollout import rollout

__all__ = ["candidates", "prospects", "reasons", "rollout", "speed"]

speed = 1_200
