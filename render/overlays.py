"""What can be laid over a board picture to point something out, each by its name.

To add one: a member of `Overlay`, and a function from the ground to what lies below and above the
pieces. What is true is found out in `findings`; here it is only shown.
"""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import assert_never

from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.moves import Spot
from engine.castle.notation import cell_name
from engine.castle.view import Feature
from engine.tiles.grid import Cell
from render.findings import Landing, dead_cells, landings, largest_empty_region
from render.ground import Ground
from render.palette import CREAM, GOLD, INK, SEATS
from render.scene import Badge, Box, Colour, Disc, Item, KeepPicture, Line, Point, Text, Tint
from render.segments import Piece, beyond, feature_at

NEUTRAL: Colour = (150, 146, 140)
NOTHING: Colour = (70, 62, 58)
LABEL = 0.4
SMALL = 0.3
"""How high words are, in cells."""
SCORED_AT_END: dict[str, str] = {
    "court": "court",
    "wall4": "path",
    "wall5": "tower",
    "wall6": "house",
    "wall7": "court",
}
"""The kind of feature behind an entry of the final scoring."""


class Overlay(StrEnum):
    LEGAL = "legal"
    """The cells where the drawn tile fits, with their names."""
    LEADS = "leads"
    """Who leads each feature that carries followers."""
    SCORED = "scored"
    """The features that the last turn completed, with their points."""
    DEAD = "dead"
    """The cells on which no tile that is left fits."""
    EMPTY = "empty"
    """The largest empty region, and whose keep would score it."""
    LANDING = "landing"
    """Where the next scoring of the player to act would stop, and the wall tiles there."""
    FINAL = "final"
    """What each feature gave at the end of the game."""


Items = list[Item]
Layers = tuple[Items, Items]
"""What lies below the pieces, and what lies above them."""


def overlay_items(ground: Ground, chosen: Collection[Overlay], events: Sequence[Event]) -> Layers:
    below: Items = []
    above: Items = []
    for overlay in Overlay:
        if overlay in chosen:
            under, over = _layers(ground, overlay, events)
            below += under
            above += over
    return below, above


def _layers(ground: Ground, overlay: Overlay, events: Sequence[Event]) -> Layers:
    match overlay:
        case Overlay.LEGAL:
            return legal(ground)
        case Overlay.LEADS:
            return leads(ground)
        case Overlay.SCORED:
            return scored(ground, events)
        case Overlay.DEAD:
            return dead(ground)
        case Overlay.EMPTY:
            return empty(ground)
        case Overlay.LANDING:
            return landing(ground)
        case Overlay.FINAL:
            return final(ground, events)
        case _:
            assert_never(overlay)


def legal(ground: Ground) -> Layers:
    free = (placement.cell for placement in ground.view.placements)
    cells = dict.fromkeys(cell for cell in free if cell not in ground.tiles)
    below: Items = []
    above: Items = []
    for cell in cells:
        below.append(
            Box(ground.rect(cell, 6), CREAM, ground.theme.accent, width=4, radius=12, opacity=0.72)
        )
        above.append(
            Text(
                cell_name(cell),
                ground.middle(cell),
                ground.scaled(LABEL + 0.06),
                INK,
                bold=True,
                align="middle",
            )
        )
    return below, above


def leads(ground: Ground) -> Layers:
    """Every feature with a follower in the colour of who leads it, or in grey when nobody does."""
    below: Items = []
    above: Items = []
    for feature in ground.view.features:
        if feature.followers:
            pieces = feature_at(ground.tiles, feature.followers[0].spot)
            colour = NEUTRAL if feature.leader is None else SEATS[feature.leader].main
            below += _tints(ground, pieces, colour, 0.54)
            above.append(_count(ground, feature))
    return below, above


def _tints(ground: Ground, pieces: Iterable[Piece], colour: Colour, opacity: float) -> Items:
    """Tints of the segments of a feature that lie within the wall."""
    inside = ground.view.catalogue.grid.numbers
    by_cell: dict[Cell, list[int]] = {}
    for cell, segment in sorted(pieces):
        if cell in inside:
            by_cell.setdefault(cell, []).append(segment)
    return [
        Tint(
            ground.turned(cell),
            tuple(segments),
            ground.layout.cell_origin(cell),
            ground.cell,
            colour,
            opacity,
        )
        for cell, segments in by_cell.items()
    ]


def _count(ground: Ground, feature: Feature) -> Badge:
    """How many followers each player has on a feature."""
    first, second = feature.counts
    x, y = ground.standing(feature.followers[0].spot)
    text = f"{first}–{second}" if first and second else str(first or second)
    at = (x + ground.scaled(0.26), y - ground.scaled(0.28))
    return _seat_badge(text, at, ground.scaled(SMALL), feature.leader)


def _seat_badge(text: str, at: Point, size: int, seat: int | None) -> Badge:
    """A badge in the colours of a seat, or of nobody."""
    if seat is None:
        return Badge(text, at, size, INK, NEUTRAL, CREAM)
    ink = INK if seat == 0 else CREAM
    return Badge(text, at, size, ink, SEATS[seat].main, ink)


