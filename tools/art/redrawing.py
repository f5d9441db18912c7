"""Redraws the pages of a game's art, and chooses its shared colours from them."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from PIL import Image

from render.picture.palette import THEMES
from render.picture.scene import Colour, Name
from render.picture.shared_palette import COLOURS, COLOURS_FILE, SharedPalette, distance
from render.picture.sprites import Pictures, SpritePage

Draw = Callable[[Name], Image.Image]


def pack(page: SpritePage, pictures: Pictures) -> Image.Image:
    whole = Image.new(page.mode, page.size)
    for name, (left, top, _, _) in page.squares():
        whole.paste(pictures[name], (left, top))
    return whole


def draw_pictures(pages: Sequence[SpritePage], draw: Draw) -> dict[Name, Image.Image]:
    """Every picture of these pages, drawn from scratch on all processors."""
    names = [name for page in pages for name in page.names]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        return dict(zip(names, processes.map(draw, names, chunksize=4), strict=True))


def redraw_pages(folder: Path, pages: Sequence[SpritePage], draw: Draw) -> None:
    pictures = draw_pictures(pages, draw)
    for part in (part for page in pages for part in page.parts()):
        whole = pack(part, pictures)
        (folder / part.file).parent.mkdir(exist_ok=True)
        whole.save(folder / part.file, "WEBP", lossless=True, exact=True, quality=100, method=6)


def in_shared_colours(palette: SharedPalette, picture: Image.Image) -> Image.Image:
    """A picture as it is shown, which makes its file much smaller. To be drawn anew whenever the
    colours are chosen again."""
    return palette.true_colour(palette.numbers(picture))


# The number of rounds in which Pillow moves the colours towards what they stand for.
ROUNDS = 4
# The power of how often a colour occurs that counts, and the width of the sample's rows.
COMMON = 0.4
ROW = 1000
# A colour this close to a fixed one would be mistaken for it.
CLOSE = 60
# A colour this close to a background would be visible as a patch on it.
APART = 400


def on_tiles(pieces: Sequence[Image.Image], tiles: Sequence[Image.Image]) -> list[Image.Image]:
    squares = []
    for number, piece in enumerate(pieces):
        square = tiles[number % len(tiles)].copy()
        square.paste(piece, (0, 0), piece)
        squares.append(square)
    return squares


def sheet(squares: Sequence[Image.Image], across: int) -> Image.Image:
    """Squares of the same size in rows."""
    side = squares[0].width
    page = Image.new("RGB", (across * side, -(-len(squares) // across) * side))
    for number, square in enumerate(squares):
        page.paste(square, (number % across * side, number // across * side))
    return page


def complete_colours(chosen: list[Colour], everything: Image.Image) -> list[Colour]:
    """These colours, and as many from an image as there is still room for."""
    rest = COLOURS - len(chosen)
    tries = (pick_colours(everything, count, chosen) for count in range(rest, COLOURS + 1, 3))
    return [*chosen, *max((found for found in tries if len(found) <= rest), key=len)]


def pick_colours(image: Image.Image, count: int, fixed: list[Colour]) -> list[Colour]:
    """This many colours from an image, without those that are close to the fixed ones."""
    found = even_out(image).quantize(count, Image.Quantize.MEDIANCUT, kmeans=ROUNDS)
    flat = found.getpalette() or []
    colours = {(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, 3 * count, 3)}
    return [
        colour
        for colour in sorted(colours)
        if all(distance(colour, other) > CLOSE for other in fixed)
        and all(distance(colour, theme.background) > APART for theme in THEMES.values())
    ]


def even_out(image: Image.Image) -> Image.Image:
    """Pixels of the same colours, with common ones counting less. Otherwise the bare ground would
    get a dozen indistinguishable shades, and every file would be larger for it."""
    raw = image.tobytes()
    found = Counter(
        (red & 252 | 2, green & 252 | 2, blue & 252 | 2)
        for red, green, blue in zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
    )
    pixels = b"".join(bytes(colour) * round(count**COMMON) for colour, count in found.items())
    height = len(pixels) // 3 // ROW
    return Image.frombytes("RGB", (ROW, height), pixels[: 3 * ROW * height])


def write_colours(folder: Path, colours: Sequence[Colour]) -> None:
    digits = ["".join(f"{part:02x}" for part in colour) for colour in colours]
    rows = [" ".join(digits[i : i + 12]) for i in range(0, len(digits), 12)]
    (folder / COLOURS_FILE).write_text("\n".join(rows) + "\n", "utf-8")
