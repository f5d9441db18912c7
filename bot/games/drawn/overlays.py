"""Which overlays of a board apply at a stage of a game."""

from collections.abc import Collection, Sequence


def applying(
    overlays: Sequence[str],
    *,
    at_the_end: Collection[str],
    for_a_move: Collection[str],
    played_out: bool,
    ended_early: bool,
) -> Sequence[str]:
    """Those about the end only after a game that was played to its end, and those that help with a
    move only before the end."""
    elsewhere = {*(() if played_out else at_the_end)}
    if played_out or ended_early:
        elsewhere.update(for_a_move)
    return [overlay for overlay in overlays if overlay not in elsewhere]
