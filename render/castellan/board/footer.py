"""Footer under a board: the last turn, and the players with what they have.

It takes any width and scales with it, so that it looks the same on a phone.
"""

from collections.abc import Sequence

from engine.castellan.cards import DECKS
from engine.castellan.events import Event, PiecesPassed
from engine.castellan.pieces import Pieces
from engine.castellan.view import View
from engine.recorded import Ending
from render.board.footer import (
    WIDTH,
    FooterStrip,
    Head,
    PlayerPlate,
    framed_seats,
    outcome,
)
from render.castellan.art.sprites import CARD, CardBack, KeepSprite
from render.castellan.board.layout import CastellanSubject
from render.castellan.board.overlays import played_cards
from render.castellan.cards import draw_counts
from render.castellan.words import count_courtyards
from render.picture.names import shown_names
from render.picture.scene import Align, Item, SpritePicture

EDGE = 24
TOP = 22
BOTTOM = 24
GAP = 14
# The height of each line about a turn.
LINE = 76
# The height of both lines with the gap below.
HEADER = 166
# The left end of the cards of a turn.
BEGIN = 440
# The distance between these cards, if there is room for their backs.
CHIP = 136
# The left ends of the pieces of a turn, and of their icons.
PIECES = (EDGE, 260)
# The left ends of the pieces passed on, and of their icons.
PASSED = (700, 936)
# The height of the headings of columns.
HEADINGS = 56
# The height of a player's row, by the number of players.
ROWS = {2: 116, 3: 100, 4: 92}
# The left end of names.
NAME = 124
# The left ends of columns.
HAND = 470
STOCK = 700
COURTYARDS = 930
# The right end of the last column.
POINTS = 1352
# The heading of each column, its end, and the side to which it is aligned.
COLUMNS: tuple[tuple[str, int, Align], ...] = (
    ("hand", HAND, "left"),
    ("decks", STOCK, "left"),
    ("courtyards", COURTYARDS, "left"),
    ("points", POINTS, "right"),
)
# The height of the back of a card.
BACK = 66
LETTERS = 42
PLAIN = 36
SMALL = 42
SCORE = 68
ICON = 34
# The sizes of sprites are multiples of this, so that they are seldom resized.
STEP = 6
# The opacity of the double keep once it is used.
FAINT = 0.22
# The distance of the middle of a row's badge from its start.
STATUS = 330


def head_of(subject: CastellanSubject) -> Head:
    """Put the scores above a board."""
    view = subject.view
    figures = [KeepSprite(seat, False) for seat in range(len(view.scores))]
    framed = framed_seats(view.to_act, subject.ending, view.phase == "over", view.leaders)
    return Head(subject.names, figures, view.scores, framed, view.gone)


def footer_height(subject: CastellanSubject) -> int:
    count = len(subject.view.scores)
    rows_height = HEADINGS + count * ROWS[count] + (count - 1) * GAP
    return _top(subject.events) + rows_height + BOTTOM


def _top(events: Sequence[Event]) -> int:
    """Measure the height of what is said about the last turn."""
    return TOP + (0 if played_cards(events) is None else HEADER)


def footer_items(strip: FooterStrip, subject: CastellanSubject) -> list[Item]:
    view = subject.view
    events = subject.events
    words = strip.words
    players = shown_names(words, subject.names)
    played_turn = played_cards(events)
    items: list[Item] = []
    if played_turn is not None:
        title = words("castellan.board.played", name=players[played_turn.seat])
        items += _chips(strip, view, title, played_turn.cards)
        items += _pieces(strip, "pieces", PIECES, played_turn.pieces)
        for event in events:
            if isinstance(event, PiecesPassed):
                key = "lost" if event.to is None else "passed"
                items += _pieces(strip, key, PASSED, event.pieces)
    top = _top(events)
    high = ROWS[len(players)]
    for heading, x, align in COLUMNS:
        label = words(f"castellan.board.{heading}")
        y = top + HEADINGS // 2
        items.append(strip.text(label, x, y, SMALL, faint=True, align=align))
    status: list[Item] = []
    for seat, name in enumerate(players):
        upper = top + HEADINGS + seat * (high + GAP)
        rect = (EDGE, upper, WIDTH - EDGE, upper + high)
        row = PlayerPlate(strip, seat, rect, view.to_act == seat, seat in view.gone)
        items += _row(row, view, name)
        status_key = _status_text(row, view, subject.ending)
        if status_key is not None:
            status.append(row.status(words(status_key), EDGE + STATUS))
    return items + status


