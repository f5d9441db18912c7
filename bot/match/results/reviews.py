"""Reviews of ended games: which games have them, and how one is made of a record. Pure."""

from bot.match.replaying import replay
from bot.match.rules import rules_of
from engine.players.review.hindsights import HINDSIGHTS
from engine.players.review.reviewing import review
from engine.players.review.text import write_review


def has_reviews(kind: str) -> bool:
    return kind in HINDSIGHTS


def reviewed(kind: str, record: str, commitment: str | None) -> str:
    """The review of the game in this record, as text. It takes many seconds."""
    rules = rules_of(kind)
    recorded = rules.read_record(record)
    states = (played.state for played in replay(rules, recorded))
    return write_review(review(kind, recorded.moves, states, commitment))
