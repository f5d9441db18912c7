"""Overlays of a board picture, which point something out, by name.

To add an overlay: a member of `Overlay`, and in `OVERLAYS` a function from the board to what lies
below and above the pieces, and when it shows nothing. Its words are in
`render/locale/*/castle.toml` (`overlay`, `legend`, `alt.nothing`), and what it adds for people who
cannot see it is in `render/castle/alt_text.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.moves import cell_name
from engine.castle.scoring import MARKET, plain_points
from engine.castle.track import stop_at
from engine.castle.view import Feature, View
from engine.tiles.grid import Cell
from render.board.labels import (
    FOLLOWER,
    LABEL,
    Labels,
    labels_beside,
    seat_badge,
    seat_colours,
)
from render.board.overlays import Legend, OverlayLooks, Overlays
from render.castle.art.spots import market_spots
from render.castle.art.sprites import KeepSprite
from render.castle.board.cells import COURT, CastleBoard, feature_at, follower_point, keep_points
from render.locale import Words
from render.picture.palette import CREAM, INK, NEUTRAL, SEATS
from render.picture.scene import Box, Disc, Items, Layers, SpritePicture, Text
from render.tiles.board import marking
from render.tiles.board.features import beyond

# The kind of feature behind an entry of the final scoring.
SCORED_AT_END: dict[str, str] = {
    "court": "court",
    "wall4": "path",
    "wall5": "tower",
    "wall6": "house",
    "wall7": "court",
}
# The distance around the middle of a stall that labels keep off, in cells.
STALL = 0.11
# The most points that one scoring can be expected to give.
REACH = 20


class Overlay(StrEnum):
    LEGAL = "legal"
    """The cells where the drawn tile fits, with their names."""
    LEADS = "leads"
    """Who leads each feature that carries followers, what it is worth and how far along it is."""
    OPEN = "open"
    """The openings of the features that can be completed, and how many cells each still needs."""
    SCORED = "scored"
    """The features that the last turn completed, with their points."""
    DEAD = "dead"
    """The cells where no remaining tile fits."""
    EMPTY = "empty"
    """The largest empty region, and whose keep would score it."""
    LANDING = "landing"
    """The spaces at which the next scoring of the player to act would stop, and the wall tiles
    there."""
    FINAL = "final"
    """The points of each feature at the end of the game."""


def scored_at_end(events: Sequence[Event]) -> list[FinalScored]:
    """List the scorings of features at the end of the game."""
    scored = (event for event in events if isinstance(event, FinalScored))
    return [event for event in scored if event.what in SCORED_AT_END]


def missing_cells(feature: Feature) -> frozenset[Cell]:
    """List the empty cells that a feature faces."""
    return frozenset(beyond(spot.cell, spot.port // 3) for spot in feature.open)


def unfinished_features(view: View) -> tuple[Feature, ...]:
    """List the features that can still be completed: no courts, no start spaces on their own
    (R12)."""
    return tuple(
        feature
        for feature in view.features
        if feature.kind != "court" and feature.cells and feature.open
    )


def occupied_features(view: View) -> tuple[Feature, ...]:
    return tuple(feature for feature in view.features if feature.followers)


def points_complete(feature: Feature) -> int:
    """Count the points for a path, tower or house at least once complete, without wall tiles (R14).
    A path goes on into each cell that it lacks (R8), while towers and houses may end there. What is
    not complete gives nothing at the end."""
    more = len(missing_cells(feature)) if feature.kind == "path" else 0
    return plain_points(feature.kind, feature.tiles + more, feature.marks)


def court_points(court: Feature) -> int:
    """Count the points for a court if the game ended now (R24)."""
    return MARKET * court.marks


def openness(words: Words, feature: Feature) -> str:
    missing = len(missing_cells(feature))
    if not missing:
        return words("castle.picture.closed")
    return words("castle.picture.open", count=missing)


@dataclass(frozen=True, slots=True)
class Landing:
    """Space at which the marker would stop after this many points, and the corner tower whose wall
    tile it would collect there."""

    points: int
    space: int
    tower: int | None


def landings(view: View, seat: int) -> list[Landing]:
    """List the spaces to which one scoring would lead this seat (R18)."""
    wall = view.catalogue.wall
    towers = view.towers
    score = view.scores[seat]
    return [Landing(gain, *stop_at(wall, towers, score + gain)) for gain in range(1, REACH + 1)]


def in_reach(view: View) -> list[Landing]:
    """List those at which the player to act would collect a wall tile."""
    if view.to_act is None:
        return []
    return [stop for stop in landings(view, view.to_act) if stop.tower is not None]


def draw_legal(board: CastleBoard) -> Layers:
    cells_that_fit = (placement.cell for placement in board.view.placements)
    cells = dict.fromkeys(cell for cell in cells_that_fit if cell not in board.tiles)
    return marking.offer_cells(board, ((cell, cell_name(cell)) for cell in cells), LABEL + 0.06)


def draw_leads(board: CastleBoard) -> Layers:
    """Label every feature with followers on its own: the points for it at least once it is
    complete, or for a court as it is; and the number of cells that it is open to."""
    words = board.look.words
    claims = list[marking.ClaimedFeature]()
    for feature in occupied_features(board.view):
        pieces = feature_at(board.tiles, feature.followers[0].spot)
        is_court = feature.kind == COURT
        points = court_points(feature) if is_court else points_complete(feature)
        missing = len(missing_cells(feature))
        label = (
            str(points)
            if not missing
            else words("castle.picture.claim", points=points, count=missing)
        )
        spots = board.label_points(sorted(pieces))
        claims.append(marking.ClaimedFeature(pieces, feature.leader, label, spots))
    return marking.mark_claims(board, labels_off_pieces(board), claims)


def legend_of_leads(view: View, _: Sequence[Event]) -> Legend:
    occupied = occupied_features(view)
    return {
        "leads": any(feature.kind != COURT for feature in occupied),
        "leads_court": any(feature.kind == COURT for feature in occupied),
        "leads_tied": any(feature.leader is None for feature in occupied),
    }


def labels_off_pieces(board: CastleBoard) -> Labels:
    """Begin labels that cover no follower, keep or market, and nothing of the track."""
    labels = Labels(board)
    for feature in board.view.features:
        for follower in feature.followers:
            labels.avoid(follower_point(board, follower.spot), FOLLOWER)
    for keep in keep_points(board):
        if keep is not None:
            labels.avoid(keep, FOLLOWER)
    for tile in board.view.laid:
        left, top = board.layout.cell_origin(tile.cell)
        for spots in market_spots(board.tiles[tile.cell]).values():
            for x, y in spots:
                labels.avoid((left + board.pixels(x), top + board.pixels(y)), STALL)
    labels.placed += [board.rect(cell) for cell in board.view.catalogue.wall.ring]
    return labels


def _labels_beside_followers(board: CastleBoard) -> Labels:
    followers = (follower for feature in board.view.features for follower in feature.followers)
    return labels_beside(board, (follower_point(board, follower.spot) for follower in followers))


def draw_open(board: CastleBoard) -> Layers:
    features: list[marking.OpenFeature] = []
    for feature in unfinished_features(board.view):
        pieces = feature_at(board.tiles, feature.open[0])
        cells = sorted(feature.cells, key=lambda cell: cell != marking.central(feature.cells))
        near = [board.follower_point(marking.piece_on(pieces, cell)) for cell in cells]
        missing = len(missing_cells(feature))
        claimed = bool(feature.followers)
        features.append(
            marking.OpenFeature(pieces, feature.open, missing, near, claimed, feature.leader)
        )
    return marking.mark_open(board, _labels_beside_followers(board), features)


def draw_scored(board: CastleBoard) -> Layers:
    labels = labels_off_pieces(board)
    if board.subject.marks:
        labels.placed.append(board.rect(board.view.laid[-1].cell))
    features = (
        marking.ScoredFeature(
            feature_at(board.tiles, event.spot),
            event.cells,
            () if event.seat is None else (event.seat,),
            event.points,
        )
        for event in board.subject.events
        if isinstance(event, FeatureScored) and event.spot.cell in board.tiles
    )
    return marking.mark_scored(board, labels, features)


def draw_empty(board: CastleBoard) -> Layers:
    """Tint the region, with a line along its border and its size in its middle, below the keep that
    would score it."""
    region = board.view.empty
    if not region.cells:
        return [], []
    seat = region.seat
    colour = NEUTRAL if seat is None else SEATS[seat].main
    below: Items = [Box(board.rect(cell), colour, opacity=0.22) for cell in region.cells]
    width = board.pixels(0.08)
    for cell in region.cells:
        left, top, right, bottom = board.rect(cell)
        bands = (
            (left, top, right, top + width),
            (right - width, top, right, bottom),
            (left, bottom - width, right, bottom),
            (left, top, left + width, bottom),
        )
        for side, band in enumerate(bands):
            if beyond(cell, side) not in region.cells:
                below.append(Box(band, colour))
    (x, y) = board.middle(marking.central(region.cells))
    count = str(region.counted)
    if seat is None:
        return below, [seat_badge(count, (x, y), board.pixels(0.5), seat)]
    keep = SpritePicture(KeepSprite(seat), (x, y - board.pixels(0.14)), board.pixels(0.74))
    at = (x, y + board.pixels(0.34))
    return below, [keep, seat_badge(count, at, board.pixels(0.44), seat)]


def draw_landing(board: CastleBoard) -> Layers:
    """Draw a disc with the points on each space within reach, in corner towers over its number.
    Every corner tower that still holds a wall tile is framed, those within reach in the colour of
    the player."""
    seat = board.view.to_act
    if seat is None:
        return [], []
    frames: Items = []
    discs: Items = []
    stops = landings(board.view, seat)
    colours = SEATS[seat]
    fill = colours.light if not seat else colours.main
    for stop in stops:
        is_in_tower = board.view.catalogue.wall.tower_at[stop.space] is not None
        spot = board.layout.number_spot(stop.space) if is_in_tower else None
        x, y = spot or board.layout.space_centre(stop.space)
        at = (round(x), round(y))
        discs += [
            Disc(at, board.pixels(0.2), fill, colours.ink, 2),
            Text(str(stop.points), at, board.pixels(0.25), colours.ink, bold=True, align="middle"),
        ]
    ring = board.view.catalogue.wall.ring
    within_reach = {stop.tower for stop in stops}
    for tower in board.view.towers:
        x, y = board.middle(ring[tower // 2])
        colour, ink = seat_colours(seat) if tower in within_reach else (CREAM, INK)
        for stroke, reach, width in ((ink, 0.262, 0.06), (colour, 0.248, 0.035)):
            half = board.pixels(reach)
            edge = max(2, board.pixels(width))
            radius = board.pixels(0.08)
            rect = (x - half, y - half, x + half, y + half)
            frames.append(Box(rect, outline=stroke, width=edge, radius=radius))
    return [], [*frames, *discs]


def draw_final(board: CastleBoard) -> Layers:
    """Mark the features that gave points at the end. The keep's region is a separate overlay."""
    points_of_feature: dict[Feature, int] = {}
    for event in scored_at_end(board.subject.events):
        facts = (SCORED_AT_END[event.what], event.cells, event.starts, event.followers)
        feature = next(
            candidate
            for candidate in board.view.features
            if (candidate.kind, candidate.cells, candidate.starts, candidate.counts) == facts
            and event.count in (candidate.marks, candidate.tiles)
        )
        points_of_feature[feature] = points_of_feature.get(feature, 0) + event.points
    below: Items = []
    above: Items = []
    labels = labels_off_pieces(board)
    for feature, points in points_of_feature.items():
        pieces = feature_at(board.tiles, feature.followers[0].spot)
        below += marking.mark_feature(board, pieces, feature.leader)
        spots = board.label_points(sorted(pieces))
        seats = [] if feature.leader is None else [feature.leader]
        lines, badges = marking.award_points(labels, spots, seats, points)
        below += lines
        above += badges
    return below, above


