"""The alt text of each picture: one short paragraph, made from the same data as the picture."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.castle.events import Event, FeatureScored, FollowerPlaced, TilePlaced
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
from render.castle.tables import course
from render.castle.tiles import describe_tile, tile_name, unseen_groups
from render.locale import Words
from render.picture.names import shown_names
from render.subject import Names, describe_early_end
from render.tables.alt_text import (
    describe_course,
    describe_shares,
    join_lines,
    list_first_cells,
)
from render.tiles.board.features import joined_features
from render.tiles.views import at_rest


def board_alt(words: Words, subject: CastleSubject, overlays: Collection[str] = ()) -> str:
    resting = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = resting.view
    lines = [words("castle.alt.board", count=len(view.laid), left=view.tiles_left)]
    for seat, name in enumerate(resting.names):
        lines.append(describe_player(words, "alt", view, seat, name))
    if not resting.parts:
        lines += _last_turn(words, resting)
    lines.append(describe_early_end(words, "castle", resting))
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
            tiles=words("castle.tiles", count=number),
            sides=words("castle.alt.sides", count=sides),
        )
        for sides, number in groups
    ]
    key = "castle.alt.sheet" if group_texts else "castle.alt.sheet_empty"
    return join_lines([words(key, not_seen=not_seen, groups=words.join(group_texts))])


def final_alt(words: Words, subject: CastleSubject) -> str:
    players = shown_names(words, subject.names)
    table = points_table(words, subject.events)
    lines = [_result(words, players, subject.view.scores)]
    for seat, name in enumerate(players):
        points = {
            source: shares[seat].points for source, shares in table.items() if shares[seat].parts
        }
        lines.append(describe_shares(words, "castle", name, points))
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    course_of_game = course(moves)
    lines = [describe_course(words, "castle", names, course_of_game)]
    if course_of_game.final is not None:
        lines.append(_result(words, shown_names(words, names), course_of_game.final))
    return join_lines(lines)


def replay_alt(words: Words, subjects: Sequence[CastleSubject]) -> str:
    last = subjects[-1].view
    players = words.join(shown_names(words, subjects[-1].names))
    (first, second) = last.scores
    count = len(last.laid)
    text = words("castle.alt.replay", names=players, count=count, first=first, second=second)
    return join_lines([text])


def describe_player(words: Words, medium: str, view: View, seat: int, name: str) -> str:
    """Describe everything that a player has, in an alt text (`alt`) or on a board of text
    (`text`)."""
    keep = view.keeps[seat]
    wall_tiles = view.held[seat]
    keep_key = f"castle.{medium}.{'no_keep' if keep is None else 'keep'}"
    wall_tiles_key = "castle.alt.wall_tiles" if wall_tiles else "castle.picture.no_wall_tiles"
    return words(
        f"castle.{medium}.player",
        name=name,
        points=words("words.points", count=view.scores[seat]),
        followers=words("castle.alt.followers", count=view.supply[seat]),
        keep=words(keep_key, size=keep.tiles if keep else 0),
        wall_tiles=words(
            wall_tiles_key, count=len(wall_tiles), kinds=words.join([*map(str, wall_tiles)])
        ),
    )


def _last_turn(words: Words, subject: CastleSubject) -> Iterator[str]:
    names = subject.names
    for event in subject.events:
        match event:
            case TilePlaced(seat, tile, cell, _):
                yield words(
                    "castle.alt.laid",
                    name=names[seat],
                    tile=tile_name(words, tile),
                    cell=cell_name(cell),
                )
            case FollowerPlaced(seat, role, _):
                yield words(f"castle.alt.posted.{role}", name=names[seat])
            case FeatureScored():
                yield _describe_score(words, event, names)
            case _:
                pass


def _describe_score(words: Words, event: FeatureScored, names: Names) -> str:
    complete = words(f"castle.alt.complete.{event.kind}", cells=_list_cells(words, event.cells))
    if event.seat is None:
        return words("castle.alt.even", complete=complete)
    key = "castle.alt.scored" if event.took is None else "castle.alt.scored_and_took"
    points = words("words.points", count=event.points)
    return words(key, complete=complete, points=points, name=names[event.seat], kind=event.took)


def _decision(words: Words, subject: CastleSubject) -> list[str]:
    view = subject.view
    names = subject.names
    if view.to_act is None:
        return [_result(words, names, view.scores)]
    name = names[view.to_act]
    turn = chosen_turn(subject.parts)
    if turn is not None:
        scores = (scored for scored in subject.events if isinstance(scored, FeatureScored))
        return [
            words("castle.alt.preview", name=name, move=move_text(turn)),
            *_joined(words, view, turn),
            *(_describe_score(words, scored, names) for scored in scores),
        ]
    if view.drawn is None:
        return [words("castle.alt.again", name=name)] if view.phase == "again" else []
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(placement.cell for placement in view.placements))
    return [
        words("castle.alt.to_play", name=name, tile=tile_name(words, view.drawn), sides=sides),
        words("castle.alt.fits", cells=_list_cells(words, cells))
        if cells
        else words("castle.alt.fits_nowhere"),
    ]


def _joined(words: Words, view: View, turn: Turn) -> Iterator[str]:
    """Describe the features that the tile of a turn makes of several."""
    if view.drawn is None:
        return
    tiles = laid_tiles(with_tile(view, view.drawn, turn.placement))
    for pieces in joined_features(tiles, turn.placement.cell, JOINING):
        first_piece = min(pieces)
        cells = sorted({piece.cell for piece in pieces} - set(view.catalogue.wall.ring))
        kind = tiles[first_piece.cell].segments[first_piece.segment].kind
        yield words(f"castle.alt.joined.{kind}", cells=_list_cells(words, cells))


def _result(words: Words, names: Names, scores: tuple[int, ...]) -> str:
    if scores[0] == scores[1]:
        return words("castle.alt.shared", names=words.join(names), score=scores[0])
    winner = int(scores[1] > scores[0])
    return words(
        "castle.alt.won", name=names[winner], score=scores[winner], other=scores[1 - winner]
    )


def _list_cells(words: Words, cells: Iterable[Cell]) -> str:
    return list_first_cells(words, [cell_name(cell) for cell in cells])


def _overlay(words: Words, view: View, names: Names, overlay: Overlay) -> Iterator[str]:
    """Describe what an overlay adds to what is said elsewhere."""
    match overlay:
        case Overlay.DEAD:
            if view.dead:
                yield words("castle.alt.dead", cells=_list_cells(words, view.dead))
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
                    "castle.alt.gap",
                    kind=words(f"castle.kind.{feature.kind}"),
                    cell=cell_name(feature.cells[0]),
                    cells=_list_cells(words, sorted(missing_cells(feature))),
                )
                for feature in unfinished_features(view)
            ]
            if gaps:
                yield words("castle.alt.unfinished", features="; ".join(gaps))
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
