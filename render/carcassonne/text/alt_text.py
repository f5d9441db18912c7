"""What each picture says to people who cannot see it: one short paragraph.

Made from the same data as the picture, in the given words.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import assert_never

from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FollowerPlaced,
    PlayerLeft,
    TileDiscarded,
    TilePlaced,
)
from engine.carcassonne.moves import Turn, cell_name, move_text
from engine.carcassonne.view import View
from engine.recorded import Ending
from engine.tiles.grid import Cell
from render.carcassonne.board.overlays import Overlay, shows_nothing
from render.carcassonne.tables import course, points_table
from render.carcassonne.text.features_text import (
    farm_told,
    features_led,
    features_open,
    fields_told,
)
from render.carcassonne.tiles import (
    group_named,
    tile_described,
    tile_named,
    tiles_in,
    turnings,
    unseen_groups,
)
from render.locale import Words
from render.picture.names import shown_names
from render.pictures import Names
from render.tables.replay import Frame
from render.tables.telling import described_cells, described_turns, joined, standing_told
from render.tiles.turnings import cells_that_fit, turning_name
from render.tiles.views import at_rest


def board_alt(
    words: Words,
    view: View,
    names: Names,
    *,
    events: Sequence[Event] = (),
    preview: Turn | None = None,
    ending: Ending | None = None,
    overlays: Collection[Overlay] = (),
) -> str:
    shown, view = shown_names(words, names), at_rest(view, ending)
    chosen = [overlay for overlay in Overlay if overlay in overlays]
    lines = [
        words("carcassonne.alt.board", count=len(view.laid), left=view.tiles_left),
        *(told for one in chosen for told in _overlay(words, view, shown, events, one)),
        *(_player(words, view, seat, name) for seat, name in enumerate(shown)),
        *_last_turn(words, events, shown),
        *([ended_early(words, shown, ending)] if ending else []),
        *([] if ending else _decision(words, view, shown, preview)),
    ]
    return joined(lines)


def rotations_alt(words: Words, view: View, cell: Cell | None = None) -> str:
    if view.drawn is None:
        return words("carcassonne.alt.no_tile")
    shown = turnings(view, cell)
    if cell is not None:
        listed = words.listed([turning_name(words, turning.rotation) for turning in shown])
        return joined([words("carcassonne.alt.turnings", cell=cell_name(cell), turnings=listed)])
    told = [
        f"{turning_name(words, turning.rotation)}: {cells_that_fit(words, turning.fits)}"
        for turning in shown
    ]
    sides = tile_described(words, view.catalogue.turned[view.drawn][0])
    tile = tile_named(words, view.drawn)
    return joined(
        [
            words("carcassonne.alt.rotations", tile=tile, sides=sides),
            words("carcassonne.alt.rotations_fit", rotations=words.listed(told)),
        ]
    )


def sheet_alt(words: Words, view: View) -> str:
    told = []
    for group, types in unseen_groups(view):
        each = [f"{tile_named(words, tile)} ×{view.unseen[tile]}" for _, tile in types]
        count, named = tiles_in(view, types), group_named(words, group)
        tiles = words("carcassonne.tiles", count=count)
        listed = ", ".join(each)
        told.append(words("carcassonne.alt.group", group=named, tiles=tiles, types=listed))
    not_seen = words("carcassonne.picture.not_seen", count=sum(view.unseen.values()))
    return joined([f"{not_seen}.", *told])


def final_alt(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    """Everybody's points by source, then the farmers' city by city, or field by field, with their
    numbers in the picture."""
    shown = shown_names(words, names)
    table = points_table(events, len(shown))
    lines = [result(words, view, shown)]
    for seat, name in enumerate(shown):
        points = {what: each[seat].points for what, each in table.items() if each[seat].parts}
        shares = [words(f"carcassonne.alt.share.{what}", points=points[what]) for what in points]
        key = "carcassonne.alt.shares" if shares else "carcassonne.alt.no_shares"
        total = sum(points.values())
        lines.append(words(key, name=name, shares=words.listed(shares), total=total))
    lines.append(f"{words(f'carcassonne.picture.small_city.{view.options.small_city}')}.")
    lines.append(f"{words(f'carcassonne.picture.farms.{view.options.farms}')}.")
    farms = [event for event in events if isinstance(event, FarmersScored)]
    if farms:
        told = "; ".join(
            farm_told(words, view, shown, number, farm) for number, farm in enumerate(farms, 1)
        )
        lines.append(words("carcassonne.alt.farms", farms=told))
    return joined(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    played = course(moves)
    scores = played.scores
    marks = [
        words("carcassonne.alt.turn", turn=turn, scores=_scores(scores[turn]))
        for turn in described_turns(len(scores) - 1)
    ]
    shown = shown_names(words, names)
    turns = "; ".join(marks) or _scores(scores[0])
    lines = [words("carcassonne.alt.chart", names="–".join(shown), turns=turns)]
    if played.final is not None:
        lines.append(
            words("carcassonne.alt.ended", scores=standing_told(words, shown, played.final))
        )
    return joined(lines)


def _scores(scores: Sequence[int]) -> str:
    return "–".join(map(str, scores))


def replay_alt(words: Words, frames: Sequence[Frame[View, Event]], names: Names) -> str:
    last, shown = frames[-1].view, shown_names(words, names)
    count, scores = len(last.laid), standing_told(words, shown, last.scores)
    told = words("carcassonne.alt.replay", names=words.listed(shown), count=count, scores=scores)
    return joined([told])


def _player(words: Words, view: View, seat: int, name: str) -> str:
    points = words("words.points", count=view.scores[seat])
    followers = words("carcassonne.alt.followers", count=view.supply[seat])
    key = "carcassonne.alt.gone" if seat in view.gone else "carcassonne.alt.player"
    return words(key, name=name, points=points, followers=followers)


def _last_turn(words: Words, events: Sequence[Event], names: Names) -> Iterator[str]:
    for event in events:
        match event:
            case TilePlaced(seat, tile, cell, _):
                named, place = tile_named(words, tile), cell_name(cell)
                yield words("carcassonne.alt.laid", name=names[seat], tile=named, cell=place)
            case FollowerPlaced(seat, role, _):
                yield words(f"carcassonne.alt.posted.{role}", name=names[seat])
            case FeatureScored():
                yield _scored(words, event, names)
            case TileDiscarded(tile):
                yield words("carcassonne.alt.discarded", tile=tile_named(words, tile))
            case PlayerLeft(seat):
                yield words("carcassonne.alt.left", name=names[seat])
            case _:
                pass


def _scored(words: Words, event: FeatureScored, names: Names) -> str:
    cells = described_cells(words, [cell_name(cell) for cell in event.cells])
    complete = words(f"carcassonne.alt.complete.{event.kind}", cells=cells)
    if not event.seats:
        return words("carcassonne.alt.unclaimed", complete=complete)
    points = words("words.points", count=event.points)
    who = words.listed([names[seat] for seat in event.seats])
    key = "carcassonne.alt.scored" if len(event.seats) == 1 else "carcassonne.alt.scored_each"
    return words(key, complete=complete, points=points, name=who)


def _decision(words: Words, view: View, names: Names, preview: Turn | None) -> list[str]:
    if view.to_act is None:
        return [result(words, view, names)]
    name = names[view.to_act]
    if preview is not None:
        return [words("carcassonne.alt.preview", name=name, move=move_text(preview))]
    if view.drawn is None:
        return []
    sides = tile_described(words, view.catalogue.turned[view.drawn][0])
    cells = dict.fromkeys(cell_name(placement.cell) for placement in view.placements)
    tile = tile_named(words, view.drawn)
    return [
        words("carcassonne.alt.to_play", name=name, tile=tile, sides=sides),
        words("carcassonne.alt.fits", cells=described_cells(words, [*cells])),
    ]


def ended_early(words: Words, names: Names, ending: Ending) -> str:
    """Who won, and how."""
    name = words.listed([names[seat] for seat in ending.winners])
    return words(f"carcassonne.ended.{ending.why}", name=name, count=len(ending.winners))


def result(words: Words, view: View, names: Names) -> str:
    """Who won a game that was played to its end, and everybody's points."""
    best = view.leaders
    who = words.listed([names[seat] for seat in best])
    key = "carcassonne.alt.won" if len(best) == 1 else "carcassonne.alt.shared"
    return words(key, name=who, scores=standing_told(words, names, view.scores))