OVERLAYS = Overlays[View, Event, [CastleBoard]](
    "castle",
    {
        Overlay.LEGAL: OverlayLooks(draw_legal, lambda view, _: not view.placements),
        Overlay.LEADS: OverlayLooks(
            draw_leads,
            lambda view, _: not occupied_features(view),
            legend_of_leads,
        ),
        Overlay.OPEN: OverlayLooks(draw_open, lambda view, _: not unfinished_features(view)),
        Overlay.SCORED: OverlayLooks(
            draw_scored,
            lambda _, events: not any(isinstance(event, FeatureScored) for event in events),
        ),
        Overlay.DEAD: OverlayLooks(
            lambda board: marking.cross_out(board, board.view.dead),
            lambda view, _: not view.dead,
        ),
        Overlay.EMPTY: OverlayLooks(
            draw_empty,
            lambda view, _: not view.empty.cells,
            lambda view, _: {"empty": True, "empty_keep": view.empty.seat is not None},
        ),
        Overlay.LANDING: OverlayLooks(
            draw_landing,
            lambda view, _: view.to_act is None,
            lambda view, _: {"landing": True, "landing_towers": bool(view.towers)},
        ),
        Overlay.FINAL: OverlayLooks(
            draw_final,
            lambda _, events: not scored_at_end(events),
        ),
    },
)
