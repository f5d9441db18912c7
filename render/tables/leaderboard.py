"""Leaderboard: the players of a server by rating, below a frieze of their game.

Ten lines per page; the viewer's own line is marked, or placed below the others if it is on another
page.
"""

from dataclasses import dataclass

from render.locale import Words
from render.picture.names import clean_name
from render.picture.palette import SEATS
from render.picture.scene import Disc, Item, Scene, SpritePicture, Text
from render.tables.adornment import (
    EDGE,
    FOOT,
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
ROW = 138
# The height of the dots for the lines that are left out.
REST = 52
NAME_LEFT = 190
RATING_WIDTH = 224


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    place: int
    name: str
    rating: int
    played: int
    won: int
    shared: int
    own: bool = False
    """This is the viewer."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of it."""

    server: str
    first: int
    """The number of its first line."""
    count: int
    """The number of lines altogether."""
    lines: tuple[LeaderboardLine, ...]
    own: LeaderboardLine | None = None
    """The viewer's line, if it is on another page."""


def leaderboard_scene(style: TableStyle, leaderboard: Leaderboard) -> Scene:
    words = style.words
    adornment = style.adornment
    colours = style.colours
    title = words("ranks.title")
    top = adornment.height + EDGE
    below_title = words("ranks.below", title=title, places=_places(words, leaderboard))
    items = [*adornment.frieze, *style.title(leaderboard.server, title, below_title, top)]
    top += TITLE + PLATE
    head = top
    own_first = (
        leaderboard.own is not None
        and leaderboard.lines
        and leaderboard.own.place < leaderboard.lines[0].place
    )
    own = [] if leaderboard.own is None else [leaderboard.own]
    blocks = [own, leaderboard.lines] if own_first else [leaderboard.lines, own]
    for block in filter(None, blocks):
        if top > head:
            dots = ((WIDTH // 2 + dx, top + REST // 2) for dx in (-36, 0, 36))
            items += [Disc(dot, 10, colours.text, colours.card, 3) for dot in dots]
            top += REST
        for line in block:
            items += _line(style, line, top)
            top += ROW
    return style.on_ground(items, top + FOOT)


def leaderboard_alt(words: Words, leaderboard: Leaderboard) -> str:
    lines = list(leaderboard.lines)
    if leaderboard.own is not None:
        lines.append(leaderboard.own)
    sentences = [
        words(
            "ranks.line",
            place=line.place,
            name=player_name(words, line.name),
            rating=line.rating,
            results=_results(words, line),
        )
        for line in lines
    ]
    head = words(
        "ranks.alt", server=clean_name(leaderboard.server), places=_places(words, leaderboard)
    )
    return join_lines([head, *sentences])


def _places(words: Words, leaderboard: Leaderboard) -> str:
    last = leaderboard.first + len(leaderboard.lines) - 1
    if leaderboard.first == 1 and last == leaderboard.count:
        return words("ranks.players", count=leaderboard.count)
    return words("ranks.places", first=leaderboard.first, last=last, count=leaderboard.count)


def _line(style: TableStyle, line: LeaderboardLine, top: int) -> list[Item]:
    y = top + ROW // 2
    colours = style.colours
    rect = (EDGE, top + PLATE, WIDTH - EDGE, top + ROW - PLATE)
    left = NAME_LEFT + 72 * line.own
    fit = WIDTH - EDGE - RATING_WIDTH - left
    figure = SpritePicture(style.adornment.figures[OWN], (NAME_LEFT + 22, y), 84)
    results = _results(style.words, line)
    return [
        style.plate(rect, SEATS[OWN].on(style.theme) if line.own else None),
        *place_shield(line.place, (EDGE + 78, y)),
        *([figure] if line.own else []),
        style.player(line.name, (left, y - 27), 56, fit=fit),
        Text(results, (left, y + 27), SMALL, colours.faint, fit=fit),
        Text(str(line.rating), (WIDTH - EDGE - 36, y), 76, colours.text, bold=True, align="right"),
    ]


def _results(words: Words, line: LeaderboardLine) -> str:
    counts = [words("ranks.games", count=line.played), words("ranks.won", count=line.won)]
    if line.shared:
        counts.append(words("ranks.shared", count=line.shared))
    return " · ".join(counts)
