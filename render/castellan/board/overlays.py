"""What can be laid over a board, what a player can choose next, and the facts that both show."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import assert_never

from engine.castellan.plan.enclosing import closes, gain
from engine.castellan.plan.places import has_place
from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.play.building import Site
from engine.castellan.play.doubling import eligible
from engine.castellan.seen.closing import closings
from engine.castellan.seen.trying import Trial
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import (
    CardsPlayed,
    CourtyardGrew,
    CourtyardMade,
    Event,
    PiecePlaced,
)
from engine.castellan.vocabulary.notation import place_text, point_text
from engine.castellan.vocabulary.pieces import NOTHING, Cell, Kind, Piece, Point, cells_around
from render.board.labels import Labels, seat_badge, seat_colours
from render.castellan.board.castle import RIM, TOWER, WALL, below_keeps, drawn, tinted
from render.castellan.board.layout import CastellanBoard
from render.locale import Words
from render.picture.palette import CREAM, GOLD, INK, SEATS
from render.picture.scene import Badge, Box, Colour, Disc, Items, Layers


def built(events: Sequence[Event]) -> list[Piece]:
    """The pieces of a turn in order."""
    return [event.piece for event in events if isinstance(event, PiecePlaced)]


def played(events: Sequence[Event]) -> CardsPlayed | None:
    """How a turn began."""
    return next((event for event in events if isinstance(event, CardsPlayed)), None)


def last_seat(events: Sequence[Event]) -> int | None:
    """Whose turn it was."""
    begun = played(events)
    return None if begun is None else begun.seat


def enclosed(events: Sequence[Event]) -> list[frozenset[Cell]]:
    """The courtyards made in a turn."""
    return [frozenset(event.cells) for event in events if isinstance(event, CourtyardMade)]


def changed(events: Sequence[Event]) -> list[CourtyardMade | CourtyardGrew]:
    """The courtyards that a turn made, or added towers to."""
    return [event for event in events if isinstance(event, CourtyardMade | CourtyardGrew)]


def closing(plan: Plan, pieces: Sequence[Piece]) -> dict[Piece, int]:
    """The pieces that would enclose something, with the points that this would give."""
    return {piece: gain(plan, piece) for piece in pieces if closes(plan, piece)}


def towers_of(plan: Plan, courtyard: Courtyard) -> list[Point]:
    """The towers that count for a courtyard (K18)."""
    return sorted(
        at for at in plan.towers if any(cell in courtyard.cells for cell in cells_around(at))
    )


def built_up(view: View, trial: Trial) -> bool:
    """Whether nothing that is left of a turn under construction has a place."""
    if trial.choosing_cards or view.to_act is None:
        return False
    return not any(has_place(trial.plan, kind, view.to_act) for kind in trial.left.kinds)


def for_double(view: View, trial: Trial) -> list[Courtyard]:
    """The courtyards of a turn under construction that may have the double keep (K12)."""
    assert view.to_act is not None
    return eligible(view.plan, trial.plan, used=view.players[view.to_act].doubled)


NAME, BEST = 0.2, 0.26
"""How high the name of a place is, and that of one where something is enclosed."""
GHOST, PLATE = 0.6, 0.5
"""How visible a piece is that could be built there, and the plate below it."""
COURTYARD = 0.24
"""How high the name of a courtyard is."""


def places(board: CastellanBoard, labels: Labels, offered: Sequence[Piece], seat: int) -> Layers:
    """A ghost on every place, with its name if there is room; those that would enclose something
    first, with the points that it would bring."""
    best = closing(board.plan, offered)
    below: Items = []
    above: Items = []
    for piece in offered:
        over = above if piece.kind == "tower" else below
        over += ghost(board, piece, SEATS[seat].light if piece in best else CREAM)
    ordered = [*best, *(piece for piece in offered if piece not in best)]
    for piece in ordered:
        above += _named(board, labels, piece, seat, best.get(piece))
    return below, above


def ghost(board: CastellanBoard, piece: Piece, fill: Colour) -> Items:
    """A piece that is not there yet, on a plate of this colour."""
    layout, edge = board.layout, max(2, board.scaled(0.035))
    line = board.theme.accent if fill == CREAM else INK
    plate: Disc | Box
    if piece.kind == "tower":
        radius = board.scaled(TOWER)
        plate = Disc(board.middle(piece), radius, fill, line, edge, PLATE)
    else:
        (x, y), (u, v) = piece.at, piece.to
        dx, dy = (RIM, WALL) if piece.heading == "E" else (WALL, RIM)
        rect = (*layout.at(x - dx, v + dy), *layout.at(u + dx, y - dy))
        plate = Box(rect, fill, line, edge, board.scaled(0.1), PLATE)
    return [plate, drawn(board, piece, GHOST)]


def _named(
    board: CastellanBoard, labels: Labels, piece: Piece, seat: int, points: int | None
) -> Items:
    name = place_text(piece)
    if points is None:
        size = board.lettered(NAME)
        at = labels.if_room(name, [board.middle(piece)], size)
        return [] if at is None else [Badge(name, at, size, INK, CREAM, board.theme.accent)]
    size, (colour, ink) = board.lettered(BEST), seat_colours(seat)
    told = f"{name} {points:+}"
    return [Badge(told, labels.upon(told, [board.middle(piece)], size), size, ink, colour, ink)]


def courtyard_names(
    board: CastellanBoard, labels: Labels, courtyards: Sequence[Courtyard]
) -> Items:
    """The name of each courtyard, in the colours of nobody: as it stands there whatever is chosen,
    it tells which one is meant and nothing about its keep."""
    size = board.lettered(COURTYARD)
    items: Items = []
    for courtyard in courtyards:
        told = point_text(courtyard.name)
        at = labels.upon(told, board.places_in(courtyard), size)
        items.append(Badge(told, at, size, INK, CREAM, INK))
    return items


LABEL, LARGE = 0.32, 0.4
"""How high words are, in stretches."""
BRIGHT = (0.75, 0.58, 0.42)
"""How bright an area is that one, two or three pieces would enclose."""
BEAD, FROM_MIDDLE = 0.1, 0.4
"""The mark of a tower that counts, and how far towards the courtyard it is."""


class Overlay(StrEnum):
    LEGAL_TOWER = "legal_tower"
    LEGAL_SHORT = "legal_short"
    LEGAL_LONG = "legal_long"
    """The places where the player to act could build a piece of that kind, with their names."""
    CLOSING = "closing"
    """What could be closed with few pieces: the pieces, and on the area how many they are and what
    it would be worth."""
    VALUES = "values"
    """Which towers count for each courtyard."""
    SCORED = "scored"
    """What the last turn brought."""
    FINAL = "final"
    """What each courtyard gave at the end of the game, with its name."""


LEGAL: dict[Overlay, Kind] = {
    Overlay.LEGAL_TOWER: "tower",
    Overlay.LEGAL_SHORT: "short",
    Overlay.LEGAL_LONG: "long",
}
"""The overlays of legal places by the kind of piece."""


def offered(view: View, chosen: Collection[Overlay]) -> list[Piece]:
    """The legal places that some overlays show."""
    kinds = [kind for overlay, kind in LEGAL.items() if overlay in chosen]
    return [piece for kind in kinds for piece in _places(view, kind)]


def _places(view: View, kind: Kind) -> Sequence[Piece]:
    if view.to_act is None:
        return []
    return Site(view.plan, view.to_act, NOTHING).places(kind)


def overlay_items(
    board: CastellanBoard, labels: Labels, chosen: Collection[Overlay], events: Sequence[Event]
) -> Layers:
    below: Items = []
    above: Items = []
    for overlay in Overlay:
        if overlay in chosen:
            under, over = _layers(board, labels, overlay, events)
            below += under
            above += over
    return below, above


def _layers(
    board: CastellanBoard, labels: Labels, overlay: Overlay, events: Sequence[Event]
) -> Layers:
    match overlay:
        case Overlay.LEGAL_TOWER | Overlay.LEGAL_SHORT | Overlay.LEGAL_LONG:
            return _legal(board, labels, LEGAL[overlay])
        case Overlay.CLOSING:
            return could_close(board, labels)
        case Overlay.VALUES:
            return [], values(board, labels)
        case Overlay.SCORED:
            return [], scored(board, labels, events)
        case Overlay.FINAL:
            return [], final(board, labels)
        case _:
            assert_never(overlay)


def legend_lines(
    view: View, events: Sequence[Event], chosen: Collection[Overlay], words: Words
) -> list[str]:
    """A line for each of these overlays that shows something, to say how it is read."""
    return [
        words(f"castellan.legend.{overlay}")
        for overlay in Overlay
        if overlay in chosen and not shows_nothing(view, events, overlay)
    ]


def shows_nothing(view: View, events: Sequence[Event], overlay: Overlay) -> bool:
    """Whether an overlay would add nothing to a board. Found without drawing any of it, since alt
    texts are made where nothing can wait for pictures."""
    match overlay:
        case Overlay.LEGAL_TOWER | Overlay.LEGAL_SHORT | Overlay.LEGAL_LONG:
            return not _places(view, LEGAL[overlay])
        case Overlay.CLOSING:
            return view.to_act is None or not closings(view.plan)
        case Overlay.VALUES | Overlay.FINAL:
            return not view.plan.courtyards
        case Overlay.SCORED:
            return not changed(events)
        case _:
            assert_never(overlay)


def _legal(board: CastellanBoard, labels: Labels, kind: Kind) -> Layers:
    seat = board.view.to_act
    if seat is None:
        return [], []
    return places(board, labels, _places(board.view, kind), seat)


def could_close(board: CastellanBoard, labels: Labels) -> Layers:
    """What needs fewer pieces is brighter. The castle belongs to everybody, so this uses no seat's
    colour."""
    below: Items = []
    above: Items = []
    if board.view.to_act is None:
        return below, above
    size = board.lettered(LABEL)
    for closing in closings(board.plan):
        bright = BRIGHT[len(closing.pieces) - 1]
        below += tinted(board, closing.cells, GOLD, bright)
        for piece in closing.pieces:
            over = above if piece.kind == "tower" else below
            over += ghost(board, piece, GOLD)
        near = [board.layout.at(x + 0.5, y + 0.5) for x, y in _from_the_middle(closing.cells)]
        told = board.words(
            "castellan.board.closing", pieces=len(closing.pieces), points=closing.towers
        )
        above.append(Badge(told, labels.upon(told, near, size), size, INK, GOLD, INK))
    return below, above


def _from_the_middle(cells: Collection[Cell]) -> list[Cell]:
    """Cells in the order in which they are labelled."""
    x = sum(x for x, _ in cells) / len(cells)
    y = sum(y for _, y in cells) / len(cells)
    return sorted(cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def values(board: CastellanBoard, labels: Labels) -> Items:
    """A bead on every tower that counts for a courtyard, on the side of that courtyard; and how
    many there are."""
    items: Items = []
    for courtyard in board.plan.courtyards:
        items += _beads(board, courtyard)
    return items + _worths(board, labels)


def _beads(board: CastellanBoard, courtyard: Courtyard) -> Items:
    colour, ink = seat_colours(courtyard.seat)
    radius, edge = max(4, board.scaled(BEAD)), max(1, board.scaled(0.02))
    items: Items = []
    for x, y in towers_of(board.plan, courtyard):
        cells = [cell for cell in cells_around((x, y)) if cell in courtyard.cells]
        dx = sum(u + 0.5 - x for u, _ in cells) / len(cells)
        dy = sum(v + 0.5 - y for _, v in cells) / len(cells)
        at = board.layout.at(x + FROM_MIDDLE * dx, y + FROM_MIDDLE * dy)
        items.append(Disc(at, radius, colour, ink, edge))
    return items


def _worths(board: CastellanBoard, labels: Labels) -> Items:
    """`7` below each keep, or `2×7` below a double one."""

    def told(courtyard: Courtyard) -> str:
        towers = len(towers_of(board.plan, courtyard))
        return f"2×{towers}" if courtyard.double else str(towers)

    return below_keeps(board, labels, board.lettered(LARGE), told)


def scored(board: CastellanBoard, labels: Labels, events: Sequence[Event]) -> Items:
    """The points of each courtyard made in the turn, and what others gained by towers."""
    size = board.lettered(LARGE)
    items: Items = []
    for event in changed(events):
        told, near = _brought(event), board.places_in(board.plan.owned[event.cells[0]])
        items.append(seat_badge(told, labels.upon(told, near, size), size, event.seat))
    return items


def _brought(event: CourtyardMade | CourtyardGrew) -> str:
    """What a courtyard brought; a part of a divided one was worth something before."""
    match event:
        case CourtyardMade(points=points, divided=divided):
            return str(points) if divided else f"+{points}"
        case CourtyardGrew(gained=gained, double=double):
            return f"+{gained * (2 if double else 1)}"


def final(board: CastellanBoard, labels: Labels) -> Items:
    """The name of every courtyard, as the table of the final scoring has it, and its points."""
    worths = _worths(board, labels)
    return courtyard_names(board, labels, board.plan.courtyards) + worths
