"""The part of a computer player that is specific to The Castle: implements
`engine.players.judgement`."""

from engine.players.castle.candidates import candidates
from engine.players.castle.prospects import prospects
from engine.players.castle.reasons import reasons
from engine.players.castle.rollout import rollout

__all__ = ["candidates", "prospects", "reasons", "rollout", "speed"]

speed = 250_000