def _chips(strip: FooterStrip, view: View, text: str, cards: Sequence[str]) -> list[Item]:
    """Draw cards by their names, with their backs if there is room."""
    y = TOP + LINE // 2
    width = BEGIN - EDGE - 20
    items: list[Item] = [strip.text(text, EDGE, y, LETTERS, bold=True, fit=width)]
    step = (WIDTH - EDGE - BEGIN) // max(1, len(cards))
    for number, card in enumerate(cards):
        if step < CHIP:
            items.append(strip.text(card, BEGIN + step * number, y, PLAIN, bold=True))
            continue
        x = BEGIN + CHIP * number
        back = CardBack(view.cards.by_id[card].deck)
        middle = strip.at(x + BACK * CARD / 2, y)
        items.append(SpritePicture(back, middle, _round_to_step(strip, BACK)))
        items.append(strip.text(card, x + BACK * CARD + 8, y, LETTERS, bold=True))
    return items


def _pieces(strip: FooterStrip, key: str, lefts: tuple[int, int], pieces: Pieces) -> list[Item]:
    """Draw the number of pieces of each kind, after what is said about them."""
    (x, icons) = lefts
    y = TOP + LINE + LINE // 2
    text = strip.words(f"castellan.board.{key}")
    return [
        strip.text(text, x, y, PLAIN, faint=True, fit=icons - x - 16),
        *draw_counts(pieces, strip.at(icons, y), strip.size(ICON), strip.theme.text),
    ]


def _row(row: PlayerPlate, view: View, name: str) -> list[Item]:
    """Draw the name; the backs of the cards in hand and of those left in the decks, with their
    numbers; how many courtyards are theirs; the double keep, which is faint once it is used; and
    the score."""
    strip = row.strip
    seat = row.seat
    y = row.middle
    player = view.players[row.seat]
    items: list[Item] = [
        row.plate(),
        SpritePicture(KeepSprite(seat, False), strip.at(76, y), _round_to_step(strip, 108)),
        row.name(name, NAME, y, HAND - NAME - 20),
    ]
    for column, counts in ((HAND, player.hand), (STOCK, player.decks)):
        for number, deck in enumerate(DECKS):
            count = counts.of(deck)
            x = column + 112 * number
            at = strip.at(x + BACK * CARD / 2, y)
            opacity = 1.0 if count else FAINT
            items.append(SpritePicture(CardBack(deck), at, _round_to_step(strip, BACK), opacity))
            beside = x + BACK * CARD + 8
            items.append(strip.text(str(count), beside, y, LETTERS, faint=not count, bold=True))
    single = strip.at(COURTYARDS + 26, y)
    double = strip.at(COURTYARDS + 170, y)
    opacity_of_double = FAINT if player.doubled else 1.0
    courtyards = f"×{count_courtyards(view.plan, seat)}"
    return [
        *items,
        SpritePicture(KeepSprite(seat, False), single, _round_to_step(strip, 80)),
        strip.text(courtyards, COURTYARDS + 60, y, LETTERS, bold=True),
        SpritePicture(KeepSprite(seat, True), double, _round_to_step(strip, 90), opacity_of_double),
        row.number(str(view.scores[seat]), POINTS, y, SCORE),
    ]


def _status_text(row: PlayerPlate, view: View, ending: Ending | None) -> str | None:
    """Choose the text of the badge: who is to act, has won, has left, or ended the game early."""
    over = view.phase == "over"
    result = outcome(row.seat, ending, over, view.leaders, view.gone)
    if result is not None or over or ending is not None:
        return result
    if row.seat in view.waiting:
        return "castellan.board.last_turn_left"
    if not row.to_act:
        return None
    return "castellan.board.last_turn" if view.phase == "last" else "status.to_play"


def _round_to_step(strip: FooterStrip, length: int) -> int:
    return max(STEP, strip.size(length) // STEP * STEP)
