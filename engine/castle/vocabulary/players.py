"""The two players: what each has at the start, and a number for each of them."""

FOLLOWERS = 6
"""R5: seven, of which one is the score marker."""

Pair = tuple[int, int]
"""A number for seat 0 and a number for seat 1."""


def changed(pair: Pair, seat: int, by: int) -> Pair:
    """The pair with one seat's number changed."""
    return (pair[0] + by, pair[1]) if seat == 0 else (pair[0], pair[1] + by)
