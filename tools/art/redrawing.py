"""Redraws the pages of a game's art, and chooses its shared colours from them."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from PIL import Image

from render.picture.palette import THEMES
from render.picture.scene import Colour, Name
from render.picture.shared_palette import COLOURS, SharedPalette, distance
from render.picture.sprites import Pictures, SpritePage

DrawSprite = Callable[[Name], Image.Image]


def pack(page: SpritePage, pictures: Pictures) -> Image.Image:
    image = Image.new(page.mode, page.size)
    for name, (left, top, _, _) in page.squares():
        image.paste(pictures[name], (left, top))
    return image


def draw_pictures(pages: Sequence[SpritePage], draw: DrawSprite) -> dict[Name, Image.Image]:
    """Draw every picture of these pages from scratch, on all processors."""
    names = [name for page in pages for name in page.names]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        return dict(zip(names, processes.map(draw, names, chunksize=4), strict=True))


def redraw_pages(folder: Path, pages: Sequence[SpritePage], draw: DrawSprite) -> None:
    pictures = draw_pictures(pages, draw)
    for page in pages:
        for part in page.parts():
            image = pack(part, pictures)
            (folder / part.file).parent.mkdir(exist_ok=True)
            image.save(folder / part.file, "WEBP", lossless=True, exact=True, quality=100, method=6)


def in_shared_colours(palette: SharedPalette, picture: Image.Image) -> Image.Image:
    """Reduce a picture to the colours in which it is shown, which makes its file much smaller. It
    has to be drawn anew whenever the colours are chosen again."""
    return palette.true_colour(palette.numbers(picture))


# The number of rounds in which Pillow moves the colours towards what they stand for.
ROUNDS = 4
# The exponent that weakens how much a colour counts that occurs often.
COMMON_POWER = 0.4
# The width in pixels of the image that colours are picked from.
SAMPLE_WIDTH = 1000
# A colour this close to a fixed one would be mistaken for it.
MISTAKABLE = 60
# A colour this close to a background would be visible as a patch on it.
VISIBLE = 400


def on_tiles(pieces: Sequence[Image.Image], tiles: Sequence[Image.Image]) -> list[Image.Image]:
    squares = []
    for number, piece in enumerate(pieces):
        square = tiles[number % len(tiles)].copy()
        square.paste(piece, (0, 0), piece)
        squares.append(square)
    return squares


def sheet(squares: Sequence[Image.Image], across: int) -> Image.Image:
    """Lay out squares of the same size in rows."""
    side = squares[0].width
    page = Image.new("RGB", (across * side, -(-len(squares) // across) * side))
    for number, square in enumerate(squares):
        page.paste(square, (number % across * side, number // across * side))
    return page


def complete_colours(chosen: list[Colour], everything: Image.Image) -> list[Colour]:
    """Add as many colours from an image to these as there is still room for."""
    room = COLOURS - len(chosen)
    fitting = []
    for count in range(room, COLOURS + 1, 3):
        colours = pick_colours(everything, count, chosen)
        if len(colours) <= room:
            fitting.append(colours)
    return chosen + max(fitting, key=len)


def pick_colours(image: Image.Image, count: int, fixed: list[Colour]) -> list[Colour]:
    """Pick about this many colours from an image, without those that are close to the fixed
    ones."""
    reduced = even_out(image).quantize(count, Image.Quantize.MEDIANCUT, kmeans=ROUNDS)
    values = reduced.getpalette() or []
    colours = {(values[i], values[i + 1], values[i + 2]) for i in range(0, 3 * count, 3)}
    return [
        colour
        for colour in sorted(colours)
        if all(distance(colour, fixed_colour) > MISTAKABLE for fixed_colour in fixed)
        and all(distance(colour, theme.background) > VISIBLE for theme in THEMES.values())
    ]


def even_out(image: Image.Image) -> Image.Image:
    """Return pixels of nearly the same colours, with common ones counting less. Otherwise the bare
    ground would get a dozen indistinguishable shades, and every file would be larger for it."""
    raw = image.tobytes()
    occurrences = Counter(
        (red & 252 | 2, green & 252 | 2, blue & 252 | 2)
        for red, green, blue in zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
    )
    pixels = b"".join(
        bytes(colour) * round(count**COMMON_POWER) for colour, count in occurrences.items()
    )
    height = len(pixels) // 3 // SAMPLE_WIDTH
    return Image.frombytes("RGB", (SAMPLE_WIDTH, height), pixels[: 3 * SAMPLE_WIDTH * height])


def write_colours(file: Path, colours: Sequence[Colour]) -> None:
    codes = ["".join(f"{channel:02x}" for channel in colour) for colour in colours]
    rows = [" ".join(codes[i : i + 12]) for i in range(0, len(codes), 12)]
    file.write_text("\n".join(rows) + "\n", "utf-8")
