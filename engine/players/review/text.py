"""The text of a review, as it is stored: one line of JSON, each move an array."""

from pydantic import TypeAdapter

from engine.players.review.review import Review
from engine.texts.snapshot_text import snapshot_errors

FORM = TypeAdapter(Review)


def write_review(review: Review) -> str:
    return FORM.dump_json(review).decode()


def read_review(text: str) -> Review:
    """Raises SnapshotError."""
    with snapshot_errors():
        return FORM.validate_json(text, strict=True)
