"""The Castle in sentences: this package implements `bot.games.texts.Texts`."""

from bot.games.castle.texts.advising import because
from bot.games.castle.texts.foretelling import foretold, waits
from bot.games.castle.texts.lettering import text
from bot.games.castle.texts.reading_aloud import aloud
from bot.games.castle.texts.refusing import refusal, unreadable
from bot.games.castle.texts.rulebook import TOPICS, rules
from bot.games.castle.texts.tallies import tallied, tally_note
from bot.games.castle.texts.telling import told
from bot.games.castle.texts.totals import scored
from render.castle.tile_words import tile_named as named

__all__ = [
    "aloud",
    "because",
    "foretold",
    "named",
    "refusal",
    "rules",
    "scored",
    "tallied",
    "tally_note",
    "text",
    "told",
    "topics",
    "unreadable",
    "waits",
]

topics = TOPICS
