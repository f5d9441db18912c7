"""Moves as people type them: what a text can mean, and what could be typed.

A move is offered in the words of the panel, such as `A4 ↻0 · squire, south house`, and stands for
its notation. Discord puts the words of an offer into the field, so they come back when somebody
keeps typing, and are parsed just like the notation.

The part of a text that is notation is read as such. After it, the typed words lead from question to
question, so only the choices they leave open are explored, and of these only a limited number: a
game can have more continuations than anybody could list.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice, takewhile
from typing import NamedTuple

from bot.discord.pages.page import shorten
from bot.games.face import AnyChoices
from bot.locale import Words
from bot.table.choosing import Questions
from engine.errors import NotationError
from engine.questions import Part, Question, walk
from render.board.aliases import alias

Parts = tuple[Part, ...]

# Discord shows no more.
MOST_COMPLETIONS = 25
# The number of choices compared with a text: the first ones of a game that has more.
MOST_TRIED = 300
# The number of words at the end of a text that may be left out to read the rest as notation.
MOST_LEFT_OUT = 2
# In characters.
LONGEST_COMPLETION = 100
# Marks a prefix of several moves.
MORE = " …"
# A mark is part of the word that it follows: without it, the word means something else.
_SIGN = re.compile(r"[^\w!]|_")


class Completion(NamedTuple):
    name: str
    """The offer in the words of the panel."""
    text: str
    """The offer in notation: a move, or a prefix of one."""


class PartialMove(NamedTuple):
    """A partial move that the typed words lead to."""

    parts: Parts
    consumed: int
    """The number of words consumed."""


# Continues a lead by the choices of its next question that agree with the typed words.
Follow = Callable[[PartialMove, Question], Iterator[PartialMove]]


def begins(word: str, typed: str) -> bool:
    """Check whether a word may have been begun so: a place also by its alias."""
    return word.startswith(typed) or alias(word).casefold().startswith(typed)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Conditions on which a typed word agrees with an expected one."""

    cut: bool = False
    """It may end before a sign in the expected word."""
    open_end: bool = False
    """The last word of a text may be incomplete."""

    def forms(self, word: str) -> Sequence[str]:
        """List the complete words that agree with an expected one."""
        if not self.cut:
            return (word,)
        return (word, *(word[: sign.start()] for sign in _SIGN.finditer(word)))

    def holds(
        self, typed_words: Sequence[str], form: Sequence[str], *, at_end: bool = True
    ) -> bool:
        """Check whether one is a prefix of the other; `at_end` if that may be the end of a text."""
        unfinished = len(typed_words) - 1 if at_end and self.open_end else -1
        for number, (typed_word, word) in enumerate(zip(typed_words, form, strict=False)):
            if typed_word == word or typed_word in self.forms(word):
                continue
            if number != unfinished or not begins(word, typed_word):
                return False
        return True


# The whole word.
SAME = Agreement()
# The whole word, or a beginning of it at the end of the text.
BEGUN = Agreement(open_end=True)
# The whole word, or all before a sign in it.
CUT = Agreement(cut=True)


class TypedWords(NamedTuple):
    words: tuple[str, ...]
    positions: Mapping[str, Sequence[int]]
    """The places of each word, by which it is found in a long text without reading all of it."""

    def find(self, start: int, words: Sequence[str], agrees: Agreement) -> tuple[int, int]:
        """Find the places at which these words first match and the match ends; the end of the text
        if they do not."""
        count = len(self.words)
        for at in self._positions_of(words[0], start, agrees) if words else ():
            end = min(at + len(words), count)
            if agrees.holds(self.words[at:end], words, at_end=end == count):
                return at, end
        return count, count

    def _positions_of(self, word: str, start: int, agrees: Agreement) -> Iterable[int]:
        """List the places from `start` on that may agree with an expected word, in order."""
        count = len(self.words)
        sources = [self.positions[form] for form in agrees.forms(word) if form in self.positions]
        if agrees.open_end and start < count:
            sources.append([count - 1])
        return merge(
            *(
                positions[bisect_left(positions, start) : bisect_left(positions, count)]
                for positions in sources
            )
        )


