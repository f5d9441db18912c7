"""Choosing a move step by step: the questions that a game asks, and the walk along them.

A game asks one question after another, depending on what has been chosen so far, until the move is
complete. This way a move can be chosen from more moves than anybody could list.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import digits

# A step of a move by its name, and the token chosen there.
Part = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """Next choice in a move. Whatever is chosen, the move can be completed legally."""

    step: str
    choices: tuple[str, ...]
    default: str | None = None
    """The token that applies unless the player chooses otherwise; None where there is no
    default."""


def default_first(step: str, choices: Sequence[str]) -> Question:
    """Ask with the first choice as the default; each choice is listed once."""
    return Question(step, tuple(dict.fromkeys(choices)), choices[0])


# The next question after these parts; None when they make a complete move.
Ask = Callable[[Sequence[Part]], Question | None]


@dataclass(frozen=True, slots=True)
class ChosenStep:
    """A question, and what was chosen there or is the default."""

    question: Question
    token: str

    @property
    def part(self) -> Part:
        return self.question.step, self.token


@dataclass(frozen=True, slots=True)
class Walk:
    """Progress of choosing a move."""

    answered: tuple[ChosenStep, ...]
    open: Question | None
    """The next question; None when the move is complete."""

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(step.part for step in self.answered)


def walk(ask: Ask, wanted: Sequence[Part]) -> Walk:
    """Follows `wanted` and the defaults until neither answers the next question. A wanted part that
    is no longer a choice is skipped."""
    answered: list[ChosenStep] = []
    parts: tuple[Part, ...] = ()
    left = list(wanted)
    while (question := ask(parts)) is not None:
        token = _take_wanted(question, left) or question.default
        if token is None:
            break
        answered.append(ChosenStep(question, token))
        parts += ((question.step, token),)
    return Walk(tuple(answered), question)


def parts_from(ask: Ask, tokens: Sequence[str]) -> tuple[Part, ...] | None:
    """Find the parts chosen, from the tokens alone; None when one of them is not a choice there."""
    parts: list[Part] = []
    for token in tokens:
        question = ask(parts)
        if question is None or token not in question.choices:
            return None
        parts.append((question.step, token))
    return tuple(parts)


def final_parts(ask: Ask, parts: Sequence[Part], final_steps: Sequence[str]) -> tuple[Part, ...]:
    """Keep the parts up to the last one that cannot be taken back. What its player had no choice
    about is not such a part."""
    stay = 0
    for number, (step, _) in enumerate(parts if final_steps else ()):
        question = ask(parts[:number])
        if is_final(step, final_steps) and question is not None and question.default is None:
            stay = number + 1
    return tuple(parts[:stay])


def is_final(step: str, final_steps: Sequence[str]) -> bool:
    """True if a step such as `place2` is one of these, such as `place`."""
    return step.rstrip(digits) in final_steps


def _take_wanted(question: Question, left: list[Part]) -> str | None:
    """Take the next wanted token of this step, if it can be chosen; drop any wanted before it."""
    for number, (step, token) in enumerate(left):
        if step == question.step:
            del left[: number + 1]
            return token if token in question.choices else None
    return None
