"""Sentences about moves and positions of The Castle: one wording for reports, alt texts, boards of
text and what is read aloud. What others say alike is in `render.sentences` and
`render.tiles.sentences`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import assert_never

from engine.castle.events import (
    Event,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    GameEnded,
    KeepMoved,
    TilePlaced,
)
from engine.castle.moves import ROLES, cell_name
from engine.castle.view import View
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, Segment, TurnedTile
from render.locale import Words
from render.sentences import describe_award, join_shares
from render.subject import Names
from render.tiles import sentences
from render.tiles.places import segment_at

Scored = FeatureScored | FinalScored

RAISED_BY = {"tower": 2, "house": 3}

# Where something lies


def list_cells(words: Words, cells: Sequence[Cell]) -> str:
    return sentences.list_cells(words, [cell_name(cell) for cell in cells])


def name_feature(words: Words, kind: str, cells: Sequence[Cell]) -> str:
    """`tower on D5 and E5`; start spaces are left out, as they have no names."""
    return words(f"castle.feature.{kind}", cells=list_cells(words, cells))


def size(words: Words, count: int, starts: int) -> str:
    """`2 tiles and a start space`."""
    parts = [words("tiles.count", count=count)]
    if starts:
        parts.append(words("castle.size.starts", count=starts))
    return words.join(parts)


def name_segment(words: Words, tile: TurnedTile, segment: Segment) -> str:
    """`north tower`: a part of a tile by its position; the name is unique on the tile."""
    alike = [other for other in tile.segments if other.kind == segment.kind]
    shared = Counter(sentences.describe_place(words, other) for other in alike)
    place = sentences.describe_place(words, segment)
    if shared[place] > 1:
        place = PORT_NAMES[segment.ports[0]]
    return words(f"castle.part.{segment.kind}", place=place)


def name_spot(words: Words, tile: TurnedTile, cell: Cell, port: int) -> str:
    """`tower E5`, or `north tower E5` if its tile has more than one."""
    segment = segment_at(tile, port)
    alone = sum(other.kind == segment.kind for other in tile.segments) == 1
    kind = words(f"castle.kind.{segment.kind}")
    named = kind if alone else name_segment(words, tile, segment)
    return f"{named} {cell_name(cell)}"


# What a move did, or will do


def describe_laying(
    words: Words, names: Names, placed: TilePlaced, tile: str, events: Sequence[Event]
) -> str:
    """Say which tile was laid, named like this, and which follower was placed on it."""
    follower = next(
        (
            words(f"castle.placed.{event.role}")
            for event in events
            if isinstance(event, FollowerPlaced)
        ),
        "",
    )
    cell = cell_name(placed.cell)
    return sentences.describe_laying(words, names[placed.seat], tile, cell, follower)


def completed_features(events: Sequence[Event]) -> Iterator[tuple[FeatureScored, bool]]:
    """List every completed feature, and whether the keep moved there."""
    for event, after in pairwise([*events, None]):
        if isinstance(event, FeatureScored):
            yield event, isinstance(after, KeepMoved)


def describe_completed(
    words: Words, names: Names, event: FeatureScored, *, keep: bool, explained: bool = True
) -> str:
    """Say what a completed feature gives, without a full stop; or that nobody scores it."""
    cells = list_cells(words, event.cells)
    complete = words(f"castle.complete.{event.kind}", cells=cells)
    if event.seat is None:
        followers = words(f"castle.followers.{ROLES[event.kind]}", count=event.followers[0])
        return words("castle.event.contested", complete=complete, followers=followers)
    award = describe_award(words, names, (event.seat,), event.points)
    why = describe_why(words, event) if explained else ""
    text = sentences.describe_points(words, complete, award, why)
    return f"{text}{words('castle.event.keep')}" if keep else text


def describe_unclaimed(words: Words, scored: Sequence[FeatureScored]) -> str:
    """List features that were completed without a follower."""
    named = [name_feature(words, event.kind, event.cells) for event in scored]
    return sentences.describe_unclaimed(words, named)


def describe_taken(words: Words, names: Names, event: FeatureScored) -> str:
    """Say which wall tile was taken, and what it is good for; nothing if none was."""
    if event.seat is None or event.took is None:
        return ""
    return words(
        "castle.news.took",
        name=names[event.seat],
        space=event.space,
        kind=event.took,
        effect=words(f"castle.wall_tile.{event.took}"),
    )


def describe_joined(words: Words, names: Names, event: FeaturesJoined) -> str:
    """Say who has most followers on a feature now, or that it is contested."""
    cells = list_cells(words, event.cells)
    if event.owner is None:
        return words(f"castle.news.even.{event.kind}", cells=cells)
    name = names[event.owner]
    return words(f"castle.news.majority.{event.kind}", cells=cells, name=name)


def describe_more(words: Words, names: Names, scored: Sequence[Scored]) -> str:
    """Sum up completed features."""
    shares = describe_shares(words, names, scored)
    return words("castle.event.more_features", count=len(scored), shares=shares)


def describe_shares(words: Words, names: Names, scored: Iterable[Scored]) -> str:
    """Say each player's share of several scorings."""
    return join_shares(words, names, points_by_seat(scored)) or words("tiles.event.nobody")


