"""What can be laid over a board picture to point something out, by name."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from engine.castle.play.completed import plain_points
from engine.castle.play.final import MARKET
from engine.castle.play.scoring_order import stop_at
from engine.castle.seen.view import Feature, View
from engine.castle.vocabulary.events import Event, FeatureScored, FinalScored
from engine.castle.vocabulary.notation import cell_name
from engine.tiles.grid import Cell
from render.board.labels import (
    CLAIM,
    LABEL,
    SMALL,
    Labels,
    gained,
    labels_beside,
    points_badges,
    seat_badge,
    seat_colours,
)
from render.castle.art.sprites import KeepSprite
from render.castle.board.cells import CastleBoard, feature_at, standing
from render.locale import Words
from render.picture.palette import CREAM, INK, NEUTRAL, SEATS
from render.picture.scene import (
    Badge,
    Box,
    Colour,
    Disc,
    Items,
    Layers,
    Point,
    SpritePicture,
    Text,
    stacked,
)
from render.tiles.board.features import beyond
from render.tiles.board.marking import (
    central,
    crossed_out,
    marked,
    offered,
    opened,
    piece_on,
    tinted,
)

REACH = 20
"""The most points that one scoring can be expected to give."""


def missing_cells(feature: Feature) -> frozenset[Cell]:
    """The empty cells that a feature faces."""
    return frozenset(beyond(spot.cell, spot.port // 3) for spot in feature.open)


def unfinished_features(view: View) -> tuple[Feature, ...]:
    """The features that can still be completed: no courts, no start spaces on their own (R12)."""
    return tuple(
        feature
        for feature in view.features
        if feature.kind != "court" and feature.cells and feature.open
    )


def points_complete(feature: Feature) -> int:
    """What a path, tower or house would give at least once complete, without wall tiles (R14). A
    path goes on into each cell that it lacks (R8), while towers and houses may end there. What is
    not complete gives nothing at the end."""
    more = len(missing_cells(feature)) if feature.kind == "path" else 0
    return plain_points(feature.kind, feature.tiles + more, feature.marks)


def court_points(court: Feature) -> int:
    """What a court would give if the game ended now (R24)."""
    return MARKET * court.marks


@dataclass(frozen=True, slots=True)
class Landing:
    """Where the marker would stop after this many points, and the corner tower whose wall tile it
    would collect there."""

    points: int
    space: int
    tower: int | None


def in_reach(view: View) -> list[Landing]:
    """Where one scoring of the player to act would collect a wall tile."""
    if view.to_act is None:
        return []
    return [stop for stop in landings(view, view.to_act) if stop.tower is not None]


def landings(view: View, seat: int, points: Sequence[int] = range(1, REACH + 1)) -> list[Landing]:
    """Where one scoring of each of these amounts would lead this seat (R18)."""
    wall, score = view.catalogue.wall, view.scores[seat]
    return [Landing(gain, *stop_at(wall, view.towers, score + gain)) for gain in points]


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
    """Who leads each feature that carries followers, what it is worth and how far along it is."""
    OPEN = "open"
    """Where the features that can be completed are open, and how many cells each still needs."""
    SCORED = "scored"
    """The features that the last turn completed, with their points."""
    DEAD = "dead"
    """The cells where no remaining tile fits."""
    EMPTY = "empty"
    """The largest empty region, and whose keep would score it."""
    LANDING = "landing"
    """Where the next scoring of the player to act would stop, and the wall tiles there."""
    FINAL = "final"
    """What each feature gave at the end of the game."""


def overlay_items(
    ground: CastleBoard, chosen: Collection[Overlay], events: Sequence[Event], words: Words
) -> Layers:
    return stacked(
        _layers(ground, overlay, events, words) for overlay in Overlay if overlay in chosen
    )


def _layers(ground: CastleBoard, overlay: Overlay, events: Sequence[Event], words: Words) -> Layers:
    match overlay:
        case Overlay.LEGAL:
            return legal(ground)
        case Overlay.LEADS:
            return leads(ground, words)
        case Overlay.OPEN:
            return unfinished(ground)
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


def legend_lines(
    view: View, events: Sequence[Event], chosen: Collection[Overlay], words: Words
) -> list[str]:
    """A line for each of these overlays that shows something, to say how it is read."""
    return [
        words(f"castle.legend.{overlay}")
        for overlay in Overlay
        if overlay in chosen and not shows_nothing(view, events, overlay)
    ]


def shows_nothing(view: View, events: Sequence[Event], overlay: Overlay) -> bool:
    """Whether an overlay would add nothing to a board. Found without drawing any of it, since alt
    texts are made where nothing can wait for shapes."""
    match overlay:
        case Overlay.LEGAL:
            return not view.placements
        case Overlay.LEADS:
            return not any(feature.followers for feature in view.features)
        case Overlay.OPEN:
            return not unfinished_features(view)
        case Overlay.SCORED:
            return not any(isinstance(event, FeatureScored) for event in events)
        case Overlay.DEAD:
            return not view.dead
        case Overlay.EMPTY:
            return not view.empty.cells
        case Overlay.LANDING:
            return view.to_act is None
        case Overlay.FINAL:
            scored_at_end = (event for event in events if isinstance(event, FinalScored))
            return not any(event.what in SCORED_AT_END for event in scored_at_end)
        case _:
            assert_never(overlay)


def legal(ground: CastleBoard) -> Layers:
    free = (placement.cell for placement in ground.view.placements)
    cells = dict.fromkeys(cell for cell in free if cell not in ground.tiles)
    return offered(ground, ((cell, cell_name(cell)) for cell in cells), LABEL + 0.06)


def leads(ground: CastleBoard, words: Words) -> Layers:
    """Every feature with followers on its own: whose it is, its kind, what it is worth, and how far
    it is from complete."""
    below: Items = []
    above: Items = []
    labels = _labels_beside_followers(ground)
    for feature in ground.view.features:
        if not feature.followers:
            continue
        spots = [follower.spot for follower in feature.followers]
        pieces = feature_at(ground.tiles, spots[0])
        below += marked(ground, pieces, feature.leader, 0.4)
        near = [standing(ground, spot) for spot in spots]
        near += [ground.standing(piece_on(pieces, cell)) for cell in feature.cells]
        lines, size = _claim(words, feature), ground.sized(CLAIM)
        above += labels.badges_beside(lines, near, size, [feature.leader] * len(lines))
    return below, above


def _labels_beside_followers(ground: CastleBoard) -> Labels:
    followers = (one for feature in ground.view.features for one in feature.followers)
    return labels_beside(ground, (standing(ground, one.spot) for one in followers))


def _claim(words: Words, feature: Feature) -> list[str]:
    """How many cells a feature lacks, and what it would give at least with those; or what a court
    would give as it is."""
    kind, missing = words(f"castle.kind.{feature.kind}"), len(missing_cells(feature))
    if feature.kind == "court":
        worth = words("castle.picture.worth", kind=kind, points=court_points(feature))
        return [worth, openness(words, feature)]
    complete = points_complete(feature)
    return [kind, words("castle.picture.lacking", count=missing, points=complete)]


def openness(words: Words, feature: Feature) -> str:
    """How many cells a feature is open to."""
    missing = len(missing_cells(feature))
    if not missing:
        return words("castle.picture.closed")
    return words("castle.picture.open", count=missing)


def unfinished(ground: CastleBoard) -> Layers:
    """A bar on each side where a feature is open, and on the feature the cells it needs."""
    below: Items = []
    above: Items = []
    badges: Items = []
    labels = _labels_beside_followers(ground)
    for feature in unfinished_features(ground.view):
        colour, ink = seat_colours(feature.leader) if feature.followers else (CREAM, INK)
        pieces = feature_at(ground.tiles, feature.open[0])
        below += tinted(ground, pieces, colour, 0.3)
        above += opened(ground, feature.open, colour, ink)
        cells = sorted(feature.cells, key=lambda cell: cell != central(feature.cells))
        near = [ground.standing(piece_on(pieces, cell)) for cell in cells]
        missing, size = str(len(missing_cells(feature))), ground.sized(SMALL)
        badges.append(Badge(missing, labels.upon(missing, near, size), size, ink, colour, ink))
    return below, above + badges


def scored(ground: CastleBoard, events: Sequence[Event]) -> Layers:
    below: Items = []
    above: Items = []
    labels, size = Labels(ground), ground.sized(LABEL)
    if ground.zoom > 1:
        labels.keep_clear(ground.middle(ground.view.laid[-1].cell), 1)
    taken: set[Cell] = set()
    for event in events:
        if isinstance(event, FeatureScored) and event.spot.cell in ground.tiles:
            pieces = feature_at(ground.tiles, event.spot)
            below += marked(ground, pieces, event.seat, 0.36)
            cell = central([cell for cell in event.cells if cell not in taken] or event.cells)
            taken.add(cell)
            at = ground.standing(piece_on(pieces, cell))
            seats = () if event.seat is None else (event.seat,)
            above += points_badges(labels, at, size, seats, event.points)
    return below, above


def dead(ground: CastleBoard) -> Layers:
    return [*crossed_out(ground, ground.view.dead)], []


def final(ground: CastleBoard, events: Sequence[Event]) -> Layers:
    """The features that gave points at the end. The keep's region is a separate overlay."""
    gave: dict[Feature, int] = {}
    for event in events:
        if isinstance(event, FinalScored) and event.what in SCORED_AT_END:
            feature = _scored_at_end(ground.view.features, event)
            gave[feature] = gave.get(feature, 0) + event.points
    below: Items = []
    above: Items = []
    labels, size = Labels(ground), ground.sized(LABEL)
    for feature, points in gave.items():
        colour = SEATS[feature.leader or 0].main
        below += tinted(ground, feature_at(ground.tiles, feature.followers[0].spot), colour, 0.5)
        x, y = standing(ground, feature.followers[0].spot)
        near, told = (x + ground.scaled(0.2), y - ground.scaled(0.34)), gained(points)
        at = labels.upon(told, [near], size)
        above.append(seat_badge(told, at, size, feature.leader))
    return below, above


