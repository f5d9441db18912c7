"""Emojis of Castellan: pieces, keeps, cards, and the directions in which places lie.

The emoji of a card shows its face: only who may see the card may see it.
"""

from collections.abc import Iterator
from functools import cache

from PIL import Image, ImageDraw

from engine.castellan.cards import DECKS, SEATS, Card, Deck, standard_cards
from engine.castellan.pieces import KINDS, Kind
from render.castellan.art import sprites as art
from render.picture.emojis import (
    COLOURS,
    EDGE,
    SIDE,
    EmojiName,
    blank,
    disc,
    emoji_name,
    lay,
    rounded,
)
from render.picture.masks import reduce_evenly
from render.picture.palette import CREAM, INK
from render.picture.scene import Colour
from render.picture.sprites import Sprites

# The directions of arrows, clockwise.
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
# The edge of a deck's cards.
DECK_COLOURS: dict[Deck, Colour] = {"wall": (84, 124, 160), "tower": (176, 76, 56)}
# The width of that edge, together with the dark one around it.
CARD_EDGE = 11
CARD_RADIUS = 18
# The width and height of the room for icons on a card.
ROOM = 100
# The height of the largest icons.
HIGHEST = 44
# The gap between icons.
APART = 5
WALLS: tuple[Kind, ...] = ("short", "long")
GRASS: Colour = (157, 190, 104)
# The corners of an arrow to the north.
ARROW = (
    (0.5, 0.12),
    (0.86, 0.5),
    (0.64, 0.5),
    (0.64, 0.88),
    (0.36, 0.88),
    (0.36, 0.5),
    (0.14, 0.5),
)
# The share of a disc that the icon of a piece takes up.
ON_DISC: dict[Kind, float] = {"tower": 0.76, "short": 0.72, "long": 0.96}
# The share of a disc that a wall takes up as it would lie.
WALL = 0.9
OVERSAMPLING = 4
Icon = art.PieceIcon | art.ExtraCardIcon


@cache
def piece_emoji(kind: str, heading: str = "") -> EmojiName:
    """Name a piece, or a wall as it would lie."""
    return emoji_name("piece", kind, *heading)


def keep_emoji(seat: int, *, double: bool) -> EmojiName:
    return emoji_name("double_keep" if double else "court_keep", COLOURS[seat])


def card_emoji(card: Card) -> EmojiName | None:
    """Name the face of a card, if it is one of those that ship."""
    return emoji_name("card", card.id) if card in standard_cards().by_id.values() else None


@cache
def deck_emoji(deck: str) -> EmojiName:
    return emoji_name("deck", deck)


def direction_emoji(direction: str) -> EmojiName:
    return emoji_name("to", direction)


@cache
def _subjects() -> dict[EmojiName, art.Sprite | Card]:
    """List the subject of each emoji but the arrows, the most important first."""
    keeps = [(seat, double) for double in (False, True) for seat in range(max(SEATS))]
    walls = [(kind, heading) for kind in WALLS for heading in art.HEADINGS]
    return {
        **{piece_emoji(kind): art.PieceIcon(kind) for kind in KINDS},
        **{keep_emoji(seat, double=double): art.KeepSprite(seat, double) for seat, double in keeps},
        **{deck_emoji(deck): art.CardBack(deck) for deck in DECKS},
        emoji_name("extra_card"): art.ExtraCardIcon(),
        **{piece_emoji(kind, heading): art.WallSprite(kind, heading, 0) for kind, heading in walls},
        **{emoji_name("card", card.id): card for card in standard_cards().by_id.values()},
    }


def emoji_names() -> list[EmojiName]:
    return [*_subjects(), *map(direction_emoji, DIRECTIONS)]


def draw_emoji(sprites: Sprites, name: EmojiName) -> Image.Image:
    match subject := _subjects().get(name):
        case None:
            return _draw_arrow(DIRECTIONS.index(name.removeprefix("to_")))
        case Card():
            return _draw_card(sprites, subject)
        case art.PieceIcon(kind):
            return lay(disc(GRASS), sprites.picture(subject), ON_DISC[kind])
        case art.WallSprite():
            return lay(disc(GRASS), sprites.picture(subject), WALL)
        case _:
            return lay(blank(), sprites.picture(subject))


def _draw_card(sprites: Sprites, card: Card) -> Image.Image:
    """Draw the icons of a card, as large as its room allows."""
    drawing = blank()
    for inset, colour in ((0, INK), (EDGE, DECK_COLOURS[card.deck]), (CARD_EDGE, CREAM)):
        drawing.paste((*colour, 255), (0, 0), rounded(inset, CARD_RADIUS - inset / 2))
    icons: list[Icon] = []
    for kind in KINDS:
        icons += [art.PieceIcon(kind)] * card.pieces.of(kind)
    icons += [art.ExtraCardIcon()] * card.extra
    for high in range(HIGHEST, 0, -1):
        pictures = [sprites.image(icon, high) for icon in icons]
        rows = list(_rows(pictures))
        if len(rows) * (high + APART) <= ROOM + APART and max(map(_width, rows)) <= ROOM:
            break
    top = (SIDE - len(rows) * (high + APART) + APART) // 2
    for row in rows:
        left = (SIDE - _width(row)) // 2
        for picture in row:
            drawing.alpha_composite(picture.convert("RGBA"), (left, top))
            left += picture.width + APART
        top += high + APART
    return drawing


def _rows(pictures: list[Image.Image]) -> Iterator[list[Image.Image]]:
    """Arrange pictures in as few rows as there is room for."""
    row: list[Image.Image] = []
    for picture in pictures:
        if row and _width([*row, picture]) > ROOM:
            yield row
            row = []
        row.append(picture)
    yield row


def _width(row: list[Image.Image]) -> int:
    return sum(picture.width + APART for picture in row) - APART


def _draw_arrow(eighths: int) -> Image.Image:
    side = OVERSAMPLING * SIDE
    arrow = Image.new("RGBA", (side, side), (*INK, 0))
    ImageDraw.Draw(arrow).polygon([(x * side, y * side) for x, y in ARROW], INK)
    rotated = arrow.rotate(-45 * eighths, Image.Resampling.BICUBIC)
    return lay(disc(CREAM), reduce_evenly(rotated, OVERSAMPLING), 0.7)
