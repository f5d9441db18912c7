"""Overlays of a board picture, which point something out, by name; that about fields is in
`fields.py`.

To add an overlay: a member of `Overlay`, and in `OVERLAYS` a function from the board to what lies
below and above the pieces, and when it shows nothing. Its words are in
`render/locale/*/carcassonne.toml` (`overlay`, `legend`, `alt.nothing`), and what it adds for people
who cannot see it is in `render/carcassonne/alt_text.py`.
"""

from collections.abc import Sequence
from enum import StrEnum

from engine.carcassonne.events import Event, FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.view import Feature, View
from engine.tiles.grid import Cell
from render.board.labels import LABEL, SMALL, Labels
from render.board.overlays import Legend, OverlayLooks, Overlays
from render.carcassonne.board.fields import draw_fields, draw_final, numbered_fields
from render.carcassonne.board.layout import (
    CarcassonneBoard,
    feature_at,
    labels_beside_followers,
    labels_off_pieces,
    pieces_of,
    points_on,
)
from render.carcassonne.tiles import cell_alias
from render.picture.scene import Badge, Colour, Items, Layers
from render.tiles.board import marking

# The share of a cell that the longest name of a legal cell may fill.
PLATE = 0.9
# The width of its letters, relative to their height.
WIDEST = 0.75
# The distance of the badge of each feature from the middle of a cell that several lack.
TOWARDS = 0.26
# The distance that labels keep from the question mark on a move that is not confirmed, in cells.
QUESTION_MARK = 0.25


class Overlay(StrEnum):
    LEGAL = "legal"
    """The cells where the drawn tile fits, with their names."""
    LEADS = "leads"
    """Who leads each city, road and cloister with followers, what it is worth now and how many
    cells it lacks."""
    FIELDS = "fields"
    """Whose each field is, which cities it feeds, and what it would give now."""
    OPEN = "open"
    """The openings of features, how many cells each still needs, and how many of the tiles left
    would complete it on the last one."""
    SCORED = "scored"
    """The features that the last turn completed, with their points."""
    DEAD = "dead"
    """The cells where no remaining tile fits."""
    FINAL = "final"
    """The points of each feature and field at the end of the game."""


def unfinished_features(view: View) -> tuple[Feature, ...]:
    return tuple(feature for feature in view.features if not feature.complete)


def occupied_features(view: View) -> tuple[Feature, ...]:
    return tuple(feature for feature in view.features if any(feature.counts))


def is_at_stake(feature: Feature) -> bool:
    """IC3, IC4: it gives nothing unless it is completed."""
    return feature.thing is not None and not feature.complete


def last_cell(feature: Feature) -> Cell | None:
    return feature.missing[0] if len(feature.missing) == 1 else None


def draw_legal(board: CarcassonneBoard) -> Layers:
    cells = dict.fromkeys(cell for cell, _ in board.view.placements if cell not in board.tiles)
    names = {cell: cell_alias(cell) for cell in cells}
    longest = max(map(len, names.values()), default=1)
    return marking.offer_cells(board, names.items(), min(LABEL, PLATE / (WIDEST * longest)))


def draw_leads(board: CarcassonneBoard) -> Layers:
    """Draw every feature with followers on its own, with the points for it at the end as it is, and
    the number of cells that it lacks."""
    claims = list[marking.ClaimedFeature]()
    for feature in occupied_features(board.view):
        pieces = pieces_of(feature)
        points = str(feature.gives)
        if is_at_stake(feature):
            points += f"–{feature.gives_complete}"
        label = board.look.words(
            "carcassonne.picture.claim", points=points, count=len(feature.missing)
        )
        spots = board.label_points(sorted(pieces))
        leader = marking.sole(feature.leaders)
        claims.append(marking.ClaimedFeature(pieces, leader, label, spots))
    return marking.mark_claims(board, labels_off_pieces(board), claims)


def legend_of_leads(view: View, _: Sequence[Event]) -> Legend:
    is_tied = any(len(feature.leaders) > 1 for feature in occupied_features(view))
    at_stake = any(map(is_at_stake, occupied_features(view)))
    has_large = any(follower.large and follower.role != "farmer" for follower in view.followers)
    return {
        "leads": True,
        "leads_at_stake": at_stake,
        "leads_tied": is_tied,
        "leads_large": has_large,
    }


def legend_of_fields(view: View, _: Sequence[Event]) -> Legend:
    return {
        "fields": True,
        "fields_gives": any(any(field.gives) for field in view.fields),
        "fields_cities": any(field.feeds or field.incomplete for field in view.fields),
        "fields_growing": any(field.incomplete for field in view.fields),
    }


