"""How long each frame of a replay is shown.

The opening runs faster, turns that score stay longer, and the last frame is held.
"""

from collections.abc import Sequence

OPENING = 0.3
"""The share of a game that counts as its opening."""
QUICK, NORMAL, SCORING, HELD = 260, 520, 950, 6000
"""How long a frame is shown, in milliseconds."""


def paced(scoring: Sequence[bool]) -> list[int]:
    """How long each position is shown, from whether points were scored there."""
    last = len(scoring) - 1
    found = []
    for number, scores in enumerate(scoring):
        if number == last:
            found.append(HELD)
        elif number < OPENING * last:
            found.append(NORMAL if scores else QUICK)
        else:
            found.append(SCORING if scores else NORMAL)
    return found
