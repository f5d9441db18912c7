"""Overlays of a board, which point something out, and a player's next choices.

To add an overlay: a member of `Overlay`, and in `OVERLAYS` a function from the board to what lies
below and above the castle, and when it shows nothing. Its words are in
`render/locale/*/castellan.toml` (`overlay`, `legend`, `alt.nothing`), and what it adds for people
who cannot see it is in `render/castellan/alt_text.py`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import product
from math import dist, hypot

from engine.castellan.building import eligible_courtyards
from engine.castellan.events import CardsPlayed, CourtyardGrew, CourtyardMade, Event, PiecePlaced
from engine.castellan.imagining import closings
from engine.castellan.moves import assemble
from engine.castellan.pieces import KINDS, NOTHING, Cell, Kind, Piece, cells_around
from engine.castellan.pieces import Point as PlanPoint
from engine.castellan.places import Site, has_place
from engine.castellan.plan import Courtyard, Plan, closes, enclosed_areas, gain
from engine.castellan.view import Trial, View
from render.board.labels import seat_badge, seat_colours
from render.board.overlays import OverlayLooks, Overlays
from render.castellan.board import castle
from render.castellan.board.layout import CastellanBoard
from render.castellan.sentences import worth_before
from render.castellan.words import place_alias
from render.picture.palette import CREAM, GOLD, INK, SEATS
from render.picture.scene import (
    Area,
    Badge,
    Colour,
    Disc,
    Items,
    Layers,
    Line,
    Point,
    Rect,
    bounding_box,
    overlap,
)
from render.subject import Mark

# The height of a place's name, in stretches.
NAME = 0.2
# The places along a wall that its number is tried in, in stretches from where it joins.
ON_SHORT = (0.5, 0.7, 0.9, 1.1)
ON_LONG = (1.0, 1.4, 1.2, 0.8, 1.6, 1.8, 2.1)
# The offsets of a number that has no room on its piece, in stretches: the nearest first.
AROUND = sorted(
    ((0.25 * x, 0.25 * y) for x, y in product(range(-14, 15), repeat=2)),
    key=lambda away: (hypot(*away), away),
)
# A number that is further from the middle of its piece has a line to it, in stretches.
FAR = 0.6
# The width of a letter of a number, relative to its height.
LETTER = 0.6
# The colours of these numbers, by the kind of piece.
MARKS: dict[Kind, Colour] = {
    "tower": (240, 190, 165),
    "short": CREAM,
    "long": (176, 206, 236),
}
# The opacity of a piece that could be built there.
GHOST = 0.6
# The opacity of the plate below such a piece.
PLATE = 0.5
# The height of a courtyard's letter, in stretches.
LETTERS = 0.24
# The brightness of an area that one, two or three pieces would enclose.
BRIGHT = (0.75, 0.58, 0.42)
# The radius of the mark of a tower that counts, in stretches.
BEAD = 0.1
# The distance of that mark from the middle of the tower, in stretches.
FROM_MIDDLE = 0.4


class Overlay(StrEnum):
    # The places where the player to act could build a piece of that kind, with their names.
    LEGAL_TOWER = "legal_tower"
    LEGAL_SHORT = "legal_short"
    LEGAL_LONG = "legal_long"
    CLOSING = "closing"
    """The courtyards that could be closed with few pieces: the pieces, and on the area how many
    they are and what it would be worth."""
    VALUES = "values"
    """The towers that count for each courtyard."""
    SCORED = "scored"
    """The points of the last turn."""
    FINAL = "final"
    """The letter of each courtyard in the table of the final scoring."""


# The overlays of legal places by the kind of piece.
LEGAL: dict[Overlay, Kind] = {
    Overlay.LEGAL_TOWER: "tower",
    Overlay.LEGAL_SHORT: "short",
    Overlay.LEGAL_LONG: "long",
}


def offered_pieces(view: View, chosen: Collection[Overlay]) -> list[Piece]:
    kinds = [kind for overlay, kind in LEGAL.items() if overlay in chosen]
    return [piece for kind in kinds for piece in _places(view, kind)]


def _places(view: View, kind: Kind) -> Sequence[Piece]:
    if view.to_act is None:
        return []
    return Site(view.plan, view.to_act, NOTHING).places(kind)


def built_pieces(events: Sequence[Event]) -> list[Piece]:
    return [event.piece for event in events if isinstance(event, PiecePlaced)]


def played_cards(events: Sequence[Event]) -> CardsPlayed | None:
    return next((event for event in events if isinstance(event, CardsPlayed)), None)


def new_courtyards(events: Sequence[Event]) -> list[frozenset[Cell]]:
    return [frozenset(event.cells) for event in events if isinstance(event, CourtyardMade)]


def changed_courtyards(events: Sequence[Event]) -> list[CourtyardMade | CourtyardGrew]:
    """List the courtyards that a turn made, or added towers to."""
    return [event for event in events if isinstance(event, CourtyardMade | CourtyardGrew)]


def towers_of(plan: Plan, courtyard: Courtyard) -> list[PlanPoint]:
    """List the towers that count for a courtyard (K18)."""
    return sorted(plan.towers_at(courtyard.cells))


def courtyards_for_double(view: View, trial: Trial) -> list[Courtyard]:
    """List the courtyards of a turn under construction that may have the double keep (K12): none
    while anything that is left of it has a place."""
    if trial.choosing_cards or view.to_act is None:
        return []
    if any(has_place(trial.plan, kind, view.to_act) for kind in trial.left.kinds):
        return []
    return eligible_courtyards(view.plan, trial.plan, used=view.players[view.to_act].doubled)


def draw_places(board: CastellanBoard, offered: Sequence[Piece]) -> Layers:
    """Draw a ghost on every place, with its name if there is room, as on the buttons; those that
    would enclose something first, with the points that it would bring."""
    below: Items = []
    above: Items = []
    seat = board.view.to_act
    if seat is None:
        return below, above
    enclosing = {piece: gain(board.plan, piece) for piece in offered if closes(board.plan, piece)}
    for piece in offered:
        over = above if piece.kind == "tower" else below
        over += draw_ghost(board, piece, SEATS[seat].light if piece in enclosing else CREAM)
    size = board.worth_height
    (colour, ink) = seat_colours(seat)
    for piece, points in enclosing.items():
        text = f"{place_alias(piece)} {points:+}"
        at = board.labels.place_upon(text, [board.middle(piece)], size)
        above.append(Badge(text, at, size, ink, colour, ink, "tag"))
    size = board.letter_height(NAME)
    for piece in offered:
        if piece not in enclosing:
            text = place_alias(piece)
            place = board.labels.place_if_room(text, [board.middle(piece)], size)
            if place is not None:
                above.append(Badge(text, place, size, INK, CREAM, board.theme.accent))
    return below, above


def marked_pieces(trial: Trial, mark: Mark) -> tuple[Piece, ...]:
    """List the pieces that one tap builds; the kind of the first may be chosen already."""
    chosen_parts = [("kind", trial.kind)] if trial.kind else []
    return assemble([*chosen_parts, *mark.parts]).build


def draw_marks(board: CastellanBoard, trial: Trial) -> Layers:
    """Draw a ghost of each piece that can be built, and the name of its button on it; of several
    pieces that close a courtyard, the name is on what they enclose, and of others on the first.
    Long walls, which have room for it in more places, come last."""
    below: Items = []
    above: Items = []
    numbers: Items = []
    pieces_by_name = [(mark.name, marked_pieces(trial, mark)) for mark in board.subject.marks]
    pieces_by_name.sort(key=lambda named: (-len(named[1]), KINDS.index(named[1][0].kind)))
    for name, pieces in pieces_by_name:
        fill = GOLD if len(pieces) > 1 else MARKS[pieces[0].kind]
        near = _along(board, pieces[0])
        if len(pieces) > 1:
            plan = board.plan
            for piece in pieces:
                plan = plan.with_piece(piece)
            cells = frozenset[Cell]().union(*enclosed_areas(plan, pieces[-1]))
            if cells:
                below += castle.tint_cells(board, cells, GOLD, BRIGHT[-1])
                near = [board.layout.at(x + 0.5, y + 0.5) for x, y in _from_the_middle(cells)]
        for piece in pieces:
            over = above if piece.kind == "tower" else below
            over += draw_ghost(board, piece, GOLD if len(pieces) > 1 else CREAM)
        lines, number = _number(board, name, near, fill)
        above += lines
        numbers.append(number)
    return below, above + numbers


def areas_of(board: CastellanBoard, trial: Trial) -> tuple[Area, ...]:
    """Find where the pieces of each mark would stand; of several, all they are around."""
    areas: list[Area] = []
    for mark in board.subject.marks:
        pieces = marked_pieces(trial, mark)
        if pieces:
            rect = bounding_box(_covered_by(board, piece) for piece in pieces)
            is_tower = len(pieces) == 1 and pieces[0].kind == "tower"
            areas.append(Area(mark.parts, rect, is_round=is_tower))
    return tuple(areas)


def _covered_by(board: CastellanBoard, piece: Piece) -> Rect:
    plate = castle.plate(board, piece, 0.0, CREAM, edge=0)
    if not isinstance(plate, Disc):
        return plate.rect
    (x, y) = plate.centre
    radius = plate.radius
    return x - radius, y - radius, x + radius, y + radius


def _along(board: CastellanBoard, piece: Piece) -> list[Point]:
    """List places on a piece, from where it joins the castle to its other end."""
    if piece.kind == "tower":
        return [board.middle(piece)]
    ends = piece.ends if piece.at in board.plan.towers else piece.ends[::-1]
    (x, y), (u, v) = ends
    length = max(abs(u - x), abs(v - y))
    return [
        board.layout.at(x + (u - x) * along / length, y + (v - y) * along / length)
        for along in (ON_LONG if piece.kind == "long" else ON_SHORT)
    ]


def _number(
    board: CastellanBoard, name: str, near: Sequence[Point], fill: Colour
) -> tuple[list[Line], Badge]:
    """Put the number of a choice on its piece, where it covers no other; or beside it, with a line
    to it if it is not clear what it belongs to."""
    size = board.layout.glyphs
    badge = Badge(name, near[0], size, INK, fill, INK, "tag")
    x, y = near[0]
    text_width = round(LETTER * len(name) * size)
    around = [(x + board.pixels(across), y + board.pixels(down)) for across, down in AROUND]
    for at in (*near, *around):
        moved = replace(badge, centre=at)
        rect = moved.rect(text_width)
        if board.shows(rect) and not any(overlap(rect, other) for other in board.labels.placed):
            badge = moved
            break
    board.labels.placed.append(badge.rect(text_width))
    if badge.centre in near or dist(badge.centre, near[0]) <= board.pixels(FAR):
        return [], badge
    return castle.leader(board, near[0], badge), badge


def _from_the_middle(cells: frozenset[Cell]) -> list[Cell]:
    x = sum(cell[0] for cell in cells) / len(cells)
    y = sum(cell[1] for cell in cells) / len(cells)
    return sorted(cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def draw_ghost(board: CastellanBoard, piece: Piece, fill: Colour) -> Items:
    """Draw a piece that is not there yet, on a plate of this colour."""
    line = board.theme.accent if fill == CREAM else INK
    edge = max(2, board.pixels(0.035))
    return [
        castle.plate(board, piece, 0.0, fill, line=line, edge=edge, opacity=PLATE),
        castle.piece_picture(board, piece, GHOST),
    ]


def courtyard_names(board: CastellanBoard, names: Iterable[tuple[Courtyard, str]]) -> Items:
    """Label each courtyard with its name, in the colours of nobody: as it stands there whatever is
    chosen, it tells which one is meant and nothing about its keep."""
    size = board.worth_height
    items: Items = []
    for courtyard, name in names:
        above = board.hearts[courtyard.name].above
        badge = Badge(name, board.layout.at(*above), size, INK, CREAM, INK, "tag")
        items += castle.courtyard_badge(board, courtyard, badge)
    return items


def draw_closing(board: CastellanBoard) -> Layers:
    """Tint areas the brighter the fewer pieces they need. The castle belongs to everybody, so this
    uses no seat's colour."""
    below: Items = []
    above: Items = []
    if board.view.to_act is None:
        return below, above
    size = board.worth_height
    for closing in closings(board.plan):
        cells = closing.cells
        x, y = _from_the_middle(cells)[0]
        middle = board.layout.at(x + 0.5, y + 0.5)
        count = len(closing.pieces)
        below += castle.tint_cells(board, cells, GOLD, BRIGHT[count - 1])
        for piece in closing.pieces:
            over = above if piece.kind == "tower" else below
            over += draw_ghost(board, piece, GOLD)
        if not board.sees(middle):
            continue
        text = board.look.words("castellan.board.closing", pieces=count, points=closing.towers)
        at, _ = board.labels.place_clear_of(
            text, middle, size, inside=lambda _: True, end_of=lambda place: place
        )
        above.append(Badge(text, at, size, INK, GOLD, INK, "tag"))
    return below, above


