"""The overlay on the castle wall: where the next scoring would stop, and the wall tiles there."""

from render.board.badges import seat_badge, seat_colours
from render.castle.board.findings import Landing, landings
from render.castle.board.ground import Ground
from render.picture.colours.palette import CREAM, INK, SEATS
from render.picture.scene import Box, Disc, Items, Layers, Point, Text


def landing(ground: Ground) -> Layers:
    """A disc with the points on each space within reach. Every corner tower that still holds a wall
    tile is framed, those within reach in the colour of the player, with the points below."""
    seat = ground.view.to_act
    if seat is None:
        return [], []
    above: Items = []
    towers: dict[int, list[Landing]] = {tower: [] for tower in ground.view.towers}
    for stop in landings(ground.view, seat):
        if stop.tower is not None:
            towers[stop.tower].append(stop)
        else:
            above += _reached(ground, stop, seat)
    ring = ground.view.catalogue.wall.ring
    for tower, stops in towers.items():
        x, y = ground.middle(ring[tower // 2])
        above += _framed(ground, (x, y), seat if stops else None)
        if stops:
            text = "/".join(str(stop.points) for stop in stops)
            at = (x, y + ground.scaled(0.38))
            above.append(seat_badge(text, at, ground.scaled(0.34), seat))
    return [], above


def _framed(ground: Ground, middle: Point, seat: int | None) -> Items:
    """A frame around a wall tile on its tower."""
    colour, ink = seat_colours(seat) if seat is not None else (CREAM, INK)
    items: Items = []
    for stroke, reach, width in ((ink, 0.262, 0.06), (colour, 0.248, 0.035)):
        half = ground.scaled(reach)
        x, y = middle
        rect = (x - half, y - half, x + half, y + half)
        edge, radius = max(2, ground.scaled(width)), ground.scaled(0.08)
        items.append(Box(rect, outline=stroke, width=edge, radius=radius))
    return items


def _reached(ground: Ground, stop: Landing, seat: int) -> Items:
    colours, at = SEATS[seat], ground.layout.space_centre(stop.space)
    ink = colours.ink
    return [
        Disc(at, ground.scaled(0.2), colours.light if seat == 0 else colours.main, ink, 2),
        Text(str(stop.points), at, ground.scaled(0.25), ink, bold=True, align="middle"),
    ]