def _scored_at_end(features: Sequence[Feature], event: FinalScored) -> Feature:
    return next(
        feature
        for feature in features
        if (feature.kind, feature.cells, feature.starts, feature.counts)
        == (SCORED_AT_END[event.what], event.cells, event.starts, event.followers)
        and event.count in (feature.marks, feature.tiles)
    )


def empty(ground: CastleBoard) -> Layers:
    region = ground.view.empty
    if not region.cells:
        return [], []
    seat = region.seat
    colour = NEUTRAL if seat is None else SEATS[seat].main
    below: Items = [Box(ground.rect(cell), colour, opacity=0.22) for cell in region.cells]
    below += _outline(ground, region.cells, colour)
    x, y = ground.middle(central(region.cells))
    if seat is None:
        return below, [seat_badge(str(region.counted), (x, y), ground.scaled(0.5), seat)]
    above = (x, y - ground.scaled(0.14))
    keep = SpritePicture(KeepSprite(seat), above, ground.scaled(0.74))
    at = (x, y + ground.scaled(0.34))
    return below, [keep, seat_badge(str(region.counted), at, ground.scaled(0.44), seat)]


def _outline(ground: CastleBoard, cells: Sequence[Cell], colour: Colour) -> Items:
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


def landing(ground: CastleBoard) -> Layers:
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


def _framed(ground: CastleBoard, middle: Point, seat: int | None) -> Items:
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


def _reached(ground: CastleBoard, stop: Landing, seat: int) -> Items:
    colours, at = SEATS[seat], ground.layout.space_centre(stop.space)
    ink = colours.ink
    return [
        Disc(at, ground.scaled(0.2), colours.light if seat == 0 else colours.main, ink, 2),
        Text(str(stop.points), at, ground.scaled(0.25), ink, bold=True, align="middle"),
    ]