def draw_values(board: CastellanBoard) -> Items:
    """Draw a bead on every tower that counts for a courtyard, on the side of that courtyard."""
    items: Items = []
    for courtyard in board.plan.courtyards:
        colour, ink = seat_colours(courtyard.seat)
        radius = max(4, board.pixels(BEAD))
        edge = max(1, board.pixels(0.02))
        for x, y in towers_of(board.plan, courtyard):
            cells = [cell for cell in cells_around((x, y)) if cell in courtyard.cells]
            dx = sum(u + 0.5 - x for u, _ in cells) / len(cells)
            dy = sum(v + 0.5 - y for _, v in cells) / len(cells)
            at = board.layout.at(x + FROM_MIDDLE * dx, y + FROM_MIDDLE * dy)
            items.append(Disc(at, radius, colour, ink, edge))
    return items


def gains(events: Sequence[Event]) -> list[tuple[Cell, int]]:
    """List what the turn brought, each with a cell of the courtyard that brought it: new ones,
    those with new towers, and what dividing others brought in all, in the best of their parts."""
    gained: list[tuple[Cell, int]] = []
    parts: list[CourtyardMade] = []
    for event in changed_courtyards(events):
        match event:
            case CourtyardMade(divided=True):
                parts.append(event)
            case CourtyardMade(cells=cells, points=points):
                gained.append((cells[0], points))
            case CourtyardGrew(cells=cells, gained=towers, double=double):
                gained.append((cells[0], towers * (2 if double else 1)))
    before = worth_before(events)
    if before is not None:
        best = max(parts, key=lambda part: part.points)
        gained.append((best.cells[0], sum(part.points for part in parts) - before))
    return [(cell, points) for cell, points in gained if points]


