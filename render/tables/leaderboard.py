"""The leaderboard: the players of a server by rating, below a frieze of their game.

Ten lines per page; the viewer's own line is marked, or placed below the others if it is on another
page. The same in both themes, as it covers its background.
"""

from dataclasses import dataclass

from render.locale import Words
from render.picture.names import LONGEST_ALT, clean_name, shorten
from render.picture.palette import (
    BRONZE,
    CLAY,
    CLAY_DARK,
    CREAM,
    GOLD,
    INK,
    SAND,
    SAND_DARK,
    SAND_LIGHT,
    SAND_LINE,
    SAND_PALE,
    SEATS,
    SILVER,
)
from render.picture.scene import (
    Box,
    Colour,
    Disc,
    Item,
    Name,
    Scene,
    Shield,
    SpritePicture,
    Text,
)

WIDTH, EDGE = 1240, 36
TITLE, HEAD = 136, 50
ROW, REST, FOOT = 124, 52, 30
PLATE = 7
"""The space above and below a line."""
NAME_LEFT, RATING_WIDTH = 196, 240
LETTERS = 110
"""The maximum size of a number's digits on a shield together."""
PODIUM: tuple[Colour, ...] = (GOLD, SILVER, BRONZE)
"""The shields of the first three places; every shield has its number too."""


@dataclass(frozen=True, slots=True)
class Adornment:
    """The additions of a game to its leaderboard."""

    frieze: tuple[Item, ...]
    """The items along the top."""
    height: int
    """The height of the frieze."""
    own: Name
    """The figure next to the viewer's line."""


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A player of a leaderboard."""

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


def leaderboard_scene(words: Words, shown: Leaderboard, adornment: Adornment) -> Scene:
    items: list[Item] = [*adornment.frieze, *_title(words, shown, adornment.height)]
    head = top = adornment.height + TITLE + HEAD
    below = shown.own is not None and shown.lines and shown.own.place < shown.lines[0].place
    own = [] if shown.own is None else [shown.own]
    blocks = [own, shown.lines] if below else [shown.lines, own]
    for block in filter(None, blocks):
        if top > head:
            dots = ((WIDTH // 2 + dx, top + REST // 2) for dx in (-36, 0, 36))
            items += [Disc(dot, 7, SAND_LINE) for dot in dots]
            top += REST
        for line in block:
            items += _line(words, line, adornment, top)
            top += ROW
    return Scene((WIDTH, top + FOOT), SAND, tuple(items))


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
    head = words("ranks.alt", server=clean_name(shown.server), places=_places(words, shown))
    return shorten(" ".join([head, *told]), LONGEST_ALT)


def _title(words: Words, shown: Leaderboard, above: int) -> list[Item]:
    """A cloth with the name of the server."""
    title = words("ranks.title")
    middle, top = WIDTH // 2, above + 34
    cloth = (EDGE, top, WIDTH - EDGE, top + TITLE)
    name = Text(
        *(clean_name(shown.server) or title, (middle, top + 48), 66, CREAM),
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


def _line(words: Words, line: LeaderboardLine, adornment: Adornment, top: int) -> list[Item]:
    y = top + ROW // 2
    fill = CREAM if line.own else SAND_LIGHT if line.place <= len(PODIUM) else SAND_PALE
    plate = (EDGE, top + PLATE, WIDTH - EDGE, top + ROW - PLATE)
    edge, width = (SEATS[1].main, 8) if line.own else (SAND_DARK, 3)
    left = NAME_LEFT + 72 * line.own
    fit = WIDTH - EDGE - RATING_WIDTH - left
    spare = words("ranks.player")
    return [
        Box(plate, fill, edge, width=width, radius=18),
        *_shield(line, y),
        *([SpritePicture(adornment.own, (NAME_LEFT + 22, y), 78)] if line.own else []),
        Text(_name(words, line), (left, y - 23), 52, INK, bold=True, fit=fit, instead=spare),
        Text(_results(words, line), (left, y + 26), 36, SAND_LINE, fit=fit),
        Text(str(line.rating), (WIDTH - EDGE - 36, y), 72, INK, bold=True, align="right"),
    ]


def _shield(line: LeaderboardLine, y: int) -> list[Item]:
    centre = (EDGE + 78, y)
    fill = PODIUM[line.place - 1] if line.place <= len(PODIUM) else CLAY
    text = str(line.place)
    size = min(52, LETTERS // len(text))
    at = (centre[0], centre[1] - 7)
    return [
        Shield(centre, 92, fill, INK if line.place <= len(PODIUM) else CLAY_DARK, 5),
        Text(text, at, size, INK, bold=True, align="middle"),
    ]


def _name(words: Words, line: LeaderboardLine) -> str:
    return clean_name(line.name) or words("ranks.player")


def _results(words: Words, line: LeaderboardLine) -> str:
    told = [
        words("ranks.games", count=line.played),
        words("ranks.won", count=line.won),
        *([words("ranks.shared", count=line.shared)] if line.shared else []),
    ]
    return " · ".join(told)
