"""People of a simulated year: who they are, how fast they answer, what they tend to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import get_args

from bot.match.actions import Actor, Right

HOUR = 3600.0
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Character:
    name: str
    pace: float
    """The median time in seconds that they let others wait."""
    vanish_chance: float = 0.01
    """The probability that they vanish for days or weeks, each time they are called."""
    inclinations: Mapping[str, float] = field(default_factory=dict)
    """The factor by which they do something more often than others, by the deed's name."""
    moderates: bool = False


CHARACTERS = (
    Character("quick", 120, inclinations={"play twice": 3, "play two moves": 3}),
    Character("daily", 4 * HOUR),
    Character("evening", 10 * HOUR, inclinations={"look": 3, "take back": 2}),
    Character("slow", 24 * HOUR, 0.03),
    Character("fickle", 1 * HOUR, inclinations={"take back": 8, "offer end": 10, "resign": 8}),
    Character("silent", 6 * HOUR, inclinations={"accept": 0, "refuse": 0, "decline": 0}),
    Character("vanishing", 3 * HOUR, 0.06),
    Character("moderator", 2 * HOUR, inclinations={"claim": 3}, moderates=True),
)


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    character: Character

    def actor(self, name: str) -> Actor:
        rights: frozenset[Right] = frozenset({"start"})
        if self.character.moderates:
            rights = frozenset(get_args(Right))
        return Actor(name, self.id, f"{self.character.name} {self.id}", rights)

    def answer_delay(self, chance: Random) -> float:
        """Choose the seconds that pass until they answer a call."""
        if chance.random() < self.character.vanish_chance:
            return chance.uniform(4, 30) * DAY
        return self.character.pace * chance.lognormvariate(0, 0.8)


@dataclass(frozen=True, slots=True)
class SoakChannel:
    """A channel, or a thread of one."""

    id: int
    guild: int
    parent: int | None = None


def make_people(count: int) -> Sequence[Person]:
    return [Person(1001 + number, CHARACTERS[number % len(CHARACTERS)]) for number in range(count)]


def make_channels(count: int, guilds: int = 3) -> Sequence[SoakChannel]:
    """Make channels, of which every fourth is a thread of the one before it."""
    return [
        SoakChannel(
            5001 + number, 1 + number // 4 % guilds, 5001 + number - 1 if number % 4 == 3 else None
        )
        for number in range(count)
    ]
