"""What may be lying face down on the corner towers."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple


class Wall(NamedTuple):
    chance: float
    kinds: dict[int, int]
    """Kinds by first space of the corner tower."""


def walls(wall: Mapping[int, int], found: Collection[int], unseen: Sequence[int]) -> Iterator[Wall]:
    """The wall for each way in which the wall tiles on the towers in `found` can be of the unseen
    kinds. The tiles on other towers do not matter."""
    ways = Counter(permutations(sorted(unseen), len(found)))
    for kinds, number in ways.items():
        yield Wall(number / ways.total(), {**wall, **dict(zip(found, kinds, strict=True))})
