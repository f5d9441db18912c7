"""The alt text of each picture: one short paragraph, made from the same data as the picture."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.castle.events import Event, FeatureScored, FollowerPlaced, TilePlaced
from engine.castle.moves import Turn, cell_name, move_text
from engine.castle.view import View
from engine.tiles.grid import Cell
from render.castle.board.cells import JOINING, CastleSubject, chosen_turn, lying, with_tile
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
    shown = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = shown.view
    return join_lines(
        [
            words("castle.alt.board", count=len(view.laid), left=view.tiles_left),
            *(
                describe_player(words, "alt", view, seat, name)
                for seat, name in enumerate(shown.names)
            ),
            *([] if shown.parts else _last_turn(words, shown)),
            describe_early_end(words, "castle", shown),
            *([] if shown.ending else _decision(words, shown)),
            *(
                line
                for overlay in Overlay
                if overlay in overlays
                for line in [
                    overlay_note(words, view, shown.events, overlay),
                    *_overlay(words, view, shown.names, overlay),
                ]
                if line
            ),
        ]
    )


def sheet_alt(words: Words, view: View) -> str:
    groups = [(sides, len(tiles)) for sides, tiles in unseen_groups(view)]
    count = sum(number for _, number in groups)
    not_seen = words("castle.picture.not_seen", count=count)
    described = [
        words(
            "castle.alt.group",
            tiles=words("castle.tiles", count=number),
            sides=words("castle.alt.sides", count=sides),
        )
        for sides, number in groups
    ]
    key = "castle.alt.sheet" if described else "castle.alt.sheet_empty"
    return join_lines([words(key, not_seen=not_seen, groups=words.join(described))])


def final_alt(words: Words, subject: CastleSubject) -> str:
    shown = shown_names(words, subject.names)
    table = points_table(words, subject.events)
    lines = [_result(words, shown, subject.view.scores)]
    for seat, name in enumerate(shown):
        points = {what: pair[seat].points for what, pair in table.items() if pair[seat].parts}
        lines.append(describe_shares(words, "castle", name, points))
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    played = course(moves)
    lines = [describe_course(words, "castle", names, played)]
    if played.final is not None:
        lines.append(_result(words, shown_names(words, names), played.final))
    return join_lines(lines)


def replay_alt(words: Words, shown: Sequence[CastleSubject]) -> str:
    last = shown[-1].view
    both = words.join(shown_names(words, shown[-1].names))
    (first, second) = last.scores
    count = len(last.laid)
    text = words("castle.alt.replay", names=both, count=count, first=first, second=second)
    return join_lines([text])


def describe_player(words: Words, where: str, view: View, seat: int, name: str) -> str:
    """Everything that a player has, in an alt text (`alt`) or on a board of text (`text`)."""
    keep = view.keeps[seat]
    held = view.held[seat]
    kept = f"castle.{where}.{'no_keep' if keep is None else 'keep'}"
    tiles = "castle.alt.wall_tiles" if held else "castle.picture.no_wall_tiles"
    return words(
        f"castle.{where}.player",
        name=name,
        points=words("words.points", count=view.scores[seat]),
        followers=words("castle.alt.followers", count=view.supply[seat]),
        keep=words(kept, size=keep.tiles if keep else 0),
        wall_tiles=words(tiles, count=len(held), kinds=words.join([*map(str, held)])),
    )


def _last_turn(words: Words, shown: CastleSubject) -> Iterator[str]:
    names = shown.names
    for event in shown.events:
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
    complete = words(f"castle.alt.complete.{event.kind}", cells=_some(words, event.cells))
    if event.seat is None:
        return words("castle.alt.even", complete=complete)
    key = "castle.alt.scored" if event.took is None else "castle.alt.scored_and_took"
    points = words("words.points", count=event.points)
    return words(key, complete=complete, points=points, name=names[event.seat], kind=event.took)


def _decision(words: Words, shown: CastleSubject) -> list[str]:
    view = shown.view
    names = shown.names
    if view.to_act is None:
        return [_result(words, names, view.scores)]
    name = names[view.to_act]
    turn = chosen_turn(shown.parts)
    if turn is not None:
        scores = (one for one in shown.events if isinstance(one, FeatureScored))
        return [
            words("castle.alt.preview", name=name, move=move_text(turn)),
            *_joined(words, view, turn),
            *(_describe_score(words, one, names) for one in scores),
        ]
    if view.drawn is None:
        return [words("castle.alt.again", name=name)] if view.phase == "again" else []
    sides = describe_tile(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(placement.cell for placement in view.placements))
    return [
        words("castle.alt.to_play", name=name, tile=tile_name(words, view.drawn), sides=sides),
        words("castle.alt.fits", cells=_some(words, cells))
        if cells
        else words("castle.alt.fits_nowhere"),
    ]


def _joined(words: Words, view: View, turn: Turn) -> Iterator[str]:
    """The features that the tile of a turn makes of several."""
    if view.drawn is None:
        return
    tiles = lying(with_tile(view, view.drawn, turn.placement))
    for pieces in joined_features(tiles, turn.placement.cell, JOINING):
        some = min(pieces)
        cells = sorted({piece.cell for piece in pieces} - set(view.catalogue.wall.ring))
        kind = tiles[some.cell].segments[some.segment].kind
        yield words(f"castle.alt.joined.{kind}", cells=_some(words, cells))


def _result(words: Words, names: Names, scores: tuple[int, ...]) -> str:
    if scores[0] == scores[1]:
        return words("castle.alt.shared", names=words.join(names), score=scores[0])
    won = int(scores[1] > scores[0])
    return words("castle.alt.won", name=names[won], score=scores[won], other=scores[1 - won])


def _some(words: Words, cells: Iterable[Cell]) -> str:
    return list_first_cells(words, [cell_name(cell) for cell in cells])


def _overlay(words: Words, view: View, names: Names, overlay: Overlay) -> Iterator[str]:
    """The additions of an overlay to what is said elsewhere."""
    match overlay:
        case Overlay.DEAD:
            if view.dead:
                yield words("castle.alt.dead", cells=_some(words, view.dead))
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
            led = "; ".join(_list_leads(words, view))
            if led:
                yield words("castle.alt.leads", first=names[0], second=names[1], features=led)
        case Overlay.OPEN:
            gaps = [
                words(
                    "castle.alt.gap",
                    kind=words(f"castle.kind.{feature.kind}"),
                    cell=cell_name(feature.cells[0]),
                    cells=_some(words, sorted(missing_cells(feature))),
                )
                for feature in unfinished_features(view)
            ]
            if gaps:
                yield words("castle.alt.unfinished", features="; ".join(gaps))
        case Overlay.LEGAL | Overlay.SCORED | Overlay.FINAL:
            pass


def overlay_note(words: Words, view: View, events: Sequence[Event], overlay: str) -> str:
    """Explain an overlay, or say that it has nothing to show; both of landings, if nothing is
    in reach."""
    note = OVERLAYS.note(words, view, events, overlay)
    if overlay != Overlay.LANDING or view.to_act is None or in_reach(view):
        return note
    return " ".join([note, words("castle.alt.nothing.landing")])


def _list_leads(words: Words, view: View) -> Iterator[str]:
    """Every feature with followers, how many of each player, and what its label says."""
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
