"""What somebody typed, normalised before its words are read."""

from engine.texts.words import with_minus


def plain(text: str) -> str:
    """Without capitals, and with one minus sign."""
    return with_minus(text.casefold())
