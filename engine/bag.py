"""Orders shuffled from a secret seed, the engine's only randomness, and the commitment to them.

The shuffle is Fisher-Yates over a SHA-256 counter, so that the same seed gives the same order on
every machine and in every programming language, forever.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def shuffle(items: Sequence[T], seed: str, purpose: str) -> tuple[T, ...]:
    """Put items in the order that the seed gives for this purpose."""
    order = list(items)
    numbers = _numbers(seed, purpose)
    for last in range(len(order) - 1, 0, -1):
        other = next(numbers) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draw_lot(choices: int, seed: str, purpose: str) -> int:
    """One of the numbers below `choices`."""
    return next(_numbers(seed, purpose)) % choices


def commitment(seed: str, order: str) -> str:
    """A hash of the complete shuffled order, salted with the secret seed."""
    return sha256(f"{seed}\n{order}\n".encode()).hexdigest()


def _numbers(seed: str, purpose: str) -> Iterator[int]:
    count = 0
    while True:
        yield int.from_bytes(sha256(f"{seed}/{purpose}/{count}".encode()).digest(), "big")
        count += 1
