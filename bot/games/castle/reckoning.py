"""Why a feature or the final scoring gave its points, in words whose numbers multiply out.

Takes every number from the event; the engine decides which rule gave it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from bot.games.castle.naming import size
from bot.games.moment import Names
from bot.locale import Words
from engine.castle.events import Event, FeatureScored, FinalScored, KeepMoved
from engine.castle.moves import ROLES

RAISED_BY = {"tower": 2, "house": 3}

Scored = FeatureScored | FinalScored


def features_scored(events: Sequence[Event]) -> Iterator[tuple[FeatureScored, bool]]:
    """Every completed feature, and whether the keep moved there."""
    for event, after in zip(events, [*events[1:], None], strict=True):
        if isinstance(event, FeatureScored):
            yield event, isinstance(after, KeepMoved)


def shares(words: Words, names: Names, scored: Iterable[Scored]) -> str:
    """What each player gets from several scorings."""
    given = [0, 0]
    for event in scored:
        if event.seat is not None:
            given[event.seat] += event.points
    parts = [
        words("castle.told.share", points=words("words.points", count=points), name=name)
        for points, name in zip(given, names, strict=True)
        if points
    ]
    return words.listed(parts) or words("castle.told.nobody")


def feature_reckoned(words: Words, event: FeatureScored) -> str:
    """`2 tiles and a start space, 2 points each, doubled by wall tile 2`."""
    tiles = len(event.cells) + len(event.starts)
    parts = [
        size(words, len(event.cells), len(event.starts)),
        _each(words, tiles, event.each, fountain=event.fountain),
    ]
    if event.wall_tiles:
        parts.append(raised(words, event))
    if all(event.followers):
        parts.append(_majority(words, event))
    return ", ".join(parts)


def raised(words: Words, event: FeatureScored) -> str:
    """`doubled by wall tile 2` (R21)."""
    return words("castle.why.raised", count=event.wall_tiles, kind=RAISED_BY[event.kind])


def _each(words: Words, tiles: int, each: int, *, fountain: bool) -> str:
    points = words("words.points", count=each)
    key = "castle.why.with_fountain" if fountain else "castle.why.each"
    return words(key, count=tiles, points=points)


def _majority(words: Words, event: FeatureScored) -> str:
    more, fewer = max(event.followers), min(event.followers)
    followers = words(f"castle.followers.{ROLES[event.kind]}", count=more)
    return words("castle.why.majority", followers=followers, fewer=fewer)


def final_reckoned(words: Words, event: FinalScored) -> str:
    """The same for points at the end of the game."""
    match event.what:
        case "keep":
            return _keep(words, event)
        case "court":
            points = words("words.points", count=event.each)
            return words("castle.why.markets", count=event.count, points=points)
        case "wall4" | "wall5" | "wall6":
            return _incomplete(words, event)
        case "wall7":
            return words("castle.why.more_a_market", count=event.count, more=event.each)
        case "wall9":
            each = words("words.points", count=event.each)
            return words("castle.why.wall_tiles", count=event.wall_tiles, points=each)
        case _:
            assert_never(event.what)


def _keep(words: Words, event: FinalScored) -> str:
    parts = [words("castle.why.empty_cells", count=len(event.cells))]
    starts = event.count - len(event.cells)
    if starts:
        parts.append(words("castle.why.empty_starts", count=starts))
    told = words.listed(parts)
    if event.wall_tiles:
        return words("castle.why.enlarged", count=event.wall_tiles, cells=told)
    return told


def _incomplete(words: Words, event: FinalScored) -> str:
    """Both wall tiles of a kind score the feature twice (R23)."""
    parts = [
        size(words, len(event.cells), len(event.starts)),
        _each(words, event.count, event.each, fountain=event.fountain_counts),
    ]
    if event.wall_tiles > 1:
        parts.append(words("castle.why.twice"))
    return ", ".join(parts)
