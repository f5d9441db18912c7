"""Moves in words: what one did, with every point explained, what the player to act has to decide,
and what an unconfirmed move will do.

The next tile drawn is left out of what a move did: the picture shows it, and `prompt` names it. A
preview reveals only what the player can foresee: events that depend on the deck or on a face-down
wall tile are left out, even if they are passed in.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import assert_never

from bot.games import tiles
from bot.games.castle.naming import list_cells, name_feature, size
from bot.games.reports import Report, describe_lead, join_shares
from bot.locale import Words
from engine.castle.catalogue import TILES
from engine.castle.events import (
    Event,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    GameEnded,
    KeepMoved,
    LeadChanged,
    TilePlaced,
    WallTilePlayed,
)
from engine.castle.moves import ROLES, cell_name
from engine.castle.view import View
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from render.castle.tiles import describe_tile, tile_name
from render.subject import Names

RAISED_BY = {"tower": 2, "house": 3}
# The number of changes in what belongs to whom that are told in a line each.
MOST_CHANGES = 4
# The number of features that a preview describes one by one.
MOST_FEATURES = 3

Scored = FeatureScored | FinalScored


# A sentence about points, and the events that it covers.
Passage = tuple[str, Sequence[Scored]]


def report(words: Words, names: Names, events: Sequence[Event]) -> Report:
    """The move in full. What is too long is shortened from the end: completed features to a sum,
    final points to lines without reasons."""
    first = _first_line(words, names, events)
    news = [*islice(_changes(words, names, events), MOST_CHANGES), *_stage(words, names, events)]
    parts = list(_turn_parts(words, names, events))
    why: list[str] = []
    for number in range(len(parts), -1, -1):
        why = list(_why_of_turn(words, names, events, parts[:number], parts[number:]))
        if len(" ".join([first, *news, *why])) <= tiles.LONGEST:
            break
    return Report(first, news, why, list(_end(words, names, events)))


def _first_line(words: Words, names: Names, events: Sequence[Event]) -> str:
    """The tile and the follower, with all points; or the answer to "another turn?"."""
    placed = next((event for event in events if isinstance(event, TilePlaced)), None)
    if placed is not None:
        role = next((event.role for event in events if isinstance(event, FollowerPlaced)), None)
        cell = cell_name(placed.cell)
        did = tiles.describe_laying(words, "castle", names[placed.seat], cell, role)
        completed = [
            tiles.Completed(event.kind, (event.seat,), event.points)
            for event in events
            if isinstance(event, FeatureScored) and event.seat is not None
        ]
        return tiles.describe_turn(
            words, "castle", names, did, seat=placed.seat, completed=completed
        )
    played = next((event for event in events if isinstance(event, WallTilePlayed)), None)
    if played is not None:
        if played.spent_for_nothing:
            return words(f"castle.report.spent.{played.kind}", name=names[played.seat])
        return words("castle.report.again", name=names[played.seat])
    # The game begins, or a turn was declined.
    drawn = next((event for event in events if isinstance(event, TileDrawn)), None)
    if drawn is None:
        return words("castle.report.nobody_again")
    discarded = sum(isinstance(event, TileDiscarded) for event in events)
    if drawn.left + 1 + discarded == TILES:
        return words("castle.report.begun", name=names[drawn.seat])
    return words("castle.report.not_again", name=names[1 - drawn.seat])


def _changes(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Features that change hands or that nobody scores, and wall tiles taken."""
    scored = [event for event in events if isinstance(event, FeatureScored)]
    complete = {(event.kind, frozenset(event.cells)) for event in scored}
    for event in events:
        match event:
            case FeaturesJoined(owner=None):
                if (event.kind, frozenset(event.cells)) in complete:
                    continue
                cells = list_cells(words, event.cells)
                yield words(f"castle.news.even.{event.kind}", cells=cells)
            case FeaturesJoined(owner=int(owner)):
                cells = list_cells(words, event.cells)
                name = names[owner]
                yield words(f"castle.news.majority.{event.kind}", cells=cells, name=name)
            case FeatureScored(seat=int(seat), took=int(took)):
                effect = words(f"castle.wall_tile.{took}")
                facts = {"name": names[seat], "space": event.space, "kind": took}
                yield words("castle.news.took", effect=effect, **facts)
            case FeatureScored(seat=None) if any(event.followers):
                cells = list_cells(words, event.cells)
                count = event.followers[0]
                followers = words(f"castle.followers.{ROLES[event.kind]}", count=count)
                yield words(f"castle.news.nobody.{event.kind}", cells=cells, followers=followers)
            case _:
                pass


