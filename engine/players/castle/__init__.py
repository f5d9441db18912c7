"""The Castle's share in a computer player: its judgement, as `engine.players.judgement` asks for
it."""

from engine.players.castle.candidates import candidates
from engine.players.castle.playing_on import played_on
from engine.players.castle.prospects import prospects
from engine.players.castle.reasons import reasons

__all__ = ["candidates", "played_on", "prospects", "reasons", "speed"]

speed = 250_000
