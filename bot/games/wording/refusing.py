"""How the refusals of a game find their texts: why a move is illegal, or why a text is not a move.

Knows no game: its reasons, and what its notation expects, are handed in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.games.moment import Names
from bot.games.wording.quoting import quoted
from bot.locale import Words
from bot.locale.refusals import Refusal
from bot.locale.refusals import refusal as told
from engine.errors import NotationError

Facts = Mapping[str, Any]
InWords = Callable[[Words, Names, Facts], dict[str, object]]


@dataclass(frozen=True, slots=True)
class Refusals:
    """The refusals of one game."""

    kind: str
    in_words: Mapping[str, InWords]
    """How the facts of a reason are worded; facts of other reasons are used unchanged."""
    expecting: Mapping[str, object]
    """The facts of the texts for what is expected."""

    def refusal(self, words: Words, names: Names, reason: str, facts: Facts) -> Refusal:
        """The texts of the reason, with its facts in words."""
        in_words = self.in_words.get(reason, _as_they_are)
        return told(words, f"{self.kind}.refusal.{reason}", **in_words(words, names, facts))

    def syntax_refusal(self, words: Words, error: NotationError) -> Refusal:
        """A text that is not a move: where it stops making sense, and what a move looks like."""
        key = f"{self.kind}.expected.{error.expected.name.lower()}"
        expected = words(key, **self.expecting)
        if error.at:
            at = quoted(error.at)
            return told(words, f"{self.kind}.unreadable.at", at=at, expected=expected)
        return told(words, f"{self.kind}.unreadable.whole", expected=expected)


def _as_they_are(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return dict(facts)


def whose_turn(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    """The name of a seat."""
    return {"name": names[facts["seat"]]}
