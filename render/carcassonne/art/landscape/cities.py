"""The ground of cities with its streets and squares, and pennants."""

from PIL import Image

from render.carcassonne.art.colours import palette
from render.carcassonne.art.landscape.city_plans import SQUARE, STREET, street
from render.carcassonne.art.shape.courses import City
from render.tiles.art.canvas import Canvas, around
from render.tiles.art.paths import Point, ribbon


def paint_ground(canvas: Canvas, city: City, area: Image.Image, square: Point) -> None:
    canvas.image.paste(palette.YARD, (0, 0), area)
    draw = canvas.draw
    for side in city.sides:
        outline = ribbon(street(side, square), STREET)
        draw.polygon([canvas.on_tile(point) for point in outline], palette.STREET)
    draw.ellipse(around(*canvas.on_tile(square), canvas.tile * SQUARE), palette.STREET)


def paint_pennant(canvas: Canvas, place: Point) -> None:
    """A shield, upright in every rotation."""
    x, y = canvas.on_tile(place)
    unit = canvas.tile * 0.1

    def shield(grow: float) -> list[Point]:
        return [
            (x + dx * (unit + grow), y + dy * (unit + grow))
            for dx, dy in (
                (-0.8, -0.95),
                (0.8, -0.95),
                (0.8, 0.1),
                (0.55, 0.6),
                (0, 1.05),
                (-0.55, 0.6),
                (-0.8, 0.1),
            )
        ]

    draw = canvas.draw
    draw.polygon([(a + unit * 0.2, b + unit * 0.2) for a, b in shield(2)], palette.STONE_DARK)
    draw.polygon(shield(5), palette.STONE_LINE)
    draw.polygon(shield(1), (250, 246, 234))
    draw.polygon(shield(-unit * 0.2), palette.BANNER)
    w = unit * 0.17
    draw.rectangle((x - w, y - unit * 0.75, x + w, y + unit * 0.75), (246, 214, 110))
    draw.rectangle(
        (x - unit * 0.6, y - unit * 0.25 - w, x + unit * 0.6, y - unit * 0.25 + w), (246, 214, 110)
    )
