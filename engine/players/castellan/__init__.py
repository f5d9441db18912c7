"""What a computer player knows about Castellan: implements `engine.players.judgement`."""

from engine.players.castellan.candidates import candidates
from engine.players.castellan.playing_on import played_on
from engine.players.castellan.prospects import prospects
from engine.players.castellan.reasons import reasons

__all__ = ["candidates", "played_on", "prospects", "reasons", "speed"]

speed = 1_200
