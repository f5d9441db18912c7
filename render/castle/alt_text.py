"""Alt text of each picture: one short paragraph, made from the same data as the picture."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.castle.events import Event, FeatureScored, GameEnded, TilePlaced
from engine.castle.moves import Turn, cell_name, move_text
from engine.castle.view import View
from engine.tiles.grid import Cell
from render.castle.board.cells import JOINING, CastleSubject, chosen_turn, laid_tiles, with_tile
from render.castle.board.overlays import (
    OVERLAYS,
    Overlay,
    court_points,
    in_reach,
    missing_cells,
    openness,
    points_complete,
    unfinished_features,
)
from render.castle.final import points_table
from render.castle.sentences import (
    completed_features,
    describe_completed,
    describe_laying,
    describe_player,
    describe_taken,
    describe_unclaimed,
    winners_of,
)
from render.castle.tables import course
from render.castle.tiles import describe_tile, tile_name, unseen_groups
from render.locale import Words, plain
from render.picture.names import shown_names
from render.sentences import (
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
from render.tiles.sentences import describe_drawn, describe_open, name_tile
from render.tiles.views import at_rest


def board_alt(words: Words, subject: CastleSubject, overlays: Collection[str] = ()) -> str:
    words = plain(words)
    resting = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = resting.view
    lines = [words("castle.alt.board", count=len(view.laid), left=view.tiles_left)]
    for seat, name in enumerate(resting.names):
        lines.append(f"{describe_player(words, view, seat, name)}.")
    if not resting.parts:
        lines += _last_turn(words, resting)
    lines.append(describe_early_end(words, resting.names, resting.ending))
    if resting.ending is None:
        lines += _decision(words, resting)
    for overlay in Overlay:
        if overlay in overlays:
            lines.append(overlay_note(words, view, resting.events, overlay))
            lines += _overlay(words, view, resting.names, overlay)
    return join_lines(lines)


def sheet_alt(words: Words, view: View) -> str:
    groups = [(sides, len(tiles)) for sides, tiles in unseen_groups(view)]
    count = sum(number for _, number in groups)
    not_seen = words("castle.picture.not_seen", count=count)
    group_texts = [
        words(
            "castle.alt.group",
            tiles=words("tiles.count", count=number),
            sides=words("castle.alt.sides", count=sides),
        )
        for sides, number in groups
    ]
    key = "castle.alt.sheet" if group_texts else "castle.alt.sheet_empty"
    return join_lines([words(key, not_seen=not_seen, groups=words.join(group_texts))])


def final_alt(words: Words, subject: CastleSubject) -> str:
    words = plain(words)
    players = shown_names(words, subject.names)
    table = points_table(words, subject.events)
    view = subject.view
    lines = [describe_result(words, players, view.leaders, view.scores)]
    for seat, name in enumerate(players):
        points = {
            source: shares[seat].points for source, shares in table.items() if shares[seat].parts
        }
        lines.append(f"{describe_sources(words, 'castle', name, points)}.")
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    words = plain(words)
    lines = [describe_course(words, names, course(moves))]
    players = shown_names(words, names)
    lines += [
        describe_result(words, players, winners_of(event), event.scores)
        for events in moves
        for event in events
        if isinstance(event, GameEnded)
    ]
    return join_lines(lines)


def replay_alt(words: Words, subjects: Sequence[CastleSubject]) -> str:
    last = subjects[-1].view
    names = shown_names(words, subjects[-1].names)
    length = words("tiles.count", count=len(last.laid))
    return join_lines([describe_replay(words, names, length, last.scores)])


def _last_turn(words: Words, subject: CastleSubject) -> Iterator[str]:
    names = subject.names
    events = subject.events
    for event in events:
        if isinstance(event, TilePlaced):
            tile = name_tile(words, tile_name(words, event.tile))
            yield f"{describe_laying(words, names, event, tile, events)}."
    yield from _describe_scores(words, subject)


def _describe_scores(words: Words, subject: CastleSubject) -> Iterator[str]:
    """Say what each completed feature gives, without the reasons."""
    names = subject.names
    unclaimed: list[FeatureScored] = []
    for event, _ in completed_features(subject.events):
        if not any(event.followers):
            unclaimed.append(event)
            continue
        text = describe_completed(words, names, event, keep=False, explained=False)
        yield text if event.seat is None else f"{text}."
        yield describe_taken(words, names, event)
    if unclaimed:
        yield describe_unclaimed(words, unclaimed)


def _decision(words: Words, subject: CastleSubject) -> list[str]:
    view = subject.view
    names = subject.names
    if view.to_act is None:
        return [describe_result(words, names, view.leaders, view.scores)]
    name = names[view.to_act]
    turn = chosen_turn(subject.parts)
    if turn is not None:
        preview = words("sentence.preview", name=name, move=move_text(turn))
        return [preview, *_joined(words, view, turn), *_describe_scores(words, subject)]
    if view.drawn is None:
        return [words("castle.board.again", name=name)] if view.phase == "again" else []
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(placement.cell for placement in view.placements))
    tile = tile_name(words, view.drawn)
    return [describe_drawn(words, name, tile, sides, _list_cells(words, cells))]


def _joined(words: Words, view: View, turn: Turn) -> Iterator[str]:
    """Describe the features that the tile of a turn makes of several."""
    if view.drawn is None:
        return
    tiles = laid_tiles(with_tile(view, view.drawn, turn.placement))
    for pieces in joined_features(tiles, turn.placement.cell, JOINING):
        first_piece = min(pieces)
        cells = sorted({piece.cell for piece in pieces} - set(view.catalogue.wall.ring))
        kind = tiles[first_piece.cell].segments[first_piece.segment].kind
        yield words(f"castle.joined.{kind}", cells=_list_cells(words, cells))


def _list_cells(words: Words, cells: Iterable[Cell]) -> str:
    return list_first_cells(words, [cell_name(cell) for cell in cells])


def _overlay(words: Words, view: View, names: Names, overlay: Overlay) -> Iterator[str]:
    """Describe what an overlay adds to what is said elsewhere."""
    match overlay:
        case Overlay.DEAD:
            if view.dead:
                yield words("tiles.board.dead", cells=_list_cells(words, view.dead))
        case Overlay.EMPTY:
            region = view.empty
            if not region.cells:
                return
            key = "castle.alt.empty_for_nobody" if region.seat is None else "castle.alt.empty"
            yield words(key, count=region.counted, name=names[region.seat or 0])
        case Overlay.LANDING:
            stops = [
                words("castle.alt.stop", points=stop.points, space=stop.tower)
                for stop in in_reach(view)
            ]
            if stops:
                yield words("castle.alt.landing", stops=words.join(stops))
        case Overlay.LEADS:
            leads = "; ".join(_list_leads(words, view))
            if leads:
                yield words("castle.alt.leads", first=names[0], second=names[1], features=leads)
        case Overlay.OPEN:
            gaps = [
                words(
                    "tiles.board.gap",
                    kind=words(f"castle.kind.{feature.kind}"),
                    cell=cell_name(feature.cells[0]),
                    cells=_list_cells(words, sorted(missing_cells(feature))),
                )
                for feature in unfinished_features(view)
            ]
            yield describe_open(words, gaps)
        case Overlay.LEGAL | Overlay.SCORED | Overlay.FINAL:
            pass


def overlay_note(words: Words, view: View, events: Sequence[Event], overlay: str) -> str:
    """Explain an overlay, or say that it has nothing to show; do both of landings, if nothing is in
    reach."""
    note = OVERLAYS.note(words, view, events, overlay)
    if overlay != Overlay.LANDING or view.to_act is None or in_reach(view):
        return note
    return " ".join([note, words("castle.alt.nothing.landing")])


def _list_leads(words: Words, view: View) -> Iterator[str]:
    """Describe every feature with followers: how many of each player, and what its label says."""
    for feature in view.features:
        if not feature.followers:
            continue
        first, second = feature.counts
        is_court = feature.kind == "court"
        yield words(
            "castle.alt.lead_court" if is_court else "castle.alt.lead",
            kind=words(f"castle.kind.{feature.kind}"),
            cell=cell_name(feature.followers[0].spot.cell),
            first=first,
            second=second,
            points=court_points(feature) if is_court else points_complete(feature),
            open=openness(words, feature),
        )
