"""Moves in words: what one did, with every point explained, what the player to act has to decide,
and what an unconfirmed move will do. The sentences are in `render.castle.sentences`.

The next tile drawn is left out of what a move did: the picture shows it, and `prompt` names it. A
preview reveals only what the player can foresee: events that depend on the deck or on a face-down
wall tile are left out, even if they are passed in.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from bot.games import tiles
from bot.games.reports import Report, names_with_you
from bot.locale import Words
from engine.castle.catalogue import TILES
from engine.castle.events import (
    Event,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowersReturned,
    GameEnded,
    LeadChanged,
    TilePlaced,
    WallTilePlayed,
)
from engine.castle.moves import cell_name
from engine.castle.view import View
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from render.castle.sentences import (
    completed_features,
    describe_at_end,
    describe_completed,
    describe_joined,
    describe_laying,
    describe_more,
    describe_taken,
    describe_unclaimed,
    describe_why,
    winners_of,
)
from render.castle.tiles import describe_tile, tile_name
from render.sentences import describe_lead, describe_result
from render.subject import Names
from render.tiles.sentences import describe_discarded, describe_returned, name_tile

# The number of changes in what belongs to whom that are told in a line each.
MOST_CHANGES = 4
# The number of features that a preview describes one by one.
MOST_FEATURES = 3


# A sentence about points, and the events that it covers.
Passage = tuple[str, Sequence[FeatureScored]]


def report(words: Words, names: Names, events: Sequence[Event]) -> Report:
    """Tell the move in full. What is too long is shortened from the end: completed features to a
    sum, final points to lines without reasons."""
    first = _first_line(words, names, events)
    brief = _first_line(words, names, events, explained=True)
    news = [*islice(_changes(words, names, events), MOST_CHANGES), *_stage(words, names, events)]
    parts = list(_turn_parts(words, names, events))
    why: list[str] = []
    for number in range(len(parts), -1, -1):
        why = list(_why_of_turn(words, names, events, parts[:number], parts[number:]))
        if len(" ".join([first, *news, *why])) <= tiles.LONGEST:
            break
    return Report(first, news, why, list(_end(words, names, events)), brief)


def _first_line(
    words: Words, names: Names, events: Sequence[Event], *, explained: bool = False
) -> str:
    """Tell of the tile and the follower, with all points; or the answer to "another turn?"."""
    placed = next((event for event in events if isinstance(event, TilePlaced)), None)
    if placed is not None:
        did = describe_laying(words, names, placed, words("tiles.a_tile"), events)
        completed = [
            tiles.Completed(event.kind, (event.seat,), event.points, describe_why(words, event))
            for event in events
            if isinstance(event, FeatureScored) and event.seat is not None
        ]
        return tiles.describe_turn(
            words,
            "castle",
            names,
            did,
            seat=placed.seat,
            completed=completed,
            explained=explained,
        )
    played = next((event for event in events if isinstance(event, WallTilePlayed)), None)
    if played is not None:
        if played.spent_for_nothing:
            declined = words("castle.event.not_again", name=names[played.seat])
            return f"{declined} {words(f'castle.event.spent.{played.kind}')}"
        return words("castle.event.again", name=names[played.seat])
    # The game begins, or a turn was declined.
    drawn = next((event for event in events if isinstance(event, TileDrawn)), None)
    if drawn is None:
        return words("castle.event.nobody_again")
    discarded = sum(isinstance(event, TileDiscarded) for event in events)
    if drawn.left + 1 + discarded == TILES:
        return words("sentence.begun", name=names[drawn.seat])
    return words("castle.event.not_again", name=names[1 - drawn.seat])


def _changes(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Tell of features that change hands or that nobody scores, and wall tiles taken."""
    scored = [event for event in events if isinstance(event, FeatureScored)]
    complete = {(event.kind, frozenset(event.cells)) for event in scored}
    for event in events:
        match event:
            case FeaturesJoined():
                contested = event.owner is None
                if not contested or (event.kind, frozenset(event.cells)) not in complete:
                    yield describe_joined(words, names, event)
            case FeatureScored(took=int()):
                yield describe_taken(words, names, event)
            case FeatureScored(seat=None) if any(event.followers):
                yield describe_completed(words, names, event, keep=False)
            case _:
                pass


