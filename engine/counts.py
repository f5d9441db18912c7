"""A number for each seat, and sums of them."""

Counts = tuple[int, ...]
# In a game for two.
Pair = tuple[int, int]


def add_to(counts: Counts, seat: int, by: int) -> Counts:
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


def add_counts(first: Counts, second: Counts) -> Counts:
    return tuple([count + other for count, other in zip(first, second, strict=True)])


def most(counts: Counts) -> tuple[int, ...]:
    """Find the seats with the greatest number, if it is not 0."""
    greatest = max(counts)
    return tuple([seat for seat, count in enumerate(counts) if count == greatest > 0])


def add_to_pair(pair: Pair, seat: int, by: int) -> Pair:
    return (pair[0] + by, pair[1]) if seat == 0 else (pair[0], pair[1] + by)
