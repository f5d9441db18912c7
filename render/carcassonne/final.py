"""Final scoring as a picture that explains every point: the last board with what it gave at the
end, below it a table of everybody's points by source, and what the farmers were given: for each
city, or for each field, with all farmers counted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.carcassonne.events import FarmersScored
from engine.carcassonne.moves import Options
from render.board.footer import FooterStrip
from render.board.labels import seat_badge
from render.carcassonne.art.sprites import FollowerSprite
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.footer import head_of
from render.carcassonne.board.layout import CarcassonneSubject, panel_theme
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.tables import points_table
from render.locale import Words
from render.picture.scene import Item, Scene, ThemeName
from render.tables.final_table import (
    BOLD,
    EDGE,
    FOOT,
    PLAIN,
    SMALL,
    FinalTable,
    Share,
    heads,
    sum_lines,
    totals,
)

# From this many players on, the points for farmers stand below these.
CROWDED = 6
# The width of the names of sources.
LABEL = 330
# The height of a row with one line.
ROW = 84
# The height of each further line.
LINE = 54
# The average width of a letter of an explanation.
LETTER = 20
# The room for a number of points.
NUMBER = 92
# From this many players on, columns are narrow.
NARROW = 4
# The greatest width of a letter of an explanation.
WIDEST = 22
# The distance of an explanation from the left end of a column.
INDENT = 6
# The distance of an explanation from either end of a narrow column.
CLOSE = 1
# The distance of numbers from the right end of a column.
SIDE = 12
# The height of the totals: the number is clear of the badge above it.
HIGH = 142
# The height of the letters on that badge in a narrow column.
NARROW_LABEL = 37


def final_scene(words: Words, subject: CarcassonneSubject, theme: ThemeName = "light") -> Scene:
    view = subject.view
    names = subject.names
    events = subject.events
    look = Look(theme, (Overlay.FINAL,), footer=False, words=words)
    board = board_scene(subject, look)
    head = head_of(subject)
    strip = FooterStrip(words, panel_theme(theme), board.size[0])
    items, height = head.above(board, strip)
    table = FinalTable(replace(strip, origin=(0, height)), view.scores, LABEL, HIGH)
    items += heads(table, names, head.figures)
    top = table.header
    for source, shares in points_table(events, table.seats).items():
        items += _row(table, source, shares, top)
        top += _row_height(table, shares)
    is_narrow = _is_narrow(table)
    is_alone = len(view.leaders) == 1
    win_label = words("status.winner" if is_alone or is_narrow else "status.shared_win")
    items.append(table.label(words("carcassonne.picture.total"), top + HIGH - FOOT))
    items += totals(table, view.leaders, win_label, top, NARROW_LABEL if is_narrow else SMALL)
    top += HIGH
    for note in (
        words(f"carcassonne.picture.small_city.{view.options.small_city}"),
        words(f"carcassonne.picture.farms.{view.options.farms}"),
        *([words("carcassonne.picture.things")] if view.options.inns == "on" else []),
    ):
        lines, top = table.note(note, top)
        items += lines
    farms = (event for event in events if isinstance(event, FarmersScored))
    for number, farm in enumerate(farms, 1):
        items += _farm(table, view.options, number, farm, top)
        top += ROW + (LINE if table.seats >= CROWDED else 0)
    size = (strip.width, height + strip.size(top + EDGE))
    return Scene(size, strip.theme.background, tuple(items))


def _is_narrow(table: FinalTable) -> bool:
    return table.seats >= NARROW


def _lines(table: FinalTable, share: Share) -> list[str]:
    """Explain a sum by its parts, of which equal ones are counted: beside it on as many lines as
    that takes; in a narrow column on a line below it, if it has several parts."""
    parts = tuple(
        part if count == 1 else f"{count}×{part}" for part, count in Counter(share.parts).items()
    )
    left, right = table.column(0)
    if not _is_narrow(table):
        return sum_lines(Share(share.points, parts), (right - left - NUMBER) // LETTER)
    if len(share.parts) < 2:
        return []
    letters = (right - left - 2 * CLOSE) // WIDEST
    return ["+".join(_first_parts(parts, letters))]


def _first_parts(parts: Sequence[str], letters: int) -> Sequence[str]:
    """List the parts of a sum, or the first of them if all together have too many letters."""
    if len("+".join(parts)) <= letters:
        return parts
    cut = ([*parts[:count], "…"] for count in range(len(parts) - 1, 0, -1))
    return next((shown for shown in cut if len("+".join(shown)) <= letters), parts)


def _row_height(table: FinalTable, shares: Sequence[Share]) -> int:
    most = max(len(_lines(table, share)) for share in shares)
    return ROW + LINE * (most if _is_narrow(table) else max(0, most - 1))


def _row(table: FinalTable, source: str, shares: Sequence[Share], top: int) -> list[Item]:
    y = top + ROW // 2
    label = table.strip.words(f"carcassonne.picture.points_for.{source}")
    first = y + LINE if _is_narrow(table) else y
    indent = CLOSE if _is_narrow(table) else INDENT
    beside = 2 * CLOSE if _is_narrow(table) else NUMBER
    items: list[Item] = [table.rule(top), table.label(label, y)]
    for seat, share in enumerate(shares):
        left, right = table.column(seat)
        if not share.parts:
            continue
        items.append(table.number(str(share.points), (right - SIDE, y), BOLD))
        items += [
            table.write(line, (left + indent, first + LINE * index), SMALL, right - left - beside)
            for index, line in enumerate(_lines(table, share))
        ]
    return items


def _farm(
    table: FinalTable, options: Options, number: int, farm: FarmersScored, top: int
) -> list[Item]:
    """Draw a city that farmers serve, or a field, with everybody's farmers."""
    strip = table.strip
    y = top + ROW // 2
    if options.farms == "by_city":
        size = len(farm.cities[0])
        text = table.strip.words("carcassonne.picture.city_of", count=size)
    else:
        text = table.strip.words("carcassonne.picture.cities", count=len(farm.cities))
    owner = farm.seats[0] if len(farm.seats) == 1 else None
    at = (EDGE + 58, y)
    fit = LABEL - 66
    items: list[Item] = [
        table.rule(top),
        seat_badge(str(number), strip.at(EDGE + 24, y), strip.size(SMALL), owner),
        table.write(text, at, SMALL, fit),
    ]
    for seat, farmers in enumerate(farm.followers):
        left, right = table.column(seat)
        if farmers:
            large = bool(farm.large and farm.large[seat])
            figure = FollowerSprite(seat, True, large)
            items.append(strip.sprite(figure, left + 34, y, 54))
            weight = farmers + large  # IC2: as many as majorities count
            items.append(table.write(f"×{weight}", (left + 66, y), SMALL, 60))
        if seat in farm.seats:
            below = LINE if table.seats >= CROWDED else 0
            items.append(table.number(f"+{farm.points}", (right - 12, y + below), PLAIN))
    return items
