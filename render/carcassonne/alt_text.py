"""Alt text of each picture: one short paragraph, made from the same data as the picture."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import assert_never

from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    GameEnded,
    TilePlaced,
)
from engine.carcassonne.moves import Turn, assemble, move_text
from engine.carcassonne.view import View
from engine.seats import PlayerLeft
from engine.tiles.draws import TileDiscarded
from render.board.aliases import alias
from render.carcassonne.board.layout import JOINING, CarcassonneSubject, laid_tiles, with_turn
from render.carcassonne.board.overlays import (
    OVERLAYS,
    Overlay,
    is_at_stake,
    last_cell,
    occupied_features,
    unfinished_features,
)
from render.carcassonne.sentences import (
    describe_completed,
    describe_fields,
    describe_laying,
    describe_player,
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
from render.locale import Words, plain
from render.picture.names import shown_names
from render.sentences import (
    describe_award,
    describe_early_end,
    describe_replay,
    describe_result,
    describe_sources,
)
from render.subject import Names
from render.tables.alt_text import (
    describe_course,
    join_lines,
    list_first_cells,
)
from render.tiles.board.features import joined_features
from render.tiles.sentences import (
    describe_discarded,
    describe_drawn,
    describe_open,
    name_tile,
)
from render.tiles.views import at_rest


def board_alt(words: Words, subject: CarcassonneSubject, overlays: Collection[str] = ()) -> str:
    words = plain(words)
    resting = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = resting.view
    lines = [words("carcassonne.alt.board", count=len(view.laid), left=view.tiles_left)]
    if view.river_left:
        lines.append(words("carcassonne.alt.river_left", count=view.river_left))
    for overlay in Overlay:
        if overlay in overlays:
            lines.append(OVERLAYS.note(words, view, resting.events, overlay))
            lines.append(_overlay_additions(words, view, resting.names, overlay))
    for seat, name in enumerate(resting.names):
        lines.append(f"{describe_player(words, view, seat, name)}.")
    if not resting.parts:
        lines += _last_turn(words, resting)
    lines.append(describe_early_end(words, resting.names, resting.ending))
    if resting.ending is None:
        lines += _decision(words, resting)
    return join_lines(lines)


def sheet_alt(words: Words, view: View) -> str:
    groups = []
    for group, types in unseen_groups(view):
        type_names = [f"{tile_name(words, tile)} ×{view.unseen[tile]}" for _, tile in types]
        count = tiles_in(view, types)
        name = group_name(words, group)
        tiles = words("tiles.count", count=count)
        type_list = ", ".join(type_names)
        groups.append(words("carcassonne.alt.group", group=name, tiles=tiles, types=type_list))
    not_seen = words("carcassonne.picture.not_seen", count=sum(view.unseen.values()))
    return join_lines([f"{not_seen}.", *groups])


def final_alt(words: Words, subject: CarcassonneSubject) -> str:
    """Tell everybody's points by source, then the farmers' city by city, or field by field, with
    their numbers in the picture."""
    words = plain(words)
    view = subject.view
    events = subject.events
    players = shown_names(words, subject.names)
    table = points_table(events, len(players))
    lines = [describe_result(words, players, view.leaders, view.scores)]
    for seat, name in enumerate(players):
        points = {
            source: shares[seat].points for source, shares in table.items() if shares[seat].parts
        }
        lines.append(f"{describe_sources(words, 'carcassonne', name, points)}.")
    lines.append(f"{words(f'carcassonne.picture.small_city.{view.options.small_city}')}.")
    lines.append(f"{words(f'carcassonne.picture.farms.{view.options.farms}')}.")
    if view.options.inns == "on":
        lines.append(f"{words('carcassonne.picture.things')}.")
    farms = [event for event in events if isinstance(event, FarmersScored)]
    if farms:
        farm_texts = "; ".join(
            describe_farm(words, view, players, number, farm)
            for number, farm in enumerate(farms, 1)
        )
        lines.append(words("carcassonne.alt.farms", farms=farm_texts))
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    words = plain(words)
    lines = [describe_course(words, names, course(moves))]
    players = shown_names(words, names)
    lines += [
        describe_result(words, players, event.winners, event.scores)
        for events in moves
        for event in events
        if isinstance(event, GameEnded)
    ]
    return join_lines(lines)


def replay_alt(words: Words, subjects: Sequence[CarcassonneSubject]) -> str:
    last = subjects[-1].view
    names = shown_names(words, subjects[-1].names)
    length = words("tiles.count", count=len(last.laid))
    return join_lines([describe_replay(words, names, length, last.scores)])


def _last_turn(words: Words, subject: CarcassonneSubject) -> Iterator[str]:
    names = subject.names
    events = subject.events
    for event in events:
        match event:
            case TilePlaced():
                tile = name_tile(words, tile_name(words, event.tile))
                yield f"{describe_laying(words, names, event, tile, events)}."
            case PlayerLeft():
                yield words("sentence.left", name=names[event.seat])
            case _:
                pass
    yield from _describe_scores(words, subject)
    discarded = [
        tile_name(words, event.tile) for event in events if isinstance(event, TileDiscarded)
    ]
    yield from describe_discarded(words, discarded)


def _describe_scores(words: Words, subject: CarcassonneSubject) -> Iterator[str]:
    scored = [event for event in subject.events if isinstance(event, FeatureScored)]
    return describe_completed(words, subject.names, scored)


def _decision(words: Words, subject: CarcassonneSubject) -> list[str]:
    view = subject.view
    names = subject.names
    if view.to_act is None:
        return [describe_result(words, names, view.leaders, view.scores)]
    name = names[view.to_act]
    if subject.parts:
        turn = assemble(subject.parts)
        preview = words("sentence.preview", name=name, move=alias(move_text(turn)))
        return [preview, *_joined(words, view, turn), *_describe_scores(words, subject)]
    if view.drawn is None:
        return []
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = dict.fromkeys(cell_alias(placement.cell) for placement in view.placements)
    tile = tile_name(words, view.drawn)
    return [describe_drawn(words, name, tile, sides, list_first_cells(words, [*cells]))]


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
        yield words(f"carcassonne.joined.{kind}", cells=cell_names)


def _overlay_additions(words: Words, view: View, names: Names, overlay: Overlay) -> str:
    """Describe what an overlay adds to what is said elsewhere."""
    match overlay:
        case Overlay.DEAD:
            cells = list_first_cells(words, [cell_alias(cell) for cell in view.dead])
            return words("tiles.board.dead", cells=cells) if view.dead else ""
        case Overlay.LEADS:
            leads = "; ".join(list_leads(words, view, names))
            return words("tiles.board.followers", features=leads) if leads else ""
        case Overlay.OPEN:
            return describe_open(words, [*list_gaps(words, view)])
        case Overlay.FIELDS:
            fields = describe_fields(words, view, names, empty=False, in_full=False)
            return " ".join(f"{field}." for field in fields)
        case Overlay.LEGAL | Overlay.SCORED | Overlay.FINAL:
            return ""
        case _:
            assert_never(overlay)


def list_leads(words: Words, view: View, names: Names) -> Iterator[str]:
    """Describe every city, road and cloister with followers: how many of each player, and what its
    label says."""
    for feature in occupied_features(view):
        thing = feature.thing if is_at_stake(feature) else None
        yield words(
            "carcassonne.alt.lead" if thing is None else "carcassonne.alt.at_stake",
            kind=words(f"carcassonne.kind.{feature.kind}"),
            cell=cell_alias(feature.cells[0]),
            thing="" if thing is None else words(f"carcassonne.alt.thing.{thing}"),
            followers=list_counts(words, names, feature.counts, feature.large),
            points=feature.gives,
            open=words("carcassonne.picture.open", count=len(feature.missing)),
            complete=feature.gives_complete,
        )


def list_gaps(words: Words, view: View) -> Iterator[str]:
    """Describe every feature that can be completed, and the cells it needs. If there is only one,
    also how many of the tiles left would complete it there."""
    for feature in unfinished_features(view):
        kind = words(f"carcassonne.kind.{feature.kind}")
        cell = cell_alias(feature.cells[0])
        missing = sorted(feature.missing)
        cells = list_first_cells(words, [cell_alias(near) for near in missing])
        gap = words("tiles.board.gap", kind=kind, cell=cell, cells=cells)
        if last_cell(feature) is not None:
            key = "carcassonne.alt.closing" if feature.closing else "carcassonne.alt.stuck"
            gap = f"{gap} ({words(key, count=feature.closing)})"
        yield gap


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
        followers=list_counts(words, names, farm.followers, farm.large),
        award=describe_award(words, names, farm.seats, farm.points),
    )


def list_counts(
    words: Words, names: Names, counts: Sequence[int], large: Sequence[int] = ()
) -> str:
    """`Anna 2 and Ben 1`; a large follower is said to count as two."""
    listed = []
    for name, count, heavy in zip_longest(names, counts, large, fillvalue=0):
        if heavy and count == 1:
            listed.append(words("carcassonne.alt.large_alone", name=name))
        elif heavy:
            weight = count + heavy
            listed.append(words("carcassonne.alt.large", name=name, count=count, weight=weight))
        elif count:
            listed.append(f"{name} {count}")
    return words.join(listed)
