"""Moves in words: what one did, with every point explained, what the player to act has to decide,
and what an unconfirmed move will do.

The next tile drawn is left out of what a move did: the picture shows it, and `prompt` names it. A
preview reveals only what the player can foresee: events that depend on the deck are left out, even
if they are passed in.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.games import tiles
from bot.games.carcassonne.naming import list_cells, name_feature, size
from bot.games.reports import Report, describe_award, describe_lead, join_names
from bot.locale import Words
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    GameBegan,
    GameEnded,
    LeadChanged,
    TilePlaced,
)
from engine.carcassonne.moves import ROLES
from engine.carcassonne.view import View
from engine.seats import PlayerLeft
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from render.carcassonne.tiles import cell_alias, describe_tile, tile_name
from render.subject import Names

# The number of features that a preview describes one by one.
MOST_FEATURES = 3

AtEnd = FinalScored | FarmersScored
Scored = FeatureScored | AtEnd


def report(words: Words, names: Names, events: Sequence[Event]) -> Report:
    """The move in full. What is too long is shortened from the end: completed features to a sum,
    final points to lines without reasons, and then to a line for each player."""
    first = _first_line(words, names, events)
    news = list(_news(words, names, events))
    scored = [event for event in events if isinstance(event, FeatureScored)]
    why: list[str] = []
    for most in range(len(scored), -1, -1):
        if len(scored) - most == 1 < len(scored):
            continue  # summed up alone it would only hide what it is for
        why = list(_why_of_turn(words, names, events, scored[:most], scored[most:]))
        if len(" ".join([first, *news, *why])) <= tiles.LONGEST:
            break
    return Report(first, news, why, list(_end(words, names, events)))


def _first_line(words: Words, names: Names, events: Sequence[Event]) -> str:
    """The tile and the follower, with all points; the beginning; or who left."""
    role = next((event.role for event in events if isinstance(event, FollowerPlaced)), None)
    for event in events:
        match event:
            case GameBegan():
                return words("carcassonne.report.begun", name=names[event.first])
            case TilePlaced():
                name = names[event.seat]
                cell = cell_alias(event.cell)
                did = tiles.describe_laying(words, "carcassonne", name, cell, role)
                completed = [
                    tiles.Completed(feature.kind, feature.seats, feature.points)
                    for feature in events
                    if isinstance(feature, FeatureScored)
                ]
                return tiles.describe_turn(
                    words, "carcassonne", names, did, seat=event.seat, completed=completed
                )
            case PlayerLeft():
                return words("carcassonne.report.left", name=names[event.seat])
            case _:
                pass
    return ""


def _news(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Features that change hands, a new lead, the last tiles."""
    for event in events:
        match event:
            case FeaturesJoined(owners=[_]):
                owners = join_names(words, names, event.owners)
                former = join_names(words, names, event.former)
                facts = {"cells": list_cells(words, event.cells), "former": former}
                yield words(f"carcassonne.news.taken.{event.kind}", names=owners, **facts)
            case FeaturesJoined():
                owners = join_names(words, names, event.owners)
                cells = list_cells(words, event.cells)
                yield words(f"carcassonne.news.shared.{event.kind}", names=owners, cells=cells)
            case LeadChanged():
                yield describe_lead(words, names, event.seats)
            case LastRoundBegan(tiles=left) if left > 1:
                yield words("carcassonne.news.last_round", count=left)
            case TileDrawn(left=0):
                yield words("carcassonne.news.last_tile")
            case _:
                pass


def _why_of_turn(
    words: Words,
    names: Names,
    events: Sequence[Event],
    scored: Sequence[FeatureScored],
    summed: Sequence[FeatureScored],
) -> Iterator[str]:
    for feature in scored:
        if feature.seats:
            facts = {
                "cells": list_cells(words, feature.cells),
                "award": describe_award(words, names, feature.seats, feature.points),
                "why": _why(words, names, feature),
            }
            if len(feature.seats) > 1:
                yield words(f"carcassonne.report.shared_out.{feature.kind}", **facts)
            else:
                yield words(f"carcassonne.report.complete.{feature.kind}", **facts)
    plain = [
        name_feature(words, feature.kind, feature.cells) for feature in scored if not feature.seats
    ]
    if plain:
        yield words("carcassonne.report.unclaimed", features=tiles.list_features(words, plain))
    if summed:
        listed = shares(words, names, summed)
        yield words("carcassonne.report.more_features", count=len(summed), shares=listed)
    returned = [event.followers for event in events if isinstance(event, FollowersReturned)]
    yield from tiles.describe_returned(words, "carcassonne", names, returned)
    discarded = [
        f"*{tile_name(words, event.tile)}*" for event in events if isinstance(event, TileDiscarded)
    ]
    yield from tiles.describe_discarded(words, "carcassonne", discarded)


