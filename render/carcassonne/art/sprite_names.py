"""The names of Carcassonne's sprites, apart from those of its tiles."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FollowerSprite:
    """A farmer lies on its back, every other follower stands."""

    seat: int
    farmer: bool


@dataclass(frozen=True, slots=True)
class MarkerSprite:
    """A score marker. Its laps are how often the score has passed the end of the track; they are
    drawn the same from four on."""

    seat: int
    laps: int


@dataclass(frozen=True, slots=True)
class BackSprite:
    """The back of a tile."""


PieceSprite = FollowerSprite | MarkerSprite | BackSprite
