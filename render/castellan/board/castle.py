"""The castle as it is: walls, towers above them, and how pieces are pointed out."""

from collections.abc import Sequence

from engine.castellan.vocabulary.pieces import Heading, Piece
from render.board.badges import seat_colours
from render.castellan.art.sprite_names import TOWER_LOOKS, WALL_LOOKS, TowerSprite, WallSprite
from render.castellan.board.ground import Ground
from render.castellan.board.meadow import look_at
from render.picture.colours.palette import CREAM, INK
from render.picture.scene import Box, Colour, Disc, Items, Name, SpritePicture

WALL, TOWER = 0.14, 0.25
"""How far a wall extends to both sides of its line, and a tower around its point, in stretches."""
RIM = 0.085
"""How wide the rim around a piece is."""
OPEN_END, OPEN = 0.13, 0.5
"""How large the mark of an open wall end is, and how visible."""
GHOST = 0.55
"""How visible a piece is that could stand somewhere."""


def castle(ground: Ground, outlined: Sequence[Piece], seat: int | None) -> Items:
    """Every piece; some with a rim in the colour of a seat."""
    walls = sorted(ground.plan.walls, key=_from_the_north)
    towers = sorted((Piece("tower", at) for at in ground.plan.towers), key=_from_the_north)
    colour, _ = seat_colours(seat)
    rimmed = set(outlined)
    items: Items = [rim(ground, piece, colour) for piece in outlined if piece.kind != "tower"]
    items += [drawn(ground, wall) for wall in walls]
    for tower in towers:
        if tower in rimmed:
            items.append(rim(ground, tower, colour))
        items.append(drawn(ground, tower))
    return items


def _from_the_north(piece: Piece) -> tuple[int, int, Heading]:
    x, y = piece.at
    return -y, x, piece.heading


def drawn(ground: Ground, piece: Piece, opacity: float = 1.0) -> SpritePicture:
    return SpritePicture(_sprite(piece), ground.middle(piece), ground.layout.stretch, opacity)


def _sprite(piece: Piece) -> Name:
    if piece.kind == "tower":
        return TowerSprite(look_at(*piece.at, TOWER_LOOKS))
    return WallSprite(piece.kind, piece.heading, look_at(*piece.at, WALL_LOOKS))


def rim(ground: Ground, piece: Piece, colour: Colour) -> Box | Disc:
    """A plate that is a little larger than a piece, to lie below it."""
    layout, edge = ground.layout, max(1, ground.scaled(0.02))
    if piece.kind == "tower":
        return Disc(ground.middle(piece), ground.scaled(TOWER + RIM), colour, INK, edge)
    wide, end = WALL + RIM, RIM
    (x, y), (u, v) = piece.at, piece.to
    dx, dy = (end, wide) if piece.heading == "E" else (wide, end)
    rect = (*layout.at(x - dx, v + dy), *layout.at(u + dx, y - dy))
    return Box(rect, colour, INK, edge, ground.scaled(0.1))


def open_ends(ground: Ground) -> Items:
    """A ring on every point where walls end without a tower."""
    radius, width = ground.scaled(OPEN_END), max(2, ground.scaled(0.045))
    return [
        Disc(ground.layout.at(*at), radius, INK, CREAM, width, OPEN)
        for at in sorted(ground.plan.open_ends)
    ]