def _end(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """The final scoring, how fields were counted, and who won."""
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    if ended is None:
        return
    farms = [event for event in events if isinstance(event, FarmersScored)]
    scored: list[AtEnd] = [*farms, *(event for event in events if isinstance(event, FinalScored))]
    if scored:
        yield words("carcassonne.report.final")
    if farms:
        how = "by_field" if farms[0].counted_by == "field" else "by_city"
        yield words(f"carcassonne.report.farms.{how}")

    def entry(event: AtEnd, explained: bool) -> str:
        facts = {
            "what": _name_scored(words, event),
            "award": describe_award(words, names, event.seats, event.points),
        }
        if not explained:
            return words("carcassonne.report.at_end_in_short", **facts)
        return words("carcassonne.report.at_end", why=_why(words, names, event), **facts)

    lines = tiles.fit_entries(scored, entry)
    yield from _together(words, names, scored) if lines is None else lines
    score = ended.scores[ended.winners[0]]
    if len(ended.winners) > 1:
        winners = words.join([names[seat] for seat in ended.winners])
        yield words("carcassonne.report.shared", names=winners, count=score)
        return
    ranked = sorted(enumerate(ended.scores), key=lambda pair: -pair[1])
    others = [f"{names[seat]} {points}" for seat, points in ranked if seat not in ended.winners]
    first = names[ended.winners[0]]
    rest = words.join(others)
    yield words("carcassonne.report.won", name=first, count=score, others=rest)


def _together(words: Words, names: Names, scored: Sequence[AtEnd]) -> Iterator[str]:
    """A line for each player, or players who share."""
    together: dict[Sequence[int], list[str]] = {}
    for event in scored:
        together.setdefault(event.seats, []).append(f"{_name_scored(words, event)} +{event.points}")
    for seats, entries in together.items():
        yield words(
            "carcassonne.report.at_end_together",
            names=join_names(words, names, seats),
            entries=" · ".join(entries),
        )


def _name_scored(words: Words, event: AtEnd) -> str:
    if isinstance(event, FinalScored):
        return words(f"carcassonne.final.{event.kind}", cells=list_cells(words, event.cells))
    by_field = event.counted_by == "field"
    kind, [cells] = ("field", event.fields) if by_field else ("fed", event.cities)
    return words(f"carcassonne.final.{kind}", cells=list_cells(words, cells))


def shares(words: Words, names: Names, scored: Iterable[Scored]) -> str:
    """Each player's share of several scorings."""
    shares = points_by_seat(scored)
    parts = [describe_award(words, names, (seat,), points) for seat, points in shares.items()]
    return words.join(parts) or words("carcassonne.report.nobody")


def points_by_seat(scored: Iterable[Scored]) -> dict[int, int]:
    """The points of several scorings, for each seat that has any."""
    points_of = Counter[int]()
    for event in scored:
        points_of.update(dict.fromkeys(event.seats, event.points))
    return {seat: points for seat, points in sorted(points_of.items()) if points}


def _why(words: Words, names: Names, event: Scored) -> str:
    """`5 tiles and 2 pennants, 2 points each; Anna 2 knights, Ben 1`."""
    parts = [_worth(words, event)]
    if sum(count > 0 for count in event.followers) > 1:
        kind = "field" if isinstance(event, FarmersScored) else event.kind
        parts.append(majority(words, names, ROLES[kind], event.followers))
    return "; ".join(parts)


def majority(words: Words, names: Names, role: str, followers: Sequence[int]) -> str:
    """`Anna 2 knights, Ben 1`: the followers of everybody who has any, the most first."""
    seats = (seat for seat, count in enumerate(followers) if count)
    first, *others = sorted(seats, key=lambda seat: -followers[seat])
    rest: dict[int, object] = {seat: followers[seat] for seat in others}
    most = words(f"carcassonne.followers.{role}", count=followers[first])
    return ", ".join(
        words("carcassonne.why.player", name=names[seat], followers=count)
        for seat, count in ({first: most} | rest).items()
    )


def _worth(words: Words, event: Scored) -> str:
    match event:
        case FarmersScored(counted_by="field"):  # C18, C19
            counted = len(event.cities)
            extent = words("carcassonne.cities", count=counted)
        case FarmersScored():
            return words("carcassonne.why.fields", count=len(event.fields))
        case FeatureScored(kind="cloister") | FinalScored(kind="cloister"):
            return words("carcassonne.why.cloister", count=event.points - 1)
        case FeatureScored(small=True):
            return words("carcassonne.why.small_city")
        case _:
            counted = len(event.cells) + event.pennants
            extent = size(words, len(event.cells), event.pennants)
    each = words("words.points", count=event.each)
    return words("carcassonne.why.each", count=counted, size=extent, points=each)


def prompt(words: Words, view: View) -> str:
    if view.phase == "over":
        return ""
    if view.drawn is None:
        return words("carcassonne.waits.unknown")
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(cell_alias(placement.cell) for placement in view.placements))
    fits = words("carcassonne.waits.fits", count=len(cells), cell=cells[0])
    named = tile_name(words, view.drawn)
    return words("carcassonne.waits.lay", tile=named, sides=sides, fits=fits)


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    """The features with followers one by one, those beyond a limit summed up; then the others."""
    scored = [event for event in events if isinstance(event, FeatureScored)]
    claimed = [event for event in scored if event.seats]
    plain = [event for event in scored if not event.seats]
    sentences = [] if scored else [words("carcassonne.preview.nothing")]
    for event in claimed[:MOST_FEATURES]:
        feature = _describe_size(words, event)
        if event.seats == (view.to_act,):
            points = words("words.points", count=event.points)
            sentences.append(words("carcassonne.preview.own", feature=feature, points=points))
        else:
            award = describe_award(words, names, event.seats, event.points)
            sentences.append(words("carcassonne.preview.theirs", feature=feature, award=award))
    rest = claimed[MOST_FEATURES:]
    if rest:
        listed = shares(words, names, rest)
        sentences.append(words("carcassonne.preview.more", count=len(rest), shares=listed))
    if plain:
        feature = _describe_size(words, plain[0])
        key = "carcassonne.preview.unclaimed"
        sentences.append(words(key, count=len(plain), feature=feature))
    if view.tiles_left == 0:
        sentences.append(words("carcassonne.preview.last"))
    return " ".join(sentences)


def _describe_size(words: Words, event: FeatureScored) -> str:
    if event.small and event.points:
        return words("carcassonne.preview.small_city")
    extent = size(words, len(event.cells), event.pennants)
    return words(f"carcassonne.preview.{event.kind}", size=extent)
