"""Castellan in sentences: this package implements `bot.games.texts.Texts`."""

from bot.games.castellan.texts.advising import explain
from bot.games.castellan.texts.foretelling import describe_preview, prompt
from bot.games.castellan.texts.lettering import text_board
from bot.games.castellan.texts.reading_aloud import for_screen_reader
from bot.games.castellan.texts.refusing import refusal, syntax_refusal
from bot.games.castellan.texts.rulebook import TOPICS, kind_name, rules
from bot.games.castellan.texts.tallies import describe_tally, tally_note
from bot.games.castellan.texts.telling import describe_move
from bot.games.castellan.texts.totals import describe_scores

__all__ = [
    "describe_move",
    "describe_preview",
    "describe_scores",
    "describe_tally",
    "explain",
    "for_screen_reader",
    "kind_name",
    "prompt",
    "refusal",
    "rules",
    "syntax_refusal",
    "tally_note",
    "text_board",
    "topics",
]

topics = TOPICS
