"""Links of the panel: what its buttons lead to, as encoded in their ids."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.questions import Ask, Part, Walk, walk

LONGEST_TOKEN = 12
"""The longest token written out in an id."""
LONGEST_LINK = 60
"""The longest link, including its prefix."""
BETWEEN = "~"
"""The separator, which no token of any game contains."""
MORE = "+"
"""The prefix of a page number."""
BACK = "-"
"""The prefix of how many choices are taken back."""
DIGEST = "#"
TWO = "!"
"""After the number of a question if the choice for the next question follows, too."""
PATH = "="
"""The sign of choices as a number."""
MOST_STEPS = 128
_PATH = re.compile(
    rf"{PATH}(?P<number>[A-Za-z0-9_-]{{1,{LONGEST_LINK}}}){PATH}(?P<check>[0-9a-f]{{6}})"
    rf"({PATH}(?P<draft>[0-9a-f]{{{LONGEST_TOKEN}}}))?"
)


@dataclass(frozen=True, slots=True)
class Change:
    """The choice for one question, and perhaps for the next one too."""

    number: int
    """The index of the question, from 0."""
    token: str
    then: str = ""
    """The choice for the next question; empty if that is left open."""

    @property
    def texts(self) -> tuple[str, ...]:
        if self.then:
            return f"{self.number}{TWO}", _short(self.token), _short(self.then)
        return str(self.number), _short(self.token)


@dataclass(frozen=True, slots=True)
class Link:
    """Leads to a change, another page, some choices back, or any number of choices further."""

    base: tuple[str, ...] = ()
    change: Change | None = None
    page: int = 0
    back: int = 0
    """The number of last choices taken back."""
    draft: str = ""
    """The digest of the draft that replaces a base."""
    path: str = ""
    """Choices after the base, as a number; then there is no change."""
    check: str = ""
    """The digest of all choices up to the end of the path."""

    @property
    def text(self) -> str:
        if self.change is not None:
            to = self.change.texts
        else:
            to = (f"{BACK}{self.back}" if self.back else f"{MORE}{self.page}",)
        base = ["", self.draft] if self.draft else map(_short, self.base)
        return BETWEEN.join([*to, *base])


def is_link(text: str) -> bool:
    """As opposed to the notation of a whole move."""
    return BETWEEN in text


def parse_link(text: str) -> Link | None:
    """The link in a text; None if no panel of ours can have written it."""
    if text.startswith(PATH):
        found = _PATH.fullmatch(text)
        if found is None:
            return None
        return Link(path=found["number"], check=found["check"], draft=found["draft"] or "")
    first, *rest = text.split(BETWEEN)
    page, back, change = 0, 0, None
    if first.startswith(MORE):
        page = _number(first.removeprefix(MORE))
    elif first.startswith(BACK):
        back = _number(first.removeprefix(BACK))
    else:
        two = first.endswith(TWO)
        if len(rest) <= two:
            return None
        change = Change(_number(first.removesuffix(TWO)), rest.pop(0), rest.pop(0) if two else "")
    if min(page, back, change.number if change else 0) < 0:
        return None
    draft = rest[1] if len(rest) == 2 and not rest[0] else ""
    return Link(() if draft else tuple(rest), change, page, back, draft)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1


def follow_link(ask: Ask, link: Link) -> tuple[Part, ...] | None:
    """The parts that this link, with its base, leads to; None if they cannot be chosen."""
    base = _choose(ask, (), link.base[: -link.back] if link.back else link.base)
    if base is not None and link.path:
        return _follow_path(ask, base, link)
    if base is None or link.change is None:
        return base
    parts, change = walk(ask, base).parts, link.change
    if change.number > len(parts):
        return None
    tokens = (change.token, change.then) if change.then else (change.token,)
    changed = _choose(ask, parts[: change.number], tokens)
    return None if changed is None else (*changed, *parts[len(changed) :])


Steps = Sequence[tuple[int, int]]
"""Choices as numbers: the index of each among the choices there were, and their count."""


def steps_to(ask: Ask, parts: Sequence[Part], known: Steps = ()) -> Steps:
    """These choices, of which the first are known as numbers already."""
    steps = [*known]
    for number in range(len(steps), len(parts)):
        question = ask(parts[:number])
        assert question is not None
        steps.append((question.choices.index(parts[number][1]), len(question.choices)))
    return steps


def link_ahead(
    ask: Ask, parts: Sequence[Part], base: Sequence[str] = (), *, known: Steps = ()
) -> str:
    """A link to these choices, however many, as a number: the index of each among the choices there
    are, in base their count. A digest tells whether the same questions are asked when it is
    followed. If that is too long, it leads on from a draft, whose tokens are the base."""
    steps, path = steps_to(ask, parts, known)[len(base) :], 0
    for index, count in reversed([(len(steps), MOST_STEPS), *steps]):
        path = path * count + index
    written = urlsafe_b64encode(path.to_bytes(path.bit_length() // 8 + 1, "big")).decode()
    link = f"{PATH}{written.rstrip('=')}{PATH}{_check(parts)}"
    return f"{link}{PATH}{digest(base)}" if base else link


def _follow_path(ask: Ask, base: Sequence[Part], link: Link) -> tuple[Part, ...] | None:
    try:
        path = int.from_bytes(urlsafe_b64decode(link.path + -len(link.path) % 4 * "="), "big")
    except ValueError:
        return None
    path, count = divmod(path, MOST_STEPS)
    parts = [*base]
    for _ in range(count):
        question = ask(parts)
        if question is None:
            return None
        path, index = divmod(path, len(question.choices))
        parts.append((question.step, question.choices[index]))
    return tuple(parts) if _check(parts) == link.check else None


def _check(parts: Sequence[Part]) -> str:
    return digest([token for _, token in parts])[:6]


def _choose(ask: Ask, parts: Sequence[Part], tokens: Sequence[str]) -> tuple[Part, ...] | None:
    """The parts with one more for each token, as it is written in an id."""
    chosen = list(parts)
    for written in tokens:
        question = ask(chosen)
        if question is None:
            return None
        token = next((one for one in question.choices if _short(one) == written), None)
        if written in question.choices:
            token = written
        if token is None:
            return None
        chosen.append((question.step, token))
    return tuple(chosen)


def tokens_of(found: Walk) -> tuple[str, ...]:
    """The choices made. Trailing defaults are left out, since they apply anyway."""
    answered = list(found.answered)
    while answered and answered[-1].token == answered[-1].question.default:
        answered.pop()
    return tuple(one.token for one in answered)


def is_short(rest: str) -> bool:
    return len(rest) <= LONGEST_LINK


def fits(base: Sequence[str], start: str, *, two: bool = False) -> bool:
    """True if every link from here is short enough; `two` if some answer two questions."""
    if 2 * len(base) > LONGEST_LINK:  # a sign and a separator for each
        return False
    token = LONGEST_TOKEN * "x"
    longest = Link(tuple(base), Change(99, token, token if two else ""))
    return not base or is_short(f"{start}{longest.text}")


def digest(tokens: Sequence[str]) -> str:
    return sha256(BETWEEN.join(tokens).encode()).hexdigest()[:LONGEST_TOKEN]


def _short(token: str) -> str:
    return token if len(token) <= LONGEST_TOKEN else f"{DIGEST}{digest([token])[1:]}"
