"""The ground of cities with its streets and squares, and pennants."""

from PIL import Image

from render.art import palette as art_palette
from render.art.geometry import Point, around
from render.carcassonne.art.colours import palette
from render.carcassonne.art.landscape.city_plans import SQUARE, STREET, street
from render.carcassonne.art.shape.courses import City, Line
from render.picture.colours.palette import GOLD
from render.tiles.art.canvas import Canvas
from render.tiles.art.paths import ribbon

HEIGHT = 0.118
"""Half the height of a pennant."""
SHIELD: Line = (
    (-0.8, -0.95),
    (0.8, -0.95),
    (0.8, 0.1),
    (0.55, 0.6),
    (0.0, 1.05),
    (-0.55, 0.6),
    (-0.8, 0.1),
)


def paint_ground(canvas: Canvas, city: City, area: Image.Image, square: Point) -> None:
    canvas.image.paste(palette.YARD, (0, 0), area)
    draw = canvas.draw
    for side in city.sides:
        outline = ribbon(street(side, square), STREET)
        draw.polygon([canvas.on_tile(point) for point in outline], palette.STREET)
    draw.ellipse(around(*canvas.on_tile(square), canvas.tile * SQUARE), palette.STREET)


def paint_pennant(canvas: Canvas, place: Point) -> None:
    """A blue shield with a golden cross, upright in every rotation."""
    draw, (x, y) = canvas.draw, canvas.on_tile(place)

    def shield(height: float, drop: float = 0.0) -> list[Point]:
        unit = canvas.tile * height
        return [(x + drop + dx * unit, y + drop + dy * unit) for dx, dy in SHIELD]

    draw.polygon(shield(HEIGHT, canvas.tile * 0.02), palette.STONE_DARK)
    for less, colour in (
        (0.0, palette.STONE_LINE),
        (0.015, art_palette.WOOL),
        (0.036, palette.BANNER),
    ):
        draw.polygon(shield(HEIGHT - less), colour)
    unit = canvas.tile * HEIGHT
    draw.rectangle(around(x, y, unit * 0.14, unit * 0.62), GOLD)
    draw.rectangle(around(x, y - unit * 0.2, unit * 0.5, unit * 0.14), GOLD)
