"""What a move did, event by event, with every point explained. Knows no view, so nothing hidden.

The next tile drawn is left out here: the picture shows it, and `prompt` names it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.games.castle.naming import cells_named, feature_named
from bot.games.castle.reckoning import (
    Scored,
    feature_reckoned,
    features_scored,
    final_reckoned,
    shares,
)
from bot.games.moment import Names
from bot.locale import Words
from engine.castle.catalogue import TILES
from engine.castle.events import (
    Event,
    FeatureScored,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    GameEnded,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    WallTilePlayed,
)
from engine.castle.moves import ROLES, cell_name
from render.castle.tile_words import tile_named

LONGEST, LONGEST_END = 1200, 2000
"""How long the text of a turn may be, and that of the final scoring."""
MOST_DISCARDED = 3


class Part(NamedTuple):
    """A sentence about points, and the events that it covers."""

    text: str
    events: tuple[Scored, ...]


def describe_move(words: Words, names: Names, events: Sequence[Event]) -> str:
    """What the move did, in full. What is too long is shortened from the end: completed features
    to a sum, final points to lines without reasons."""
    parts = list(_turn_parts(words, names, events))
    turn = ""
    for kept in range(len(parts), -1, -1):
        turn = _turn_told(words, names, events, (parts[:kept], parts[kept:]))
        if len(turn) <= LONGEST:
            break
    return "\n".join([turn, *_end_told(words, names, events)])


def _turn_told(
    words: Words, names: Names, events: Sequence[Event], parts: tuple[list[Part], list[Part]]
) -> str:
    whole, summed = parts
    sentences = [
        *_begun(words, names, events),
        *(part.text for part in whole),
        *_summed(words, names, "castle.told.more_features", summed),
        *_returned(words, names, events),
        *_discarded(words, events),
    ]
    return " ".join(sentences)


def _end_told(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """The final scoring line by line, and who won."""
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    if ended is None:
        return
    scored = [event for event in events if isinstance(event, FinalScored)]
    if scored:
        yield words("castle.told.final")
    lines: list[str] = []
    for explained in range(len(scored), -1, -1):
        lines = [
            _final_told(words, names, event, explained=number < explained)
            for number, event in enumerate(scored)
        ]
        if sum(map(len, lines)) + len(lines) <= LONGEST_END:
            break
    yield from lines
    yield _result(words, names, ended)


def _result(words: Words, names: Names, ended: GameEnded) -> str:
    if ended.winner is None:
        both = words.listed([words("castle.told.name", name=name) for name in names])
        return words("castle.told.shared", names=both, score=ended.scores[0])
    winner = ended.winner
    score, other = ended.scores[winner], ended.scores[1 - winner]
    return words("castle.told.won", name=names[winner], score=score, other=other)


def _begun(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """The tile and the follower, or the answer to "another turn?"; and the wall tiles spent."""
    placed = next((event for event in events if isinstance(event, TilePlaced)), None)
    played = [event for event in events if isinstance(event, WallTilePlayed)]
    if placed is not None:
        yield _laid(words, names, placed, events)
    elif not played:
        yield _passed(words, names, events)
    for event in played:
        name = names[event.seat]
        if event.spent_for_nothing:
            yield words(f"castle.told.spent.{event.kind}", name=name)
        elif event.target is None:
            yield words("castle.told.again", name=name)


def _laid(words: Words, names: Names, placed: TilePlaced, events: Sequence[Event]) -> str:
    name, cell = names[placed.seat], cell_name(placed.cell)
    posted = next((event for event in events if isinstance(event, FollowerPlaced)), None)
    if posted is None:
        return words("castle.told.laid", name=name, cell=cell)
    return words(f"castle.told.laid_with.{posted.role}", name=name, cell=cell)


def _passed(words: Words, names: Names, events: Sequence[Event]) -> str:
    """No tile was laid and no wall tile played: the game begins, or a turn was declined."""
    drawn = next((event for event in events if isinstance(event, TileDrawn)), None)
    if drawn is None:
        return words("castle.told.nobody_again")
    gone = sum(isinstance(event, TileDiscarded) for event in events)
    if drawn.left + 1 + gone == TILES:
        return words("castle.told.begun", name=names[drawn.seat])
    return words("castle.told.not_again", name=names[1 - drawn.seat])


def _turn_parts(words: Words, names: Names, events: Sequence[Event]) -> Iterator[Part]:
    """The features with followers one by one, then those without together."""
    plain: list[FeatureScored] = []
    for event, keep in features_scored(events):
        if any(event.followers):
            yield Part(_feature_told(words, names, event, keep=keep), (event,))
        else:
            plain.append(event)
    if plain:
        named = [feature_named(words, event.kind, event.cells) for event in plain]
        yield Part(words("castle.told.unclaimed", features=words.listed(named)), tuple(plain))


def _feature_told(words: Words, names: Names, event: FeatureScored, *, keep: bool) -> str:
    cells = cells_named(words, event.cells)
    if event.seat is None:
        followers = words(f"castle.followers.{ROLES[event.kind]}", count=event.followers[0])
        return words(f"castle.told.even.{event.kind}", cells=cells, followers=followers)
    text = words(
        f"castle.told.complete.{event.kind}",
        cells=cells,
        points=words("words.points", count=event.points),
        name=names[event.seat],
        why=feature_reckoned(words, event),
    )
    if event.took is not None:
        effect = words(f"castle.wall_tile.{event.took}")
        text += words("castle.told.took", space=event.space, kind=event.took, effect=effect)
    if keep:
        text += words("castle.told.keep")
    return words("castle.told.sentence", text=text)


def _returned(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, FollowersReturned):
            parts = [
                words("castle.told.back", count=count, name=name)
                for count, name in zip(event.followers, names, strict=True)
                if count
            ]
            yield words("castle.told.returned", followers=words.listed(parts))


def _discarded(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """R7."""
    tiles = [event.tile for event in events if isinstance(event, TileDiscarded)]
    if tiles:
        named = [
            words("castle.told.tile", tile=tile_named(words, tile))
            for tile in tiles[:MOST_DISCARDED]
        ]
        more = len(tiles) - len(named)
        if more:
            named.append(words("castle.told.more_tiles", count=more))
        yield words("castle.told.discarded", count=len(tiles), tiles=words.listed(named))


def _final_told(words: Words, names: Names, event: FinalScored, *, explained: bool) -> str:
    facts = {
        "what": words(f"castle.final.{event.what}", cells=cells_named(words, event.cells)),
        "points": words("words.points", count=event.points),
        "name": names[event.seat],
    }
    if not explained:
        return words("castle.told.at_end_in_short", **facts)
    return words("castle.told.at_end", why=final_reckoned(words, event), **facts)


def _summed(words: Words, names: Names, key: str, parts: Iterable[Part]) -> Iterator[str]:
    """What was left out, with the points of each seat."""
    events = [event for part in parts for event in part.events]
    if events:
        yield words(key, count=len(events), shares=shares(words, names, events))
