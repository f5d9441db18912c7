"""Cards: a single one, the hand of a player, and what is left of everybody's."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from engine.castellan.cards import DECKS, Card, Deck, standard_cards
from engine.castellan.pieces import KINDS, Kind, Pieces
from engine.castellan.view import View
from engine.counts import Pair
from render.castellan.art import sprites as art
from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import INK, SEATS, THEMES, Theme
from render.picture.scene import (
    Area,
    Box,
    Colour,
    Item,
    Line,
    Point,
    Scene,
    SpritePicture,
    Text,
    ThemeName,
)
from render.subject import Mark

# The height of icons on a card, relative to its height.
ICON = 0.13
# The distance from one row of icons to the next, relative to the height of the card.
ICON_ROW = 0.15
# The number of rows of icons that a card has room for.
ROWS = 4
# The width of such a row, in icon heights.
ROW_WIDTH = 4.3
# The gap between icons, in icon heights.
APART = 0.25
# The height of the name of a card, relative to its height.
NAME = 0.12
# The distance of the name from the top, relative to the height of the card.
NAME_AT = 0.12
# The distance of the middle of all icons from the top, relative to the height of the card.
ICONS_AT = 0.51
# The width of `×2`, in icon heights.
COUNTED = 1.35

HAND_WIDTH = 1000
HAND_EDGE = 24
HAND_GAP = 22
# The fewest cards for which the only row of a hand has room.
FEWEST = 4
# The most cards in the only row of a hand, and the fewest for which each of several has room.
MOST = 5
# The most cards in each of several rows.
CROWDED = 6
# The distance by which a chosen card is raised.
RAISED = 26
# The width of the frame around a chosen card.
FRAME = 9
# The height of the line for pieces that were passed on.
STRIP = 84
# The height of the letters in that line.
LETTERS = 40

WIDTH = 1240
EDGE = 30
# The height of the title of the sheet.
TITLE = 84
# The height of a player's name.
HEAD = 76
GAP = 12
# The width of the column with the back of a deck.
BESIDE = 168
# The number of cards of a deck.
COLUMNS = 7
# The distance from the left of one card to that of the next.
STEP = (WIDTH - 2 * EDGE - BESIDE) // COLUMNS
# The width of a card.
ACROSS = STEP - GAP
# The height of a card.
HEIGHT = round(ACROSS / art.CARD)
ROW = HEIGHT + GAP
# The height of everything about a player.
BLOCK = HEAD + len(DECKS) * ROW + GAP
# The height of the back of a deck.
BACK = HEIGHT * 4 // 7
# The distances of a deck's numbers below its back.
COUNTS = (30, 64)
# The opacity of a card that was played.
PLAYED = 0.28
# The width of the line through a card that was played.
CROSS = 5
# The distance of that line from the corners of the card.
CORNER = 12


class PieceCount(NamedTuple):
    """A number of pieces of one kind."""

    kind: Kind
    number: int


def card_items(card: Card, at: Point, height: int, opacity: float = 1.0) -> list[Item]:
    """Draw a card with its top left corner at a point: its name and what it shows."""
    left, top = at
    middle = left + round(art.CARD * height / 2)
    name = (middle, top + round(NAME_AT * height))
    face = (middle, top + height // 2)
    items: list[Item] = [
        SpritePicture(art.CardFace(card.deck), face, height, opacity),
        Text(card.id, name, round(NAME * height), INK, bold=True, align="middle"),
    ]
    rows = _rows(card.pieces, card.extra)
    size = round(ICON * height)
    for number, row in enumerate(rows):
        y = top + round((ICONS_AT + ICON_ROW * (number - (len(rows) - 1) / 2)) * height)
        widths = [_width(icon) * size for icon in row]
        x = middle - (sum(widths) + APART * size * (len(row) - 1)) / 2
        for icon, width in zip(row, widths, strict=True):
            items += _icon(icon, (round(x), y), size, INK, opacity)
            x += width + APART * size
    return items


def draw_cards(names: Iterable[str], at: Point, step: int, height: int) -> list[Item]:
    """Draw cards of the standard game side by side, from a top left corner, each a step further."""
    (left, top) = at
    cards = standard_cards().by_id
    return [
        item
        for number, name in enumerate(names)
        for item in card_items(cards[name], (left + number * step, top), height)
    ]


# A row of icons; None stands for an extra card.
IconRow = Sequence[PieceCount | None]


def _rows(pieces: Pieces, extra: int) -> list[IconRow]:
    """Arrange each piece on its own if there is room, with short walls next to each other;
    otherwise each kind with its number."""
    rows: list[IconRow] = []
    for kind in KINDS:
        in_a_row = max(1, int(ROW_WIDTH // (art.ICONS[kind] + APART)))
        unplaced = pieces.of(kind)
        while unplaced > 0:
            rows.append((PieceCount(kind, 1),) * min(in_a_row, unplaced))
            unplaced -= in_a_row
    extra_cards: list[IconRow] = [(None,) * extra] if extra else []
    if len(rows) + len(extra_cards) > ROWS:
        rows = [(PieceCount(kind, pieces.of(kind)),) for kind in pieces.kinds]
    return rows + extra_cards


def _width(icon: PieceCount | None) -> float:
    """Measure an icon with its number, in heights of an icon."""
    if icon is None:
        return 1.0
    return art.ICONS[icon.kind] + (0 if icon.number == 1 else COUNTED)


def _icon(
    icon: PieceCount | None, at: Point, size: int, ink: Colour, opacity: float = 1.0
) -> list[Item]:
    """Draw an icon from a point to the right, and how many there are if more than one."""
    x, y = at
    if icon is None:
        return [SpritePicture(art.ExtraCardIcon(), (x + size // 2, y), size, opacity)]
    width = round(art.ICONS[icon.kind] * size)
    items: list[Item] = [
        SpritePicture(art.PieceIcon(icon.kind), (x + width // 2, y), size, opacity)
    ]
    if icon.number > 1:
        beside = (x + width + round(0.15 * size), y)
        items.append(Text(f"×{icon.number}", beside, round(0.9 * size), ink, bold=True))
    return items


def draw_counts(pieces: Pieces, at: Point, size: int, ink: Colour) -> list[Item]:
    """Draw pieces of each kind with their number, beginning at a point."""
    x, y = at
    items: list[Item] = []
    for kind in pieces.kinds:
        piece_count = PieceCount(kind, pieces.of(kind))
        items += _icon(piece_count, (x, y), size, ink)
        x += round((_width(piece_count) + 0.7) * size)
    return items


def hand_scene(
    words: Words,
    view: View,
    chosen: Collection[str] = (),
    theme: ThemeName = "light",
    marks: Sequence[Mark] = (),
) -> Scene:
    """Draw the hand of the viewer, which nobody else ever sees: each card with its pieces, the
    chosen ones raised, and the pieces passed on that also have to be built. Empty for a viewer
    without cards. The marks are of cards."""
    colours = THEMES[theme]
    hand = view.hand or ()
    if view.seat is None or not hand:
        return Scene((HAND_WIDTH, 2 * HAND_EDGE), colours.background, ())
    rows = 1 if len(hand) <= MOST else max(2, -(-len(hand) // CROWDED))
    columns = -(-len(hand) // rows)
    room = max(columns, FEWEST if rows == 1 else MOST)
    across = (HAND_WIDTH - 2 * HAND_EDGE - (room - 1) * HAND_GAP) // room
    high = round(across / art.CARD)
    items: list[Item] = []
    areas: list[Area] = []
    parts_by_card = {parts[0][1]: parts for _, parts in marks}
    for number, card in enumerate(hand):
        row, column = divmod(number, columns)
        left = HAND_EDGE + column * (across + HAND_GAP)
        top = HAND_EDGE + RAISED + row * (high + HAND_GAP + RAISED)
        if card in chosen:
            top -= RAISED
            frame = (left - FRAME, top - FRAME, left + across + FRAME, top + high + FRAME)
            items.append(Box(frame, SEATS[view.seat].main, radius=FRAME + high // 18))
        items += card_items(view.cards.by_id[card], (left, top), high)
        if card in parts_by_card:
            areas.append(Area(parts_by_card[card], (left, top, left + across, top + high)))
    height = HAND_EDGE + rows * (high + HAND_GAP + RAISED) - HAND_GAP + HAND_EDGE
    if view.to_act == view.seat and any(view.received):  # K14: to be built in addition
        y = height + (STRIP - HAND_EDGE) // 2
        half = HAND_WIDTH // 2
        label = words("castellan.board.received")
        fit = half - HAND_EDGE
        ink = colours.text
        items.append(Text(label, (HAND_EDGE, y), LETTERS, ink, bold=True, fit=fit))
        items += draw_counts(view.received, (half + HAND_EDGE, y), LETTERS, ink)
        height += STRIP
    return Scene((HAND_WIDTH, height), colours.background, tuple(items), tuple(areas))


def sheet_scene(
    words: Words, view: View, names: Sequence[str], theme: ThemeName = "light"
) -> Scene:
    """Draw everybody's remaining cards (K2): all fourteen of each player, those that were played
    faint and crossed out, and how many of each deck are in hand and in the deck. Shows only what
    everybody knows."""
    colours = THEMES[theme]
    y = TITLE // 2 + 4
    title = words("castellan.picture.cards_left")
    note = words("castellan.picture.cards_played")
    items: list[Item] = [
        Text(title, (EDGE, y), 54, colours.text, bold=True),
        Text(note, (WIDTH - EDGE, y), 38, colours.faint, align="right"),
    ]
    for seat, name in enumerate(shown_names(words, names)):
        top = TITLE + seat * BLOCK
        player = view.players[seat]
        has_left = seat in view.gone
        y = top + HEAD // 2 + 2
        spare = seat_name(words, seat)
        ink = colours.faint if has_left else colours.text
        items += [
            Box((EDGE, top, WIDTH - EDGE, top + 4), SEATS[seat].main),
            SpritePicture(art.KeepSprite(seat, False), (EDGE + 28, y), 62),
            Text(name, (EDGE + 70, y), 46, ink, bold=True, fit=WIDTH // 2, instead=spare),
        ]
        if has_left:
            label = words("status.left")
            items.append(Text(label, (WIDTH - EDGE, y), 40, ink, align="right"))
        for row, deck in enumerate(DECKS):
            upper = top + HEAD + row * ROW
            counts = player.hand.of(deck), player.decks.of(deck)
            items += _deck(words, deck, counts, upper, colours)
            for column, card in enumerate(view.cards.deck(deck)):
                x = EDGE + BESIDE + column * STEP
                unplayed = card in player.unplayed
                opacity = 1.0 if unplayed else PLAYED
                items += card_items(view.cards.by_id[card], (x, upper), HEIGHT, opacity)
                if not unplayed:
                    low = upper + HEIGHT - CORNER
                    right = x + ACROSS - CORNER
                    cross = ((x + CORNER, low), (right, upper + CORNER))
                    items.append(Line(cross, colours.faint, CROSS))
    return Scene((WIDTH, TITLE + len(names) * BLOCK), colours.background, tuple(items))


def _deck(words: Words, deck: Deck, counts: Pair, top: int, colours: Theme) -> list[Item]:
    """Draw the back of a deck with how many of its cards are in hand and in the deck."""
    middle = EDGE + (BESIDE - GAP) // 2
    items: list[Item] = [SpritePicture(art.CardBack(deck), (middle, top + BACK // 2), BACK)]
    for point, count, below in zip(("hand", "decks"), counts, COUNTS, strict=True):
        label = words(f"castellan.picture.{point}", count=count)
        at = (middle, top + BACK + below)
        items.append(Text(label, at, 34, colours.text, align="middle", fit=BESIDE - GAP))
    return items
