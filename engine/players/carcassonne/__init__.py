"""What a computer player knows about Carcassonne: implements `engine.players.judgement`."""

from engine.players.carcassonne.candidates import candidates
from engine.players.carcassonne.prospects import prospects
from engine.players.carcassonne.reasons import reasons

__all__ = ["candidates", "prospects", "reasons", "speed"]

speed = 24_000
