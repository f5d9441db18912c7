"""The additions of a game to its tables, so that they look like its boards: their ground, and a
figure for each seat. All tables lie on plates on this ground, in the units of one width; those with
places share their title and their shields."""

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
# The ground that is visible around plates and between them.
EDGE = 28
GAP = 16
# The heights of labels and of secondary text: 14 and 12 pixels on a phone.
LABEL = 46
SMALL = 40
RADIUS = 22
# The heights of the title of a table with places, and of the ground below its last line.
TITLE = 148
FOOT = 22
# The space above and below a line.
PLATE = 7
# The height of a shield, and the size of a number's digits on it together; one of a number with
# more than three digits is larger.
SHIELD = (92, 116)
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
    """The words in which a table is drawn, and how it looks."""

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
        """A place on the ground, as those of the players below a board; framed in a colour if it is
        to be noticed."""
        width = 4 if edge is None else 8
        colours = self.colours
        return Box(rect, colours.card, edge or colours.card_edge, width=width, radius=RADIUS)

    def title(self, name: str, spare: str, below: str, top: int) -> list[Item]:
        """Whose table it is, such as the name of a server, and a line below it."""
        middle = WIDTH // 2
        fit = WIDTH - 4 * EDGE
        colours = self.colours
        at = (middle, top + 52)
        shown = clean_name(name) or spare
        return [
            self.plate((EDGE, top, WIDTH - EDGE, top + TITLE - PLATE)),
            Text(shown, at, 68, colours.text, bold=True, align="middle", fit=fit, instead=spare),
            Text(below, (middle, top + 108), SMALL, colours.faint, align="middle", fit=fit),
        ]

    def player(
        self, name: str, at: Point, size: int, *, fit: int, bold: bool = True, faint: bool = False
    ) -> Text:
        ink = self.colours.faint if faint else self.colours.text
        shown = player_name(self.words, name)
        spare = self.words("ranks.player")
        return Text(shown, at, size, ink, bold=bold, fit=fit, instead=spare)


def player_name(words: Words, name: str) -> str:
    """A name as it may be shown."""
    return clean_name(name) or words("ranks.player")


def place_shield(place: int, centre: Point) -> list[Item]:
    """A place on its shield, a medal for the first three."""
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
