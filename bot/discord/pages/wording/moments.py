"""Moments, told by each reader's Discord in their own time zone."""

from bot.process.clock import SECOND, Moment


def moment_text(moment: Moment, style: str = "R") -> str:
    """`R` is how long until then or since; the other styles are Discord's too."""
    return f"<t:{moment // SECOND}:{style}>"
