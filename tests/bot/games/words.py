"""The texts that every game needs for what the faces share, by the name of the game."""

from collections.abc import Iterable

from tests.texts import REFUSAL, Families


def shared_families(
    kind: str, reasons: Iterable[str], expected: Iterable[str], sources: Iterable[str]
) -> Families:
    """For refusals with these reasons, for what the notation expects, and for points from these
    sources."""
    refusals = (*(f"refusal.{reason}" for reason in reasons), "unreadable.at", "unreadable.whole")
    return {
        f"{kind}.*": [f"{refusal}.{part}" for refusal in refusals for part in REFUSAL],
        f"{kind}.expected.*": expected,
        f"{kind}.scored.*": (*sources, "line", "nothing"),
    }
