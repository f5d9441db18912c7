"""Points and boxes, in whatever unit a drawing uses."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def around(x: float, y: float, wide: float, high: float | None = None) -> Box:
    """The box around a point, this far to each side of it."""
    high = wide if high is None else high
    return x - wide, y - high, x + wide, y + high
