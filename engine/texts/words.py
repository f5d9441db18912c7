"""Words of a typed move, consumed one at a time."""

import re
from enum import StrEnum

from engine.errors import NotationError

# Blanks of every width, including zero.
_BLANKS = re.compile(r"[\s\u180e\u200b-\u200d\u2060\ufeff]+")
# Characters that a phone may substitute for a minus sign.
_MINUS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"))


def with_minus(text: str) -> str:
    """Put a plain minus sign in place of each character that looks like one."""
    return text.translate(_MINUS)


def split(text: str, longest: int, too_long: StrEnum) -> list[str]:
    """Split into words in capitals; none if there is anything but plain letters and signs."""
    if len(text) > longest:
        raise NotationError(text, "", too_long)
    plain = _BLANKS.sub(" ", text)
    return plain.upper().split() if plain.isascii() else []


class Tokens:
    def __init__(self, text: str, words: list[str]) -> None:
        self.text = text
        self.words = words

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.fullmatch(self.words[0]) if self.words else None
        if match is not None:
            del self.words[0]
        return match

    def expect(self, pattern: re.Pattern[str], expected: StrEnum) -> re.Match[str]:
        match = self.take(pattern)
        if match is None:
            raise self.error(expected)
        return match

    def error(self, expected: StrEnum) -> NotationError:
        return NotationError(self.text, self.words[0] if self.words else "", expected)
