"""Standings of a league's division, and its crosstable, below a frieze of the game.

A line says where somebody stands and why, and shows the places that they can still reach.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from render.locale import Words
from render.picture.names import clean_name, format_decimal
from render.picture.palette import CLAY_DARK, LEAF, LEAF_LIGHT, SEATS, Theme
from render.picture.scene import Box, Item, Line, Point, Scene, Size, Text
from render.tables.adornment import (
    EDGE,
    FOOT,
    GAP,
    LABEL,
    OWN,
    PLATE,
    SMALL,
    TITLE,
    WIDTH,
    TableStyle,
    place_shield,
    player_name,
)
from render.tables.alt_text import join_lines

# The height of a line.
ROW = 150
# The height of a reason in a line, and of a note.
REASON = 46
# The heights of the edges above and below notes, together.
NOTES = 34
# The height of what explains the signs.
LEGEND = 76
# The left end of names.
NAME_LEFT = 208
# The ends of the row of places that can still be reached; the points follow.
REACH = (770, 1004)
# The width of these places as numbers.
RANGE = 76
# The height of a place in that row.
SLOT = 30
# The space between two places in that row.
APART = 8
# The half width of the arrow for a move to another division.
ARROW = 17
# The left ends of what explains the signs.
LEGENDS = (EDGE + 24, 640, 930)
# The sign of negative numbers, which the font lacks.
MINUS = "−"
# What is drawn in its place.
DASH = "–"
# The height of a row of a crosstable.
CELL = 104
# The height of the head of a crosstable.
HEAD = 92
# The left end of the names in a crosstable, after their numbers.
NUMBER = 118
# The least right end of the names in a crosstable.
NAMES = 390
# The most width of a column of a crosstable.
WIDEST = 112
# The width of everybody's points altogether in a crosstable.
TOTAL = 130
# The height of these points.
LARGE = 60
# The middles of what explains the cells of a crosstable.
SIGNS = (EDGE + 48, 350, 860)


class Moves(Enum):
    """Move to another division at the end of the season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class StandingsLine:
    place: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: Fraction
    first: int
    """The best place that can still be reached."""
    last: int
    """The worst place that can still be reached."""
    reason: str = ""
    """The difference from others with the same points."""
    moves: Moves = Moves.STAYS
    withdrawn: bool = False
    own: bool = False
    """This is the viewer."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A division of a league."""

    league: str
    below: str
    """The line below the name of the league."""
    lines: tuple[StandingsLine, ...]
    notes: tuple[str, ...] = ()
    """The causes of wider ranges: who has withdrawn, and which games are void."""


