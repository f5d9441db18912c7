"""Badges in the colours of a seat, or of nobody."""

from render.picture.colours.palette import CREAM, INK, NEUTRAL, SEATS
from render.picture.scene import Badge, Colour, Point


def seat_colours(seat: int | None) -> tuple[Colour, Colour]:
    """The colour of a seat, or of nobody, and one that is visible on it and next to it."""
    if seat is None:
        return NEUTRAL, CREAM
    return SEATS[seat].main, SEATS[seat].ink


def seat_badge(text: str, at: Point, size: int, seat: int | None) -> Badge:
    """A badge in the colours of a seat, or of nobody."""
    colour, ink = seat_colours(seat)
    return Badge(text, at, size, INK if seat is None else ink, colour, ink)
