"""Links of a choice: what the buttons of the panel and of the page of a seat lead to, written with
the tokens of the move. In the ids of the panel they are:

    2~knight@NNE~E5~r1      knight@NNE at question 2, after E5 and r1
    +1~E5~r1                page 1 of what is asked after E5 and r1
    -1~E5~r1                the same without the last choice, which is taken back
    4~r2~draft=17           r2 at question 4, after the choices of the draft with revision 17
    +0~tower~3,1~draft=17   these, and then tower and 3,1
    4~wall=tower~E5~r1      wall at question 4, and tower at the next
    tap=0.3~draft=17        tap 3 of page 0, where it answers too many questions to be written out
    4~r2~by=3a0             r2 at question 4, after choices 3, 10 and 0 of the first three questions

What was chosen stands there itself as long as it fits; then a link means the same for ever. A
draft is there to be replaced: a link to an earlier revision leads nowhere. Where nothing is stored,
choices that do not fit stand there by their numbers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_letters, digits

from engine.questions import Ask, ChosenStep, Part, Walk, parts_from, walk

# The separator. No token of any game contains it, nor the sign of what is no token, `=`.
BETWEEN = "~"
# The prefix of a page number.
MORE = "+"
# The prefix of how many choices are taken back.
BACK = "-"
# The separator of choices for questions one after the other.
AND = "="
# The signs for the number of a choice, one each. No question of a move that takes many choices has
# more of them.
NUMERALS = f"{digits}{ascii_letters}"
_DRAFT = re.compile("draft=([1-9][0-9]{0,8})")
_NUMBERS = re.compile("by=([0-9a-zA-Z]+)")
_TAP = re.compile("tap=([0-9]{1,3})[.]([0-9]{1,3})")
_OTHER = re.compile(f"([{MORE}{BACK}]?)([0-9]{{1,3}})")


@dataclass(frozen=True, slots=True)
class Change:
    """Choice for one question, or for several one after the other."""

    number: int
    """The index of the question, from 0."""
    token: str
    further: tuple[str, ...] = ()
    """Those for the next questions."""

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.token, *self.further


@dataclass(frozen=True, slots=True)
class Link:
    """Leads to a change, another page, some choices back, or what a tap chooses."""

    base: tuple[str, ...] = ()
    """The choices so far; those after the draft, if there is one."""
    change: Change | None = None
    page: int = 0
    back: int = 0
    """The number of last choices taken back."""
    tap: tuple[int, int] | None = None
    """A tap by its page, and its number there."""
    draft: int = 0
    """The revision of the draft; 0 for none."""
    numbers: str = ""
    """The numbers of the first choices, where they are too long to be written out."""

    @property
    def text(self) -> str:
        parts = [*self._destination, *self.base]
        if self.draft:
            parts.append(f"draft={self.draft}")
        if self.numbers:
            parts.append(f"by={self.numbers}")
        return BETWEEN.join(parts)

    @property
    def _destination(self) -> Sequence[str]:
        if self.change is not None:
            return str(self.change.number), AND.join(self.change.tokens)
        if self.tap is not None:
            page, number = self.tap
            return (f"tap={page}.{number}",)
        return (f"{BACK}{self.back}" if self.back else f"{MORE}{self.page}",)


def is_link(text: str) -> bool:
    """Tell a link from the notation of a whole move."""
    return BETWEEN in text


def parse_link(text: str) -> Link | None:
    """Read the link in a text; None if this version of the panel does not write such a link."""
    destination, *base = text.split(BETWEEN)
    if "" in base:  # as where earlier versions wrote the digest of a draft
        return None
    draft = _DRAFT.fullmatch(base[-1]) if base else None
    revision = 0
    if draft is not None:
        revision = int(draft[1])
        base.pop()
    by_numbers = _NUMBERS.fullmatch(base[-1]) if base else None
    numbers = ""
    if by_numbers is not None:
        numbers = by_numbers[1]
        base.pop()
    if tap := _TAP.fullmatch(destination):
        return Link(tuple(base), tap=(int(tap[1]), int(tap[2])), draft=revision, numbers=numbers)
    match = _OTHER.fullmatch(destination)
    if match is None:
        return None
    number = int(match[2])
    if destination.startswith(MORE):
        return Link(tuple(base), page=number, draft=revision, numbers=numbers)
    if destination.startswith(BACK):
        return Link(tuple(base), back=number, draft=revision, numbers=numbers)
    if not base:
        return None
    token, *further = base[0].split(AND)
    change = Change(number, token, tuple(further))
    return Link(tuple(base[1:]), change, draft=revision, numbers=numbers)


def follow_link(ask: Ask, link: Link) -> tuple[Part, ...] | None:
    """Find the parts that this link, with its base, leads to, before any tap; None if they cannot
    be chosen."""
    count = max(len(link.base) - link.back, 0)
    base = parts_from(ask, link.base[:count])
    if base is None or link.change is None:
        return base
    parts = walk(ask, base).parts
    number = link.change.number
    if number > len(parts):
        return None
    before = [token for _, token in parts[:number]]
    tokens = link.change.tokens
    changed_parts = parts_from(ask, [*before, *tokens])
    return None if changed_parts is None else (*changed_parts, *parts[number + len(tokens) :])


def tokens_of(walk: Walk) -> tuple[str, ...]:
    """List the choices made. Trailing defaults are left out, since they apply anyway."""
    answers = list(walk.answered)
    while answers and answers[-1].token == answers[-1].question.default:
        answers.pop()
    return tuple(answer.token for answer in answers)


def number_choices(answered: Sequence[ChosenStep]) -> str:
    """Write choices by their numbers; empty if there are not enough numerals for one of them."""
    numbers = [answer.question.choices.index(answer.token) for answer in answered]
    if any(number >= len(NUMERALS) for number in numbers):
        return ""
    return "".join(NUMERALS[number] for number in numbers)


def tokens_by_number(ask: Ask, numbers: str) -> tuple[str, ...] | None:
    """Find the choices with these numbers; None if there are no such choices."""
    parts: list[Part] = []
    for numeral in numbers:
        question = ask(parts)
        number = NUMERALS.index(numeral)
        if question is None or number >= len(question.choices):
            return None
        parts.append((question.step, question.choices[number]))
    return tuple(token for _, token in parts)