def scored(ground: Ground, events: Sequence[Event]) -> Layers:
    below: Items = []
    above: Items = []
    taken: set[Cell] = set()
    for event in events:
        if isinstance(event, FeatureScored) and event.spot.cell in ground.tiles:
            pieces = feature_at(ground.tiles, event.spot)
            colour = NEUTRAL if event.seat is None else GOLD
            below += _tints(ground, pieces, colour, 0.6)
            cell = _central([cell for cell in event.cells if cell not in taken] or event.cells)
            taken.add(cell)
            at = ground.standing(_spot_on(pieces, ground, cell))
            above.append(_seat_badge(_points(event.points), at, ground.scaled(LABEL), event.seat))
    return below, above


def _spot_on(pieces: Iterable[Piece], ground: Ground, cell: Cell) -> Spot:
    segment = min(piece.segment for piece in pieces if piece.cell == cell)
    return Spot(cell, ground.tiles[cell].segments[segment].ports[0])


def _central(cells: Sequence[Cell]) -> Cell:
    """The cell nearest to the middle of all."""
    x = sum(cell[0] for cell in cells) / len(cells)
    y = sum(cell[1] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)


def dead(ground: Ground) -> Layers:
    below: Items = []
    for cell in dead_cells(ground.view):
        left, top, right, bottom = ground.rect(cell, ground.scaled(0.24))
        below.append(Box(ground.rect(cell, 3), NOTHING, radius=10, opacity=0.55))
        for points in (((left, top), (right, bottom)), ((left, bottom), (right, top))):
            below.append(Line(points, CREAM, ground.scaled(0.08)))
    return below, []


def empty(ground: Ground) -> Layers:
    region = largest_empty_region(ground.view)
    if not region.cells:
        return [], []
    seat = region.seat
    colour = NEUTRAL if seat is None else SEATS[seat].main
    below: Items = [Box(ground.rect(cell), colour, opacity=0.22) for cell in region.cells]
    below += _outline(ground, region.cells, colour)
    x, y = ground.middle(_central(region.cells))
    if seat is None:
        return below, [_seat_badge(str(region.counted), (x, y), ground.scaled(0.5), seat)]
    keep = KeepPicture(seat, (x, y - ground.scaled(0.14)), ground.scaled(0.74))
    at = (x, y + ground.scaled(0.34))
    return below, [keep, _seat_badge(str(region.counted), at, ground.scaled(0.44), seat)]


def _outline(ground: Ground, cells: Sequence[Cell], colour: Colour) -> Items:
    """Lines along the border of a region."""
    items: Items = []
    width = ground.scaled(0.08)
    for cell in cells:
        left, top, right, bottom = ground.rect(cell)
        bands = (
            (left, top, right, top + width),
            (right - width, top, right, bottom),
            (left, bottom - width, right, bottom),
            (left, top, left + width, bottom),
        )
        for side, band in enumerate(bands):
            if beyond(cell, side) not in cells:
                items.append(Box(band, colour))
    return items


def landing(ground: Ground) -> Layers:
    """A disc with the points on each space within reach, and a badge where a wall tile lies."""
    seat = ground.view.to_act
    if seat is None:
        return [], []
    above: Items = []
    towers: dict[int, list[Landing]] = {}
    for stop in landings(ground.view, seat):
        if stop.tower is not None:
            towers.setdefault(stop.tower, []).append(stop)
        else:
            above += _reached(ground, stop, seat)
    ring = ground.view.catalogue.wall.ring
    for tower, stops in towers.items():
        text = "/".join(str(stop.points) for stop in stops)
        at = ground.middle(ring[tower // 2])
        above.append(_seat_badge(text, at, ground.scaled(0.34), seat))
    return [], above


def _reached(ground: Ground, stop: Landing, seat: int) -> Items:
    colours, at = SEATS[seat], ground.layout.space_centre(stop.space)
    ink = INK if seat == 0 else CREAM
    return [
        Disc(at, ground.scaled(0.2), colours.light if seat == 0 else colours.main, ink, 2),
        Text(str(stop.points), at, ground.scaled(0.25), ink, bold=True, align="middle"),
    ]


def final(ground: Ground, events: Sequence[Event]) -> Layers:
    """The features that gave points at the end. The keep's region is an overlay of its own."""
    gave: dict[Feature, int] = {}
    for event in events:
        if isinstance(event, FinalScored) and event.what in SCORED_AT_END:
            feature = _scored_at_end(ground.view.features, event)
            gave[feature] = gave.get(feature, 0) + event.points
    below: Items = []
    above: Items = []
    for feature, points in gave.items():
        colour = SEATS[feature.leader or 0].main
        below += _tints(ground, feature_at(ground.tiles, feature.followers[0].spot), colour, 0.5)
        x, y = ground.standing(feature.followers[0].spot)
        at = (x + ground.scaled(0.2), y - ground.scaled(0.34))
        above.append(_seat_badge(_points(points), at, ground.scaled(LABEL), feature.leader))
    return below, above


def _scored_at_end(features: Sequence[Feature], event: FinalScored) -> Feature:
    return next(
        feature
        for feature in features
        if (feature.kind, feature.cells, feature.starts, feature.counts)
        == (SCORED_AT_END[event.what], event.cells, event.starts, event.followers)
        and event.count in (feature.marks, feature.tiles)
    )


def _points(points: int) -> str:
    return f"+{points}" if points else "0"
