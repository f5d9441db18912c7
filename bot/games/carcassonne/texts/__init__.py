"""Carcassonne in sentences: this package implements `bot.games.texts.Texts`."""

from bot.games.carcassonne.naming import kind_named as named
from bot.games.carcassonne.texts.advising import because
from bot.games.carcassonne.texts.foretelling import foretold, waits
from bot.games.carcassonne.texts.lettering import text
from bot.games.carcassonne.texts.reading_aloud import aloud
from bot.games.carcassonne.texts.refusing import refusal, unreadable
from bot.games.carcassonne.texts.rulebook import TOPICS, rules
from bot.games.carcassonne.texts.tallies import tallied, tally_note
from bot.games.carcassonne.texts.telling import told
from bot.games.carcassonne.texts.totals import scored

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