def legend_of_open(view: View, _: Sequence[Event]) -> Legend:
    is_last_cell = any(last_cell(feature) for feature in unfinished_features(view))
    return {"open": True, "open_last": is_last_cell}


def legend_of_final(_: View, events: Sequence[Event]) -> Legend:
    return {
        "final": any(isinstance(event, FinalScored) for event in events),
        "final_farms": any(isinstance(event, FarmersScored) for event in events),
    }


def draw_open(board: CarcassonneBoard) -> Layers:
    """Draw the openings of features; on the last cell that a feature needs also how many of the
    tiles left would complete it there."""
    labels = labels_beside_followers(board)
    features = list[marking.OpenFeature]()
    for feature in unfinished_features(board.view):
        pieces = pieces_of(feature)
        ports = [(cell, port) for cell, port in feature.open if port is not None]
        cells = sorted(feature.cells, key=lambda cell: cell != marking.central(feature.cells))
        near = points_on(board, [marking.piece_on(pieces, cell) for cell in cells])
        missing = len(feature.missing)
        claimed = any(feature.counts)
        leader = marking.sole(feature.leaders)
        features.append(marking.OpenFeature(pieces, ports, missing, near, claimed, leader))
    below, above = marking.mark_open(board, labels, features)
    return below, above + _mark_last_cells(board, labels, board.mark_pixels(SMALL))


def _mark_last_cells(board: CarcassonneBoard, labels: Labels, size: int) -> Items:
    """Say on the last cell that features need how many of the tiles left would complete them: each
    towards its feature, where it is open to the cell, if they differ or are of several players."""
    lasts: dict[Cell, dict[tuple[str, Colour, Colour], list[Feature]]] = {}
    for feature in unfinished_features(board.view):
        cell = last_cell(feature)
        if cell is not None:
            label = (
                f"×{feature.closing}",
                *marking.claim_colours(any(feature.counts), marking.sole(feature.leaders)),
            )
            lasts.setdefault(cell, {}).setdefault(label, []).append(feature)
    badges: Items = []
    step = board.pixels(TOWARDS)
    for cell, counts in lasts.items():
        x, y = board.middle(cell)
        for (count, colour, ink), features in counts.items():
            near = [(x, y)] if len(counts) == 1 else []
            for feature in features:
                beside = [spot.cell for spot in feature.open] or feature.cells
                near += [(x + step * (u - cell[0]), y + step * (v - cell[1])) for u, v in beside]
            point = labels.place_upon(count, near, size)
            badges.append(Badge(count, point, size, ink, colour, ink))
    return badges


def draw_scored(board: CarcassonneBoard) -> Layers:
    labels = labels_off_pieces(board)
    rect = board.rect(board.view.laid[-1].cell)
    if board.subject.marks:
        labels.placed.append(rect)
    else:
        _, top, right, _ = rect
        labels.avoid((right, top), QUESTION_MARK)
    features = (
        marking.ScoredFeature(
            feature_at(board.tiles, event.spot), event.cells, event.seats, event.points
        )
        for event in board.subject.events
        if isinstance(event, FeatureScored)
    )
    return marking.mark_scored(board, labels, features)


OVERLAYS = Overlays[View, Event, [CarcassonneBoard]](
    "carcassonne",
    {
        Overlay.LEGAL: OverlayLooks(draw_legal, lambda view, _: not view.placements),
        Overlay.LEADS: OverlayLooks(
            draw_leads,
            lambda view, _: not occupied_features(view),
            legend_of_leads,
        ),
        Overlay.FIELDS: OverlayLooks(
            draw_fields, lambda view, _: not numbered_fields(view), legend_of_fields
        ),
        Overlay.OPEN: OverlayLooks(
            draw_open, lambda view, _: not unfinished_features(view), legend_of_open
        ),
        Overlay.SCORED: OverlayLooks(
            draw_scored,
            lambda _, events: not any(isinstance(event, FeatureScored) for event in events),
        ),
        Overlay.DEAD: OverlayLooks(
            lambda board: marking.cross_out(board, board.view.dead),
            lambda view, _: not view.dead,
        ),
        Overlay.FINAL: OverlayLooks(
            draw_final,
            lambda _, events: (
                not any(isinstance(event, FinalScored | FarmersScored) for event in events)
            ),
            legend_of_final,
        ),
    },
)
