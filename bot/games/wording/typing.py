"""What somebody typed, made plain before its words are read."""

_MINUS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"))
"""Characters that a phone may substitute for a minus sign."""


def plain(text: str) -> str:
    """Without capitals, and with one minus sign."""
    return text.casefold().translate(_MINUS)
