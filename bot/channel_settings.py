"""How a channel is set: who may open, cancel and end games in it, its language, and whether a live
board stands in it.

Owns the settings' names and values. Who is a moderator is Discord's to say.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from bot.actions import Right

Who = Literal["everyone", "players", "moderators"]
Switch = Literal["off", "on"]

POSSIBLE: Mapping[str, tuple[Who, ...]] = {
    "start": ("everyone", "moderators"),
    "cancel": ("everyone", "players", "moderators"),
    "end": ("everyone", "players", "moderators"),
}
"""Who can be given each right. A game that is not open yet has no players."""
SWITCHED: tuple[Switch, ...] = get_args(Switch)
VALUES: Mapping[str, tuple[str, ...]] = {**POSSIBLE, "live": SWITCHED}
"""What each setting can be; a language is known elsewhere."""


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    start: Who = "everyone"
    """Who may open a game."""
    cancel: Who = "players"
    """Who may cancel a lobby, besides its opener."""
    end: Who = "moderators"
    """Who may end a game that runs, without a winner."""
    language: str = "en"
    live: Switch = "off"
    """Whether each game has one post that always shows its board."""

    def __post_init__(self) -> None:
        for name, possible in VALUES.items():
            if getattr(self, name) not in possible:
                expected = ", ".join(possible)
                raise ValueError(f"{name}: expected {expected}, got {getattr(self, name)!r}")


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
        if name == "language" or value in VALUES.get(name, ())
    }
    return ChannelSettings(**known)
