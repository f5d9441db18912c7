"""The players: what each has at the start, and a number for each of them."""

FOLLOWERS = 7
"""C1: eight, one of which is the score marker."""

SEATS = (2, 3, 4, 5)
"""C1: how many can play, the usual number first."""

Counts = tuple[int, ...]
"""A number for each seat."""


def changed(counts: Counts, seat: int, by: int) -> Counts:
    """The counts with one seat's number changed."""
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


def added(first: Counts, second: Counts) -> Counts:
    return tuple([one + other for one, other in zip(first, second, strict=True)])


def most(counts: Counts) -> tuple[int, ...]:
    """C12: the seats with the greatest number, if it is not 0."""
    greatest = max(counts)
    return tuple([seat for seat, count in enumerate(counts) if count == greatest > 0])