def draw_scored(board: CastellanBoard) -> Items:
    """Label courtyards with what the turn brought. What each is worth is on its shield."""
    items: Items = []
    for cell, points in gains(board.subject.events):
        courtyard = board.plan.courtyard_at[cell]
        above = board.layout.at(*board.hearts[courtyard.name].above)
        badge = seat_badge(f"{points:+}", above, board.worth_height, courtyard.seat)
        items += castle.courtyard_badge(board, courtyard, replace(badge, backing="tag"))
    return items


def draw_final(board: CastellanBoard) -> Items:
    """Label every courtyard with its letter in the table of the final scoring, beside its shield,
    where a keep would stand."""
    letters = castle.courtyard_letters(board.plan)
    size = board.letter_height(LETTERS)
    items: Items = []
    for courtyard in board.plan.courtyards:
        at = board.layout.at(*board.emblems[courtyard.name].keep)
        badge = Badge(letters[courtyard.name], at, size, INK, CREAM, INK)
        items += castle.courtyard_badge(board, courtyard, badge)
    return items


def _legal_places(kind: Kind) -> OverlayLooks[View, Event, [CastellanBoard]]:
    return OverlayLooks(
        lambda board: draw_places(board, _places(board.view, kind)),
        lambda view, _: not _places(view, kind),
    )


OVERLAYS = Overlays[View, Event, [CastellanBoard]](
    "castellan",
    {
        **{overlay: _legal_places(kind) for overlay, kind in LEGAL.items()},
        Overlay.CLOSING: OverlayLooks(
            draw_closing, lambda view, _: view.to_act is None or not closings(view.plan)
        ),
        Overlay.VALUES: OverlayLooks(
            lambda board: ([], draw_values(board)), lambda view, _: not view.plan.courtyards
        ),
        Overlay.SCORED: OverlayLooks(
            lambda board: ([], draw_scored(board)), lambda _, events: not gains(events)
        ),
        Overlay.FINAL: OverlayLooks(
            lambda board: ([], draw_final(board)), lambda view, _: not view.plan.courtyards
        ),
    },
)
