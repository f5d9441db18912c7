"""Castellan in sentences: this package implements `bot.games.texts.Texts`."""

from bot.games.castellan.texts.advising import because
from bot.games.castellan.texts.foretelling import foretold, waits
from bot.games.castellan.texts.lettering import text
from bot.games.castellan.texts.reading_aloud import aloud
from bot.games.castellan.texts.refusing import refusal, unreadable
from bot.games.castellan.texts.rulebook import TOPICS, named, rules
from bot.games.castellan.texts.tallies import tallied, tally_note
from bot.games.castellan.texts.telling import told
from bot.games.castellan.texts.totals import scored

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
