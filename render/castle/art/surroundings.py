"""The surroundings of the castle: a meadow with trees, a moat along the wall, the names of the
cells.

Fades into the theme's background, so that the picture has no visible edge.
"""

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.art.texture import chance, mottled, patches, soft, tint
from render.castle.art.colours.palette import SURROUNDINGS, Surroundings
from render.castle.art.layout import Layout
from render.picture.colours.palette import Theme, mixed
from render.picture.scene import Colour
from render.picture.type_case import typeface

COORDINATE = 0.3
"""How high the letters and numbers around the board are, in cells."""
MOAT = 0.2
"""The width of the moat, in cells."""
BANK = 0.03


def draw_surroundings(layout: Layout, theme: Theme, scale: int) -> Image.Image:
    """Meadow and moat, `scale` times as large as the board."""
    size, around = (layout.size[0] * scale, layout.size[1] * scale), SURROUNDINGS[theme.name]
    meadow = mottled(around.meadow, patches(size, "meadow", 9), 0.8)
    outline = [layout.at(*point) for point in layout.ring_line(0.5)]
    castle = Image.new("L", size)
    ImageDraw.Draw(castle).polygon([(x * scale, y * scale) for x, y in outline], 255)
    bank = _grown(castle, layout.cell * scale * (MOAT + BANK), round(layout.cell * scale / 10))
    water = _grown(castle, layout.cell * scale * MOAT, round(layout.cell * scale / 10))
    _trees(meadow, layout, around, scale, bank)
    meadow.paste(mixed(around.meadow, (60, 56, 44), 0.45), (0, 0), bank)
    meadow.paste(mottled(around.moat, patches(size, "moat", 8), 1.0), (0, 0), water)
    _ripples(meadow, layout, around, scale, water)
    result = Image.new("RGB", size, theme.background)
    result.paste(meadow, (0, 0), _fading(size, layout.margin * scale))
    return result


def _grown(mask: Image.Image, by: float, rounding: int) -> Image.Image:
    """A mask grown by this much all round, its corners rounded."""
    steps = round(by / 8)
    small = mask.reduce(4)
    for _ in range(steps):
        small = small.filter(ImageFilter.MaxFilter(5))
    grown = soft(small, rounding / 4).point([255 * (v > 127) for v in range(256)])
    return soft(grown.resize(mask.size, Image.Resampling.BICUBIC), 1.5)


def _fading(size: tuple[int, int], margin: int) -> Image.Image:
    mask = Image.new("L", size)
    inset = round(margin * 0.42)
    draw = ImageDraw.Draw(mask)
    box = (inset, inset, size[0] - inset, size[1] - inset)
    draw.rounded_rectangle(box, margin, 255)
    return soft(mask.reduce(4), margin / 18).resize(size, Image.Resampling.BILINEAR)


def _ripples(
    image: Image.Image, layout: Layout, around: Surroundings, scale: int, water: Image.Image
) -> None:
    dice, light = chance("ripples"), Image.new("L", image.size)
    draw = ImageDraw.Draw(light)
    long = layout.cell * scale * 0.07
    for _ in range(900):
        x, y = dice.uniform(0, image.width), dice.uniform(0, image.height)
        draw.arc((x - long, y - long / 3, x + long, y + long / 3), 200, 340, 255, 2)
    tint(image, around.moat_light, ImageChops.multiply(light, water), 0.7)


def _trees(
    image: Image.Image, layout: Layout, around: Surroundings, scale: int, kept_free: Image.Image
) -> None:
    dice, unit = chance("trees"), layout.cell * scale
    crowded = _grown(kept_free, unit * 0.14, 2)
    draw = ImageDraw.Draw(image)
    margin = layout.margin * scale
    spots = sorted(
        (dice.uniform(margin, image.height - margin), dice.uniform(margin, image.width - margin))
        for _ in range(260)
    )
    taken: list[tuple[float, float]] = []
    for y, x in spots:
        apart = all((x - a) ** 2 + (y - b) ** 2 > (unit * 0.24) ** 2 for a, b in taken)
        if apart and not crowded.getpixel((int(x), int(y))):
            taken.append((x, y))
            _tree(draw, x, y, unit * dice.uniform(0.07, 0.12), around)


def _tree(
    draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, around: Surroundings
) -> None:
    shade = mixed(around.meadow, (30, 36, 30), 0.4)
    crown: Colour = mixed(around.meadow, (64, 92, 52), 0.55)
    draw.ellipse((x - radius * 0.6, y - radius * 0.4, x + radius * 1.5, y + radius * 1.4), shade)
    for dx, dy, share, tone in (
        (0, 0, 1.0, -0.25),
        (-0.1, -0.12, 0.82, 0.0),
        (-0.28, -0.3, 0.4, 0.3),
    ):
        colour = mixed(crown, (24, 34, 24) if tone < 0 else around.meadow, abs(tone))
        r = radius * share
        cx, cy = x + dx * radius, y + dy * radius
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), colour)


def write_coordinates(image: Image.Image, layout: Layout, theme: Theme) -> None:
    """Letters for the columns and numbers for the rows, counted from the south, on all sides."""
    draw, font = ImageDraw.Draw(image), typeface(round(layout.cell * COORDINATE), bold=True)
    cells = layout.wall.inside
    columns, rows = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    width, height = layout.size
    edge = layout.margin * 0.5
    for x in range(columns):
        across = layout.at(x + 0.5, 0)[0]
        for y_at in (edge, height - edge):
            draw.text((across, y_at), chr(ord("A") + x), theme.faint, font, "mm")
    for y in range(rows):
        down = layout.at(0, y + 0.5)[1]
        for x_at in (edge, width - edge):
            draw.text((x_at, down), str(rows - y), theme.faint, font, "mm")
