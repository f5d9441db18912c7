"""Sentences about moves and positions of Carcassonne: one wording for reports, alt texts, boards of
text and what is read aloud. What others say alike is in `render.sentences` and
`render.tiles.sentences`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from engine.carcassonne.events import (
    Cells,
    Event,
    FarmersScored,
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    TilePlaced,
)
from engine.carcassonne.moves import ROLES
from engine.carcassonne.view import Field, View
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, TurnedTile
from render.carcassonne.board.fields import is_relevant, numbered_fields
from render.carcassonne.tiles import cell_alias
from render.locale import Words
from render.sentences import describe_award, join_names, join_shares
from render.subject import Names
from render.tiles import sentences
from render.tiles.places import directions

AtEnd = FinalScored | FarmersScored
Scored = FeatureScored | AtEnd

# Where something lies


def list_cells(words: Words, cells: Sequence[Cell]) -> str:
    return sentences.list_cells(words, [cell_alias(cell) for cell in cells])


def name_feature(words: Words, kind: str, cells: Sequence[Cell]) -> str:
    """`city on M51 and N51`."""
    return words(f"carcassonne.feature.{kind}", cells=list_cells(words, cells))


def size(words: Words, count: int, pennants: int) -> str:
    """`5 tiles and 2 pennants`."""
    parts = [words("tiles.count", count=count)]
    if pennants:
        parts.append(words("carcassonne.pennants", count=pennants))
    return words.join(parts)


def name_segment(words: Words, tile: TurnedTile, segment: int) -> str:
    """`north city`: a part of a tile, named as no other part of the tile is."""
    kind = tile.segments[segment].kind
    alike = [index for index, other in enumerate(tile.segments) if other.kind == kind]
    if len(alike) == 1:
        return words(f"carcassonne.kind.{kind}")
    names = {index: _part(words, tile, index) for index in alike}
    if Counter(names.values())[names[segment]] == 1:
        return names[segment]
    port = PORT_NAMES[tile.segments[segment].ports[0]]
    return words(f"carcassonne.part.{kind}", place=port)


def _part(words: Words, tile: TurnedTile, index: int) -> str:
    """Two fields on the same side of a tile are told apart by the city that one of them touches."""
    segment = tile.segments[index]
    place = sentences.describe_place(words, segment)
    has_twin = any(
        other.kind == segment.kind and directions(other) == directions(segment)
        for number, other in enumerate(tile.segments)
        if number != index
    )
    if has_twin and tile.tile.beside[index]:
        return words("carcassonne.part.field_by_city", place=place)
    return words(f"carcassonne.part.{segment.kind}", place=place)


# What a move did, or will do


def describe_laying(
    words: Words, names: Names, placed: TilePlaced, tile: str, events: Sequence[Event]
) -> str:
    """Say which tile was laid, named like this, and which follower was placed on it."""
    follower = next(
        (
            words(f"carcassonne.placed_large.{event.role}")
            if event.large
            else words(f"carcassonne.placed.{event.role}")
            for event in events
            if isinstance(event, FollowerPlaced)
        ),
        "",
    )
    cell = cell_alias(placed.cell)
    return sentences.describe_laying(words, names[placed.seat], tile, cell, follower)


def describe_completed(
    words: Words, names: Names, scored: Sequence[FeatureScored], *, reasons: Names = ()
) -> Iterator[str]:
    """Say what each completed feature gives, and why if names are given for the reasons; then those
    without followers together."""
    for event in scored:
        if event.seats:
            cells = list_cells(words, event.cells)
            complete = words(f"carcassonne.complete.{event.kind}", cells=cells)
            award = describe_award(words, names, event.seats, event.points)
            why = describe_why(words, reasons, event) if reasons else ""
            yield f"{sentences.describe_points(words, complete, award, why)}."
    plain = [name_feature(words, event.kind, event.cells) for event in scored if not event.seats]
    if plain:
        yield sentences.describe_unclaimed(words, plain)


def describe_more(words: Words, names: Names, scored: Sequence[FeatureScored]) -> str:
    """Sum up completed features."""
    shares = describe_shares(words, names, scored)
    return words("carcassonne.event.more_features", count=len(scored), shares=shares)


def describe_joined(words: Words, names: Names, event: FeaturesJoined) -> str:
    """Say who takes a feature from whom, or who shares it now; where a large follower counts, with
    everybody's (IC2)."""
    owners = join_names(words, names, event.owners)
    cells = list_cells(words, event.cells)
    if len(event.owners) > 1:
        news = words(f"carcassonne.news.shared.{event.kind}", names=owners, cells=cells)
    else:
        former = join_names(words, names, event.former)
        key = f"carcassonne.news.taken.{event.kind}"
        news = words(key, names=owners, cells=cells, former=former)
    if not any(event.large):
        return news
    majority = describe_majority(words, names, ROLES[event.kind], event.followers, event.large)
    return words("carcassonne.news.counted", news=news, majority=majority)


