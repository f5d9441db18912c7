"""The leaderboard: the players of a server by rating, on the castle wall below the roofs.

Ten lines a page; whoever looks finds their own line marked, or below the others when it stands on
another page. The same in both themes, as it covers its ground. Knows no ratings but the numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from render.locale import Words
from render.picture.colours.palette import (
    CREAM,
    EARTH,
    GOLD,
    INK,
    PAVING_EDGE,
    ROOF_LIGHT,
    SEATS,
    SLAB,
    STONE_LIGHT,
    WALL,
    WALL_DARK,
    WALL_LIGHT,
    WALL_LINE,
)
from render.picture.names import LONGEST_ALT, cleaned, shortened
from render.picture.scene import (
    TOP_LEFT,
    Box,
    Colour,
    Disc,
    Inset,
    Item,
    Name,
    Scene,
    Shield,
    SpritePicture,
    Text,
)

WIDTH, EDGE = 1240, 36
TILE = 124
SKYLINE = 180
"""How much of the town is seen above the wall."""
MERLON, HIGH = 62, 42
"""The merlons are as wide as the gaps between them."""
TITLE, HEAD = 136, 50
ROW, REST, FOOT = 124, 52, 30
PLATE = 7
"""How much is free above and below a line."""
NAME_LEFT, RATING_WIDTH = 196, 240
LETTERS = 110
"""How large the figures of a number can be on a shield, all together."""
PODIUM: tuple[Colour, ...] = (GOLD, STONE_LIGHT, ROOF_LIGHT)
"""The shields of the first three places; every shield carries its number too."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The sprites of a game that stand on its leaderboard."""

    roofs: tuple[tuple[Name, ...], ...]
    """The tiles of the town, row by row,"""
    guards: Mapping[int, Name]
    """who looks over its wall, by the gap between merlons,"""
    own: Name
    """and the figure beside the line of who looks."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player of a leaderboard."""

    place: int
    name: str
    rating: int
    played: int
    won: int
    shared: int
    own: bool = False
    """Whether this is who looks."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of it."""

    server: str
    first: int
    """Of which line of all it begins with,"""
    count: int
    """and how many there are."""
    lines: tuple[Line, ...]
    own: Line | None = None
    """The line of who looks, when it stands on another page."""


def leaderboard_scene(words: Words, shown: Leaderboard, figures: Figures) -> Scene:
    items: list[Item] = [*_skyline(figures), *_title(words, shown)]
    top = SKYLINE + TITLE + HEAD
    below = shown.own is not None and shown.lines and shown.own.place < shown.lines[0].place
    own = [] if shown.own is None else [shown.own]
    blocks = [own, shown.lines] if below else [shown.lines, own]
    for block in filter(None, blocks):
        if top > SKYLINE + TITLE + HEAD:
            items += _left_out(top)
            top += REST
        for line in block:
            items += _line(words, line, figures, top)
            top += ROW
    return Scene((WIDTH, top + FOOT), WALL, tuple(items))


def leaderboard_alt(words: Words, shown: Leaderboard) -> str:
    """Every line of the page, as far as there is room."""
    lines = [*shown.lines, *([] if shown.own is None else [shown.own])]
    told = [
        words(
            "ranks.told",
            place=line.place,
            name=_name(words, line),
            rating=line.rating,
            results=_results(words, line),
        )
        for line in lines
    ]
    head = words("ranks.alt", server=cleaned(shown.server), places=_places(words, shown))
    return shortened(" ".join([head, *told]), LONGEST_ALT)


