"""Fields: their numbers, whose each is and which cities it feeds, and the final scoring.

A field is identified by its number, the same in pictures and texts; every city shows the numbers of
the fields that feed it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import dist

from engine.carcassonne.events import Cells, FarmersScored, FinalScored
from engine.carcassonne.view import Field, View
from engine.tiles.grid import Cell
from render.board.labels import LABEL, SMALL, Labels, seat_badge
from render.carcassonne.art.spots import label_spots
from render.carcassonne.board.layout import (
    CarcassonneBoard,
    feature_at,
    labels_beside_followers,
    labels_off_pieces,
    pieces_of,
)
from render.picture.palette import CREAM, INK
from render.picture.scene import Badge, Items, Layers, Point
from render.tiles.board import marking
from render.tiles.board.features import PlacedSegment


def numbered_fields(view: View) -> list[tuple[int, Field]]:
    """Number the fields as in pictures and texts: those with farmers first, then those that touch
    the most cities."""
    fields = sorted(
        view.fields,
        key=lambda field: (-sum(field.counts), -len(field.feeds), -len(field.incomplete)),
    )
    return list(enumerate(fields, 1))


def is_relevant(field: Field) -> bool:
    return bool(field.owners or field.feeds or field.incomplete)


def fields_by_city(view: View) -> dict[tuple[Cell, ...], list[int]]:
    """Find for each city that fields touch, by its cells, the numbers of these fields."""
    numbers_by_city: dict[tuple[Cell, ...], list[int]] = {}
    for number, field in numbered_fields(view):
        for city in dict.fromkeys((*field.feeds, *field.incomplete)):
            numbers_by_city.setdefault(city, []).append(number)
    return numbers_by_city


# A field or city, and the badges on it.
LabelledFeature = tuple[frozenset[PlacedSegment], Sequence[Badge]]
# The place of a badge until it is placed.
UNPLACED: Point = (0, 0)
# The most times that labels are placed in another order until each is where it belongs.
TRIES = 4
# The scale of a label for a field or city that has no room for a larger one.
SMALLER = 0.75


def draw_fields(board: CarcassonneBoard) -> Layers:
    """Draw every field in the colour and the pattern of who has the most farmers there, with its
    number and what it would give now; every city with the numbers of the fields that feed it, on
    dark while it is not complete."""
    below: Items = []
    size = board.mark_pixels(SMALL)
    labelled_features: list[LabelledFeature] = []
    for number, field in numbered_fields(board.view):
        pieces = pieces_of(field)
        owner = marking.sole(field.owners)
        below += marking.mark_feature(board, pieces, owner)
        if is_relevant(field):
            shares = enumerate(field.gives)
            gains = [(f"+{points}", seat) for seat, points in shares if points]
            lines = [(str(number), owner), *gains]
            labelled_features.append(
                (pieces, [seat_badge(text, UNPLACED, size, seat) for text, seat in lines])
            )
    complete = {city for field in board.view.fields for city in field.feeds}
    for city, numbers in fields_by_city(board.view).items():
        fill, ink = (CREAM, INK) if city in complete else (INK, CREAM)
        badge = Badge("·".join(map(str, numbers)), UNPLACED, size, ink, fill, ink)
        labelled_features.append((city_pieces(board, city), [badge]))
    return below, _place_all(board, labelled_features)


def _place_all(board: CarcassonneBoard, labelled_features: Sequence[LabelledFeature]) -> Items:
    """Place the badges of each field and city on it: those with the least room first, and before
    them those that found none when they were placed later."""

    def room(labelled_feature: LabelledFeature) -> int:
        return sum(
            len(label_spots(board.tiles[cell], segment)) for cell, segment in labelled_feature[0]
        )

    ordered = sorted(labelled_features, key=room)
    for _ in range(TRIES):
        labels = labels_beside_followers(board)
        badges_of_each = [_place(board, labels, labelled_feature) for labelled_feature in ordered]
        stuck = [
            labelled_feature
            for labelled_feature, (badge, *_) in zip(ordered, badges_of_each, strict=True)
            if badge.centre not in board.label_points(labelled_feature[0])
        ]
        if not stuck:
            break
        ordered = [
            *stuck,
            *(labelled_feature for labelled_feature in ordered if labelled_feature not in stuck),
        ]
    return [badge for badges in badges_of_each for badge in badges]


def _place(board: CarcassonneBoard, labels: Labels, labelled: LabelledFeature) -> list[Badge]:
    """Place badges of one size on a field or city: below each other, or where there is room,
    smaller if need be."""
    pieces, badges = labelled
    places_inside = board.label_points(_farmers_first(board, pieces))
    lines = [badge.text for badge in badges]
    size = badges[0].size
    spots = labels.place_within(lines, places_inside, size)
    if spots is None:
        spots = labels.place_within(lines[:1], places_inside, size)
        if spots is None:
            size = round(SMALLER * size)
            spots = labels.place_within(lines[:1], places_inside, size) or [
                labels.place_upon(lines[0], places_inside, size)
            ]
        near = sorted(places_inside, key=lambda at: dist(at, spots[0]))
        for line in lines[1:]:
            spots += labels.place_within([line], near, size) or labels.place_beside(
                [line], spots[:1], size
            )
    return [
        replace(badge, centre=point, size=size) for badge, point in zip(badges, spots, strict=True)
    ]


def _farmers_first(board: CarcassonneBoard, pieces: Iterable[PlacedSegment]) -> list[PlacedSegment]:
    pieces = list(pieces)
    farmed = {(follower.spot.cell, follower.segment) for follower in board.view.followers}
    x, y = marking.central([piece.cell for piece in pieces])

    def order(piece: PlacedSegment) -> tuple[bool, int, PlacedSegment]:
        (u, v), _ = piece
        return piece not in farmed, (u - x) ** 2 + (v - y) ** 2, piece

    return sorted(pieces, key=order)


def city_pieces(board: CarcassonneBoard, city: Cells) -> frozenset[PlacedSegment]:
    """Find the city on these cells, since a tile may also have another one."""
    for feature in board.view.features:
        if feature.kind == "city" and feature.cells == city:
            return pieces_of(feature)
    raise KeyError(city)


def draw_final(board: CarcassonneBoard) -> Layers:
    """Draw the points of incomplete features, in the colours of who got them; and those of the
    farmers, numbered as in the table of the final scoring: cities, or fields."""
    below: Items = []
    above: Items = []
    labels = labels_off_pieces(board)
    size = board.mark_pixels(LABEL)
    events = board.subject.events
    for event in events:
        if isinstance(event, FinalScored):
            pieces = feature_at(board.tiles, event.spot)
            below += marking.mark_feature(board, pieces, marking.sole(event.seats))
            spots = board.label_points(_farmers_first(board, pieces))
            lines, badges = marking.award_points(labels, spots, event.seats, event.points)
            below += lines
            above += badges
    farms = [event for event in events if isinstance(event, FarmersScored)]
    for number, farm in enumerate(farms, 1):
        owner = marking.sole(farm.seats)
        if farm.counted_by == "field":
            facts = (farm.fields, farm.followers, farm.cities)  # the same cells may have two
            fields = board.view.fields
            field = next(
                candidate
                for candidate in fields
                if ((candidate.cells,), candidate.counts, candidate.feeds) == facts
            )
            pieces = pieces_of(field)
            below += marking.mark_feature(board, pieces, owner)
        else:
            pieces = city_pieces(board, farm.cities[0])
            below += marking.outline_feature(board, pieces, owner)
        badge = seat_badge(str(number), UNPLACED, size, owner)
        above += _place(board, labels, (pieces, [badge]))
    return below, above
