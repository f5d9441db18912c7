"""What every picture says to somebody who does not see it: one short paragraph each.

Made from what the picture is made from, in the words that are given.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.castle.events import (
    Event,
    FeatureScored,
    FollowerPlaced,
    TilePlaced,
)
from engine.castle.moves import Turn
from engine.castle.notation import cell_name, move_text
from engine.castle.view import View
from engine.tiles.grid import Cell
from engine.tiles.ports import SIDES
from engine.tiles.tile import TurnedTile
from render.chart import scores_by_turn
from render.final import points_table
from render.findings import dead_cells, landings, largest_empty_region
from render.locale import Words
from render.names import ELLIPSIS, shown_names
from render.overlays import Overlay
from render.replay import Moment
from render.rotations import cells_that_fit
from render.sheet import unseen_groups

LONGEST = 1024
"""What Discord takes as the description of a file."""
MOST_CELLS = 24

Names = tuple[str, str]


def board_alt(
    words: Words,
    view: View,
    names: Names,
    *,
    events: Sequence[Event] = (),
    preview: Turn | None = None,
    overlays: Collection[Overlay] = (),
) -> str:
    shown = shown_names(words, names)
    return _joined(
        [
            words("castle.alt.board", count=len(view.laid), left=view.tiles_left),
            *(_player(words, view, seat, name) for seat, name in enumerate(shown)),
            *_last_turn(words, events, shown),
            *_decision(words, view, shown, preview),
            *(
                line
                for overlay in Overlay
                if overlay in overlays
                for line in _overlay(words, view, shown, overlay)
            ),
        ]
    )


def rotations_alt(words: Words, view: View) -> str:
    if view.drawn is None:
        return words("castle.alt.no_tile")
    fits = [
        sum(placement.rotation == rotation for placement in view.placements)
        for rotation in range(4)
    ]
    told = [f"r{number} {cells_that_fit(words, count)}" for number, count in enumerate(fits)]
    sides = _sides(words, view.catalogue.turned[view.drawn][0])
    return _joined(
        [
            words("castle.alt.rotations", tile=view.drawn, sides=sides),
            words("castle.alt.rotations_fit", rotations=words.listed(told)),
        ]
    )


def sheet_alt(words: Words, view: View) -> str:
    groups = [(sides, len(tiles)) for sides, tiles in unseen_groups(view)]
    count = sum(number for _, number in groups)
    not_seen = words("castle.picture.not_seen", count=count)
    told = [
        words(
            "castle.alt.group",
            tiles=words("words.tiles", count=number),
            sides=words("castle.alt.sides", count=sides),
        )
        for sides, number in groups
    ]
    key = "castle.alt.sheet" if told else "castle.alt.sheet_empty"
    return _joined([words(key, not_seen=not_seen, groups=words.listed(told))])


def final_alt(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    shown = shown_names(words, names)
    table = points_table(words, events)
    lines = [_result(words, shown, view.scores)]
    for seat, name in enumerate(shown):
        points = {what: pair[seat].points for what, pair in table.items() if pair[seat].parts}
        told = [words(f"castle.alt.share.{what}", points=points[what]) for what in points]
        key = "castle.alt.shares" if told else "castle.alt.no_shares"
        total = sum(points.values())
        lines.append(words(key, name=name, shares=words.listed(told), total=total))
    return _joined(lines)


def chart_alt(words: Words, told: Iterable[Sequence[Event]], names: Names) -> str:
    scores, final = scores_by_turn(told)
    every = max(1, (len(scores) - 1) // 6)
    marks = [
        words("castle.alt.turn", turn=turn, first=scores[turn][0], second=scores[turn][1])
        for turn in range(every, len(scores), every)
    ]
    first, second = shown_names(words, names)
    turns = "; ".join(marks) or "0–0"
    lines = [words("castle.alt.chart", first=first, second=second, turns=turns)]
    if final is not None:
        lines.append(_result(words, (first, second), final))
    return _joined(lines)


def replay_alt(words: Words, moments: Sequence[Moment], names: Names) -> str:
    last = moments[-1].view
    both = words.listed(shown_names(words, names))
    first, second = last.scores
    count = len(last.laid)
    return _joined(
        [words("castle.alt.replay", names=both, count=count, first=first, second=second)]
    )


def _joined(lines: Sequence[str]) -> str:
    text = " ".join(lines)
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + ELLIPSIS


def _player(words: Words, view: View, seat: int, name: str) -> str:
    keep, held = view.keeps[seat], words.listed([str(kind) for kind in view.held[seat]])
    return words(
        "castle.alt.player",
        name=name,
        points=words("words.points", count=view.scores[seat]),
        followers=words("castle.alt.followers", count=view.supply[seat]),
        keep=(
            words("castle.alt.no_keep")
            if keep is None
            else words("castle.alt.keep", size=keep.tiles)
        ),
        wall_tiles=(
            words("castle.alt.wall_tiles", kinds=held)
            if held
            else words("castle.picture.no_wall_tiles")
        ),
    )


def _last_turn(words: Words, events: Sequence[Event], names: Names) -> Iterator[str]:
    for event in events:
        match event:
            case TilePlaced(seat, tile, cell, _):
                yield words("castle.alt.laid", name=names[seat], tile=tile, cell=cell_name(cell))
            case FollowerPlaced(seat, role, _):
                yield words(f"castle.alt.posted.{role}", name=names[seat])
            case FeatureScored():
                yield _scored(words, event, names)
            case _:
                pass


def _scored(words: Words, event: FeatureScored, names: Names) -> str:
    complete = words(f"castle.alt.complete.{event.kind}", cells=_some(words, event.cells))
    if event.seat is None:
        return words("castle.alt.even", complete=complete)
    key = "castle.alt.scored" if event.took is None else "castle.alt.scored_and_took"
    points = words("words.points", count=event.points)
    return words(key, complete=complete, points=points, name=names[event.seat], kind=event.took)


def _decision(words: Words, view: View, names: Names, preview: Turn | None) -> list[str]:
    if view.to_act is None:
        return [_result(words, names, view.scores)]
    name = names[view.to_act]
    if preview is not None:
        return [words("castle.alt.preview", name=name, move=move_text(preview))]
    if view.drawn is None:
        return [words("castle.alt.again", name=name)] if view.phase == "again" else []
    sides = _sides(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(placement.cell for placement in view.placements))
    return [
        words("castle.alt.to_play", name=name, tile=view.drawn, sides=sides),
        words("castle.alt.fits", cells=_some(words, cells))
        if cells
        else words("castle.alt.fits_nowhere"),
    ]


def _result(words: Words, names: Names, scores: tuple[int, int]) -> str:
    if scores[0] == scores[1]:
        return words("castle.alt.shared", names=words.listed(names), score=scores[0])
    won = int(scores[1] > scores[0])
    return words("castle.alt.won", name=names[won], score=scores[won], other=scores[1 - won])


def _sides(words: Words, tile: TurnedTile) -> str:
    """The kinds along each side, clockwise."""
    told = []
    for number, side in enumerate(SIDES):
        owners = tile.owners[3 * number : 3 * number + 3]
        kinds = [tile.segments[owner].kind for owner in owners if owner is not None]
        along = kinds[:1] if len(set(kinds)) == 1 else kinds
        named = "-".join(words(f"castle.kind.{kind}") for kind in along)
        where = words(f"castle.direction.{side}")
        told.append(words("castle.alt.side", side=where, kinds=named))
    return ", ".join(told)


def _some(words: Words, cells: Sequence[Cell]) -> str:
    """The names of cells; of many the first, and how many more."""
    names = [cell_name(cell) for cell in cells]
    more = len(names) - MOST_CELLS
    if more > 0:
        return words("castle.alt.more_cells", cells=", ".join(names[:MOST_CELLS]), more=more)
    return words.listed(names)


def _overlay(words: Words, view: View, names: Names, overlay: Overlay) -> Iterator[str]:
    """What an overlay adds that the rest does not say yet."""
    match overlay:
        case Overlay.DEAD:
            dead = dead_cells(view)
            key = "castle.alt.dead" if dead else "castle.alt.none_dead"
            yield words(key, cells=_some(words, dead))
        case Overlay.EMPTY:
            region = largest_empty_region(view)
            key = "castle.alt.empty_for_nobody" if region.seat is None else "castle.alt.empty"
            yield words(key, count=region.counted, name=names[region.seat or 0])
        case Overlay.LANDING:
            if view.to_act is not None:
                yield _landing(words, view, view.to_act)
        case Overlay.LEADS:
            led = "; ".join(_led(words, view))
            if led:
                yield words("castle.alt.leads", first=names[0], second=names[1], features=led)
        case Overlay.LEGAL | Overlay.SCORED | Overlay.FINAL:
            pass


def _landing(words: Words, view: View, seat: int) -> str:
    stops = [
        words("castle.alt.stop", points=stop.points, space=stop.tower)
        for stop in landings(view, seat)
        if stop.tower is not None
    ]
    key = "castle.alt.landing" if stops else "castle.alt.no_landing"
    return words(key, stops=words.listed(stops))


def _led(words: Words, view: View) -> Iterator[str]:
    """Every feature with followers, and how many of each player."""
    for feature in view.features:
        if feature.followers:
            first, second = feature.counts
            kind = words(f"castle.kind.{feature.kind}")
            cell = cell_name(feature.followers[0].spot.cell)
            yield words("castle.alt.lead", kind=kind, cell=cell, first=first, second=second)