def _stage(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Tell of a new lead, tiles that fit nowhere, and the last tiles."""
    for event in events:
        match event:
            case LeadChanged():
                yield describe_lead(words, names, event.seats)
            case LastRoundBegan(tiles=left) if left > 1:
                yield words("tiles.event.last_round", count=left)
            case TileDrawn(left=0):
                yield words("tiles.event.last_tile")
            case _:
                pass
    discarded = [
        tile_name(words, event.tile) for event in events if isinstance(event, TileDiscarded)
    ]
    yield from describe_discarded(words, discarded)


def _why_of_turn(
    words: Words,
    names: Names,
    events: Sequence[Event],
    parts: Sequence[Passage],
    summed: Sequence[Passage],
) -> Iterator[str]:
    if any(isinstance(event, TilePlaced) for event in events):
        yield from _describe_spent(words, events)
    yield from (text for text, _ in parts)
    if summed:
        yield describe_more(words, names, [event for _, covered in summed for event in covered])
    returned = [event.followers for event in events if isinstance(event, FollowersReturned)]
    yield from describe_returned(words, names, returned)


def _describe_spent(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """Say which wall tiles were played for nothing."""
    for event in events:
        if isinstance(event, WallTilePlayed) and event.spent_for_nothing:
            yield words(f"castle.event.spent.{event.kind}")


def _turn_parts(words: Words, names: Names, events: Sequence[Event]) -> Iterator[Passage]:
    """Tell of the features that give points one by one, then those without followers together."""
    plain: list[FeatureScored] = []
    for event, keep in completed_features(events):
        if event.seat is not None:
            yield f"{describe_completed(words, names, event, keep=keep)}.", (event,)
        elif not any(event.followers):
            plain.append(event)
    if plain:
        yield describe_unclaimed(words, plain), plain


def _end(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Tell the final scoring line by line, and who won."""
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    if ended is None:
        return
    scored = [event for event in events if isinstance(event, FinalScored)]

    def entry(event: FinalScored, explained: bool) -> str:
        return f"- {describe_at_end(words, names, event, explained=explained)}"

    if scored:
        yield words("tiles.event.final")
    lines = tiles.fit_entries(scored, entry)
    yield from [entry(event, False) for event in scored] if lines is None else lines
    yield describe_result(words, names, winners_of(ended), ended.scores)


def prompt(words: Words, view: View) -> str:
    if view.phase == "over":
        return ""
    if view.phase == "again":
        wasted = view.extra and view.options.extra_turn == "one_a_turn"
        return words("castle.waits.again_wasted" if wasted else "castle.waits.again")
    if view.drawn is None:
        return words("tiles.waits.unknown")
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = [cell_name(placement.cell) for placement in view.placements]
    task = tiles.describe_task(words, name_tile(words, tile_name(words, view.drawn)), sides, cells)
    return f"{words('castle.waits.extra')} {task}" if view.extra else task


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    played = [event for event in events if isinstance(event, WallTilePlayed)]
    spent = [*_describe_spent(words, events)]
    if not any(isinstance(event, TilePlaced) for event in events):  # "another turn?"
        if not played:
            return words("castle.preview.ends")
        return " ".join(spent) or words("castle.preview.again")
    sentences = [*spent, *_will_complete(words, view, names, events)]
    if view.tiles_left == 0:
        sentences.append(words("tiles.event.ends"))
    return " ".join(sentences)


def _will_complete(
    words: Words, view: View, names: Names, events: Sequence[Event]
) -> Iterator[str]:
    """Describe features with followers singly, those beyond a limit summed up; then the others."""
    scored = list(completed_features(events))
    claimed = [(event, keep) for event, keep in scored if any(event.followers)]
    plain = [event for event, _ in scored if not any(event.followers)]
    for_whom = names_with_you(words, names, view.to_act)
    if not scored:
        yield words("tiles.event.nothing")
    for event, keep in claimed[:MOST_FEATURES]:
        text = describe_completed(words, for_whom, event, keep=keep)
        if event.seat is None:
            yield text
            continue
        if event.tower is not None:
            text += words("castle.preview.takes", space=event.space)
        yield f"{text}."
    rest = [event for event, _ in claimed[MOST_FEATURES:]]
    if rest:
        yield describe_more(words, for_whom, rest)
    if plain:
        yield describe_unclaimed(words, plain)
