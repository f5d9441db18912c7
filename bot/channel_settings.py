"""How a channel is set: who may open, cancel and end games in it, and its language.

Owns the settings' names and values. Who is a moderator is Discord's to say.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from bot.actions import Right

Who = Literal["everyone", "players", "moderators"]

POSSIBLE: Mapping[str, tuple[Who, ...]] = {
    "start": ("everyone", "moderators"),
    "cancel": ("everyone", "players", "moderators"),
    "end": ("everyone", "players", "moderators"),
}
"""Who can be given each right. A game that is not open yet has no players."""


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    start: Who = "everyone"
    """Who may open a game."""
    cancel: Who = "players"
    """Who may cancel a lobby, besides its opener."""
    end: Who = "moderators"
    """Who may end a game that runs, without a winner."""
    language: str = "en"

    def __post_init__(self) -> None:
        for right, possible in POSSIBLE.items():
            if getattr(self, right) not in possible:
                expected = ", ".join(possible)
                raise ValueError(f"{right}: expected {expected}, got {getattr(self, right)!r}")


def rights(settings: ChannelSettings, moderator: bool, player: bool) -> frozenset[Right]:
    """What somebody may do: a moderator everything; `player` is said of the game in question."""

    def may(right: Right) -> bool:
        who = getattr(settings, right)
        return moderator or who == "everyone" or (who == "players" and player)

    return frozenset(right for right in get_args(Right) if may(right))


def to_stored(settings: ChannelSettings) -> Mapping[str, str]:
    return asdict(settings)


def from_stored(stored: Mapping[str, str]) -> ChannelSettings:
    """What was stored; the default for what was not, or has a value that is not known here."""
    known: dict[str, Any] = {
        name: value
        for name, value in stored.items()
        if name == "language" or value in POSSIBLE.get(name, ())
    }
    return ChannelSettings(**known)