@dataclass(frozen=True, slots=True)
class TypedMoves:
    """Legal moves of a position, matched against typed text."""

    words: Words
    choices: AnyChoices
    questions: Questions

    def matches(self, typed: str, most: int = MOST_COMPLETIONS) -> list[str]:
        """List the moves that a complete text can mean, at most this many. A word of the notation
        can be cut short before a sign, so `squire` is enough if only one part can take a squire."""
        typed_words = self._split(typed)
        if not typed_words.words:
            return []
        exact = self.exact(typed)
        if exact is not None:
            return [exact]
        prefix = self._notation_prefix(typed, typed_words)
        room = iter(range(MOST_TRIED))
        moves = []
        for move in self._with_defaults(self._as_notation(typed_words, CUT, prefix, room)):
            notation = self._notation(move)
            if len(typed_words.words) == len(notation) and CUT.holds(typed_words.words, notation):
                moves.append(move)
        if not moves:
            starts = list(self._as_labels(typed_words, SAME, prefix, room))
            moves = [
                move
                for move in self._with_defaults(starts)
                if self._label_words(move) == typed_words.words
            ]
            moves = moves or list(islice(self._complete_moves(starts), most))
        return [self.questions.text(move) for move in moves[:most]]

    def exact(self, typed: str) -> str | None:
        """Find the legal move that this text is the notation of, found without looking for
        others."""
        parts = self._read_notation(typed)
        move = self._with_default_parts(parts)
        if parts and move is not None and set(parts) <= set(move):
            return self.questions.text(move)
        return None

    def completions(self, typed: str) -> list[Completion]:
        """List the completions of a text: whole moves, or prefixes if there are too many."""
        if len(typed) > LONGEST_COMPLETION:
            return []
        typed_words = self._split(typed)
        room = iter(range(MOST_TRIED))
        starts = self._leads(typed_words, BEGUN, self._notation_prefix(typed, typed_words), room)
        offers = list(islice(self._branches(starts), MOST_COMPLETIONS + 1))
        if len(offers) <= MOST_COMPLETIONS and all(map(self._with_default_parts, offers)):
            moves = list(islice(self._complete_moves(offers), MOST_COMPLETIONS + 1))
            offers = moves if len(moves) <= MOST_COMPLETIONS else offers
        return list(self._completions_of(offers[:MOST_COMPLETIONS]))

    def instead(self, typed: str) -> Iterator[str]:
        """List the legal continuations at the point where an illegal text goes wrong: the next
        words of the notation, with aliases."""
        typed_words = self._split(typed)
        room = iter(range(MOST_TRIED))
        prefix = self._notation_prefix(typed, typed_words)
        starts = [prefix.parts] if prefix.parts else self._leads(typed_words, SAME, prefix, room)
        while not starts:
            typed_words = typed_words._replace(words=typed_words.words[:-1])
            starts = self._leads(typed_words, SAME, prefix, room)
        return (alias(self._start_text(parts)) for parts in self._branches(starts))

    def _read_notation(self, typed: str) -> Parts:
        """Read the parts of a text in notation, legal or not; none if the text is something
        else."""
        try:
            parts = self.questions.read(self.choices.in_notation(typed))
        except NotationError:
            return ()
        return tuple((step, self._representative(step, token)) for step, token in parts)

    def _representative(self, step: str, token: str) -> str:
        """Find the choice that stands for this one, if their words are the same."""
        representative = self.choices.representative(self.questions.position.view, step, token)
        alike = representative == token or self._words(representative) == self._words(token)
        return representative if alike else token

    def _split(self, typed: str) -> TypedWords:
        words = self._words(typed)
        positions = defaultdict[str, list[int]](list)
        for position, word in enumerate(words):
            positions[word].append(position)
        return TypedWords(words, positions)

    def _notation_prefix(self, typed: str, typed_words: TypedWords) -> PartialMove:
        """Find the longest beginning of a text that is legal notation; its last words may be left
        out, as they may still be incomplete."""
        texts = typed.split()
        for count in range(len(texts), max(len(texts) - MOST_LEFT_OUT, 1) - 1, -1):
            parts = self._read_notation(" ".join(texts[:count]))
            if parts:
                return self._spelled_start(self._legal_start(parts), typed_words.words)
        return PartialMove((), 0)

    def _legal_start(self, parts: Parts) -> Parts:
        """Keep the parts before the first one that cannot be chosen."""
        for number, (step, token) in enumerate(parts):
            question = self.questions.ask(parts[:number])
            if question is None or question.step != step or token not in question.choices:
                return parts[:number]
        return parts

    def _spelled_start(self, parts: Parts, typed_words: Sequence[str]) -> PartialMove:
        """Keep the parts that these words spell out, without parts at the end that have no word."""

        def differs(count: int) -> bool:
            words = self._label_words(parts[:count])
            return words != tuple(typed_words[: len(words)])

        # The more parts, the more words: once they differ, they go on to differ.
        parts = parts[: bisect_left(range(1, len(parts) + 1), True, key=differs)]
        words = self._label_words(parts)
        while parts and self._label_words(parts[:-1]) == words:
            parts = parts[:-1]
        return PartialMove(parts, len(words))

    def _leads(
        self, typed_words: TypedWords, agrees: Agreement, prefix: PartialMove, room: Iterator[int]
    ) -> Sequence[Parts]:
        """List the parts that these words lead to, read as notation, or else as words of the
        panel."""
        leads = list(self._as_notation(typed_words, agrees, prefix, room))
        return leads or list(self._as_labels(typed_words, agrees, prefix, room))

    def _as_notation(
        self, typed_words: TypedWords, agrees: Agreement, prefix: PartialMove, room: Iterator[int]
    ) -> Iterator[Parts]:
        """Do the same for notation alone. A question that no word answers takes its default."""
        count = len(typed_words.words)

        def follow(lead: PartialMove, question: Question) -> Iterator[PartialMove]:
            start = count
            for token, _ in zip(question.choices, room, strict=False):
                at, end = typed_words.find(lead.consumed, self._words(token), agrees)
                parts = (*lead.parts, (question.step, token))
                if at == lead.consumed or (
                    at < end and self._begins_by_defaults(parts, typed_words.words[:end], agrees)
                ):
                    start = min(start, at)
                    yield PartialMove(parts, end)
            if question.default is not None and start > lead.consumed:
                yield PartialMove((*lead.parts, (question.step, question.default)), lead.consumed)

        for lead in self._follow_questions(prefix, count, follow):
            if lead.consumed == count or self._begins_by_defaults(
                lead.parts, typed_words.words, agrees
            ):
                yield lead.parts

    def _as_labels(
        self, typed_words: TypedWords, agrees: Agreement, prefix: PartialMove, room: Iterator[int]
    ) -> Iterator[Parts]:
        """Do the same for words of the panel alone."""
        count = len(typed_words.words)

        def follow(lead: PartialMove, question: Question) -> Iterator[PartialMove]:
            for token, _ in zip(question.choices, room, strict=False):
                parts = (*lead.parts, (question.step, token))
                form = self._label_words(parts)
                if agrees.holds(typed_words.words, form):
                    yield PartialMove(parts, min(len(form), count))

        leads = self._follow_questions(prefix, count, follow)
        return (lead.parts for lead in leads if lead.consumed == count)

    def _follow_questions(
        self, lead: PartialMove, count: int, follow: Follow
    ) -> Iterator[PartialMove]:
        """Follow the questions until all words are consumed or the move is complete."""
        question = None if lead.consumed == count else self.questions.ask(lead.parts)
        if question is None:
            yield lead
            return
        for further in follow(lead, question):
            yield from self._follow_questions(further, count, follow)

    def _with_default_parts(self, parts: Parts) -> Parts | None:
        """Make a move of these parts with the defaults, if those answer all other questions."""
        walked = walk(self.questions.ask, parts)
        return walked.parts if walked.open is None else None

    def _with_defaults(self, starts: Iterable[Parts]) -> Iterator[Parts]:
        return filter(None, map(self._with_default_parts, starts))

    def _begins_by_defaults(
        self, parts: Parts, typed_words: Sequence[str], agrees: Agreement
    ) -> bool:
        """Check whether the move that these parts make with the defaults begins with these
        words."""
        move = self._with_default_parts(parts)
        if move is None:
            return False
        notation = self._notation(move)
        return len(typed_words) <= len(notation) and agrees.holds(typed_words, notation)

    def _complete_moves(self, starts: Iterable[Parts]) -> Iterator[Parts]:
        """List all moves with one of these prefixes in which every further question has a
        default."""
        for parts in starts:
            question = self.questions.ask(parts)
            if question is None:
                yield parts
            elif question.default is not None:
                yield from self._complete_moves(_choices(parts, question))

    def _branches(self, starts: Sequence[Parts]) -> Iterator[Parts]:
        """Find the first point at which the moves with these prefixes differ, with each branch
        extended to its next choice."""
        if len(starts) == 1:
            [only_start] = starts
            only_start = self._narrow(only_start)
            question = self.questions.ask(only_start)
            starts = [only_start] if question is None else _choices(only_start, question)
        return map(self._narrow, starts)

    def _narrow(self, parts: Parts) -> Parts:
        """Skip ahead to the next question with more than one choice."""
        while (question := self.questions.ask(parts)) is not None and len(question.choices) == 1:
            [parts] = _choices(parts, question)
        return parts

    def _words(self, text: str) -> tuple[str, ...]:
        return self.choices.split_typed(self.questions.position.view, text)

    def _notation(self, move: Parts) -> tuple[str, ...]:
        return self._words(self.questions.text(move))

    def _start_text(self, parts: Parts) -> str:
        """Name the words with which the notation of every move with this prefix begins; as brief as
        they can be typed if something without a default is still to be chosen."""
        question = self.questions.ask(parts)
        if question is None:
            return self.questions.text(parts)
        if question.default is None:
            return self._brief_name(parts)
        first_choice, *_, last_choice = _choices(parts, question)
        moves = list(self._with_defaults([first_choice, last_choice]))
        if len(moves) < 2:
            return self._brief_name(parts)
        first_words, last_words = (self.questions.text(move).split() for move in moves)
        alike = takewhile(
            lambda pair: pair[0] == pair[1], zip(first_words, last_words, strict=False)
        )
        return " ".join(word for word, _ in alike)

    def _label_words(self, parts: Parts) -> tuple[str, ...]:
        return self._words(self._name(parts))

    def _name(self, parts: Parts) -> str:
        return self.choices.spell_out(self.words, self.questions.position.view, parts)

    def _brief_name(self, parts: Parts) -> str:
        return self.choices.spell_briefly(self.words, self.questions.position.view, parts)

    def _completions_of(self, starts: Sequence[Parts]) -> Iterator[Completion]:
        """Name each completion; those whose names are too long, or the same, by their notation."""
        names = [self._name(parts) for parts in starts]
        for parts, name in zip(starts, names, strict=True):
            text = self._start_text(parts)
            more = "" if self.questions.ask(parts) is None else MORE
            fits = len(name) + len(more) <= LONGEST_COMPLETION and names.count(name) == 1
            shown_name = f"{name if fits else alias(text)}{more}"
            yield Completion(shorten(shown_name, LONGEST_COMPLETION), text)


def _choices(parts: Parts, question: Question) -> list[Parts]:
    return [(*parts, (question.step, token)) for token in question.choices]
