"""The Castle in sentences: this package implements `bot.games.texts.Texts`."""

from bot.games.castle.texts.advising import explain
from bot.games.castle.texts.foretelling import describe_preview, prompt
from bot.games.castle.texts.lettering import text_board
from bot.games.castle.texts.reading_aloud import for_screen_reader
from bot.games.castle.texts.refusing import refusal, syntax_refusal
from bot.games.castle.texts.rulebook import TOPICS, rules
from bot.games.castle.texts.tallies import describe_tally, tally_note
from bot.games.castle.texts.telling import describe_move
from bot.games.castle.texts.totals import describe_scores
from render.castle.tile_words import tile_named as kind_name

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
