"""What a move did, event by event, with every point explained. Knows no view, so nothing hidden.

The next tile drawn is left out here: the picture shows it, and `prompt` names it.
"""

from collections.abc import Iterator, Sequence

from bot.games.carcassonne.naming import cells_named, feature_named, players_named
from bot.games.carcassonne.reckoning import Scored, awarded, reckoned, shares
from bot.games.moment import Names
from bot.locale import Words
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    GameBegan,
    GameEnded,
    PlayerLeft,
    TileDiscarded,
    TilePlaced,
)
from engine.carcassonne.moves import cell_name
from render.carcassonne.tile_words import tile_named

LONGEST, LONGEST_END = 1200, 2000
"""How long the text of a turn may be, and that of the final scoring."""
MOST_DISCARDED = 3


def describe_move(words: Words, names: Names, events: Sequence[Event]) -> str:
    """What the move did, in full. What is too long is shortened from the end: completed features
    to a sum, final points to lines without reasons, and then to a line for each player."""
    scored = [event for event in events if isinstance(event, FeatureScored)]
    turn = ""
    for most in range(len(scored), -1, -1):
        if len(scored) - most == 1 < len(scored):
            continue  # summed up alone it would only hide what it is for
        turn = " ".join(_turn_told(words, names, events, scored, most))
        if len(turn) <= LONGEST:
            break
    return "\n".join([turn, *_end_told(words, names, events)])


def _turn_told(
    words: Words, names: Names, events: Sequence[Event], scored: Sequence[FeatureScored], most: int
) -> Iterator[str]:
    yield from (told for event in events if (told := _happened(words, names, event, events)))
    claimed = [event for event in scored[:most] if event.seats]
    plain = [event for event in scored[:most] if not event.seats]
    yield from (_completed(words, names, event) for event in claimed)
    if plain:
        features = [feature_named(words, event.kind, event.cells) for event in plain]
        yield words("carcassonne.told.unclaimed", features=words.listed(features))
    yield from _summed(words, names, "carcassonne.told.more_features", scored[most:])
    yield from _gone_back(words, names, events)
    yield from _discarded(words, events)


def _happened(words: Words, names: Names, event: Event, events: Sequence[Event]) -> str:
    """How the turn began."""
    match event:
        case GameBegan():
            return words("carcassonne.told.begun", name=names[event.first])
        case TilePlaced():
            return _laid(words, names, event, events)
        case PlayerLeft():
            return words("carcassonne.told.left", name=names[event.seat])
        case _:
            return ""


def _laid(words: Words, names: Names, placed: TilePlaced, events: Sequence[Event]) -> str:
    name, cell = names[placed.seat], cell_name(placed.cell)
    posted = next((event for event in events if isinstance(event, FollowerPlaced)), None)
    if posted is None:
        return words("carcassonne.told.laid", name=name, cell=cell)
    return words(f"carcassonne.told.laid_with.{posted.role}", name=name, cell=cell)


def _completed(words: Words, names: Names, event: FeatureScored) -> str:
    return words(
        f"carcassonne.told.complete.{event.kind}",
        cells=cells_named(words, event.cells),
        award=awarded(words, names, event.seats, event.points),
        why=reckoned(words, names, event),
    )


def _gone_back(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, FollowersReturned):
            parts = [
                words("carcassonne.told.back", count=count, name=name)
                for count, name in zip(event.followers, names, strict=True)
                if count
            ]
            yield words("carcassonne.told.returned", followers=words.listed(parts))


def _discarded(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """C3."""
    tiles = [event.tile for event in events if isinstance(event, TileDiscarded)]
    if tiles:
        named = [f"*{tile_named(words, tile)}*" for tile in tiles[:MOST_DISCARDED]]
        more = len(tiles) - len(named)
        if more:
            named.append(words("carcassonne.told.more_tiles", count=more))
        yield words("carcassonne.told.discarded", count=len(tiles), tiles=words.listed(named))


def _end_told(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """The final scoring, how fields were counted, and who won."""
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    if ended is None:
        return
    farms = [event for event in events if isinstance(event, FarmersScored)]
    final = [event for event in events if isinstance(event, FinalScored)]
    scored: list[FinalScored | FarmersScored] = [*farms, *final]
    if scored:
        yield words("carcassonne.told.final")
    if farms:
        how = "by_field" if farms[0].counted_by == "field" else "by_city"
        yield words(f"carcassonne.told.farms.{how}")
    yield from _entries(words, names, scored)
    yield _result(words, names, ended)


def _entries(
    words: Words, names: Names, scored: Sequence[FinalScored | FarmersScored]
) -> Sequence[str]:
    """A line for each entry, or for each player if there are too many."""
    for explained in range(len(scored), -1, -1):
        lines = [
            _entry(words, names, event, explained=number < explained)
            for number, event in enumerate(scored)
        ]
        if sum(map(len, lines)) + len(lines) <= LONGEST_END:
            return lines
    together: dict[Sequence[int], list[str]] = {}
    for event in scored:
        together.setdefault(event.seats, []).append(f"{_what(words, event)} +{event.points}")
    return [
        words(
            "carcassonne.told.at_end_together",
            names=players_named(words, names, seats),
            entries=" · ".join(entries),
        )
        for seats, entries in together.items()
    ]


def _entry(
    words: Words, names: Names, event: FinalScored | FarmersScored, *, explained: bool
) -> str:
    facts = {
        "what": _what(words, event),
        "award": awarded(words, names, event.seats, event.points),
    }
    if not explained:
        return words("carcassonne.told.at_end_in_short", **facts)
    return words("carcassonne.told.at_end", why=reckoned(words, names, event), **facts)


def _what(words: Words, event: FinalScored | FarmersScored) -> str:
    if isinstance(event, FinalScored):
        return words(f"carcassonne.final.{event.kind}", cells=cells_named(words, event.cells))
    by_field = event.counted_by == "field"
    kind, [cells] = ("field", event.fields) if by_field else ("fed", event.cities)
    return words(f"carcassonne.final.{kind}", cells=cells_named(words, cells))


def _summed(words: Words, names: Names, key: str, left_out: Sequence[Scored]) -> Iterator[str]:
    """What was left out, with the points of each player."""
    if left_out:
        yield words(key, count=len(left_out), shares=shares(words, names, left_out))


def _result(words: Words, names: Names, ended: GameEnded) -> str:
    winners = players_named(words, names, ended.winners)
    score = ended.scores[ended.winners[0]]
    if len(ended.winners) > 1:
        return words("carcassonne.told.shared", names=winners, score=score)
    others = [
        f"{names[seat]} {points}"
        for seat, points in _by_score(ended.scores)
        if seat not in ended.winners
    ]
    told = words.listed(others)
    return words("carcassonne.told.won", name=names[ended.winners[0]], score=score, others=told)


def _by_score(scores: Sequence[int]) -> list[tuple[int, int]]:
    return sorted(enumerate(scores), key=lambda one: -one[1])
