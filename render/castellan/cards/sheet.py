"""What is left of everybody's cards (K2): all fourteen of each player, those that were played faint
and crossed out, and how many of each deck are in hand and in the deck. Shows only what everybody
knows."""

from dataclasses import dataclass

from engine.castellan.seen.view import View
from engine.castellan.vocabulary.moves import DECKS, Deck
from render.castellan.art.sprites import CARD, CardBack, KeepSprite
from render.castellan.cards.card import card_items
from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import SEATS, THEMES, Theme
from render.picture.scene import Box, Item, Line, Point, Scene, SpritePicture, Text, ThemeName

WIDTH, EDGE = 1240, 30
TITLE, HEAD, GAP = 84, 76, 12
BESIDE = 168
"""The column with the back of a deck."""
COLUMNS = 7
STEP = (WIDTH - 2 * EDGE - BESIDE) // COLUMNS
ACROSS = STEP - GAP
HEIGHT = round(ACROSS / CARD)
ROW = HEIGHT + GAP
BLOCK = HEAD + len(DECKS) * ROW + GAP
BACK = HEIGHT * 4 // 7
COUNTS = (30, 64)
"""How far below the back its numbers are."""
PLAYED = 0.28
"""How visible a card is that was played."""
CROSS, CORNER = 5, 12


@dataclass(frozen=True, slots=True)
class Sheet:
    words: Words
    view: View
    theme: Theme


def sheet_scene(
    words: Words, view: View, names: tuple[str, ...], theme: ThemeName = "light"
) -> Scene:
    sheet, y = Sheet(words, view, THEMES[theme]), TITLE // 2 + 4
    ink, faint = sheet.theme.text, sheet.theme.faint
    title, note = words("castellan.picture.cards_left"), words("castellan.picture.cards_played")
    items: list[Item] = [
        Text(title, (EDGE, y), 54, ink, bold=True),
        Text(note, (WIDTH - EDGE, y), 38, faint, align="right"),
    ]
    for seat, name in enumerate(shown_names(words, names)):
        top = TITLE + seat * BLOCK
        items += _head(sheet, seat, name, top)
        for row, deck in enumerate(DECKS):
            items += _deck(sheet, seat, deck, top + HEAD + row * ROW)
    return Scene((WIDTH, TITLE + len(names) * BLOCK), sheet.theme.background, tuple(items))


def _head(sheet: Sheet, seat: int, name: str, top: int) -> list[Item]:
    words, y, gone = sheet.words, top + HEAD // 2 + 2, seat in sheet.view.gone
    ink, spare = sheet.theme.faint if gone else sheet.theme.text, seat_name(words, seat)
    items: list[Item] = [
        Box((EDGE, top, WIDTH - EDGE, top + 4), SEATS[seat].main),
        SpritePicture(KeepSprite(seat, False), (EDGE + 28, y), 62),
        Text(name, (EDGE + 70, y), 46, ink, bold=True, fit=WIDTH // 2, instead=spare),
    ]
    if gone:
        left = words("castellan.board.left")
        items.append(Text(left, (WIDTH - EDGE, y), 40, ink, align="right"))
    return items


def _deck(sheet: Sheet, seat: int, deck: Deck, top: int) -> list[Item]:
    """The back of a deck with how many of its cards are in hand and in the deck, and its cards."""
    view, player, middle = sheet.view, sheet.view.players[seat], EDGE + (BESIDE - GAP) // 2
    items: list[Item] = [SpritePicture(CardBack(deck), (middle, top + BACK // 2), BACK)]
    for where, counts, below in zip(
        ("hand", "decks"), (player.hand, player.decks), COUNTS, strict=True
    ):
        told = sheet.words(f"castellan.picture.{where}", count=counts.of(deck))
        at, ink = (middle, top + BACK + below), sheet.theme.text
        items.append(Text(told, at, 34, ink, align="middle", fit=BESIDE - GAP))
    for column, card in enumerate(view.cards.deck(deck)):
        at, left = (EDGE + BESIDE + column * STEP, top), card in player.unplayed
        items += card_items(view.cards.by_id[card], at, HEIGHT, 1.0 if left else PLAYED)
        if not left:
            items.append(_crossed(at, sheet.theme))
    return items


def _crossed(at: Point, theme: Theme) -> Line:
    left, top = at
    low, right = (left + CORNER, top + HEIGHT - CORNER), (left + ACROSS - CORNER, top + CORNER)
    return Line((low, right), theme.faint, CROSS)
