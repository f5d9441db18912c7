"""Refusals in words: always what went wrong, and what to do next.

Every refusal has two texts, `<key>.why` and `<key>.next`, so that none can be added that leaves a
player stuck.
"""

from dataclasses import dataclass

from bot.locale import Words


@dataclass(frozen=True, slots=True)
class Refusal:
    why: str
    next: str
    """The way out: a thing to do instead, or from here."""

    def __str__(self) -> str:
        return f"{self.why} {self.next}"


def refusal(words: Words, key: str, **facts: object) -> Refusal:
    return Refusal(words(f"{key}.why", **facts), words(f"{key}.next", **facts))
