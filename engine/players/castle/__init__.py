"""The part of a computer player that is specific to The Castle: implements
`engine.players.judgement`."""

from engine.players.castle.candidates import candidates
from engine.players.castle.playing_on import played_on
from engine.players.castle.prospects import prospects
from engine.players.castle.reasons import reasons

__all__ = ["candidates", "played_on", "prospects", "reasons", "speed"]

speed = 250_000
