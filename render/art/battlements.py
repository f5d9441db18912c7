"""The upper edge of a wall seen from the front."""

from render.art.geometry import Point


def battlements(
    ends: Point, top: float, deep: float, merlons: int, gap: float
) -> tuple[Point, ...]:
    """The corners of a row of merlons, from the left end to the right one. A gap is as wide as this
    many merlons."""
    left, right = ends
    wide = (right - left) / (merlons * (1 + gap) - gap)
    starts = [left + number * wide * (1 + gap) for number in range(merlons)]
    return tuple(
        corner
        for x in starts
        for corner in ((x, top + deep), (x, top), (x + wide, top), (x + wide, top + deep))
    )
