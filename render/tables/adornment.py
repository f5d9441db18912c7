"""Additions of a game to its tables, so that they look like its boards: their ground, and a figure
for each seat. All tables lie on plates on this ground, in the units of one width; those with places
share their title and their shields."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from render.locale import Words
from render.picture.names import clean_name
from render.picture.palette import BRONZE, CLAY, CLAY_DARK, GOLD, INK, SILVER, THEMES, Theme
from render.picture.scene import (
    Box,
    Colour,
    Item,
    Name,
    Point,
    Rect,
    Scene,
    Shield,
    Size,
    Text,
    ThemeName,
)

# The width of every table.
WIDTH = 1240
# The ground that is visible around plates.
EDGE = 28
# The ground that is visible between plates.
GAP = 16
# The height of labels: 14 pixels on a phone.
LABEL = 46
# The height of secondary text: 12 pixels on a phone.
SMALL = 40
# The radius of a plate's corners.
RADIUS = 22
# The height of the title of a table with places.
TITLE = 148
# The ground below the last line of a table with places.
FOOT = 22
# The space above and below a line.
PLATE = 7
# The height of a shield, and of one whose number has more than three digits.
SHIELD = (92, 116)
# The size of the digits on such a shield together.
LETTERS = (120, 165)
# The shields of the first three places; every shield has its number too.
PODIUM: tuple[Colour, ...] = (GOLD, SILVER, BRONZE)
# The seat whose figure and colour mark the viewer's line.
OWN = 1


def bare_ground(theme: ThemeName, size: Size) -> Sequence[Item]:
    return ()


@dataclass(frozen=True, slots=True)
class Adornment:
    figures: Sequence[Name]
    """The figure of each seat."""
    ground: Callable[[ThemeName, Size], Sequence[Item]] = bare_ground
    """The ground of a picture of this size."""
    frieze: tuple[Item, ...] = ()
    """The items along the top of a leaderboard."""
    height: int = 0
    """The height of the frieze."""


@dataclass(frozen=True, slots=True)
class TableStyle:
    """Words in which a table is drawn, and how it looks."""

    words: Words
    adornment: Adornment
    theme: ThemeName = "light"

    @property
    def colours(self) -> Theme:
        return THEMES[self.theme]

    def on_ground(self, items: Sequence[Item], height: int) -> Scene:
        size = (WIDTH, height)
        ground = self.adornment.ground(self.theme, size)
        return Scene(size, self.colours.background, (*ground, *items))

    def plate(self, rect: Rect, edge: Colour | None = None) -> Box:
        """Draw a place on the ground, as those of the players below a board; framed in a colour if
        it is to be noticed."""
        width = 4 if edge is None else 8
        colours = self.colours
        return Box(rect, colours.card, edge or colours.card_edge, width=width, radius=RADIUS)

    def title(self, name: str, spare: str, below: str, top: int) -> list[Item]:
        """Say whose table it is, such as the name of a server, with a line below it."""
        middle = WIDTH // 2
        fit = WIDTH - 4 * EDGE
        colours = self.colours
        at = (middle, top + 52)
        title = clean_name(name) or spare
        return [
            self.plate((EDGE, top, WIDTH - EDGE, top + TITLE - PLATE)),
            Text(title, at, 68, colours.text, bold=True, align="middle", fit=fit, instead=spare),
            Text(below, (middle, top + 108), SMALL, colours.faint, align="middle", fit=fit),
        ]

    def player(
        self, name: str, at: Point, size: int, *, fit: int, bold: bool = True, faint: bool = False
    ) -> Text:
        ink = self.colours.faint if faint else self.colours.text
        text = player_name(self.words, name)
        spare = self.words("ranks.player")
        return Text(text, at, size, ink, bold=bold, fit=fit, instead=spare)


def player_name(words: Words, name: str) -> str:
    """Clean a name for showing it."""
    return clean_name(name) or words("ranks.player")


def place_shield(place: int, centre: Point) -> list[Item]:
    """Draw a place on its shield, a medal for the first three."""
    medal = place <= len(PODIUM)
    text = str(place)
    fill, outline = (PODIUM[place - 1], INK) if medal else (CLAY, CLAY_DARK)
    large = len(text) > 3
    size = min(52, LETTERS[large] // len(text))
    at = (centre[0], centre[1] - 7)
    return [
        Shield(centre, SHIELD[large], fill, outline, 5),
        Text(text, at, size, INK, bold=True, align="middle"),
    ]