def points_by_seat(scored: Iterable[Scored]) -> dict[int, int]:
    """Sum up the points of several scorings, for each seat that has any."""
    points_of = [0, 0]
    for event in scored:
        if event.seat is not None:
            points_of[event.seat] += event.points
    return {seat: points for seat, points in enumerate(points_of) if points}


def describe_at_end(words: Words, names: Names, event: FinalScored, *, explained: bool) -> str:
    """`The court on D5: **3 points for Anna** (1 market, 3 points)`."""
    what = words(f"castle.final.{event.what}", cells=list_cells(words, event.cells))
    award = describe_award(words, names, (event.seat,), event.points)
    why = _why_at_end(words, event) if explained else ""
    return sentences.describe_points(words, what, award, why)


def winners_of(ended: GameEnded) -> Sequence[int]:
    """Return both seats if the win is shared (R28)."""
    return (0, 1) if ended.winner is None else (ended.winner,)


def describe_why(words: Words, event: FeatureScored) -> str:
    """`2 tiles and a start space, 2 points each, doubled by wall tile 2`."""
    count = len(event.cells) + len(event.starts)
    parts = [
        size(words, len(event.cells), len(event.starts)),
        _each(words, count, event.each, fountain=event.fountain),
    ]
    if event.wall_tiles:
        parts.append(_wall_tile_note(words, event))
    if all(event.followers):
        more = max(event.followers)
        fewer = min(event.followers)
        followers = words(f"castle.followers.{ROLES[event.kind]}", count=more)
        parts.append(words("castle.why.majority", followers=followers, fewer=fewer))
    return ", ".join(parts)


def _wall_tile_note(words: Words, event: FeatureScored) -> str:
    """`doubled by wall tile 2` (R21)."""
    return words("castle.why.raised", count=event.wall_tiles, kind=RAISED_BY[event.kind])


def _each(words: Words, count: int, each: int, *, fountain: bool) -> str:
    points = words("words.points", count=each)
    key = "castle.why.with_fountain" if fountain else "castle.why.each"
    return words(key, count=count, points=points)


def _why_at_end(words: Words, event: FinalScored) -> str:
    match event.what:
        case "keep":
            parts = [words("castle.why.empty_cells", count=len(event.cells))]
            starts = event.count - len(event.cells)
            if starts:
                parts.append(words("castle.why.empty_starts", count=starts))
            text = words.join(parts)
            if event.wall_tiles:
                return words("castle.why.enlarged", count=event.wall_tiles, cells=text)
            return text
        case "court":
            points = words("words.points", count=event.each)
            return words("castle.why.markets", count=event.count, points=points)
        case "wall4" | "wall5" | "wall6":  # two wall tiles of a kind score it twice (R23)
            parts = [
                size(words, len(event.cells), len(event.starts)),
                _each(words, event.count, event.each, fountain=event.fountain_counts),
            ]
            if event.wall_tiles > 1:
                parts.append(words("castle.why.twice"))
            return ", ".join(parts)
        case "wall7":
            return words("castle.why.more_a_market", count=event.count, more=event.each)
        case "wall9":
            points = words("words.points", count=event.each)
            return words("castle.why.wall_tiles", count=event.wall_tiles, points=points)
        case _:
            assert_never(event.what)


# What is on the board


def describe_player(words: Words, view: View, seat: int, name: str) -> str:
    """`Anna: 12 points, 5 followers left, no keep, wall tiles 6 and 9`."""
    keep = view.keeps[seat]
    held = view.held[seat]
    followers = words("tiles.followers", count=view.supply[seat])
    has = sentences.describe_player(words, name, view.scores[seat], followers)
    keep_text = (
        words("castle.board.no_keep")
        if keep is None
        else words("castle.board.keep", size=keep.tiles)
    )
    wall_tiles = words("castle.picture.no_wall_tiles")
    if held:
        kinds = words.join([*map(str, held)])
        wall_tiles = words("castle.board.wall_tiles", count=len(held), kinds=kinds)
    return ", ".join([has, keep_text, wall_tiles])


def describe_towers(words: Words, view: View) -> str:
    """Say on which spaces wall tiles lie face down; nothing if none do."""
    if not view.towers:
        return ""
    return words("castle.board.towers", spaces=", ".join(map(str, view.towers)))
