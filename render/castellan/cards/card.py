"""Cards and pieces as pictures show them away from the plan: faces with icons, pieces counted."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.castellan.material.cards import Card
from engine.castellan.vocabulary.pieces import KINDS, Kind, Pieces
from render.castellan.art.sprites import CARD, ICONS, CardFace, ExtraCardIcon, PieceIcon
from render.picture.palette import INK
from render.picture.scene import Colour, Item, Point, SpritePicture, Text

ICON, ROW = 0.13, 0.15
"""How high icons are on a card, and how far apart rows of them are, relative to its height."""
ROWS, ACROSS = 4, 4.3
"""How many rows a card has room for, and how wide they are, in icon heights."""
APART = 0.25
"""The gap between icons, in icon heights."""
NAME, NAME_AT = 0.12, 0.12
ICONS_AT = 0.51
"""How high the name is, where it is, and the middle of the rows of icons."""


class Several(NamedTuple):
    """A number of pieces of one kind."""

    kind: Kind
    number: int


def card_items(card: Card, at: Point, height: int, opacity: float = 1.0) -> list[Item]:
    """A card with its top left corner at a point: its name and what it shows."""
    left, top = at
    middle = left + round(CARD * height / 2)
    name = (middle, top + round(NAME_AT * height))
    face = (middle, top + height // 2)
    size = round(NAME * height)
    items: list[Item] = [
        SpritePicture(CardFace(card.deck), face, height, opacity),
        Text(card.id, name, size, INK, bold=True, align="middle"),
    ]
    rows = _rows(card.pieces, card.extra)
    for number, row in enumerate(rows):
        y = top + round((ICONS_AT + ROW * (number - (len(rows) - 1) / 2)) * height)
        items += _row(row, (middle, y), round(ICON * height), opacity)
    return items


Shown = Sequence[Several | None]
"""A row of icons; None stands for an extra card."""


def _rows(pieces: Pieces, extra: int) -> list[Shown]:
    """Each piece on its own if there is room, with short walls next to each other; otherwise each
    kind with its number."""
    rows: list[Shown] = []
    for kind in KINDS:
        together = max(1, int(ACROSS // (ICONS[kind] + APART)))
        left = pieces.of(kind)
        while left > 0:
            rows.append((Several(kind, 1),) * min(together, left))
            left -= together
    more: list[Shown] = [(None,) * extra] if extra else []
    if len(rows) + len(more) > ROWS:
        rows = [(Several(kind, pieces.of(kind)),) for kind in pieces.kinds]
    return rows + more


def _row(row: Shown, at: Point, size: int, opacity: float) -> list[Item]:
    """A row centred on a point."""
    widths = [_width(one) * size for one in row]
    x = at[0] - (sum(widths) + APART * size * (len(row) - 1)) / 2
    items: list[Item] = []
    for one, width in zip(row, widths, strict=True):
        items += _icon(one, (round(x), at[1]), size, INK, opacity)
        x += width + APART * size
    return items


def _width(one: Several | None) -> float:
    """The width of a row, in heights of an icon."""
    if one is None:
        return 1.0
    return ICONS[one.kind] + (0 if one.number == 1 else COUNTED)


COUNTED = 1.35
"""How wide `×2` is."""


def _icon(
    one: Several | None, at: Point, size: int, ink: Colour, opacity: float = 1.0
) -> list[Item]:
    """An icon from a point to the right, and how many there are if more than one."""
    x, y = at
    if one is None:
        return [SpritePicture(ExtraCardIcon(), (x + size // 2, y), size, opacity)]
    width = round(ICONS[one.kind] * size)
    items: list[Item] = [SpritePicture(PieceIcon(one.kind), (x + width // 2, y), size, opacity)]
    if one.number > 1:
        told = (x + width + round(0.15 * size), y)
        items.append(Text(f"×{one.number}", told, round(0.9 * size), ink, bold=True))
    return items


def counted(pieces: Pieces, at: Point, size: int, ink: Colour) -> list[Item]:
    """Pieces of each kind with their number, beginning at a point."""
    x, y = at
    items: list[Item] = []
    for kind in pieces.kinds:
        several = Several(kind, pieces.of(kind))
        items += _icon(several, (x, y), size, ink)
        x += round((_width(several) + 0.7) * size)
    return items
