"""The corner towers: stronger than the castle wall, with the diagonal between their two spaces."""

from PIL import Image, ImageDraw

from render.art.texture import SHADE, soft, tint
from render.castle.art.colours import palette
from render.castle.art.layout import Layout
from render.picture.colours.palette import CREAM, mixed

OVERHANG = 0.04


def draw_corner_tower(
    image: Image.Image, outline: Image.Image, layout: Layout, index: int, scale: int
) -> None:
    """The tower on the picture of the castle, and what it adds to the castle's outline."""
    unit = layout.cell * scale
    left, top = (part * scale for part in layout.cell_origin(layout.wall.ring[index]))
    over = unit * OVERHANG
    box = (left - over, top - over, left + unit + over, top + unit + over)
    ImageDraw.Draw(outline).rounded_rectangle(box, unit * 0.1, 255)
    _shadow(image, box, unit)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(box, unit * 0.1, palette.WALL, palette.WALL_LINE, 6)
    floor = unit * 0.12
    inner = (left + floor, top + floor, left + unit - floor, top + unit - floor)
    _battlements(draw, box, unit)
    draw.rectangle(inner, palette.SLAB, palette.WALL_LINE, 4)
    start = layout.wall.ring[index]
    a, b = (layout.offset(index, out) for out in (0.38, -0.38))
    ends = [tuple(part * scale for part in layout.at(*point)) for point in (a, b)]
    half = layout.tower_corner(2 * index + 1)
    corner = (left + unit / 2 + half[0] * unit * 0.38, top + unit / 2 + half[1] * unit * 0.38)
    draw.polygon([ends[0], ends[1], corner], mixed(palette.SLAB, palette.WALL_DARK, 0.32))
    draw.line(ends, palette.WALL_LINE, 5)
    if index == 0:
        _arrow(draw, layout, scale, start)


def _shadow(image: Image.Image, box: tuple[float, float, float, float], unit: int) -> None:
    reach = round(unit * 0.3)
    x, y = round(box[0]) - reach, round(box[1]) - reach
    size = (round(box[2] - box[0]) + 2 * reach, round(box[3] - box[1]) + 2 * reach)
    mask = Image.new("L", size)
    drop = unit * 0.09
    ImageDraw.Draw(mask).rounded_rectangle(
        (reach + drop, reach + drop, size[0] - reach + drop, size[1] - reach + drop),
        unit * 0.1,
        255,
    )
    part = image.crop((x, y, x + size[0], y + size[1]))
    tint(part, SHADE, soft(mask, unit * 0.03), 0.5)
    image.paste(part, (x, y))


def _battlements(
    draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], unit: int
) -> None:
    count = 5
    wide = (box[2] - box[0]) / (2 * count - 1)
    deep = unit * 0.13
    for number in range(count):
        x, y = box[0] + 2 * number * wide, box[1] + 2 * number * wide
        for block in (
            (x, box[1], x + wide, box[1] + deep),
            (x, box[3] - deep, x + wide, box[3]),
            (box[0], y, box[0] + deep, y + wide),
            (box[2] - deep, y, box[2], y + wide),
        ):
            draw.rounded_rectangle(block, unit * 0.02, palette.WALL_LIGHT, palette.WALL_LINE, 4)


def _arrow(draw: ImageDraw.ImageDraw, layout: Layout, scale: int, cell: tuple[int, int]) -> None:
    """Where the track begins, and in which direction it runs."""
    _, (dx, dy) = layout.directions(0)
    unit = layout.cell * scale
    left, top = (part * scale for part in layout.cell_origin(cell))
    cx, cy = left + unit / 2, top + unit / 2
    long, wide = unit * 0.17, unit * 0.1

    def at(ahead: float, aside: float) -> tuple[float, float]:
        return cx + dx * ahead - dy * aside, cy + dy * ahead + dx * aside

    shape = [
        at(long, 0),
        at(0, wide * 1.5),
        at(0, wide * 0.55),
        at(-long, wide * 0.55),
        at(-long, -wide * 0.55),
        at(0, -wide * 0.55),
        at(0, -wide * 1.5),
    ]
    draw.polygon(shape, palette.ARROW)
    draw.line([*shape, shape[0]], CREAM, 4, "curve")
