"""The choices of a game: what is asked for a move, and what each answer is called."""

from collections.abc import Sequence
from typing import Any, Protocol

from bot.locale import Words
from engine.questions import Part


class Choices(Protocol):
    """How a move is chosen, on buttons or by typing."""

    def question(self, words: Words, step: str) -> str:
        """What is asked at a step of a move."""

    def label(self, words: Words, view: Any, before: Sequence[Part], step: str, token: str) -> str:
        """A choice in at most 80 characters, after what was chosen before."""

    def representative(self, view: Any, step: str, token: str) -> str:
        """The choice that is offered for this one and for all that look and act as it does."""

    def spelled(self, words: Words, view: Any, parts: Sequence[Part]) -> str:
        """A move, or its first steps, in a line: each part in the words of the panel, behind those
        of the steps before."""

    def typed(self, text: str) -> tuple[str, ...]:
        """The words of a typed move, written in the notation or as `spelled` writes it."""

    def kinds(self, words: Words, view: Any) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """The kinds that could be drawn next, grouped and numbered as in the picture of `supply`:
        what each group is called, and its kinds, each with what it looks like."""
