"""The leaderboard: the players of a server by rating, below a frieze of their game.

Ten lines per page; the viewer's own line is marked, or placed below the others if it is on another
page.
"""

from dataclasses import dataclass

from render.locale import Words
from render.picture.names import LONGEST_ALT, clean_name, shorten
from render.picture.palette import (
    BRONZE,
    CLAY,
    CLAY_DARK,
    GOLD,
    INK,
    SEATS,
    SILVER,
    THEMES,
    Theme,
)
from render.picture.scene import Colour, Disc, Item, Scene, Shield, SpritePicture, Text, ThemeName
from render.tables.adornment import EDGE, SMALL, WIDTH, Adornment, plate

TITLE, ROW, REST, FOOT = 148, 138, 52, 22
PLATE = 7
"""The space above and below a line."""
NAME_LEFT, RATING_WIDTH = 190, 224
SHIELD, LETTERS = (92, 116), (120, 165)
"""The height of a shield, and the size of a number's digits on it together; one of a number with
more than three digits is larger."""
PODIUM: tuple[Colour, ...] = (GOLD, SILVER, BRONZE)
"""The shields of the first three places; every shield has its number too."""
OWN = 1
"""The seat whose figure and colour mark the viewer's line."""


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


def leaderboard_scene(
    words: Words, shown: Leaderboard, adornment: Adornment, theme: ThemeName = "light"
) -> Scene:
    colours = THEMES[theme]
    items: list[Item] = [*adornment.frieze, *_title(words, shown, adornment.height, colours)]
    head = top = adornment.height + EDGE + TITLE + PLATE
    below = shown.own is not None and shown.lines and shown.own.place < shown.lines[0].place
    own = [] if shown.own is None else [shown.own]
    blocks = [own, shown.lines] if below else [shown.lines, own]
    for block in filter(None, blocks):
        if top > head:
            dots = ((WIDTH // 2 + dx, top + REST // 2) for dx in (-36, 0, 36))
            items += [Disc(dot, 10, colours.text, colours.card, 3) for dot in dots]
            top += REST
        for line in block:
            items += _line(words, line, adornment, colours, top)
            top += ROW
    size = (WIDTH, top + FOOT)
    return Scene(size, colours.background, (*adornment.ground(theme, size), *items))


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


def _title(words: Words, shown: Leaderboard, above: int, colours: Theme) -> list[Item]:
    """The name of the server."""
    title = words("ranks.title")
    middle, top = WIDTH // 2, above + EDGE
    name = Text(
        *(clean_name(shown.server) or title, (middle, top + 52), 68, colours.text),
        bold=True,
        align="middle",
        fit=WIDTH - 4 * EDGE,
        instead=title,
    )
    below = words("ranks.below", title=title, places=_places(words, shown))
    return [
        plate((EDGE, top, WIDTH - EDGE, top + TITLE - PLATE), colours),
        name,
        Text(below, (middle, top + 108), SMALL, colours.faint, align="middle"),
    ]


def _places(words: Words, shown: Leaderboard) -> str:
    last = shown.first + len(shown.lines) - 1
    if shown.first == 1 and last == shown.count:
        return words("ranks.players", count=shown.count)
    return words("ranks.places", first=shown.first, last=last, count=shown.count)


def _line(
    words: Words, line: LeaderboardLine, adornment: Adornment, colours: Theme, top: int
) -> list[Item]:
    y = top + ROW // 2
    rect = (EDGE, top + PLATE, WIDTH - EDGE, top + ROW - PLATE)
    left = NAME_LEFT + 72 * line.own
    fit = WIDTH - EDGE - RATING_WIDTH - left
    spare = words("ranks.player")
    figure = SpritePicture(adornment.figures[OWN], (NAME_LEFT + 22, y), 84)
    name, results = _name(words, line), _results(words, line)
    return [
        plate(rect, colours, SEATS[OWN].on(colours.name) if line.own else None),
        *_shield(line, y),
        *([figure] if line.own else []),
        Text(name, (left, y - 27), 56, colours.text, bold=True, fit=fit, instead=spare),
        Text(results, (left, y + 27), SMALL, colours.faint, fit=fit),
        Text(str(line.rating), (WIDTH - EDGE - 36, y), 76, colours.text, bold=True, align="right"),
    ]


def _shield(line: LeaderboardLine, y: int) -> list[Item]:
    centre = (EDGE + 78, y)
    fill = PODIUM[line.place - 1] if line.place <= len(PODIUM) else CLAY
    text = str(line.place)
    large = len(text) > 3
    size = min(52, LETTERS[large] // len(text))
    at = (centre[0], centre[1] - 7)
    return [
        Shield(centre, SHIELD[large], fill, INK if line.place <= len(PODIUM) else CLAY_DARK, 5),
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
