"""Emojis: small pictures of single things, for buttons, menus and texts.

Discord shows them 22 pixels high among words, so they have strong colours and few details, and a
dark edge that is visible on any ground. What each game draws ships as a list of names with the
digests of the drawings, so that nothing has to be drawn to know which of them Discord lacks.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NewType

from PIL import Image, ImageDraw

from render.picture.palette import INK
from render.picture.scene import Colour
from render.picture.sprites import resize

# Such as `bend_3_r1`: lower-case letters, digits and underscores. Unique among all games.
EmojiName = NewType("EmojiName", str)
# The most letters of a name.
LONGEST_NAME = 19
# The largest picture that Discord takes, in pixels.
SIDE = 128
EMOJIS_FILE = "emojis.txt"
# The names of the seats' colours.
COLOURS = ("yellow", "blue", "red", "teal", "plum", "pink")
# The letters of a drawing's digest.
DIGEST = 8
OVERSAMPLING = 4
# The width of the dark edge.
EDGE = 5
Draw = Callable[[EmojiName], Image.Image]


def emoji_name(*parts: object) -> EmojiName:
    """`bend_3_r1` of `bend-3` and `r1`."""
    return EmojiName("_".join(map(str, parts)).replace("-", "_").lower())


def digest(drawing: Image.Image) -> str:
    return sha256(drawing.tobytes()).hexdigest()[:DIGEST]


def write_digests(folder: Path, names: Iterable[EmojiName], draw: Draw) -> None:
    """List the drawings of these names with their digests, what matters most first."""
    lines = [f"{name} {digest(draw(name))}\n" for name in names]
    (folder / EMOJIS_FILE).write_text("".join(lines), "utf-8")


def read_digests(folder: Path) -> Mapping[EmojiName, str]:
    """Read the digest of each drawing by name, what matters most first."""
    lines = (folder / EMOJIS_FILE).read_text("utf-8").splitlines()
    return {EmojiName(name): digits for name, digits in map(str.split, lines)}


def png_of(drawing: Image.Image) -> bytes:
    file = BytesIO()
    drawing.save(file, "PNG", optimize=True)
    return file.getvalue()


def blank() -> Image.Image:
    return Image.new("RGBA", (SIDE, SIDE))


def rounded(inset: float, radius: float) -> Image.Image:
    """Draw the mask of a square with round corners."""
    return _mask(inset, lambda draw, box: draw.rounded_rectangle(box, OVERSAMPLING * radius, 255))


def disc(ground: Colour) -> Image.Image:
    """Draw a coloured disc with a dark edge, to put something on."""
    drawing = blank()
    for inset, colour in ((0, INK), (EDGE, ground)):
        mask = _mask(inset, lambda draw, box: draw.ellipse(box, 255))
        drawing.paste((*colour, 255), (0, 0), mask)
    return drawing


def lay(drawing: Image.Image, picture: Image.Image, share: float = 1.0) -> Image.Image:
    """Lay a picture in the middle of a drawing, as large as fits into this share of the side."""
    if box := picture.getbbox():
        picture = picture.crop(box)
    factor = SIDE * share / max(picture.size)
    picture = resize(
        picture, (round(picture.width * factor) or 1, round(picture.height * factor) or 1)
    )
    point = ((SIDE - picture.width) // 2, (SIDE - picture.height) // 2)
    drawing.alpha_composite(picture.convert("RGBA"), point)
    return drawing


def _mask(
    inset: float, shape: Callable[[ImageDraw.ImageDraw, tuple[float, float, float, float]], None]
) -> Image.Image:
    side = OVERSAMPLING * SIDE
    mask = Image.new("L", (side, side))
    low = OVERSAMPLING * inset
    high = side - 1 - OVERSAMPLING * inset
    shape(ImageDraw.Draw(mask), (low, low, high, high))
    return mask.reduce(OVERSAMPLING)
