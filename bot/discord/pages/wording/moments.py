"""Moments, which Discord shows to each reader in their own time zone."""

from bot.process.clock import SECOND, Millis


def timestamp(moment: Millis, style: str = "R") -> str:
    """Style `R` is relative to now; the other styles are Discord's too."""
    return f"<t:{moment // SECOND}:{style}>"