def _overlay(
    words: Words, view: View, names: Names, events: Sequence[Event], overlay: Overlay
) -> tuple[str, str]:
    """How an overlay is read, and what it adds that is not said elsewhere; or that it adds
    nothing."""
    return overlay_note(words, view, events, overlay), _added(words, view, names, overlay)


def _added(words: Words, view: View, names: Names, overlay: Overlay) -> str:
    match overlay:
        case Overlay.DEAD:
            cells = described_cells(words, [cell_name(cell) for cell in view.dead])
            return words("carcassonne.alt.dead", cells=cells) if view.dead else ""
        case Overlay.LEADS:
            led = "; ".join(features_led(words, view, names))
            return words("carcassonne.alt.leads", features=led) if led else ""
        case Overlay.OPEN:
            unfinished = "; ".join(features_open(words, view))
            return words("carcassonne.alt.unfinished", features=unfinished) if unfinished else ""
        case Overlay.FIELDS:
            return " ".join(fields_told(words, view, names))
        case Overlay.LEGAL | Overlay.SCORED | Overlay.FINAL:
            return ""
        case _:
            assert_never(overlay)


def overlay_note(words: Words, view: View, events: Sequence[Event], overlay: Overlay) -> str:
    """How an overlay is read, or that it has nothing to show on this board."""
    if shows_nothing(view, events, overlay):
        return words(f"carcassonne.alt.nothing.{overlay}")
    return words(f"carcassonne.legend.{overlay}") + "."
