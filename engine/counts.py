"""A number for each seat, and sums of them."""

Counts = tuple[int, ...]


def add_to(counts: Counts, seat: int, by: int) -> Counts:
    """The counts with one seat's number changed."""
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


def add_counts(first: Counts, second: Counts) -> Counts:
    return tuple([one + other for one, other in zip(first, second, strict=True)])


def most(counts: Counts) -> tuple[int, ...]:
    """The seats with the greatest number, if it is not 0."""
    greatest = max(counts)
    return tuple([seat for seat, count in enumerate(counts) if count == greatest > 0])