def describe_returned(words: Words, names: Names, returned: FollowersReturned) -> str:
    """`Followers go back: 2 to Anna and the large one to Ben.`"""
    parts = []
    for name, count, large in zip_longest(names, returned.followers, returned.large, fillvalue=0):
        if large and count == 1:
            parts.append(words("carcassonne.event.large_back", name=name))
        elif large:
            back = words("tiles.event.back", count=count, name=name)
            parts.append(words("carcassonne.event.back_with_large", back=back))
        elif count:
            parts.append(words("tiles.event.back", count=count, name=name))
    return words("tiles.event.returned", followers=words.join(parts))


def describe_at_end(words: Words, names: Names, event: AtEnd, *, explained: bool) -> str:
    """`The incomplete road on M50: **1 point for Anna** (1 tile, 1 point)`."""
    award = describe_award(words, names, event.seats, event.points)
    why = describe_why(words, names, event) if explained else ""
    return sentences.describe_points(words, name_scored(words, event), award, why)


def name_scored(words: Words, event: AtEnd) -> str:
    if isinstance(event, FinalScored) and event.thing is not None:
        return words(f"carcassonne.final.{event.thing}", cells=list_cells(words, event.cells))
    if isinstance(event, FinalScored):
        return words(f"carcassonne.final.{event.kind}", cells=list_cells(words, event.cells))
    if event.counted_by == "field":
        [field] = event.fields
        return words("carcassonne.final.field", cells=list_cells(words, field))
    [city] = event.cities
    return words("carcassonne.final.fed", cells=list_cells(words, city))


def describe_shares(words: Words, names: Names, scored: Iterable[Scored]) -> str:
    """Say each player's share of several scorings."""
    return join_shares(words, names, points_by_seat(scored)) or words("tiles.event.nobody")


def points_by_seat(scored: Iterable[Scored]) -> dict[int, int]:
    """Sum up the points of several scorings, for each seat that has any."""
    points_of = Counter[int]()
    for event in scored:
        points_of.update(dict.fromkeys(event.seats, event.points))
    return {seat: points for seat, points in sorted(points_of.items()) if points}


def describe_why(words: Words, names: Names, event: Scored) -> str:
    """`5 tiles and 2 pennants, 2 points each; Anna 2 knights, Ben 1`."""
    parts = [_worth(words, event)]
    if sum(count > 0 for count in event.followers) > 1:
        kind = "field" if isinstance(event, FarmersScored) else event.kind
        majority = describe_majority(words, names, ROLES[kind], event.followers, event.large)
        parts.append(majority)
    return "; ".join(parts)


