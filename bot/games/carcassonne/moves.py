"""Moves in words: what one did, with every point explained, what the player to act has to decide,
and what an unconfirmed move will do. The sentences are in `render.carcassonne.sentences`.

The next tile drawn is left out of what a move did: the picture shows it, and `prompt` names it. A
preview reveals only what the player can foresee: events that depend on the deck are left out, even
if they are passed in.
"""

from collections.abc import Iterator, Sequence

from bot.games import tiles
from bot.games.reports import Report, names_with_you
from bot.locale import Words
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowersReturned,
    GameBegan,
    GameEnded,
    LeadChanged,
    TilePlaced,
)
from engine.carcassonne.view import View
from engine.seats import PlayerLeft
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from render.carcassonne.sentences import (
    AtEnd,
    describe_at_end,
    describe_completed,
    describe_joined,
    describe_laying,
    describe_more,
    describe_returned,
    describe_why,
    name_scored,
)
from render.carcassonne.tiles import cell_alias, describe_tile, tile_name
from render.sentences import describe_lead, describe_result, join_names
from render.subject import Names
from render.tiles.sentences import describe_discarded, name_tile

# The number of features that a preview describes one by one.
MOST_FEATURES = 3


def report(words: Words, names: Names, events: Sequence[Event]) -> Report:
    """Tell the move in full. What is too long is shortened from the end: completed features to a
    sum, final points to lines without reasons, and then to a line for each player."""
    first = _first_line(words, names, events)
    brief = _first_line(words, names, events, explained=True)
    news = list(_news(words, names, events))
    scored = [event for event in events if isinstance(event, FeatureScored)]
    why: list[str] = []
    for most in range(len(scored), -1, -1):
        if len(scored) - most == 1 < len(scored):
            continue  # summed up alone it would only hide what it is for
        why = list(_why_of_turn(words, names, events, scored[:most], scored[most:]))
        if len(" ".join([first, *news, *why])) <= tiles.LONGEST:
            break
    return Report(first, news, why, list(_end(words, names, events)), brief)


def _first_line(
    words: Words, names: Names, events: Sequence[Event], *, explained: bool = False
) -> str:
    """Tell of the tile and the follower, with all points; the beginning; or who left."""
    for event in events:
        match event:
            case GameBegan():
                return words("sentence.begun", name=names[event.first])
            case TilePlaced():
                did = describe_laying(words, names, event, words("tiles.a_tile"), events)
                completed = [
                    tiles.Completed(
                        feature.kind,
                        feature.seats,
                        feature.points,
                        describe_why(words, names, feature),
                    )
                    for feature in events
                    if isinstance(feature, FeatureScored)
                ]
                return tiles.describe_turn(
                    words,
                    "carcassonne",
                    names,
                    did,
                    seat=event.seat,
                    completed=completed,
                    explained=explained,
                )
            case PlayerLeft():
                return words("sentence.left", name=names[event.seat])
            case _:
                pass
    return ""


def _news(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Tell of features that change hands, a new lead, the last tiles, tiles that fit nowhere."""
    for event in events:
        match event:
            case FeaturesJoined():
                yield describe_joined(words, names, event)
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
    scored: Sequence[FeatureScored],
    summed: Sequence[FeatureScored],
) -> Iterator[str]:
    yield from describe_completed(words, names, scored, reasons=names)
    if summed:
        yield describe_more(words, names, summed)
    for event in events:
        if isinstance(event, FollowersReturned):
            yield describe_returned(words, names, event)


def _end(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Tell the final scoring, how fields were counted, and who won."""
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    if ended is None:
        return
    farms = [event for event in events if isinstance(event, FarmersScored)]
    scored: list[AtEnd] = [*farms, *(event for event in events if isinstance(event, FinalScored))]
    if scored:
        yield words("tiles.event.final")
    if farms:
        how = "by_field" if farms[0].counted_by == "field" else "by_city"
        yield f"-# {words(f'carcassonne.fields.counted.{how}')}"

    def entry(event: AtEnd, explained: bool) -> str:
        return f"- {describe_at_end(words, names, event, explained=explained)}"

    lines = tiles.fit_entries(scored, entry)
    yield from _together(words, names, scored) if lines is None else lines
    yield describe_result(words, names, ended.winners, ended.scores)


def _together(words: Words, names: Names, scored: Sequence[AtEnd]) -> Iterator[str]:
    """Write a line for each player, or players who share."""
    together: dict[Sequence[int], list[str]] = {}
    for event in scored:
        together.setdefault(event.seats, []).append(f"{name_scored(words, event)} +{event.points}")
    for seats, entries in together.items():
        yield f"- {join_names(words, names, seats)}: {' · '.join(entries)}"


def prompt(words: Words, view: View) -> str:
    if view.phase == "over":
        return ""
    if view.drawn is None:
        return words("tiles.waits.unknown")
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = [cell_alias(placement.cell) for placement in view.placements]
    return tiles.describe_task(words, name_tile(words, tile_name(words, view.drawn)), sides, cells)


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    """Describe features with followers singly, those beyond a limit summed up; then the others."""
    scored = [event for event in events if isinstance(event, FeatureScored)]
    claimed = [event for event in scored if event.seats]
    plain = [event for event in scored if not event.seats]
    for_whom = names_with_you(words, names, view.to_act)
    sentences = [] if scored else [words("tiles.event.nothing")]
    sentences += describe_completed(words, for_whom, claimed[:MOST_FEATURES], reasons=names)
    rest = claimed[MOST_FEATURES:]
    if rest:
        sentences.append(describe_more(words, for_whom, rest))
    sentences += describe_completed(words, for_whom, plain)
    if view.tiles_left == 0:
        sentences.append(words("tiles.event.ends"))
    return " ".join(sentences)
