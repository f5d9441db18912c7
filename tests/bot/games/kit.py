"""Games to describe, whichever game it is: `PLAYED` has some of each, and turns in which more
happens than in any of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from bot.games.face import AnyTexts
from bot.locale import Words, words_of
from engine.questions import Part
from engine.rules import E, M, Rules, S, V

ENGLISH = words_of("en")
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil")
# As long as names can be: 32 characters, each escaped.
WIDE_NAMES = tuple(sign * 16 for sign in (r"\*\_", r"\~\|", r"\>\#", r"\-\+", r"\[\]"))


@dataclass(frozen=True)
class Ply(Generic[S, M, E, V]):
    """One move of a game."""

    rules: Rules[S, M, E, V]
    before: S
    parts: tuple[Part, ...]
    events: tuple[E, ...]

    @property
    def move(self) -> M:
        return self.rules.assemble(self.parts)

    @property
    def seats(self) -> int:
        return len(self.rules.scores(self.before))

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]

    @property
    def wide_names(self) -> tuple[str, ...]:
        return WIDE_NAMES[: self.seats]

    @property
    def seen(self) -> V:
        """What the player to act sees."""
        return self.rules.view(self.before, self.rules.to_act(self.before))

    @property
    def foreseen(self) -> tuple[E, ...]:
        """What is known in advance of the move."""
        return self.rules.known_in_advance(self.events)

    @property
    def after(self) -> S:
        seat = self.rules.to_act(self.before)
        assert seat is not None
        return self.rules.apply(self.before, seat, self.move)[0]


Played = tuple[Ply[S, M, E, V], ...]
AnyPly = Ply[Any, Any, Any, Any]


def play(
    rules: Rules[S, M, E, V], state: S, choose: Callable[[S], Sequence[Part]]
) -> Played[S, M, E, V]:
    """A game from a position on, to its end."""
    plies = list[Ply[S, M, E, V]]()
    while (seat := rules.to_act(state)) is not None:
        parts = tuple(choose(state))
        after, events = rules.apply(state, seat, rules.assemble(parts))
        plies.append(Ply(rules, state, parts, events))
        state = after
    return tuple(plies)


def describe_move(
    texts: AnyTexts, words: Words, names: Sequence[str], events: Sequence[Any]
) -> str:
    return "\n".join(texts.report(words, names, events).lines())


def paths(rules: Rules[S, M, E, V], state: S) -> Iterator[tuple[list[Part], str, Sequence[str]]]:
    """What can be chosen on one path through the questions for each first choice: the parts chosen
    before, the step, and its choices."""
    first = rules.question(state, ())
    assert first is not None
    yield [], first.step, first.choices
    for token in first.choices:
        chosen = [(first.step, token)]
        while (asked := rules.question(state, chosen)) is not None:
            yield list(chosen), asked.step, asked.choices
            chosen.append((asked.step, asked.choices[-1]))
