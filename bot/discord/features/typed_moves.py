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

MOST_COMPLETIONS = 25
# The number of choices compared with a text: the first ones of a game that has more.
MOST_TRIED = 300
# The number of words at the end of a text that may be left out to read the rest as notation.
MOST_LEFT_OUT = 2
LONGEST_COMPLETION = 100
# Marks a prefix of several moves.
MORE = " …"
_SIGN = re.compile(r"[\W_]")


class Completion(NamedTuple):
    name: str
    """The offer in the words of the panel."""
    text: str
    """The offer in notation: a move, or a prefix of one."""


class PartialMove(NamedTuple):
    """A partial move that the typed words lead to."""

    parts: Parts
    used: int
    """The number of words consumed."""


# Continues a lead by the choices of its next question that agree with the typed words.
Follow = Callable[[PartialMove, Question], Iterator[PartialMove]]


def begins(word: str, typed: str) -> bool:
    """True if a word may have been begun so: a place also by its alias."""
    return word.startswith(typed) or alias(word).casefold().startswith(typed)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The conditions on which a typed word agrees with an expected one."""

    cut: bool = False
    """It may end before a sign in the expected word."""
    open_end: bool = False
    """The last word of a text may be incomplete."""

    def forms(self, word: str) -> Sequence[str]:
        """The complete words that agree with an expected one."""
        if not self.cut:
            return (word,)
        return (word, *(word[: sign.start()] for sign in _SIGN.finditer(word)))

    def holds(self, given: Sequence[str], form: Sequence[str], *, last: bool = True) -> bool:
        """True if one is a prefix of the other; `last` if that may be the end of a text."""
        final = len(given) - 1 if last and self.open_end else -1
        for number, (one, word) in enumerate(zip(given, form, strict=False)):
            if one != word and not (
                (number == final and begins(word, one)) or one in self.forms(word)
            ):
                return False
        return True


SAME = Agreement()
BEGUN = Agreement(open_end=True)
CUT = Agreement(cut=True)


class TypedWords(NamedTuple):
    words: tuple[str, ...]
    places: Mapping[str, Sequence[int]]
    """The places of each word, by which it is found in a long text without reading all of it."""

    def find(self, start: int, words: Sequence[str], agrees: Agreement) -> tuple[int, int]:
        """The places at which these words first match and the match ends; the end of the text if
        they do not."""
        count = len(self.words)
        for at in self._places_of(words[0], start, agrees) if words else ():
            end = min(at + len(words), count)
            if agrees.holds(self.words[at:end], words, last=end == count):
                return at, end
        return count, count

    def _places_of(self, word: str, start: int, agrees: Agreement) -> Iterable[int]:
        """The places from `start` on that may agree with an expected word, in order."""
        count = len(self.words)
        found = [self.places[form] for form in agrees.forms(word) if form in self.places]
        if agrees.open_end and start < count:
            found.append([count - 1])
        return merge(*(one[bisect_left(one, start) : bisect_left(one, count)] for one in found))


@dataclass(frozen=True, slots=True)
class TypedMoves:
    """The legal moves of a position, matched against typed text."""

    words: Words
    choices: AnyChoices
    questions: Questions

    def matches(self, typed: str, most: int = MOST_COMPLETIONS) -> list[str]:
        """The moves that a complete text can mean, at most this many. A word of the notation can be
        cut short before a sign, so `squire` is enough if only one part can take a squire."""
        given = self._split(typed)
        if not given.words:
            return []
        if (exact := self.exact(typed)) is not None:
            return [exact]
        begun = self._notation_prefix(typed, given)
        room = iter(range(MOST_TRIED))
        moves = [
            move
            for move in self._with_defaults(self._as_notation(given, CUT, begun, room))
            if len(given.words) == len(notation := self._notation(move))
            and CUT.holds(given.words, notation)
        ]
        if not moves:
            found = list(self._as_labels(given, SAME, begun, room))
            moves = [
                move
                for move in self._with_defaults(found)
                if self._label_words(move) == given.words
            ]
            moves = moves or list(islice(self._complete_moves(found), most))
        return [self.questions.text(move) for move in moves[:most]]

    def exact(self, typed: str) -> str | None:
        """The legal move that this text is the notation of, found without looking for others."""
        read = self._read(typed)
        move = self._with_default_parts(read)
        if read and move is not None and set(read) <= set(move):
            return self.questions.text(move)
        return None

    def completions(self, typed: str) -> list[Completion]:
        """The completions of a text: whole moves, or prefixes if there are too many."""
        if len(typed) > LONGEST_COMPLETION:
            return []
        given = self._split(typed)
        room = iter(range(MOST_TRIED))
        found = self._leads(given, BEGUN, self._notation_prefix(typed, given), room)
        offered = list(islice(self._branches(found), MOST_COMPLETIONS + 1))
        if len(offered) <= MOST_COMPLETIONS and all(map(self._with_default_parts, offered)):
            moves = list(islice(self._complete_moves(offered), MOST_COMPLETIONS + 1))
            offered = moves if len(moves) <= MOST_COMPLETIONS else offered
        return list(self._completions_of(offered[:MOST_COMPLETIONS]))

    def instead(self, typed: str) -> Iterator[str]:
        """The legal continuations at the point where an illegal text goes wrong: the next words of
        the notation, with aliases."""
        given = self._split(typed)
        room = iter(range(MOST_TRIED))
        begun = self._notation_prefix(typed, given)
        found = [begun.parts] if begun.parts else self._leads(given, SAME, begun, room)
        while not found:
            given = given._replace(words=given.words[:-1])
            found = self._leads(given, SAME, begun, room)
        return (alias(self._start_text(parts)) for parts in self._branches(found))

    def _read(self, typed: str) -> Parts:
        """The parts of a text in notation, legal or not; none if the text is something else."""
        try:
            parts = self.questions.read(self.choices.in_notation(typed))
        except NotationError:
            return ()
        return tuple((step, self._representative(step, token)) for step, token in parts)

    def _representative(self, step: str, token: str) -> str:
        """The choice that stands for this one, if their words are the same."""
        one = self.choices.representative(self.questions.position.view, step, token)
        return one if one == token or self._words(one) == self._words(token) else token

    def _split(self, typed: str) -> TypedWords:
        words = self._words(typed)
        places = defaultdict[str, list[int]](list)
        for place, word in enumerate(words):
            places[word].append(place)
        return TypedWords(words, places)

    def _notation_prefix(self, typed: str, given: TypedWords) -> PartialMove:
        """The longest beginning of a text that is legal notation; its last words may be left out,
        as they may still be incomplete."""
        texts = typed.split()
        for count in range(len(texts), max(len(texts) - MOST_LEFT_OUT, 1) - 1, -1):
            read = self._read(" ".join(texts[:count]))
            if read:
                return self._spelled_start(self._legal_start(read), given.words)
        return PartialMove((), 0)

    def _legal_start(self, read: Parts) -> Parts:
        """The parts before the first one that cannot be chosen."""
        for number, (step, token) in enumerate(read):
            question = self.questions.ask(read[:number])
            if question is None or question.step != step or token not in question.choices:
                return read[:number]
        return read

    def _spelled_start(self, parts: Parts, given: Sequence[str]) -> PartialMove:
        """The parts that these words spell out, without parts at the end that have no word."""

        def differs(count: int) -> bool:
            words = self._label_words(parts[:count])
            return words != tuple(given[: len(words)])

        # The more parts, the more words: once they differ, they go on to differ.
        parts = parts[: bisect_left(range(1, len(parts) + 1), True, key=differs)]
        words = self._label_words(parts)
        while parts and self._label_words(parts[:-1]) == words:
            parts = parts[:-1]
        return PartialMove(parts, len(words))

    def _leads(
        self, given: TypedWords, agrees: Agreement, begun: PartialMove, room: Iterator[int]
    ) -> Sequence[Parts]:
        """The parts that these words lead to, read as notation, or else as words of the panel."""
        written = list(self._as_notation(given, agrees, begun, room))
        return written or list(self._as_labels(given, agrees, begun, room))

    def _as_notation(
        self, given: TypedWords, agrees: Agreement, begun: PartialMove, room: Iterator[int]
    ) -> Iterator[Parts]:
        """The same for notation alone. A question that no word answers takes its default."""
        count = len(given.words)

        def follow(lead: PartialMove, question: Question) -> Iterator[PartialMove]:
            start = count
            for token, _ in zip(question.choices, room, strict=False):
                at, end = given.find(lead.used, self._words(token), agrees)
                parts = (*lead.parts, (question.step, token))
                if at == lead.used or (
                    at < end and self._begins_by_defaults(parts, given.words[:end], agrees)
                ):
                    start = min(start, at)
                    yield PartialMove(parts, end)
            if question.default is not None and start > lead.used:
                yield PartialMove((*lead.parts, (question.step, question.default)), lead.used)

        for lead in self._follow_questions(begun, count, follow):
            if lead.used == count or self._begins_by_defaults(lead.parts, given.words, agrees):
                yield lead.parts

    def _as_labels(
        self, given: TypedWords, agrees: Agreement, begun: PartialMove, room: Iterator[int]
    ) -> Iterator[Parts]:
        """The same for words of the panel alone."""
        count = len(given.words)

        def follow(lead: PartialMove, question: Question) -> Iterator[PartialMove]:
            for token, _ in zip(question.choices, room, strict=False):
                parts = (*lead.parts, (question.step, token))
                form = self._label_words(parts)
                if agrees.holds(given.words, form):
                    yield PartialMove(parts, min(len(form), count))

        found = self._follow_questions(begun, count, follow)
        return (lead.parts for lead in found if lead.used == count)

    def _follow_questions(
        self, lead: PartialMove, count: int, follow: Follow
    ) -> Iterator[PartialMove]:
        """Follows the questions until all words are consumed or the move is complete."""
        question = None if lead.used == count else self.questions.ask(lead.parts)
        if question is None:
            yield lead
            return
        for further in follow(lead, question):
            yield from self._follow_questions(further, count, follow)

    def _with_default_parts(self, parts: Parts) -> Parts | None:
        """The move that these parts make if the defaults answer the rest, if they do."""
        found = walk(self.questions.ask, parts)
        return found.parts if found.open is None else None

    def _with_defaults(self, found: Iterable[Parts]) -> Iterator[Parts]:
        return filter(None, map(self._with_default_parts, found))

    def _begins_by_defaults(self, parts: Parts, given: Sequence[str], agrees: Agreement) -> bool:
        """True if the move that these parts make with the defaults begins with these words."""
        move = self._with_default_parts(parts)
        if move is None:
            return False
        notation = self._notation(move)
        return len(given) <= len(notation) and agrees.holds(given, notation)

    def _complete_moves(self, found: Iterable[Parts]) -> Iterator[Parts]:
        """All moves with one of these prefixes in which every further question has a default."""
        for parts in found:
            question = self.questions.ask(parts)
            if question is None:
                yield parts
            elif question.default is not None:
                yield from self._complete_moves(_choices(parts, question))

    def _branches(self, found: Sequence[Parts]) -> Iterator[Parts]:
        """The first point at which the moves with these prefixes differ, with each branch extended
        to its next choice."""
        if len(found) == 1:
            [alone] = found
            alone = self._narrow(alone)
            question = self.questions.ask(alone)
            found = [alone] if question is None else _choices(alone, question)
        return map(self._narrow, found)

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
        """The words with which the notation of every move with this prefix begins; as brief as they
        can be typed if something without a default is still to be chosen."""
        question = self.questions.ask(parts)
        if question is None:
            return self.questions.text(parts)
        if question.default is None:
            return self._brief_name(parts)
        first, *_, last = _choices(parts, question)
        moves = list(self._with_defaults([first, last]))
        if len(moves) < 2:
            return self._brief_name(parts)
        one, other = (self.questions.text(move).split() for move in moves)
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
        return " ".join(word for word, _ in alike)

    def _label_words(self, parts: Parts) -> tuple[str, ...]:
        return self._words(self._name(parts))

    def _name(self, parts: Parts) -> str:
        return self.choices.spell_out(self.words, self.questions.position.view, parts)

    def _brief_name(self, parts: Parts) -> str:
        return self.choices.spell_briefly(self.words, self.questions.position.view, parts)

    def _completions_of(self, found: Sequence[Parts]) -> Iterator[Completion]:
        """Offers whose names are too long, or the same, are named by their notation."""
        names = [self._name(parts) for parts in found]
        for parts, name in zip(found, names, strict=True):
            text = self._start_text(parts)
            more = "" if self.questions.ask(parts) is None else MORE
            fits = len(name) + len(more) <= LONGEST_COMPLETION and names.count(name) == 1
            shown = f"{name if fits else alias(text)}{more}"
            yield Completion(shorten(shown, LONGEST_COMPLETION), text)


def _choices(parts: Parts, question: Question) -> list[Parts]:
    return [(*parts, (question.step, token)) for token in question.choices]
