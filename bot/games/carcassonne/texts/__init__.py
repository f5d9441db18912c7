"""Carcassonne in sentences: this package implements `bot.games.texts.Texts`."""

from bot.games.carcassonne.naming import kind_named as kind_name
from bot.games.carcassonne.texts.advising import explain
from bot.games.carcassonne.texts.foretelling import describe_preview, prompt
from bot.games.carcassonne.texts.lettering import text_board
from bot.games.carcassonne.texts.reading_aloud import for_screen_reader
from bot.games.carcassonne.texts.refusing import refusal, syntax_refusal
from bot.games.carcassonne.texts.rulebook import TOPICS, rules
from bot.games.carcassonne.texts.tallies import describe_tally, tally_note
from bot.games.carcassonne.texts.telling import describe_move
from bot.games.carcassonne.texts.totals import describe_scores

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
