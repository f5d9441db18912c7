"""What every picture says to somebody who does not see it: one short paragraph each.

Made from what the picture is made from. The words themselves are in `words`.
"""

from collections.abc import Collection, Iterable, Sequence

from engine.castle.events import (
    Event,
    FeatureScored,
    FollowerPlaced,
    TilePlaced,
)
from engine.castle.moves import Turn
from engine.castle.notation import cell_name, move_text
from engine.castle.view import View
from engine.tiles.ports import SIDES
from engine.tiles.tile import TurnedTile
from render import words
from render.chart import scores_by_turn
from render.final import points_table
from render.findings import dead_cells, landings, largest_empty_region
from render.names import ELLIPSIS, shown_names
from render.overlays import Overlay
from render.replay import Moment
from render.sheet import unseen_groups

LONGEST = 1024
"""What Discord takes as the description of a file."""


def board_alt(
    view: View,
    names: tuple[str, str],
    *,
    events: Sequence[Event] = (),
    preview: Turn | None = None,
    overlays: Collection[Overlay] = (),
) -> str:
    shown = shown_names(names)
    return _joined(
        [
            words.alt_board(len(view.laid), view.tiles_left),
            *_players(view, shown),
            *_last_turn(events, shown),
            *_decision(view, shown, preview),
            *(
                line
                for overlay in Overlay
                if overlay in overlays
                for line in _overlay(view, shown, overlay)
            ),
        ]
    )


def rotations_alt(view: View) -> str:
    if view.drawn is None:
        return words.ALT_NO_TILE
    fits = [
        sum(placement.rotation == rotation for placement in view.placements)
        for rotation in range(4)
    ]
    tile = view.catalogue.turned[view.drawn][0]
    return _joined([words.alt_rotations(view.drawn, _sides(tile)), words.alt_fits(fits)])


def sheet_alt(view: View) -> str:
    groups = [(sides, len(tiles)) for sides, tiles in unseen_groups(view)]
    return _joined([words.alt_sheet(sum(count for _, count in groups), groups)])


def final_alt(view: View, names: tuple[str, str], events: Sequence[Event]) -> str:
    shown = shown_names(names)
    table = points_table(events)
    lines = [words.alt_result(shown, view.scores)]
    for seat, name in enumerate(shown):
        shares = {what: pair[seat].points for what, pair in table.items() if pair[seat].parts}
        lines.append(words.alt_shares(name, shares))
    return _joined(lines)


def chart_alt(told: Iterable[Sequence[Event]], names: tuple[str, str]) -> str:
    scores, final = scores_by_turn(told)
    every = max(1, (len(scores) - 1) // 6)
    marks = [(turn, scores[turn]) for turn in range(every, len(scores), every)]
    shown = shown_names(names)
    lines = [words.alt_chart(shown, marks)]
    if final is not None:
        lines.append(words.alt_result(shown, final))
    return _joined(lines)


def replay_alt(moments: Sequence[Moment], names: tuple[str, str]) -> str:
    last = moments[-1].view
    return _joined([words.alt_replay(shown_names(names), len(last.laid), last.scores)])


def _joined(lines: Sequence[str]) -> str:
    text = " ".join(lines)
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + ELLIPSIS


def _players(view: View, names: tuple[str, str]) -> list[str]:
    return [
        words.alt_player(
            names[seat],
            view.scores[seat],
            view.supply[seat],
            None if keep is None else keep.tiles,
            view.held[seat],
        )
        for seat, keep in enumerate(view.keeps)
    ]


def _last_turn(events: Sequence[Event], names: tuple[str, str]) -> list[str]:
    lines = []
    for event in events:
        match event:
            case TilePlaced(seat, tile, cell, _):
                lines.append(words.alt_laid(names[seat], tile, cell_name(cell)))
            case FollowerPlaced(seat, role, _):
                lines.append(words.alt_posted(names[seat], role))
            case FeatureScored(kind=kind, cells=cells, seat=seat, points=points, took=took):
                name = None if seat is None else names[seat]
                at = [cell_name(cell) for cell in cells]
                lines.append(words.alt_scored(kind, at, name, points, took))
            case _:
                pass
    return lines


def _decision(view: View, names: tuple[str, str], preview: Turn | None) -> list[str]:
    if view.to_act is None:
        return [words.alt_result(names, view.scores)]
    name = names[view.to_act]
    if preview is not None:
        return [words.alt_preview(name, move_text(preview))]
    if view.drawn is None:
        return [words.alt_again(name)] if view.phase == "again" else []
    tile = view.catalogue.turned[view.drawn][0]
    cells = dict.fromkeys(cell_name(placement.cell) for placement in view.placements)
    return [
        words.alt_to_play(name, view.drawn, _sides(tile)),
        words.alt_cells(list(cells)),
    ]


def _sides(tile: TurnedTile) -> list[tuple[str, list[str]]]:
    """The kinds along each side, clockwise."""
    told = []
    for number, side in enumerate(SIDES):
        owners = tile.owners[3 * number : 3 * number + 3]
        kinds = [tile.segments[owner].kind for owner in owners if owner is not None]
        told.append((side, kinds[:1] if len(set(kinds)) == 1 else kinds))
    return told


def _overlay(view: View, names: tuple[str, str], overlay: Overlay) -> list[str]:
    """What an overlay adds that the rest does not say yet."""
    match overlay:
        case Overlay.DEAD:
            return [words.alt_dead([cell_name(cell) for cell in dead_cells(view)])]
        case Overlay.EMPTY:
            region = largest_empty_region(view)
            owner = None if region.seat is None else names[region.seat]
            return [words.alt_empty(region.counted, owner)]
        case Overlay.LANDING:
            if view.to_act is None:
                return []
            stops = [(s.points, s.tower) for s in landings(view, view.to_act)]
            return [words.alt_landing([(p, tower) for p, tower in stops if tower is not None])]
        case Overlay.LEADS:
            led = [
                (feature.kind, cell_name(feature.followers[0].spot.cell), feature.counts)
                for feature in view.features
                if feature.followers
            ]
            return [words.alt_leads(names, led)] if led else []
        case Overlay.LEGAL | Overlay.SCORED | Overlay.FINAL:
            return []