def _skyline(figures: Figures) -> list[Item]:
    """Roofs, and the wall in front of them with its merlons and guards."""
    tiles = tuple(
        SpritePicture(tile, (TILE * column, TILE * row), TILE, anchor=TOP_LEFT)
        for row, roofs in enumerate(figures.roofs)
        for column, tile in enumerate(roofs)
    )
    town = Scene((WIDTH, TILE * len(figures.roofs)), WALL, tiles)
    items: list[Item] = [Inset((0, 0), (0, 0, WIDTH, SKYLINE), town)]
    for gap, guard in figures.guards.items():
        centre = (MERLON + 2 * MERLON * gap, SKYLINE - HIGH + 8)
        items.append(SpritePicture(guard, centre, 88))
    merlons = range(-MERLON // 2, WIDTH, 2 * MERLON)
    top = SKYLINE - HIGH
    for left in merlons:
        items.append(Box((left, top, left + MERLON, SKYLINE + 6), WALL, WALL_LINE, width=5))
        items.append(Box((left + 5, top + 5, left + MERLON - 5, top + 15), WALL_LIGHT))
    items += [
        Box((0, SKYLINE, WIDTH, SKYLINE + 5), WALL_LINE),
        Box((0, SKYLINE + 5, WIDTH, SKYLINE + 15), WALL_LIGHT),
    ]
    for left in merlons:
        items.append(Box((left + 5, SKYLINE - 4, left + MERLON - 5, SKYLINE + 15), WALL))
    return items


def _title(words: Words, shown: Leaderboard) -> list[Item]:
    """A cloth with the name of the server."""
    title = words("ranks.title")
    middle, top = WIDTH // 2, SKYLINE + 34
    cloth = (EDGE, top, WIDTH - EDGE, top + TITLE)
    name = Text(
        *(cleaned(shown.server) or title, (middle, top + 48), 66, CREAM),
        bold=True,
        align="middle",
        fit=WIDTH - 4 * EDGE - 40,
        instead=title,
    )
    below = words("ranks.below", title=title, places=_places(words, shown))
    return [
        Box(cloth, SEATS[1].main, SEATS[1].dark, width=6, radius=18),
        name,
        Text(below, (middle, top + 104), 38, SEATS[1].mark, align="middle"),
    ]


def _places(words: Words, shown: Leaderboard) -> str:
    last = shown.first + len(shown.lines) - 1
    if shown.first == 1 and last == shown.count:
        return words("ranks.players", count=shown.count)
    return words("ranks.places", first=shown.first, last=last, count=shown.count)


def _line(words: Words, line: Line, figures: Figures, top: int) -> list[Item]:
    y = top + ROW // 2
    fill = CREAM if line.own else WALL_LIGHT if line.place <= len(PODIUM) else SLAB
    plate = (EDGE, top + PLATE, WIDTH - EDGE, top + ROW - PLATE)
    edge, width = (SEATS[1].main, 8) if line.own else (WALL_DARK, 3)
    left = NAME_LEFT + 72 * line.own
    fit = WIDTH - EDGE - RATING_WIDTH - left
    spare = words("ranks.player")
    return [
        Box(plate, fill, edge, width=width, radius=18),
        *_shield(line, y),
        *([SpritePicture(figures.own, (NAME_LEFT + 22, y), 78)] if line.own else []),
        Text(_name(words, line), (left, y - 23), 52, INK, bold=True, fit=fit, instead=spare),
        Text(_results(words, line), (left, y + 26), 36, WALL_LINE, fit=fit),
        Text(str(line.rating), (WIDTH - EDGE - 36, y), 72, INK, bold=True, align="right"),
    ]


def _shield(line: Line, y: int) -> list[Item]:
    centre = (EDGE + 78, y)
    fill = PODIUM[line.place - 1] if line.place <= len(PODIUM) else EARTH
    text = str(line.place)
    size = min(52, LETTERS // len(text))
    at = (centre[0], centre[1] - 7)
    return [
        Shield(centre, 92, fill, INK if line.place <= len(PODIUM) else PAVING_EDGE, 5),
        Text(text, at, size, INK, bold=True, align="middle"),
    ]


def _left_out(top: int) -> list[Item]:
    """Between lines that do not follow each other."""
    y = top + REST // 2
    return [Disc((WIDTH // 2 + dx, y), 7, WALL_LINE) for dx in (-36, 0, 36)]


def _name(words: Words, line: Line) -> str:
    return cleaned(line.name) or words("ranks.player")


def _results(words: Words, line: Line) -> str:
    told = [
        words("ranks.games", count=line.played),
        words("ranks.won", count=line.won),
        *([words("ranks.shared", count=line.shared)] if line.shared else []),
    ]
    return " · ".join(told)
