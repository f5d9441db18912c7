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
from render.carcassonne.board.fields import is_relevant, numbered_fields
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
    resting = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = resting.view
    lines = [words("carcassonne.alt.board", count=len(view.laid), left=view.tiles_left)]
    for overlay in Overlay:
        if overlay in overlays:
            lines.append(OVERLAYS.note(words, view, resting.events, overlay))
            lines.append(_overlay_additions(words, view, resting.names, overlay))
    for seat, name in enumerate(resting.names):
        lines.append(_player(words, view, seat, name))
    if not resting.parts:
        lines += _last_turn(words, resting)
    lines.append(describe_early_end(words, "carcassonne", resting))
    if resting.ending is None:
        lines += _decision(words, resting)
    return join_lines(lines)


def sheet_alt(words: Words, view: View) -> str:
    groups = []
    for group, types in unseen_groups(view):
        type_names = [f"{tile_name(words, tile)} ×{view.unseen[tile]}" for _, tile in types]
        count = tiles_in(view, types)
        name = group_name(words, group)
        tiles = words("carcassonne.tiles", count=count)
        type_list = ", ".join(type_names)
        groups.append(words("carcassonne.alt.group", group=name, tiles=tiles, types=type_list))
    not_seen = words("carcassonne.picture.not_seen", count=sum(view.unseen.values()))
    return join_lines([f"{not_seen}.", *groups])


def final_alt(words: Words, subject: CarcassonneSubject) -> str:
    """Tell everybody's points by source, then the farmers' city by city, or field by field, with
    their numbers in the picture."""
    view = subject.view
    events = subject.events
    players = shown_names(words, subject.names)
    table = points_table(events, len(players))
    lines = [describe_winners(words, "carcassonne", players, view.leaders, view.scores)]
    for seat, name in enumerate(players):
        points = {
            source: shares[seat].points for source, shares in table.items() if shares[seat].parts
        }
        lines.append(describe_shares(words, "carcassonne", name, points))
    lines.append(f"{words(f'carcassonne.picture.small_city.{view.options.small_city}')}.")
    lines.append(f"{words(f'carcassonne.picture.farms.{view.options.farms}')}.")
    farms = [event for event in events if isinstance(event, FarmersScored)]
    if farms:
        farm_texts = "; ".join(
            describe_farm(words, view, players, number, farm)
            for number, farm in enumerate(farms, 1)
        )
        lines.append(words("carcassonne.alt.farms", farms=farm_texts))
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    course_of_game = course(moves)
    lines = [describe_course(words, "carcassonne", names, course_of_game)]
    if course_of_game.final is not None:
        scores = describe_scores(words, shown_names(words, names), course_of_game.final)
        lines.append(words("carcassonne.alt.ended", scores=scores))
    return join_lines(lines)


def replay_alt(words: Words, subjects: Sequence[CarcassonneSubject]) -> str:
    last = subjects[-1].view
    names = shown_names(words, subjects[-1].names)
    count = len(last.laid)
    scores = describe_scores(words, names, last.scores)
    text = words("carcassonne.alt.replay", names=words.join(names), count=count, scores=scores)
    return join_lines([text])


def _player(words: Words, view: View, seat: int, name: str) -> str:
    points = words("words.points", count=view.scores[seat])
    followers = words("carcassonne.alt.followers", count=view.supply[seat])
    key = "carcassonne.alt.gone" if seat in view.gone else "carcassonne.alt.player"
    return words(key, name=name, points=points, followers=followers)


def _last_turn(words: Words, subject: CarcassonneSubject) -> Iterator[str]:
    names = subject.names
    for event in subject.events:
        match event:
            case TilePlaced(seat, tile, cell, _):
                tile_text = tile_name(words, tile)
                place = cell_alias(cell)
                yield words("carcassonne.alt.laid", name=names[seat], tile=tile_text, cell=place)
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
    scorers = words.join([names[seat] for seat in event.seats])
    key = "carcassonne.alt.scored" if len(event.seats) == 1 else "carcassonne.alt.scored_each"
    return words(key, complete=complete, points=points, name=scorers)