def describe_majority(
    words: Words, names: Names, role: str, followers: Sequence[int], large: Sequence[int] = ()
) -> str:
    """`Anna 2 knights, Ben 1`: the followers of everybody who has any, those that count most first;
    whose are large ones, with how many they count as (IC2)."""
    weights = [sum(pair) for pair in zip_longest(followers, large, fillvalue=0)]
    seats = (seat for seat, count in enumerate(followers) if count)
    first, *others = sorted(seats, key=lambda seat: -weights[seat])
    counts = {seat: str(followers[seat]) for seat in others}
    most = words(f"carcassonne.followers.{role}", count=followers[first])
    texts = {first: most} | counts
    for seat, text in texts.items():
        if weights[seat] > followers[seat]:
            texts[seat] = words(
                "carcassonne.why.large",
                count=followers[seat],
                followers=text,
                weight=weights[seat],
            )
    return ", ".join(
        words("carcassonne.why.player", name=names[seat], followers=text)
        for seat, text in texts.items()
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
            if event.thing is not None and not event.each:
                return words("carcassonne.why.incomplete", size=extent)
    each = words("words.points", count=event.each)
    why = words("carcassonne.why.each", count=counted, size=extent, points=each)
    if isinstance(event, FeatureScored) and event.thing is not None:
        return words(f"carcassonne.why.{event.thing}", why=why)
    return why


# What is on the board


def describe_player(words: Words, view: View, seat: int, name: str) -> str:
    if seat in view.gone:
        points = words("words.points", count=view.scores[seat])
        return words("sentence.gone", name=name, points=points)
    followers = words("tiles.followers", count=view.supply[seat])
    if view.large_supply[seat]:
        followers = words("carcassonne.board.large", followers=followers)
    return sentences.describe_player(words, name, view.scores[seat], followers)


def describe_fields(
    words: Words, view: View, names: Names, *, empty: bool = True, in_full: bool = True
) -> Iterator[str]:
    """Describe each field on a line, with its number in the picture: who owns it, which cities it
    feeds, and what it would give now. Those that have neither a farmer nor a city only if `empty`
    ones are wanted; in full with its cells, those of the cities, and everybody's farmers."""
    for number, field in numbered_fields(view):
        if empty or is_relevant(field):
            named = _name_field(words, view, field, in_full=in_full)
            text = _describe_field(words, names, field, in_full=in_full)
            yield words("carcassonne.fields.line", number=number, field=named, text=text)


def _describe_field(words: Words, names: Names, field: Field, *, in_full: bool) -> str:
    owned = words("carcassonne.fields.nobody")
    if field.owners:
        owners = words.join([names[seat] for seat in field.owners])
        owned = words("carcassonne.fields.owned", count=len(field.owners), names=owners)
        if in_full:
            why = describe_majority(words, names, ROLES["field"], field.counts, field.large)
            owned = words("tiles.event.because", text=owned, why=why)
    parts = [owned]
    for key, cities in (("feeds", field.feeds), ("incomplete", field.incomplete)):
        if cities:
            count = words(f"carcassonne.fields.{key}", count=len(cities))
            parts.append(f"{count}: {_list_cities(words, cities)}" if in_full else count)
    gives = {seat: points for seat, points in enumerate(field.gives) if points}  # if it ended now
    if gives:
        shares = join_shares(words, names, gives)
        parts.append(words("carcassonne.fields.gives", shares=shares))
    elif field.owners:
        parts.append(words("carcassonne.fields.gives_nothing"))
    return "; ".join(parts)


def _name_field(words: Words, view: View, field: Field, *, in_full: bool) -> str:
    """Name a field by its cells; one on a single tile also by its place there, as the tile may hold
    several."""
    if not in_full:
        return name_feature(words, "field", field.cells[:1])
    if len(field.segments) > 1:
        return name_feature(words, "field", field.cells)
    [(cell, segment)] = field.segments
    laid = next(tile for tile in view.laid if tile.cell == cell)
    tile = view.catalogue.turned[laid.tile][laid.rotation]
    part = name_segment(words, tile, segment)
    return words("carcassonne.fields.on_one_tile", field=part, cell=cell_alias(cell))


def _list_cities(words: Words, cities: Sequence[Cells]) -> str:
    named = [list_cells(words, city) for city in cities]
    return named[0] if len(named) == 1 else words.join([f"({city})" for city in named])
