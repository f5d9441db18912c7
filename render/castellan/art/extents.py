"""How wide and high each sprite is, relative to its size, which is one stretch or its height."""

from engine.castellan.vocabulary.pieces import LONG, Kind
from render.art.geometry import Point
from render.castellan.art.sprite_names import (
    CardBack,
    CardFace,
    ExtraCardIcon,
    KeepSprite,
    MeadowSprite,
    PieceIcon,
    TowerSprite,
    WallSprite,
    YardSprite,
)
from render.picture.scene import Name, Size

WALL, TOWER = 0.6, 0.8
"""How broad a wall and a tower are including their shadows."""
KEEP, DOUBLE_KEEP = 0.56, 0.74
ICONS: dict[Kind, float] = {"tower": 0.76, "short": 1.2, "long": 2.6}
EXTRA_CARD = 0.86
CARD = 5 / 7


def proportions(name: Name) -> Point:
    """Its width and its height."""
    match name:
        case WallSprite(kind, heading):
            length = LONG if kind == "long" else 1
            return (length, WALL) if heading == "E" else (WALL, length)
        case TowerSprite():
            return TOWER, TOWER
        case KeepSprite(double=double):
            return (DOUBLE_KEEP, DOUBLE_KEEP) if double else (KEEP, KEEP)
        case MeadowSprite() | YardSprite():
            return 1.0, 1.0
        case PieceIcon(kind):
            return ICONS[kind], 1.0
        case ExtraCardIcon():
            return EXTRA_CARD, 1.0
        case CardBack() | CardFace():
            return CARD, 1.0
        case _:
            raise KeyError(name)


def extent(name: Name, size: int) -> Size:
    """In pixels."""
    wide, high = proportions(name)
    return max(1, round(wide * size)), max(1, round(high * size))
