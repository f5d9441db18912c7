"""Moments, which Discord shows to each reader in their own time zone."""

from bot.process.clock import SECOND, Moment


def moment_text(moment: Moment, style: str = "R") -> str:
    """Style `R` is relative to now; the other styles are Discord's too."""
    return f"<t:{moment // SECOND}:{style}>"
