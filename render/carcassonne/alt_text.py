"""The alt text of each picture: one short paragraph, made from the same data as the picture."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FollowerPlaced,
    TilePlaced,
)
from engine.carcassonne.moves import Turn, assemble, move_text
from engine.carcassonne.view import View
from engine.seats import PlayerLeft
from engine.tiles.draws import TileDiscarded
from render.board.aliases import alias
from render.carcassonne.board.fields import matters, numbered_fields
from render.carcassonne.board.layout import JOINING, CarcassonneSubject, laid_tiles, with_turn
from render.carcassonne.board.overlays import (
    OVERLAYS,
    Overlay,
    last_cell,
    occupied_features,
    unfinished_features,
)
from render.carcassonne.tables import course, points_table
from render.carcassonne.tiles import (
    cell_alias,
    describe_tile,
    group_name,
    tile_name,
    tiles_in,
    unseen_groups,
)
from render.locale import Words
from render.picture.names import shown_names
from render.subject import Names, describe_early_end
from render.tables.alt_text import (
    describe_course,
    describe_scores,
    describe_shares,
    describe_winners,
    join_lines,
    list_first_cells,
)
from render.tiles.board.features import joined_features
from render.tiles.views import at_rest


def board_alt(words: Words, subject: CarcassonneSubject, overlays: Collection[str] = ()) -> str:
    shown = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = shown.view
    chosen = [overlay for overlay in Overlay if overlay in overlays]
    lines = [
        words("carcassonne.alt.board", count=len(view.laid), left=view.tiles_left),
        *(
            sentence
            for one in chosen
            for sentence in (
                OVERLAYS.note(words, view, shown.events, one),
                _overlay_additions(words, view, shown.names, one),
            )
        ),
        *(_player(words, view, seat, name) for seat, name in enumerate(shown.names)),
        *([] if shown.parts else _last_turn(words, shown)),
        describe_early_end(words, "carcassonne", shown),
        *([] if shown.ending else _decision(words, shown)),
    ]
    return join_lines(lines)


def sheet_alt(words: Words, view: View) -> str:
    groups = []
    for group, types in unseen_groups(view):
        each = [f"{tile_name(words, tile)} ×{view.unseen[tile]}" for _, tile in types]
        count = tiles_in(view, types)
        named = group_name(words, group)
        tiles = words("carcassonne.tiles", count=count)
        listed = ", ".join(each)
        groups.append(words("carcassonne.alt.group", group=named, tiles=tiles, types=listed))
    not_seen = words("carcassonne.picture.not_seen", count=sum(view.unseen.values()))
    return join_lines([f"{not_seen}.", *groups])


def final_alt(words: Words, subject: CarcassonneSubject) -> str:
    """Everybody's points by source, then the farmers' city by city, or field by field, with their
    numbers in the picture."""
    view = subject.view
    events = subject.events
    shown = shown_names(words, subject.names)
    table = points_table(events, len(shown))
    lines = [describe_winners(words, "carcassonne", shown, view.leaders, view.scores)]
    for seat, name in enumerate(shown):
        points = {what: each[seat].points for what, each in table.items() if each[seat].parts}
        lines.append(describe_shares(words, "carcassonne", name, points))
    lines.append(f"{words(f'carcassonne.picture.small_city.{view.options.small_city}')}.")
    lines.append(f"{words(f'carcassonne.picture.farms.{view.options.farms}')}.")
    farms = [event for event in events if isinstance(event, FarmersScored)]
    if farms:
        described = "; ".join(
            describe_farm(words, view, shown, number, farm) for number, farm in enumerate(farms, 1)
        )
        lines.append(words("carcassonne.alt.farms", farms=described))
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    played = course(moves)
    lines = [describe_course(words, "carcassonne", names, played)]
    if played.final is not None:
        scores = describe_scores(words, shown_names(words, names), played.final)
        lines.append(words("carcassonne.alt.ended", scores=scores))
    return join_lines(lines)


def replay_alt(words: Words, shown: Sequence[CarcassonneSubject]) -> str:
    last = shown[-1].view
    names = shown_names(words, shown[-1].names)
    count = len(last.laid)
    scores = describe_scores(words, names, last.scores)
    text = words("carcassonne.alt.replay", names=words.join(names), count=count, scores=scores)
    return join_lines([text])


def _player(words: Words, view: View, seat: int, name: str) -> str:
    points = words("words.points", count=view.scores[seat])
    followers = words("carcassonne.alt.followers", count=view.supply[seat])
    key = "carcassonne.alt.gone" if seat in view.gone else "carcassonne.alt.player"
    return words(key, name=name, points=points, followers=followers)


def _last_turn(words: Words, shown: CarcassonneSubject) -> Iterator[str]:
    names = shown.names
    for event in shown.events:
        match event:
            case TilePlaced(seat, tile, cell, _):
                named = tile_name(words, tile)
                place = cell_alias(cell)
                yield words("carcassonne.alt.laid", name=names[seat], tile=named, cell=place)
            case FollowerPlaced(seat, role, _):
                yield words(f"carcassonne.alt.posted.{role}", name=names[seat])
            case FeatureScored():
                yield _describe_score(words, event, names)
            case TileDiscarded(tile):
                yield words("carcassonne.alt.discarded", tile=tile_name(words, tile))
            case PlayerLeft(seat):
                yield words("carcassonne.alt.left", name=names[seat])
            case _:
                pass


def _describe_score(words: Words, event: FeatureScored, names: Names) -> str:
    cells = list_first_cells(words, [cell_alias(cell) for cell in event.cells])
    complete = words(f"carcassonne.alt.complete.{event.kind}", cells=cells)
    if not event.seats:
        return words("carcassonne.alt.unclaimed", complete=complete)
    points = words("words.points", count=event.points)
    who = words.join([names[seat] for seat in event.seats])
    key = "carcassonne.alt.scored" if len(event.seats) == 1 else "carcassonne.alt.scored_each"
    return words(key, complete=complete, points=points, name=who)


def _decision(words: Words, shown: CarcassonneSubject) -> list[str]:
    view = shown.view
    names = shown.names
    if view.to_act is None:
        return [describe_winners(words, "carcassonne", names, view.leaders, view.scores)]
    name = names[view.to_act]
    if shown.parts:
        turn = assemble(shown.parts)
        preview = words("carcassonne.alt.preview", name=name, move=alias(move_text(turn)))
        scores = (one for one in shown.events if isinstance(one, FeatureScored))
        return [
            preview,
            *_joined(words, view, turn),
            *(_describe_score(words, one, names) for one in scores),
        ]
    if view.drawn is None:
        return []
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = dict.fromkeys(cell_alias(placement.cell) for placement in view.placements)
    tile = tile_name(words, view.drawn)
    return [
        words("carcassonne.alt.to_play", name=name, tile=tile, sides=sides),
        words("carcassonne.alt.fits", cells=list_first_cells(words, [*cells])),
    ]


def _joined(words: Words, view: View, turn: Turn) -> Iterator[str]:
    """The features that the tile of a turn makes of several."""
    tiles = laid_tiles(with_turn(view, turn))
    cell = turn.placement.cell
    if cell not in tiles:
        return
    for pieces in joined_features(tiles, cell, JOINING):
        some = min(pieces)
        cells = sorted({piece.cell for piece in pieces})
        kind = tiles[some.cell].segments[some.segment].kind
        named = list_first_cells(words, [cell_alias(one) for one in cells])
        yield words(f"carcassonne.alt.joined.{kind}", cells=named)


def _overlay_additions(words: Words, view: View, names: Names, overlay: Overlay) -> str:
    """Whatever is not said elsewhere."""
    match overlay:
        case Overlay.DEAD:
            cells = list_first_cells(words, [cell_alias(cell) for cell in view.dead])
            return words("carcassonne.alt.dead", cells=cells) if view.dead else ""
        case Overlay.LEADS:
            led = "; ".join(list_leads(words, view, names))
            return words("carcassonne.alt.leads", features=led) if led else ""
        case Overlay.OPEN:
            unfinished = "; ".join(describe_open(words, view))
            return words("carcassonne.alt.unfinished", features=unfinished) if unfinished else ""
        case Overlay.FIELDS:
            return " ".join(describe_numbered_fields(words, view, names))
        case Overlay.LEGAL | Overlay.SCORED | Overlay.FINAL:
            return ""
        case _:
            assert_never(overlay)


def list_leads(words: Words, view: View, names: Names) -> Iterator[str]:
    """Every city, road and cloister with followers: how many of each player, and what its label
    says."""
    for feature in occupied_features(view):
        yield words(
            "carcassonne.alt.lead",
            kind=words(f"carcassonne.kind.{feature.kind}"),
            cell=cell_alias(feature.cells[0]),
            followers=list_counts(words, names, feature.counts),
            points=feature.gives,
            open=words("carcassonne.picture.open", count=len(feature.missing)),
            complete=feature.gives_complete,
        )


def describe_open(words: Words, view: View) -> Iterator[str]:
    """Every feature that can be completed, and the cells it needs. If there is only one, also how
    many of the tiles left would complete it there."""
    for feature in unfinished_features(view):
        kind = words(f"carcassonne.kind.{feature.kind}")
        cell = cell_alias(feature.cells[0])
        missing = sorted(feature.missing)
        cells = list_first_cells(words, [cell_alias(one) for one in missing])
        gap = words("carcassonne.alt.gap", kind=kind, cell=cell, cells=cells)
        if last_cell(feature) is not None:
            key = "carcassonne.alt.closing" if feature.closing else "carcassonne.alt.stuck"
            gap = f"{gap} ({words(key, count=feature.closing)})"
        yield gap


def describe_numbered_fields(words: Words, view: View, names: Names) -> Iterator[str]:
    """Every field that has farmers or touches a city, by its number in the picture: who owns it,
    how many cities it feeds and how many are not complete yet, and what it would give now."""
    for number, field in numbered_fields(view):
        if not matters(field):
            continue
        owners = words.join([names[seat] for seat in field.owners])
        cities = []
        if field.feeds:
            cities.append(words("carcassonne.alt.fed", count=len(field.feeds)))
        if field.incomplete:
            cities.append(words("carcassonne.alt.unfed", count=len(field.incomplete)))
        yield words(
            "carcassonne.alt.field" if owners else "carcassonne.alt.free_field",
            number=number,
            cell=cell_alias(field.cells[0]),
            owners=owners,
            cities=", ".join(cities) or words("carcassonne.alt.no_city"),
            gives=list_counts(words, names, field.gives) or words("carcassonne.alt.no_points"),
        )


def describe_farm(words: Words, view: View, names: Names, number: int, farm: FarmersScored) -> str:
    """Everybody's farmers at a city, or in a field, and who got its points, after its number in the
    picture."""
    if view.options.farms == "by_city":
        cells = farm.cities[0]
        what = words("carcassonne.picture.city_of", count=len(cells))
    else:
        cells = farm.fields[0]
        what = words("carcassonne.alt.served", count=len(farm.cities))
    return words(
        "carcassonne.alt.farm",
        number=number,
        what=what,
        cell=cell_alias(cells[0]),
        followers=list_counts(words, names, farm.followers),
        name=words.join([names[seat] for seat in farm.seats]),
        points=words("words.points", count=farm.points),
    )


def list_counts(words: Words, names: Names, counts: Sequence[int]) -> str:
    """`Anna 2 and Ben 1`."""
    pairs = zip(names, counts, strict=True)
    return words.join([f"{name} {count}" for name, count in pairs if count])