def _stage(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """A new lead, and the last tiles."""
    for event in events:
        match event:
            case LeadChanged():
                yield describe_lead(words, names, event.seats)
            case LastRoundBegan(tiles=left) if left > 1:
                yield words("castle.news.last_round", count=left)
            case TileDrawn(left=0):
                yield words("castle.news.last_tile")
            case _:
                pass


def _why_of_turn(
    words: Words,
    names: Names,
    events: Sequence[Event],
    parts: Sequence[Passage],
    summed: Sequence[Passage],
) -> Iterator[str]:
    if any(isinstance(event, TilePlaced) for event in events):
        for event in events:
            if isinstance(event, WallTilePlayed) and event.spent_for_nothing:
                yield words(f"castle.report.spent.{event.kind}", name=names[event.seat])
    yield from (text for text, _ in parts)
    if summed:
        scored = [event for _, covered in summed for event in covered]
        listed = shares(words, names, scored)
        yield words("castle.report.more_features", count=len(scored), shares=listed)
    returned = [event.followers for event in events if isinstance(event, FollowersReturned)]
    yield from tiles.describe_returned(words, "castle", names, returned)
    discarded = [
        words("castle.report.tile", tile=tile_name(words, event.tile))
        for event in events
        if isinstance(event, TileDiscarded)
    ]
    yield from tiles.describe_discarded(words, "castle", discarded)


def _turn_parts(words: Words, names: Names, events: Sequence[Event]) -> Iterator[Passage]:
    """The features that give points one by one, then those without followers together."""
    plain: list[FeatureScored] = []
    for event, keep in _scored_features(events):
        if event.seat is not None:
            text = words(
                f"castle.report.complete.{event.kind}",
                cells=list_cells(words, event.cells),
                points=words("words.points", count=event.points),
                name=names[event.seat],
                why=_why(words, event),
            )
            if keep:
                text += words("castle.report.keep")
            yield words("report.sentence", text=text), (event,)
        elif not any(event.followers):
            plain.append(event)
    if plain:
        named = [name_feature(words, event.kind, event.cells) for event in plain]
        yield words("castle.report.unclaimed", features=tiles.list_features(words, named)), plain


def _scored_features(events: Sequence[Event]) -> Iterator[tuple[FeatureScored, bool]]:
    """Every completed feature, and whether the keep moved there."""
    for event, after in zip(events, [*events[1:], None], strict=True):
        if isinstance(event, FeatureScored):
            yield event, isinstance(after, KeepMoved)


def _end(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """The final scoring line by line, and who won."""
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    if ended is None:
        return
    scored = [event for event in events if isinstance(event, FinalScored)]

    def entry(event: FinalScored, explained: bool) -> str:
        facts = {
            "what": words(f"castle.final.{event.what}", cells=list_cells(words, event.cells)),
            "points": words("words.points", count=event.points),
            "name": names[event.seat],
        }
        if not explained:
            return words("castle.report.at_end_in_short", **facts)
        return words("castle.report.at_end", why=_why_at_end(words, event), **facts)

    if scored:
        yield words("castle.report.final")
    lines = tiles.fit_entries(scored, entry)
    yield from [entry(event, False) for event in scored] if lines is None else lines
    if ended.winner is None:
        yield words("castle.report.shared", names=words.join(names), count=ended.scores[0])
    else:
        score = ended.scores[ended.winner]
        other = ended.scores[1 - ended.winner]
        yield words("castle.report.won", name=names[ended.winner], score=score, other=other)


def shares(words: Words, names: Names, scored: Iterable[Scored]) -> str:
    """Each player's share of several scorings."""
    return join_shares(words, names, points_by_seat(scored)) or words("castle.report.nobody")


def points_by_seat(scored: Iterable[Scored]) -> dict[int, int]:
    """The points of several scorings, for each seat that has any."""
    points_of = [0, 0]
    for event in scored:
        if event.seat is not None:
            points_of[event.seat] += event.points
    return {seat: points for seat, points in enumerate(points_of) if points}


def _why(words: Words, event: FeatureScored) -> str:
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
    """The same for points at the end of the game."""
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


def prompt(words: Words, view: View) -> str:
    if view.phase == "over":
        return ""
    if view.phase == "again":
        wasted = view.extra and view.options.extra_turn == "one_a_turn"
        return words("castle.waits.again_wasted" if wasted else "castle.waits.again")
    if view.drawn is None:
        return words("castle.waits.unknown")
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(cell_name(placement.cell) for placement in view.placements))
    fits = words("castle.waits.fits", count=len(cells), cell=cells[0])
    key = "castle.waits.lay_extra" if view.extra else "castle.waits.lay"
    return words(key, tile=tile_name(words, view.drawn), sides=sides, fits=fits)


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    played = [event for event in events if isinstance(event, WallTilePlayed)]
    if not any(isinstance(event, TilePlaced) for event in events):  # "another turn?"
        if not played:
            return words("castle.preview.ends")
        wasted = any(event.spent_for_nothing for event in played)
        return words("castle.preview.spent.1" if wasted else "castle.preview.again")
    spent = [event.kind for event in played if event.spent_for_nothing]
    sentences = [
        *(words(f"castle.preview.spent.{kind}") for kind in spent),
        *_will_complete(words, view, names, events),
    ]
    if view.tiles_left == 0:
        sentences.append(words("castle.preview.last"))
    return " ".join(sentences)


def _will_complete(
    words: Words, view: View, names: Names, events: Sequence[Event]
) -> Iterator[str]:
    """The features with followers one by one, those beyond a limit summed up; then the others."""
    scored = list(_scored_features(events))
    claimed = [(event, keep) for event, keep in scored if any(event.followers)]
    plain = [event for event, _ in scored if not any(event.followers)]
    if not scored:
        yield words("castle.preview.nothing")
    for event, keep in claimed[:MOST_FEATURES]:
        feature = _describe_size(words, event)
        if event.seat is None:
            yield words("castle.preview.even", feature=feature)
            continue
        points = words("words.points", count=event.points)
        key = "castle.preview.own" if event.seat == view.to_act else "castle.preview.theirs"
        text = words(key, feature=feature, points=points, name=names[event.seat])
        if event.tower is not None:
            text += words("castle.preview.takes", space=event.space)
        if keep:
            text += words("castle.report.keep")
        yield words("report.sentence", text=text)
    rest = [event for event, _ in claimed[MOST_FEATURES:]]
    if rest:
        yield words("castle.preview.more", count=len(rest), shares=shares(words, names, rest))
    if plain:
        feature = _describe_size(words, plain[0])
        yield words("castle.preview.unclaimed", count=len(plain), feature=feature)


def _describe_size(words: Words, event: FeatureScored) -> str:
    extent = size(words, len(event.cells), len(event.starts))
    if event.wall_tiles:
        extent = ", ".join([extent, _wall_tile_note(words, event)])
    return words(f"castle.preview.{event.kind}", size=extent)
