"""Moves as people type them: what a text can mean, and what could be typed.

A move is offered in the words of the panel, such as `A4 ↻0 · squire, south house`, and stands for
its notation. Discord puts the words of an offer into the field, so they come back when somebody
types on: they are read as well as the notation. Knows no rule; a game gives all legal moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, TypeVar

from bot.discord.pages.page import shortened
from bot.games.face import Face
from bot.locale import Words
from bot.table.reading.games import Choice, Choices

T = TypeVar("T")

MOST_OFFERS = 25
LONGEST_OFFER = 100
MORE = " …"
"""Behind the beginning of several moves."""


class Offer(NamedTuple):
    name: str
    """In the words of the panel,"""
    text: str
    """and in the notation: a move, or its first words."""


@dataclass(frozen=True, slots=True)
class TypedMoves:
    """The legal moves of a position, for somebody who types."""

    words: Words
    face: Face
    choices: Choices

    def meant(self, typed: str) -> list[Choice]:
        """The moves that a whole text can mean. Each word of the notation can be cut short at a
        sign, so `squire` is enough where one part alone takes a squire."""
        given = self.face.typed(typed)
        fits = [move for move in self.choices.moves if _is_cut(given, self._notation(move))]
        if fits:
            return fits
        spelled = [(move, self._spelled(move)) for move in self._near(given)]
        return [move for move, form in spelled if form == given] or [
            move for move, form in spelled if form[: len(given)] == given
        ]

    def offers(self, typed: str) -> list[Offer]:
        """What a text can be completed to: whole moves, or beginnings where these are too many."""
        fits = self._beginning_so(self.face.typed(typed))
        if len(fits) <= MOST_OFFERS:
            return self._named({move.text: [move] for move in fits})
        return self._named(_branches(fits))

    def instead(self, typed: str) -> list[str]:
        """What is legal where a text that is not goes wrong: its next words in the notation."""
        given = self.face.typed(typed)
        fits = self._beginning_so(given, whole=True)
        while given and not fits:
            given = given[:-1]
            fits = self._beginning_so(given, whole=True)
        return list(_branches(fits))

    def _beginning_so(self, given: Sequence[str], *, whole: bool = False) -> list[Choice]:
        """The moves that begin with these words; of the last one its beginning, unless it is
        whole."""
        moves = self.choices.moves
        fits = [move for move in moves if _begins(given, self._notation(move), whole=whole)]
        return fits or [
            move for move in self._near(given) if _begins(given, self._spelled(move), whole=whole)
        ]

    def _near(self, given: Sequence[str]) -> Sequence[Choice]:
        """The moves that are worth being spelled: those with the same first word, or a few."""
        moves = self.choices.moves
        near = [move for move in moves if given and self._notation(move)[0] == given[0]]
        return near or (moves if given and len(moves) <= MOST_OFFERS else [])

    def _notation(self, move: Choice) -> tuple[str, ...]:
        return self.face.typed(move.text)

    def _spelled(self, move: Choice) -> tuple[str, ...]:
        return self.face.typed(self._name(move.parts))

    def _name(self, parts: Sequence[tuple[str, str]]) -> str:
        return self.face.spelled(self.words, self.choices.position.view, parts)

    def _named(self, branches: dict[str, list[Choice]]) -> list[Offer]:
        """Two that would be called the same are called as they are written."""
        names = {text: self._branch_name(text, moves) for text, moves in branches.items()}
        called = list(names.values())
        return [
            Offer(shortened(text if called.count(name) > 1 else name, LONGEST_OFFER), text)
            for text, name in names.items()
        ]

    def _branch_name(self, text: str, moves: Sequence[Choice]) -> str:
        if len(moves) == 1:
            return self._name(moves[0].parts)
        return self._name(_shared([move.parts for move in moves])) + MORE


def _branches(moves: Sequence[Choice]) -> dict[str, list[Choice]]:
    """The moves by how they go on behind the words that all of them share. Of a branch with one
    move the whole of it."""
    texts = [move.text.split() for move in moves]
    count = len(_shared(texts)) + 1
    branches: dict[str, list[Choice]] = {}
    for move, text in zip(moves, texts, strict=True):
        branches.setdefault(" ".join(text[:count]), []).append(move)
    return dict(_whole_where_alone(branches))


def _whole_where_alone(branches: dict[str, list[Choice]]) -> Iterator[tuple[str, list[Choice]]]:
    for text, moves in branches.items():
        yield (moves[0].text if len(moves) == 1 else text), moves


def _shared(several: Sequence[Sequence[T]]) -> Sequence[T]:
    """What all of them begin with."""
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*several, strict=False))
    return several[0][: sum(1 for _ in alike)]


def _begins(given: Sequence[str], form: Sequence[str], *, whole: bool) -> bool:
    if len(given) > len(form):
        return False
    *before, last = given or [""]
    if any(one != word for one, word in zip(before, form, strict=False)):
        return False
    word = form[len(before)]
    return not last or (word == last if whole else word.startswith(last))


def _is_cut(given: Sequence[str], form: Sequence[str]) -> bool:
    return len(given) == len(form) and all(
        word.startswith(one) and not word[len(one) : len(one) + 1].isalnum()
        for one, word in zip(given, form, strict=True)
    )
