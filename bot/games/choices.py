"""Choices of a game: the questions of a move, and the labels of the answers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple

from bot.locale import Words
from engine.questions import ChosenStep, Part, Question
from render.picture.emojis import EmojiName
from render.pictures import V
from render.subject import Mark

# The most that stand before a text.
MOST_EMOJIS = 5


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap that answers one or several questions."""

    label: str
    parts: tuple[Part, ...]
    """The choices it makes, after those made already."""
    name: str = ""
    """The name that the picture marks it with."""
    emoji: EmojiName | None = None


@dataclass(frozen=True, slots=True)
class TapMenu:
    """Further taps, in a menu, which first leads to the pages that mark them in their pictures."""

    name: str
    pages: tuple[tuple[str, int], ...]
    """The names and numbers of these pages."""
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class TapPage:
    text: str
    rows: tuple[tuple[Tap, ...], ...]
    more: tuple[Tap, ...] = ()
    """Alternatives; in a menu if there is no room for buttons."""
    pages: tuple[tuple[str, int], ...] = ()
    """The other pages of the same question: their names and numbers; likewise."""
    menus: tuple[TapMenu, ...] = ()
    """The choices that this page does not mark; if there is no room for menus, only their pages are
    offered."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(Mark(tap.name, tap.parts) for row in self.rows for tap in row if tap.name)


@dataclass(frozen=True, slots=True)
class Combination:
    """Answers to several questions, one after the other, that one button changes together."""

    label: str
    number: int
    """The index of the first of these questions."""
    following: tuple[str, ...]
    """The answers after these: pressing on leads through all there are, and back."""

    @property
    def numbers(self) -> range:
        return range(self.number, self.number + len(self.following))


class Variant(NamedTuple):
    """Another form of a chosen answer, to which a switch leads, and back."""

    label: str
    token: str
    """The form that it is not now."""
    is_on: bool
    """The chosen answer is the special form."""


class Region(NamedTuple):
    """Some of the choices of a step, to be offered together."""

    name: str
    """Its name in the picture; empty for the choices that are offered without asking for a
    region."""
    tokens: tuple[str, ...]


class Choices(ABC, Generic[V]):
    """Ways to choose a move, on buttons or by typing. A choice is a token of the notation; two
    choices of one step never have the same label."""

    kind: ClassVar[str]
    """The game's name: what all its texts are under."""
    placing: ClassVar[str] = ""
    """The step at which a follower may be placed, in a game with followers."""
    turning: ClassVar[str] = ""
    """The step at which a tap on what was put down leads to the next choice, and round again."""

    def question(self, words: Words, step: str) -> str:
        return words(f"{self.kind}.question.{step}")

    @abstractmethod
    def label(self, words: Words, view: V, before: Sequence[Part], step: str, token: str) -> str:
        """Label a choice in at most 80 characters, given what was chosen before."""

    def button_label(
        self, words: Words, view: V, before: Sequence[Part], step: str, token: str
    ) -> str:
        """Label a choice on a button below a picture that may show most of it."""
        return self.label(words, view, before, step, token)

    def emoji(self, view: V, before: Sequence[Part], step: str, token: str) -> EmojiName | None:
        """Find the emoji that shows a choice, given what was chosen before, if there is one."""
        return None

    def button_emoji(
        self, view: V, before: Sequence[Part], step: str, token: str
    ) -> EmojiName | None:
        """Find the emoji of a choice on a button below a picture that may show as much."""
        return self.emoji(view, before, step, token)

    def drawn_emojis(self, view: V) -> Sequence[EmojiName]:
        """List the emojis of what the player to act has drawn, as everybody sees it."""
        return ()

    def emojis(self, view: V, parts: Sequence[Part]) -> Sequence[EmojiName]:
        """List the first few emojis of a move, or of its first steps, each once."""
        emojis = (self.emoji(view, parts[:at], *part) for at, part in enumerate(parts))
        return list(dict.fromkeys(filter(None, emojis)))[:MOST_EMOJIS]

    def representative(self, view: V, step: str, token: str) -> str:
        """Find the choice that stands for this one and for all that look and act like it."""
        return token

    def marks(
        self, view: V, before: Sequence[Part], step: str, tokens: Sequence[str]
    ) -> Sequence[Mark]:
        """List the choices at a step that a picture marks, named in reading order, given what was
        chosen before. The others are told by their labels alone."""
        return ()

    def tap_marks(
        self, view: V, before: Sequence[Part], step: str, tokens: Sequence[str]
    ) -> Sequence[Mark]:
        """List the choices at a step that lie in a picture to be tapped there, without names."""
        return [Mark("", mark.parts) for mark in self.marks(view, before, step, tokens)]

    def tap_label(self, words: Words, view: V, parts: Sequence[Part], tap: Tap) -> str:
        """Label a tap in full, for those who do not see the picture that marks it."""
        return " · ".join(filter(None, (tap.name, tap.label)))

    def marked_label(self, words: Words, step: str, token: str) -> str:
        """Return what follows the name of a marked choice in the label of its button."""
        return ""

    def regions(self, view: V, step: str, tokens: Sequence[str]) -> Sequence[Region]:
        """Divide the choices of a first step into regions, if they are too many for one page."""
        return ()

    def returned(self, seat: int, events: Sequence[Any]) -> int:
        """Count this seat's followers that come back in these events."""
        return 0

    def taps(
        self, words: Words, view: V, parts: Sequence[Part], question: Question, number: int
    ) -> TapPage | None:
        """Make the page of this number at a later question, where one tap can answer more than this
        question; None where each choice is a tap."""
        return None

    def offered(self, step: str, tokens: Sequence[str], chosen: str | None) -> Sequence[str]:
        """List the choices at a step that are offered where this one is chosen. The others are
        variants of them."""
        return tokens

    def variant(
        self, words: Words, step: str, tokens: Sequence[str], chosen: str
    ) -> Variant | None:
        """Find the other form of what is chosen at a step, if there is one."""
        return None

    def switched_off(self, step: str) -> str | None:
        """Find the choice at a step to which each other one, a switch beside Confirm, can be turned
        back; None where the choices are equal."""
        return None

    def combination(
        self, words: Words, view: V, answered: Sequence[ChosenStep]
    ) -> Combination | None:
        """Find the answers of a complete move that one button changes together."""
        return None

    def last_choice(self, words: Words, answered: Sequence[ChosenStep]) -> tuple[int, str] | None:
        """Find the piece of a move that is taken back as one: the number of parts before it, and
        its name; None if that is simply the last choice."""
        return None

    @abstractmethod
    def spell_out(self, words: Words, view: V, parts: Sequence[Part]) -> str:
        """Write a move, or its first steps, on one line: the parts in the order of the steps, in
        the words of the panel."""

    def describe_state(
        self, words: Words, view: V, parts: Sequence[Part], events: Sequence[Any]
    ) -> str:
        """Describe how far a move is that takes several choices, and what is left to do; `events`
        are known in advance of a complete one."""
        return self.spell_out(words, view, parts)

    def spell_briefly(self, words: Words, view: V, parts: Sequence[Part]) -> str:
        """Write the first steps of a move, as short as they can be typed."""
        return self.spell_out(words, view, parts)

    def in_notation(self, text: str) -> str:
        """Put each place of a typed text into notation, whatever people call it."""
        return text

    @abstractmethod
    def split_typed(self, view: V, text: str) -> tuple[str, ...]:
        """Split a typed move, in notation or as written by `spell_out`, into its words. A word for
        a choice that is not offered is replaced by its `representative`."""

    def kinds(self, words: Words, view: V) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """List the kinds that could be drawn next, grouped and numbered as in the picture of
        `supply`: the name of each group, and its kinds, each with a description."""
        return ()
