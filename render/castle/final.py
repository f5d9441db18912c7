"""Final scoring as a picture that explains every point: the last board with what it gave at the
end, and below it a table of both players' points by source."""

from collections.abc import Sequence
from typing import assert_never

from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.view import View
from render.board.footer import FooterStrip
from render.board.labels import seat_badge
from render.castle.board.board import Look, board_scene
from render.castle.board.cells import CastleSubject
from render.castle.board.footer import head_of
from render.castle.board.overlays import Overlay
from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import SEATS, THEMES, Theme
from render.picture.scene import Box, Item, Scene, SpritePicture, Text, ThemeName
from render.tables.final_table import (
    BOLD,
    NOTHING,
    PLAIN,
    SMALL,
    Entry,
    PointsTable,
    Share,
    sum_entries,
    sum_lines,
)

# The sources of points, in the order of the table.
ORDER = (
    "path",
    "tower",
    "house",
    "keep",
    "court",
    "wall4",
    "wall5",
    "wall6",
    "wall7",
    "wall9",
)
WIDTH = 1398
EDGE = 30
# The height of the names.
HEADER = 110
# The height of a row with one line.
ROW = 84
# The height of each further line.
LINE = 54
# The height of the totals.
TOTAL = 128
# The width of the names of sources.
LABEL = 396
# The number of letters of an explanation that fit on one line.
WRAP = 20


def points_table(words: Words, events: Sequence[Event]) -> PointsTable:
    entries: list[Entry] = []
    for event in events:
        match event:
            case FeatureScored(kind=kind, seat=int(seat), points=points, wall_tiles=wall_tiles):
                text = f"{points} (×{wall_tiles + 1})" if wall_tiles else str(points)
                entries.append((kind, seat, points, text))
            case FinalScored(what=source, seat=seat, points=points):
                entries.append((source, seat, points, _explain(words, event)))
            case _:
                pass
    return sum_entries(entries, ORDER, 2)


def _explain(words: Words, event: FinalScored) -> str:
    """Explain how the points of one final entry are made up."""
    match event.what:
        case "keep":
            return words("castle.picture.empty_cells", count=event.count)
        case "court":
            return f"{event.count}×{event.each}"
        case "wall4" | "wall5" | "wall6":
            return f"{event.count}×{event.each * event.wall_tiles}"
        case "wall7":
            return words("castle.picture.markets", count=event.count, more=event.each)
        case "wall9":
            return f"{event.wall_tiles}×{event.each}" if event.wall_tiles > 1 else str(event.each)
        case _:
            assert_never(event.what)


def final_scene(words: Words, subject: CastleSubject, theme: ThemeName = "light") -> Scene:
    """Draw the final scoring; the events are those of the whole game. The sizes of keeps are in the
    table whether or not they gave points."""
    view = subject.view
    names = subject.names
    events = subject.events
    colours = THEMES[theme]
    look = Look(theme, (Overlay.FINAL, Overlay.EMPTY), footer=False, words=words)
    board = board_scene(subject, look)
    head = head_of(subject)
    items, top = head.above(board, FooterStrip(words, colours, board.size[0]))
    for seat, name in enumerate(shown_names(words, names)):
        left, right = _columns(seat)
        y = top + HEADER // 2
        fit = right - left - 90
        spare = seat_name(words, seat)
        items += [
            SpritePicture(head.figures[seat], (left + 34, y), 72),
            Text(name, (left + 80, y), 54, colours.text, bold=True, fit=fit, instead=spare),
        ]
    top += HEADER
    table = points_table(words, events)
    first, second = table.get("keep", (NOTHING, NOTHING))
    sizes = view.keep_sizes
    table["keep"] = _keep_share(words, first, sizes[0]), _keep_share(words, second, sizes[1])
    for source in ORDER:
        if source in table:
            items += _row(words, source, table[source], colours, top)
            lines = max(len(sum_lines(share, WRAP)) for share in table[source])
            top += ROW + LINE * max(0, lines - 1)
    items += _totals(words, view, colours, top)
    top += TOTAL
    if any(isinstance(event, FeatureScored) and event.wall_tiles for event in events):
        at = (WIDTH // 2, top + LINE // 2)
        note = words("castle.picture.raised")
        items.append(Text(note, at, SMALL, colours.faint, align="middle"))
        top += LINE + 12
    return Scene((WIDTH, top), colours.background, tuple(items))


def _keep_share(words: Words, share: Share, size: int) -> Share:
    """Say how large a keep is, and what it gave."""
    keep = words("castle.picture.keep", size=size) if size else words("castle.picture.no_keep")
    return Share(share.points, (": ".join([keep, *share.parts]),))


def _columns(seat: int) -> tuple[int, int]:
    """Find the left and right ends of a seat's column; the label of a row is between them."""
    middle = WIDTH // 2
    return (EDGE, middle - LABEL // 2) if seat == 0 else (middle + LABEL // 2, WIDTH - EDGE)


def _row(
    words: Words, source: str, shares: Sequence[Share], colours: Theme, top: int
) -> list[Item]:
    y = top + ROW // 2
    ink = colours.text
    fit = LABEL - 20
    label = words(f"castle.picture.points_for.{source}")
    middle = (WIDTH // 2, y)
    items: list[Item] = [
        Box((EDGE, top, WIDTH - EDGE, top + 2), colours.card_edge),
        Text(label, middle, PLAIN, ink, bold=True, align="middle", fit=fit),
    ]
    for seat, share in enumerate(shares):
        left, right = _columns(seat)
        if share.parts:
            points = str(share.points)
            items.append(Text(points, (right - 12, y), BOLD, ink, bold=True, align="right"))
        for index, line in enumerate(sum_lines(share, WRAP)):
            at = (left + 12, y + LINE * index)
            items.append(Text(line, at, SMALL, colours.faint, fit=right - left - 100))
    return items


def _totals(words: Words, view: View, colours: Theme, top: int) -> list[Item]:
    y = top + TOTAL // 2
    items: list[Item] = [Box((EDGE, top, WIDTH - EDGE, top + 4), colours.faint)]
    for seat, score in enumerate(view.scores):
        left, right = _columns(seat)
        if seat in view.leaders:
            plate = (left, top + 10, right, top + TOTAL - 14)
            items.append(Box(plate, colours.card, SEATS[seat].main, width=8, radius=20))
        items.append(Text(str(score), (right - 30, y), 84, colours.text, bold=True, align="right"))
    label = words("castle.picture.wins" if len(view.leaders) == 1 else "status.shared_win")
    for seat in view.leaders:
        left, right = _columns(seat)
        items.append(seat_badge(label, ((left + right) // 2, top + 14), SMALL, seat))
    total = words("castle.picture.total")
    items.append(Text(total, (WIDTH // 2, y), 50, colours.text, bold=True, align="middle"))
    return items
