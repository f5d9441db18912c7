"""Followers, keeps and score markers. Knows seats and roles, not whose turn it is or where anything
stands."""

from PIL import Image, ImageChops, ImageDraw

from engine.castle.vocabulary.moves import Role
from render.art.figure import Figure
from render.art.palette import STONE_LIGHT
from render.castle.art.colours.palette import STONE
from render.picture.colours.palette import CREAM, GOLD, INK, SEATS, SeatColours, mixed
from render.picture.type_case import typeface
from render.tiles.art.person import person

FOLLOWER = 0.46
KEEP = 0.46
MARKER = 0.27


def draw_follower(seat: int, role: Role, cell: int) -> Image.Image:
    figure, colours = Figure(round(cell * FOLLOWER)), SEATS[seat]
    if role == "merchant":
        return _merchant(figure, colours)
    figure.wear(person(figure), colours)
    match role:
        case "herald":
            _trumpet(figure, colours)
        case "knight":
            _armour(figure)
        case "squire":
            _cap(figure, colours)
    return figure.finished()


def _trumpet(figure: Figure, colours: SeatColours) -> None:
    """A trumpet raised to the east, a banner hanging from it."""
    figure.lay(
        figure.polygon((0.64, 0.28), (0.92, 0.21), (0.92, 0.55), (0.78, 0.47), (0.64, 0.55)), CREAM
    )
    cross = figure.polygon((0.72, 0.31), (0.84, 0.28), (0.84, 0.43), (0.72, 0.43))
    figure.image.paste(colours.dark, (0, 0), cross)
    figure.lay(
        figure.polygon(
            (0.54, 0.26), (0.83, 0.16), (0.92, 0.07), (0.94, 0.27), (0.84, 0.22), (0.55, 0.32)
        ),
        GOLD,
    )


def _armour(figure: Figure) -> None:
    """A closed helmet and a shield."""
    helmet = figure.polygon(
        (0.34, 0.36),
        (0.34, 0.19),
        (0.42, 0.08),
        (0.58, 0.08),
        (0.66, 0.19),
        (0.66, 0.36),
        (0.5, 0.42),
    )
    figure.lay(helmet, STONE_LIGHT)
    figure.image.paste(
        INK, (0, 0), figure.polygon((0.38, 0.2), (0.62, 0.2), (0.62, 0.265), (0.38, 0.265))
    )
    shield = ((0.08, 0.5), (0.44, 0.5), (0.44, 0.7), (0.26, 0.9), (0.08, 0.7))
    figure.lay(figure.polygon(*shield), CREAM)
    for part in (
        ((0.225, 0.5), (0.295, 0.5), (0.295, 0.85), (0.225, 0.85)),
        ((0.09, 0.59), (0.43, 0.59), (0.43, 0.66), (0.09, 0.66)),
    ):
        figure.image.paste(mixed(STONE, INK, 0.5), (0, 0), figure.polygon(*part))


def _cap(figure: Figure, colours: SeatColours) -> None:
    """A soft cap with a feather."""
    figure.lay(
        figure.polygon((0.28, 0.22), (0.34, 0.1), (0.56, 0.06), (0.74, 0.16), (0.7, 0.23)),
        colours.dark,
    )
    figure.lay(
        figure.polygon((0.62, 0.17), (0.82, 0.05), (0.89, 0.09), (0.78, 0.18), (0.66, 0.21)),
        CREAM,
        0.02,
    )


def _merchant(figure: Figure, colours: SeatColours) -> Image.Image:
    """Lying on his back, his purse beside him."""
    lying = person(figure).transpose(Image.Transpose.ROTATE_90)
    figure.wear(ImageChops.offset(lying, 0, round(figure.side * 0.02)), colours)
    figure.lay(figure.disc(0.3, 0.77, 0.11), GOLD)
    figure.lay(figure.polygon((0.24, 0.6), (0.36, 0.6), (0.33, 0.68), (0.27, 0.68)), GOLD, 0.02)
    return figure.finished()


def draw_keep(seat: int, cell: int) -> Image.Image:
    """A small keep with battlements, a gate and a flag."""
    figure, colours = Figure(round(cell * KEEP)), SEATS[seat]
    figure.lay(figure.polygon((0.49, 0.05), (0.86, 0.13), (0.49, 0.22)), CREAM, 0.022)
    figure.lay(figure.polygon((0.46, 0.05), (0.51, 0.05), (0.51, 0.4), (0.46, 0.4)), INK, 0.005)
    walls = [(0.2, 0.94), (0.2, 0.6), (0.12, 0.54), (0.12, 0.3)]
    for left in (0.12, 0.342, 0.564, 0.786):
        walls += [(left, 0.3), (left + 0.11, 0.3), (left + 0.11, 0.39), (left + 0.2, 0.39)]
    walls = [*walls[:-1], (0.896, 0.54), (0.82, 0.6), (0.82, 0.94)]
    figure.wear(figure.polygon(*walls), colours)
    gate = ImageChops.lighter(
        figure.disc(0.51, 0.73, 0.1),
        figure.polygon((0.41, 0.73), (0.61, 0.73), (0.61, 0.93), (0.41, 0.93)),
    )
    figure.lay(gate, INK, 0.012)
    return figure.finished()


def draw_marker(seat: int, lapped: bool, cell: int) -> Image.Image:
    """A round counter; past 99 it has a golden rim and a ribbon that says 100."""
    figure, colours = Figure(round(cell * MARKER)), SEATS[seat]
    if lapped:
        figure.lay(figure.disc(0.5, 0.5, 0.42), GOLD, 0.04)
        figure.wear(figure.disc(0.5, 0.5, 0.3), colours, 0.03)
        figure.lay(
            figure.polygon((0.07, 0.57), (0.93, 0.57), (0.93, 0.92), (0.07, 0.92)), CREAM, 0.03
        )
        draw = ImageDraw.Draw(figure.image)
        font = typeface(round(figure.side * 0.4), bold=True)
        draw.text((figure.side / 2, figure.side * 0.75), "100", INK, font, "mm")
    else:
        figure.wear(figure.disc(0.5, 0.5, 0.4), colours, 0.05)
    return figure.finished()
