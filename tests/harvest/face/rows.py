"""Pictures as rows of numbered cards, each row preceded by a line. Everything that a picture shows
is in its alt text too, so that two pictures differ where their texts do."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from bot.games.pictures import Drawing

COLOURS = ("#d1495b", "#00798c", "#edae49", "#66a182")
"""The colours of the seats."""
OF_NOBODY = "#e8e4d8"
PAPER, INK = "#30343a", "#f4f1e8"
WIDTH, LINE, CARD, MARGIN = 640, 44, 36, 16
LABEL = 360


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    cards: tuple[Card, ...] = ()


def drawing(filename: str, rows: Sequence[Row]) -> Drawing:
    return Drawing(filename, alt(rows), lambda: _file([painted(rows)]))


def animation(filename: str, frames: Sequence[Sequence[Row]]) -> Drawing:
    told = f"{len(frames)}: {alt(frames[-1])}"
    return Drawing(filename, told, lambda: _file([painted(rows) for rows in frames]))


def alt(rows: Sequence[Row]) -> str:
    return "\n".join(
        " ".join([row.label, *(str(card.number) for card in row.cards)]) for row in rows
    )


def painted(rows: Sequence[Row]) -> Image.Image:
    image = Image.new("RGB", (WIDTH, 2 * MARGIN + LINE * len(rows)), PAPER)
    draw, font = ImageDraw.Draw(image), _font()
    for number, row in enumerate(rows):
        top = MARGIN + LINE * number
        draw.text((MARGIN, top + 8), row.label, INK, font)
        for place, card in enumerate(row.cards):
            left = LABEL + place * (CARD + 6)
            fill = OF_NOBODY if card.seat is None else COLOURS[card.seat]
            draw.rounded_rectangle((left, top, left + CARD, top + CARD), 5, fill)
            draw.text((left + 8, top + 8), str(card.number), PAPER, font)
    return image


@cache
def _font() -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(18)


def _file(frames: Sequence[Image.Image]) -> bytes:
    file = BytesIO()
    if len(frames) == 1:
        frames[0].save(file, "PNG")
    else:
        height = max(frame.height for frame in frames)
        first, *rest = (frame.crop((0, 0, WIDTH, height)) for frame in frames)
        first.save(file, "GIF", save_all=True, append_images=rest, duration=800)
    return file.getvalue()
