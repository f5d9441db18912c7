"""The text of a review, as it is stored: one line of JSON, each move an array."""

from msgspec.json import Decoder, Encoder

from engine.players.review.review import Review
from engine.texts.snapshot_text import snapshot_errors

_ENCODER, _DECODER = Encoder(), Decoder(Review)


def write_review(review: Review) -> str:
    return _ENCODER.encode(review).decode()


def read_review(text: str) -> Review:
    """Raises SnapshotError."""
    with snapshot_errors():
        return _DECODER.decode(text)