class Outcome(Enum):
    """State of a game in a crosstable, for the player of a row."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    RUNNING = "running"
    WAITING = "waiting"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    outcome: Outcome
    points: Fraction = Fraction(0)
    """For a decided game."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Games of a division: a row for each player, in the order of the standings, and a column for
    each of their opponents, or for each table."""

    league: str
    below: str
    names: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    """The head of each, and what it stands for: an opponent or a table."""
    cells: tuple[tuple[CrosstableCell | None, ...], ...]
    """None where the player of the row has no game."""
    points: tuple[Fraction, ...]
    """Of each player altogether."""


def standings_scene(style: TableStyle, standings: Standings) -> Scene:
    items, top = _head(style, standings)
    for line in standings.lines:
        height = ROW + REASON * len(_reasons(style.words, line))
        items += _line(style, line, len(standings.lines), (top, top + height))
        top += height
    if standings.notes:
        first = top + PLATE
        top = top + REASON * len(standings.notes) + NOTES
        items.append(style.plate((EDGE, first, WIDTH - EDGE, top)))
        y = first + (NOTES - PLATE + REASON) // 2
        fit = WIDTH - 2 * LEGENDS[0]
        for number, note in enumerate(standings.notes):
            at = (LEGENDS[0], y + REASON * number)
            items.append(Text(note, at, SMALL, style.colours.faint, fit=fit))
    legend = _legend(style, standings.lines, top + PLATE)
    return style.on_ground([*items, *legend], top + LEGEND * bool(legend) + FOOT)


def crosstable_scene(style: TableStyle, crosstable: Crosstable) -> Scene:
    colours = style.colours
    items, top = _head(style, crosstable)
    bottom = top + HEAD + CELL * len(crosstable.names) + GAP
    items.append(style.plate((EDGE, top, WIDTH - EDGE, bottom)))
    right = WIDTH - EDGE - TOTAL
    width = min((right - NAMES) // max(len(crosstable.columns), 1), WIDEST)
    left = right - width * len(crosstable.columns)
    centres = [left + width * number + width // 2 for number in range(len(crosstable.columns))]
    items += [
        Text(head, (x, top + HEAD // 2), LABEL, colours.faint, bold=True, align="middle")
        for x, (head, _) in zip(centres, crosstable.columns, strict=True)
    ]
    rows = zip(crosstable.names, crosstable.cells, crosstable.points, strict=True)
    for number, (name, cells, points) in enumerate(rows, 1):
        y = top + HEAD + CELL * number - CELL // 2
        items.append(Text(str(number), (EDGE + 66, y), LABEL, colours.faint, align="right"))
        items.append(style.player(name, (NUMBER, y), LABEL, fit=left - NUMBER - GAP))
        for x, cell in zip(centres, cells, strict=True):
            items += _cell(style, cell, (x, y), (min(width, CELL) - APART, CELL - APART))
        total = _points(style.words, points)
        at = (WIDTH - EDGE - 32, y)
        items.append(Text(total, at, LARGE, colours.text, bold=True, align="right"))
    legend = _signs(style, crosstable, bottom + PLATE)
    return style.on_ground([*items, *legend], bottom + LEGEND * bool(legend) + FOOT)


def _signs(style: TableStyle, crosstable: Crosstable, top: int) -> list[Item]:
    """Explain cells without points, as far as there are any."""
    y = top + (LEGEND - PLATE) // 2
    items = list[Item]()
    outcomes = {cell.outcome for row in crosstable.cells for cell in row if cell is not None}
    for left, outcome in zip(SIGNS, (Outcome.RUNNING, Outcome.WAITING, Outcome.VOID), strict=True):
        if outcome in outcomes:
            items += _cell(style, CrosstableCell(outcome), (left, y), (48, 48))
            text = style.words(f"standings.{outcome.value}")
            items.append(Text(text, (left + 40, y), SMALL, style.colours.faint))
    if items:
        items.insert(0, style.plate((EDGE, top, WIDTH - EDGE, top + LEGEND - PLATE)))
    return items


def standings_alt(words: Words, standings: Standings) -> str:
    lines = [
        words(
            "standings.line",
            place=line.place,
            name=player_name(words, line.name),
            points=_points(words, line.points),
            results=_results(words, line),
            reach=_reach(words, line),
        )
        for line in standings.lines
    ]
    head = words("standings.alt", league=clean_name(standings.league), below=standings.below)
    notes = [f"{note}." for note in standings.notes]
    return join_lines([head, *lines, *notes])


def crosstable_alt(words: Words, crosstable: Crosstable) -> str:
    rows = []
    for name, cells in zip(crosstable.names, crosstable.cells, strict=True):
        games = [
            words("standings.against", column=column, outcome=_outcome(words, cell))
            for (_, column), cell in zip(crosstable.columns, cells, strict=True)
            if cell is not None
        ]
        rows.append(words("standings.row", name=clean_name(name), games=", ".join(games)))
    head = words("standings.cross", league=clean_name(crosstable.league), below=crosstable.below)
    return join_lines([head, *rows])


def _head(style: TableStyle, table: Standings | Crosstable) -> tuple[list[Item], int]:
    """Draw the frieze and the title, and say where they end."""
    top = style.adornment.height + EDGE
    spare = style.words("standings.title")
    title = style.title(table.league, spare, table.below, top)
    return [*style.adornment.frieze, *title], top + TITLE + PLATE


def _line(style: TableStyle, line: StandingsLine, places: int, span: tuple[int, int]) -> list[Item]:
    (top, bottom) = span
    words = style.words
    colours = style.colours
    y = top + ROW // 2
    fit = REACH[0] - GAP - NAME_LEFT
    right = WIDTH - EDGE - 36
    ink = colours.faint if line.withdrawn else colours.text
    results = _results(words, line)
    points = _points(words, line.points)
    middle = (top + bottom) // 2
    frame = SEATS[OWN].on(style.theme) if line.own else None
    items: list[Item] = [
        style.plate((EDGE, top + PLATE, WIDTH - EDGE, bottom - PLATE), frame),
        *place_shield(line.place, (EDGE + 70, middle)),
        style.player(line.name, (NAME_LEFT, y - 28), 56, fit=fit, faint=line.withdrawn),
        Text(results, (NAME_LEFT, y + 30), SMALL, colours.faint, fit=REACH[1] - RANGE - NAME_LEFT),
        Text(points, (right, middle), 76, ink, bold=True, align="right"),
        *_reachable(line, places, y, colours),
    ]
    for number, reason in enumerate(_reasons(words, line), 1):
        at = (NAME_LEFT, y + 30 + REASON * number)
        text = reason.replace(MINUS, DASH)
        fit = right - 130 - NAME_LEFT
        items.append(Text(text, at, SMALL, colours.faint, fit=fit))
    if line.moves is not Moves.STAYS:
        items.append(_arrow(line.moves, (EDGE + 148, middle), colours))
    return items


def _arrow(moves: Moves, centre: Point, colours: Theme) -> Line:
    up = moves is Moves.UP
    green = LEAF_LIGHT if colours.name == "dark" else LEAF
    (x, y) = centre
    rise = ARROW if up else -ARROW
    points = ((x - ARROW, y + rise // 2), (x, y - rise // 2), (x + ARROW, y + rise // 2))
    return Line(points, green if up else colours.accent, 10)


def _reachable(line: StandingsLine, places: int, y: int, colours: Theme) -> list[Item]:
    """Draw a box for each place, filled where it can still be reached, and the same in numbers."""
    left, right = REACH
    width = (right - left + APART) // places - APART
    items: list[Item] = []
    for place in range(1, places + 1):
        at = (left + (width + APART) * (place - 1), y - 28)
        items.append(_slot(at, width, line.first <= place <= line.last, colours))
    text = str(line.first) if line.first == line.last else f"{line.first}–{line.last}"
    items.append(Text(text, (right, y + 30), SMALL, colours.faint, align="right"))
    return items


def _slot(at: Point, width: int, filled: bool, colours: Theme) -> Box:
    (x, y) = at
    fill = colours.faint if filled else None
    rect = (x, y - SLOT // 2, x + width, y + SLOT // 2)
    return Box(rect, fill, colours.card_edge, width=3, radius=8)


def _legend(style: TableStyle, lines: Sequence[StandingsLine], top: int) -> list[Item]:
    """Explain the signs, as far as there are any."""
    y = top + (LEGEND - PLATE) // 2
    words = style.words
    colours = style.colours
    items: list[Item] = []
    signs = [(moves, words(f"standings.{moves.value}")) for moves in (Moves.UP, Moves.DOWN)]
    for column, (moves, text) in zip(LEGENDS[1:], signs, strict=True):
        if any(line.moves is moves for line in lines):
            items.append(_arrow(moves, (column, y), colours))
            items.append(Text(text, (column + 36, y), SMALL, colours.faint))
    if any(line.first < line.last for line in lines):
        items.append(_slot((LEGENDS[0], y), SLOT, True, colours))
        text = words("standings.reachable")
        items.append(Text(text, (LEGENDS[0] + 46, y), SMALL, colours.faint))
    if items:
        items.insert(0, style.plate((EDGE, top, WIDTH - EDGE, top + LEGEND - PLATE)))
    return items


def _cell(style: TableStyle, cell: CrosstableCell | None, centre: Point, size: Size) -> list[Item]:
    (x, y) = centre
    wide = size[0] // 2
    high = size[1] // 2
    colours = style.colours
    rect = (x - wide, y - high, x + wide, y + high)
    if cell is None:
        return []
    points = _points(style.words, cell.points)
    letters = min(LABEL + APART, size[0] - APART) - APART * (len(points) > 1)
    box = Box(rect, None, colours.card_edge, width=3, radius=14)
    match cell.outcome:
        case Outcome.WON | Outcome.DRAWN | Outcome.LOST:
            edge = {Outcome.WON: LEAF, Outcome.DRAWN: CLAY_DARK, Outcome.LOST: None}[cell.outcome]
            text = points
            ink = colours.text
            if edge is not None:
                box = Box(rect, None, edge, width=8, radius=14)
        case Outcome.RUNNING:
            text = "…"
            ink = colours.text
            box = Box(rect, colours.card_edge, None, radius=14)
        case Outcome.WAITING:
            text = ""
            ink = colours.faint
        case Outcome.VOID:
            text = "×"
            ink = colours.faint
    return [box, *([Text(text, centre, letters, ink, bold=True, align="middle")] if text else [])]


def _points(words: Words, points: Fraction) -> str:
    if points.denominator == 1:
        return str(points)
    return format_decimal(words, round(10 * points))


def _results(words: Words, line: StandingsLine) -> str:
    counts = {"won": line.won, "drawn": line.drawn, "lost": line.lost}
    parts = [words(f"standings.{name}", count=count) for name, count in counts.items() if count]
    games = words("standings.games", count=line.played)
    return f"{games}: {', '.join(parts)}" if parts else games


def _reasons(words: Words, line: StandingsLine) -> list[str]:
    """List the remarks about a place."""
    withdrawal = words("standings.withdrawn") if line.withdrawn else ""
    return list(filter(None, (withdrawal, line.reason)))


def _reach(words: Words, line: StandingsLine) -> str:
    if line.first == line.last:
        reach = words("standings.certain", place=line.first)
    else:
        reach = words("standings.reach", first=line.first, last=line.last)
    parts = [reach, *_reasons(words, line)]
    if line.moves is not Moves.STAYS:
        parts.append(words(f"standings.{line.moves.value}"))
    return "; ".join(parts)


def _outcome(words: Words, cell: CrosstableCell) -> str:
    if cell.outcome in (Outcome.WON, Outcome.DRAWN, Outcome.LOST):
        return _points(words, cell.points)
    return words(f"standings.{cell.outcome.value}")