def _decision(words: Words, subject: CarcassonneSubject) -> list[str]:
    view = subject.view
    names = subject.names
    if view.to_act is None:
        return [describe_winners(words, "carcassonne", names, view.leaders, view.scores)]
    name = names[view.to_act]
    if subject.parts:
        turn = assemble(subject.parts)
        preview = words("carcassonne.alt.preview", name=name, move=alias(move_text(turn)))
        scores = (scored for scored in subject.events if isinstance(scored, FeatureScored))
        return [
            preview,
            *_joined(words, view, turn),
            *(_describe_score(words, scored, names) for scored in scores),
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
    """Describe the features that the tile of a turn makes of several."""
    tiles = laid_tiles(with_turn(view, turn))
    cell = turn.placement.cell
    if cell not in tiles:
        return
    for pieces in joined_features(tiles, cell, JOINING):
        first_piece = min(pieces)
        cells = sorted({piece.cell for piece in pieces})
        kind = tiles[first_piece.cell].segments[first_piece.segment].kind
        cell_names = list_first_cells(words, [cell_alias(near) for near in cells])
        yield words(f"carcassonne.alt.joined.{kind}", cells=cell_names)


def _overlay_additions(words: Words, view: View, names: Names, overlay: Overlay) -> str:
    """Describe what an overlay adds to what is said elsewhere."""
    match overlay:
        case Overlay.DEAD:
            cells = list_first_cells(words, [cell_alias(cell) for cell in view.dead])
            return words("carcassonne.alt.dead", cells=cells) if view.dead else ""
        case Overlay.LEADS:
            leads = "; ".join(list_leads(words, view, names))
            return words("carcassonne.alt.leads", features=leads) if leads else ""
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
    """Describe every city, road and cloister with followers: how many of each player, and what its
    label says."""
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
    """Describe every feature that can be completed, and the cells it needs. If there is only one,
    also how many of the tiles left would complete it there."""
    for feature in unfinished_features(view):
        kind = words(f"carcassonne.kind.{feature.kind}")
        cell = cell_alias(feature.cells[0])
        missing = sorted(feature.missing)
        cells = list_first_cells(words, [cell_alias(near) for near in missing])
        gap = words("carcassonne.alt.gap", kind=kind, cell=cell, cells=cells)
        if last_cell(feature) is not None:
            key = "carcassonne.alt.closing" if feature.closing else "carcassonne.alt.stuck"
            gap = f"{gap} ({words(key, count=feature.closing)})"
        yield gap


def describe_numbered_fields(words: Words, view: View, names: Names) -> Iterator[str]:
    """Describe every field that has farmers or touches a city, by its number in the picture: who
    owns it, how many cities it feeds and how many are not complete yet, and what it would give
    now."""
    for number, field in numbered_fields(view):
        if not is_relevant(field):
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
    """Describe everybody's farmers at a city, or in a field, and who got its points, after its
    number in the picture."""
    if view.options.farms == "by_city":
        cells = farm.cities[0]
        place = words("carcassonne.picture.city_of", count=len(cells))
    else:
        cells = farm.fields[0]
        place = words("carcassonne.alt.served", count=len(farm.cities))
    return words(
        "carcassonne.alt.farm",
        number=number,
        what=place,
        cell=cell_alias(cells[0]),
        followers=list_counts(words, names, farm.followers),
        name=words.join([names[seat] for seat in farm.seats]),
        points=words("words.points", count=farm.points),
    )


def list_counts(words: Words, names: Names, counts: Sequence[int]) -> str:
    """`Anna 2 and Ben 1`."""
    pairs = zip(names, counts, strict=True)
    return words.join([f"{name} {count}" for name, count in pairs if count])
