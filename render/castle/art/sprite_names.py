"""The names of The Castle's sprites, apart from those of its tiles."""

from dataclasses import dataclass

from engine.castle.vocabulary.moves import Role
from render.picture.scene import Rect, ThemeName


@dataclass(frozen=True, slots=True)
class FollowerSprite:
    seat: int
    role: Role


@dataclass(frozen=True, slots=True)
class KeepSprite:
    seat: int


@dataclass(frozen=True, slots=True)
class MarkerSprite:
    """A score marker; it is lapped when the score is past 99."""

    seat: int
    lapped: bool


@dataclass(frozen=True, slots=True)
class WallTileSprite:
    """A wall tile lying face up, or face down when its kind is None."""

    kind: int | None


PieceSprite = FollowerSprite | KeepSprite | MarkerSprite | WallTileSprite


@dataclass(frozen=True, slots=True)
class BoardSprite:
    """The castle wall, the start spaces and the bare ground; all of it, or only a part of the board
    where the whole would be huge."""

    theme: ThemeName
    part: Rect | None = None
